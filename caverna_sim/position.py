"""Positions as plain dicts (interface: "Position"), written out and read back with every field checked."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from caverna_sim.engine import board, layout
from caverna_sim.engine.animals import animals_fit
from caverna_sim.engine.ids import good, harvest, part, phase, step, terrain
from caverna_sim.engine.layout import AT_HOME, NOT_IN_PLAY, STAYS_HOME
from caverna_sim.errors import CavernaError, PositionError, nearest
from caverna_sim.rules.catalog import FURNISHINGS, SPACES, Catalog, catalog
from caverna_sim.rules.pack import ENTRY_LEVEL_DWELLING

FORMAT = 1
MOST_GOODS = 999  # of one ware; far beyond any game, and no sum of them leaves 16 bits
MOST_SEED = 2**62 - 1
_WHERE = {AT_HOME: "home", STAYS_HOME: "stays_home"}
_WHERE_BACK = {name: number for number, name in _WHERE.items()}
_FOREST_WORDS = (".", "meadow", "field", "field:grain*N", "field:vegetable*N", "small_pasture", "large_pasture:N")
_MOUNTAIN_WORDS = ("^", "cavern", "tunnel", "deep_tunnel", "ore_mine", "ruby_mine")
_SINGLE_WORDS = {"meadow": terrain.MEADOW, "field": terrain.FIELD, "small_pasture": terrain.SMALL_PASTURE}
_ROCK_WORDS = {terrain.NAMES[kind]: kind for kind in range(terrain.CAVERN, terrain.FURNISHED)}
_FOREST_NAMES = ("meadow", "field", "small_pasture", "large_pasture")
_STRIP = "middle"
_TURN_FIELDS = ("turn", "phase_seat", "questions", "dwarf")


# ---------------------------------------------------------------- writing


def _wares(amounts: Any, names: tuple[str, ...] = good.NAMES) -> dict[str, int]:
    return {name: int(amounts[index]) for index, name in enumerate(names) if amounts[index]}


def cell_text(seat: Any, cell: int, pasture_numbers: Mapping[int, int] | None = None) -> str:
    """What lies on a cell, as the position format writes it."""
    for kind in range(1, terrain.NUM):
        if int(seat["terrain"][kind]) >> cell & 1:
            break
    else:
        return "." if cell < board.AREA_CELLS else "^"
    detail = int(seat["detail"][cell])
    if kind in (terrain.GRAIN_FIELD, terrain.VEGETABLE_FIELD):
        return f"{terrain.NAMES[kind]}*{detail}"
    if kind == terrain.LARGE_PASTURE:
        numbers = large_pastures(seat) if pasture_numbers is None else pasture_numbers
        return f"large_pasture:{numbers[cell]}"
    if kind == terrain.FURNISHED:
        return FURNISHINGS[detail]
    return terrain.NAMES[kind]


def large_pastures(seat: Any) -> dict[int, int]:
    """The number of the large pasture for each of its cells, counted from 1."""
    numbers: dict[int, int] = {}
    east, south = int(seat["pasture_east"]), int(seat["pasture_south"])
    number = 0
    for cell in range(board.NUM_CELLS):
        for anchors, other in ((east, cell + 1), (south, cell + board.COLUMNS)):
            if anchors >> cell & 1:
                number += 1
                numbers[cell] = numbers[other] = number
    return numbers


def _grid_place(cell: int) -> tuple[int, int | str]:
    """Row and column of a cell as the format counts them: printed ones from 0, the rim outside of them."""
    area, rest = divmod(cell, board.AREA_CELLS)
    row, column = divmod(rest, board.COLUMNS)
    if board.STRIP >> cell & 1:
        return row - 1, _STRIP
    return row - 1, column - 1 + 3 * area


def _seat_dict(seat: Any) -> dict[str, Any]:
    numbers = large_pastures(seat)
    cells = [[cell_text(seat, _board_cell(row, column), numbers) for column in range(6)] for row in range(4)]
    overhang = []
    for cell in range(board.NUM_CELLS):
        if not board.BOARD >> cell & 1 and cell_text(seat, cell, numbers) not in ".^":
            overhang.append([*_grid_place(cell), cell_text(seat, cell, numbers)])
    dwarfs = []
    for index in range(seat["dwarfs"]):
        place = int(seat["at"][index])
        dwarf = {"weapon": int(seat["weapon"][index]), "at": _WHERE[place] if place < 0 else SPACES[place]}
        if seat["newborn"][index]:
            dwarf["newborn"] = True
        dwarfs.append(dwarf)
    result: dict[str, Any] = {
        "goods": {name: int(seat["goods"][index]) for index, name in enumerate(good.GOODS)},
        "animals": {name: int(seat["goods"][good.NUM_GOODS + index]) for index, name in enumerate(good.ANIMALS)},
        "begging": int(seat["begging"]),
        "dwarfs": dwarfs,
        "board": cells,
        "overhang": overhang,
        "stables": [board.CELL_NAMES[cell] for cell in range(board.NUM_CELLS) if int(seat["stables"]) >> cell & 1],
    }
    coming = {str(number): _wares(seat["round_goods"][number], good.GOODS) for number in range(layout.MAX_ROUNDS)}
    if any(coming.values()):
        result["round_goods"] = {number: wares for number, wares in coming.items() if wares}
    if seat["covered"]:
        result["covered"] = [name for index, name in enumerate(FURNISHINGS) if int(seat["covered"]) >> index & 1]
    if seat["guest_room_used"]:
        result["guest_room_used"] = True
    return result


def _board_cell(row: int, column: int) -> int:
    return board.cell_at(column // 3, column % 3 + 1, row + 1)


def to_move(state: Any) -> int | None:
    """The seat that must decide, None when the game is over."""
    if state["depth"] == 0:
        return None
    return int(state["agenda"][state["depth"] - 1]["seat"])


def to_dict(state: Any, rules: Catalog, index: int) -> dict[str, Any]:
    """The whole position."""
    players = int(state["players"])
    spaces = {}
    for space in state["open_spaces"][: state["num_open"]]:
        user = int(state["used_by"][space])
        entry: dict[str, Any] = {"goods": _wares(state["space_goods"][space]), "used_by": None if user < 0 else user}
        if state["protected"][space]:
            entry["protected"] = True
        spaces[SPACES[space]] = entry
    markers = {str(number): harvest.MARKERS[state["markers"][number]] for number in range(1, 13) if state["markers"][number]}
    seats = []
    for number in range(players):
        seat = _seat_dict(state["seats"][number])
        if state["skip_step"][number]:
            seat["skip_step"] = "field" if state["skip_step"][number] == harvest.SKIP_FIELD else "breeding"
        seats.append(seat)
    pending = [
        {"step": step.NAMES[row["step"]], "seat": int(row["seat"]), "arguments": [int(row[name]) for name in "abcd"]}
        for row in state["agenda"][: state["depth"]]
    ]
    return {
        "format": FORMAT,
        "players": players,
        "expansion": None,
        "rules": dict(rules.overrides),
        "seed": int(state["seed"]),
        "index": index,
        "round": int(state["round"]),
        "phase": phase.NAMES[state["phase"]],
        "start_player": int(state["start_player"]),
        "next_start_player": int(state["next_start_player"]),
        "to_move": to_move(state),
        "cards": [SPACES[card] for card in state["cards"] if card >= 0],
        "harvest_markers": markers,
        "harvest": harvest.NAMES[state["harvest"]],
        "spaces": spaces,
        "supply": [name for number, name in enumerate(FURNISHINGS) if int(state["supply"]) >> number & 1],
        "seats": seats,
        "pending": pending,
        "turn": {name: int(state[name]) for name in _TURN_FIELDS},
        "rng": {
            "game": int(state["game_key"]),
            "setup": int(state["setup"]),
            "draws": [int(number) for number in state["draws"]],
            "choices": int(state["choices"]),
            "hash": int(state["hash"]),
        },
    }


# ---------------------------------------------------------------- reading


def _fail(field: str, problem: str) -> PositionError:
    return PositionError(f"position `{field}`: {problem}")


def _whole(value: Any, field: str, low: int, high: int) -> int:
    if isinstance(value, bool) or not isinstance(value, int) or not low <= value <= high:
        raise _fail(field, f"{value!r} is not allowed; give a whole number from {low} to {high}")
    return value


def _flag(value: Any, field: str) -> bool:
    if not isinstance(value, bool):
        raise _fail(field, f"{value!r} is not allowed; give true or false")
    return value


def _mapping(value: Any, field: str, allowed: Any = None) -> Mapping[str, Any]:
    if not isinstance(value, Mapping):
        raise _fail(field, f"{value!r} is not allowed; give a table of names and values")
    if allowed is not None:
        for key in value:
            if key not in allowed:
                raise _fail(field, f"unknown name `{key}`; {nearest(key, allowed)}")
    return value


def _list(value: Any, field: str, length: int | None = None) -> list[Any]:
    if not isinstance(value, list) or (length is not None and len(value) != length):
        raise _fail(field, f"give a list{'' if length is None else f' of {length} entries'}")
    return value


def _name(value: Any, field: str, names: Any) -> int:
    if value not in names:
        raise _fail(field, f"unknown name `{value}`; {nearest(value, names)}")
    return list(names).index(value)


_TOP_FIELDS = (
    "format", "players", "expansion", "rules", "seed", "index", "round", "phase", "start_player", "next_start_player",
    "to_move", "cards", "harvest_markers", "harvest", "spaces", "supply", "seats", "pending", "turn", "rng",
)  # fmt: skip
_SEAT_FIELDS = (
    "goods", "animals", "begging", "dwarfs", "board", "overhang", "stables", "round_goods", "covered",
    "guest_room_used", "skip_step",
)  # fmt: skip


def from_dict(position: Any) -> tuple[np.ndarray, Catalog, int]:
    """A state (array of length 1), its rules and its index from a position; PositionError names what is wrong."""
    _mapping(position, "position", _TOP_FIELDS)
    if position.get("format", FORMAT) != FORMAT:
        raise _fail("format", f"{position['format']!r} is not known; this version reads format {FORMAT}")
    if position.get("expansion") is not None:
        raise _fail("expansion", f"{position['expansion']!r} is not known; leave it out or give null")
    if "players" not in position:
        raise _fail("players", "the number of players is missing; give 1 to 7")
    players = _whole(position["players"], "players", 1, 7)
    try:
        rules = catalog(players, _mapping(position.get("rules", {}), "rules"))
    except PositionError:
        raise
    except CavernaError as error:
        raise _fail("rules", str(error)) from None
    states = np.zeros(1, layout.STATE)
    _Reader(position, rules, states[0]).read()
    return states, rules, _whole(position.get("index", 0), "index", 0, 2**62)


class _Reader:
    """Fills a state from a position, field by field."""

    def __init__(self, position: Mapping[str, Any], rules: Catalog, state: Any) -> None:
        self.position = position
        self.rules = rules
        self.record = rules.record[0]
        self.state = state
        self.players = rules.players
        self.default = _default_state(rules, position)

    def read(self) -> None:
        """Read everything, then check what only holds for the whole."""
        self._read_course()
        self._read_cards()
        self._read_spaces()
        seats = _list(self.position.get("seats", []), "seats", self.players)
        for number in range(layout.MAX_PLAYERS):
            self.state["seats"][number]["at"] = NOT_IN_PLAY
        for number, entry in enumerate(seats):
            _SeatReader(self, number, _mapping(entry, f"seats.{number}", _SEAT_FIELDS)).read()
        self._read_supply()
        self._check_occupants()
        self._read_pending()
        self._read_rng()
        self._check_animals()

    def _read_course(self) -> None:
        position, state = self.position, self.state
        last = int(self.record["last_round"])
        state["players"] = self.players
        state["round"] = _whole(position.get("round", 1), "round", 0, last)
        if state["round"] and not self.record["is_played"][state["round"]]:
            raise _fail("round", f"round {int(state['round'])} is skipped with {self.players} players (R-2P-1)")
        state["phase"] = _name(position.get("phase", "work"), "phase", phase.NAMES)
        if state["round"] == 0 and state["phase"] != phase.START_OF_ROUND:
            raise _fail("round", "round 0 is only before the first round, in the phase `start_of_round`")
        start = _whole(position.get("start_player", 0), "start_player", 0, self.players - 1)
        state["start_player"] = start
        state["next_start_player"] = _whole(position.get("next_start_player", start), "next_start_player", 0, self.players - 1)
        turn = _mapping(position.get("turn", {}), "turn", _TURN_FIELDS)
        state["turn"] = _whole(turn.get("turn", start), "turn.turn", 0, self.players - 1)
        state["phase_seat"] = _whole(turn.get("phase_seat", 0), "turn.phase_seat", 0, self.players)
        state["dwarf"] = _whole(turn.get("dwarf", -1), "turn.dwarf", -1, layout.MAX_DWARFS - 1)

    def _read_cards(self) -> None:
        """Cards and markers; left out, they are as the seed deals them."""
        state, record = self.state, self.record
        played = [number for number in range(1, record["last_round"] + 1) if record["is_played"][number]]
        cards = self.position.get("cards")
        if cards is None:
            state["cards"] = self.default["cards"]
        else:
            _list(cards, "cards", len(played))
            state["cards"] = -1
            for number, card in zip(played, cards, strict=True):
                space = _name(card, "cards", SPACES)
                fixed = int(record["fixed_cards"][number])
                allowed = [fixed] if fixed >= 0 else record["stage_cards"][record["stage"][number]]
                if space not in allowed or space in state["cards"]:
                    raise _fail("cards", f"`{card}` cannot be the card of round {number} (R-SETUP-4)")
                state["cards"][number] = space
        markers = self.position.get("harvest_markers")
        if markers is None:
            state["markers"] = self.default["markers"]
        else:
            rounds = [str(number) for number in record["marker_rounds"] if number]
            for key, word in _mapping(markers, "harvest_markers", rounds).items():
                state["markers"][int(key)] = _name(word, f"harvest_markers.{key}", harvest.MARKERS[1:]) + 1
            found = int((state["markers"] == harvest.QUESTION).sum())
            if len(markers) != len(rounds) or found != record["question_marks"]:
                raise _fail(
                    "harvest_markers",
                    f"rounds {', '.join(rounds) or 'none'} need a marker each, {int(record['question_marks'])} of them"
                    f" question marks (R-SETUP-5)",
                )
        questions = int((state["markers"][1 : state["round"] + 1] == harvest.QUESTION).sum())
        state["questions"] = questions
        state["harvest"] = record["schedule"][state["round"]]
        if state["harvest"] == harvest.MARKER:
            is_question = state["markers"][state["round"]] == harvest.QUESTION
            state["harvest"] = record["questions"][questions] if is_question else harvest.FULL
        turn = self.position.get("turn", {})
        if turn.get("questions", questions) != questions:
            raise _fail("turn.questions", f"the markers up to round {int(state['round'])} show {questions} question marks (R-HARV-1)")
        if "harvest" in self.position:  # a hand-written position may say what harvest comes
            state["harvest"] = _name(self.position["harvest"], "harvest", harvest.NAMES[: harvest.MARKER])

    def _open_spaces(self) -> list[int]:
        """Spaces in play in this round, in order of appearance."""
        spaces = [number for number in range(len(SPACES)) if self.record["space"][number]["preprinted"]]
        shown = int(self.state["round"])
        if self.state["phase"] in (phase.START_OF_ROUND, phase.ADD_SPACE):
            shown -= self.state["phase"] == phase.ADD_SPACE
        for number in range(1, shown + 1):
            card = int(self.state["cards"][number])
            if card < 0:
                continue
            spaces.append(card)
            turned = int(self.record["space"][card]["turns_over"])
            if turned in spaces:
                spaces[spaces.index(turned)] = int(self.record["space"][card]["turns_into"])
        return spaces

    def _read_spaces(self) -> None:
        state = self.state
        spaces = self._open_spaces()
        state["open_spaces"] = -1
        state["open_spaces"][: len(spaces)] = spaces
        state["num_open"] = len(spaces)
        state["used_by"] = -1
        names = [SPACES[space] for space in spaces]
        given = _mapping(self.position.get("spaces", {}), "spaces")
        for name, entry in given.items():
            field = f"spaces.{name}"
            if name not in SPACES:
                raise _fail("spaces", f"unknown name `{name}`; {nearest(name, names)}")
            if name not in names:
                raise _fail(field, f"not in play with {self.players} players in round {int(state['round'])} (R-SETUP-3)")
            space = SPACES.index(name)
            _mapping(entry, field, ("goods", "used_by", "protected"))
            row = self.record["space"][space]
            for ware, amount in _mapping(entry.get("goods", {}), f"{field}.goods", good.NAMES).items():
                index = good.NAMES.index(ware)
                state["space_goods"][space, index] = _whole(amount, f"{field}.goods.{ware}", 0, 999)
                if amount and not (row["first"][index] or row["later"][index]):
                    raise _fail(f"{field}.goods.{ware}", f"no {ware} accumulates on this space (R-REPL-1)")
            user = entry.get("used_by")
            if user is not None:
                state["used_by"][space] = _whole(user, f"{field}.used_by", 0, self.players - 1)
            if state["space_goods"][space].any():
                state["stocked"] |= 1 << space
            state["protected"][space] = _flag(entry.get("protected", False), f"{field}.protected")
            if state["protected"][space] and self.players > 1:
                raise _fail(f"{field}.protected", "only a solo player protects spaces (R-SOLO-7)")

    def _read_supply(self) -> None:
        state, record = self.state, self.record
        built: dict[int, int] = {}
        for number in range(self.players):
            owned = int(state["seats"][number]["owned"]) | int(state["seats"][number]["covered"])
            for tile in range(len(FURNISHINGS)):
                if owned >> tile & 1 and record["furnishing"][tile]["copies"] == 1:
                    if tile in built:
                        raise _fail(
                            f"seats.{number}.board",
                            f"`{FURNISHINGS[tile]}` exists once and seat {built[tile]} has it (R-COMP-4)",
                        )
                    built[tile] = number
        taken = sum(1 << tile for tile in built)
        given = self.position.get("supply")
        if given is None:
            state["supply"] = int(record["supply"]) & ~taken
            return
        for name in _list(given, "supply"):
            tile = _name(name, "supply", FURNISHINGS)
            if record["furnishing"][tile]["copies"] != 1:
                raise _fail("supply", f"`{name}` is not a unique furnishing; the supply lists only those")
            if taken >> tile & 1:
                raise _fail("supply", f"`{name}` is already built by seat {built[tile]} (R-COMP-4)")
            state["supply"] |= 1 << tile

    def _check_occupants(self) -> None:
        """One dwarf to a space (R-WORK-2), and spaces and dwarfs tell the same."""
        state = self.state
        self._check_whereabouts()
        users: dict[int, tuple[int, int]] = {}
        for number in range(self.players):
            seat = state["seats"][number]
            for dwarf in range(seat["dwarfs"]):
                place = int(seat["at"][dwarf])
                if place < 0 or seat["newborn"][dwarf]:
                    continue
                field = f"seats.{number}.dwarfs.{dwarf}.at"
                if place in users:
                    raise _fail(field, f"two dwarfs stand on `{SPACES[place]}`, one is allowed (R-WORK-2)")
                users[place] = (number, dwarf)
                if place not in state["open_spaces"][: state["num_open"]]:
                    raise _fail(field, f"`{SPACES[place]}` is not in play in round {int(state['round'])}")
                if state["used_by"][place] < 0:
                    if "spaces" in self.position and SPACES[place] in self.position["spaces"]:
                        raise _fail(f"spaces.{SPACES[place]}.used_by", f"seat {number} has a dwarf there")
                    state["used_by"][place] = number
                elif state["used_by"][place] != number:
                    raise _fail(f"spaces.{SPACES[place]}.used_by", f"seat {number} has its dwarf there")
        for space in state["open_spaces"][: state["num_open"]]:
            if state["used_by"][space] >= 0 and int(space) not in users:
                raise _fail(f"spaces.{SPACES[space]}.used_by", f"seat {int(state['used_by'][space])} has no dwarf there")

    def _check_whereabouts(self) -> None:
        """Dwarfs are out only in the work phase (R-HOME-1); a newborn lies on its parent (R-FAM-2)."""
        state = self.state
        works = state["phase"] in (phase.WORK, phase.RETURN_HOME)
        for number in range(self.players):
            seat = state["seats"][number]
            family = range(seat["dwarfs"])
            parents = {int(seat["at"][dwarf]) for dwarf in family if not seat["newborn"][dwarf]}
            for dwarf in family:
                field = f"seats.{number}.dwarfs.{dwarf}"
                place, newborn = int(seat["at"][dwarf]), bool(seat["newborn"][dwarf])
                if not works and place != AT_HOME:
                    raise _fail(f"{field}.at", f"in the phase `{phase.NAMES[state['phase']]}` every dwarf is at home (R-HOME-1)")
                if newborn and place >= 0 and place not in parents:
                    raise _fail(f"{field}.at", "a newborn lies on the dwarf that took the action (R-FAM-2)")
                if newborn and state["phase"] < phase.WORK:
                    raise _fail(f"{field}.newborn", "nobody is born before the work phase (R-FAM-3)")

    def _read_pending(self) -> None:
        state = self.state
        pending = self.position.get("pending")
        mover = self.position.get("to_move")
        if mover is not None:
            _whole(mover, "to_move", 0, self.players - 1)
        if pending is None:
            self._default_step(mover)
            return
        if len(_list(pending, "pending")) > layout.MAX_AGENDA:
            raise _fail("pending", f"at most {layout.MAX_AGENDA} steps can be pending")
        for depth, entry in enumerate(pending):
            field = f"pending.{depth}"
            _mapping(entry, field, ("step", "seat", "arguments"))
            row = state["agenda"][depth]
            row["step"] = _name(entry.get("step"), f"{field}.step", step.NAMES)
            row["seat"] = _whole(entry.get("seat"), f"{field}.seat", 0, self.players - 1)
            arguments = _list(entry.get("arguments"), f"{field}.arguments", 4)
            for name, value in zip("abcd", arguments, strict=True):
                high = 2**31 - 1 if name == "c" else 2**15 - 1
                row[name] = _whole(value, f"{field}.arguments", -1, high)
            self._check_step(row, field)
        state["depth"] = len(pending)

    def _check_step(self, row: Any, field: str) -> None:
        """A pending step may only be what play can lead to."""
        kind, a, b, c, d = (int(row[name]) for name in ("step", "a", "b", "c", "d"))
        record, seat = self.record, self.state["seats"][row["seat"]]
        acting = kind in (step.ACTION, step.SOW, step.EXPEDITION, step.LOOT_ITEM, step.BUY, step.TRADE)
        if acting and not 0 <= self.state["dwarf"] < seat["dwarfs"]:
            raise _fail("turn.dwarf", f"a dwarf of seat {int(row['seat'])} must be acting while `{step.NAMES[kind]}` is pending")
        if kind in (step.ACTION, step.BUY, step.TRADE) and a not in self.state["open_spaces"][: self.state["num_open"]]:
            raise _fail(field, f"there is no action space number {a} in play")
        if kind == step.ACTION:
            is_sound = 0 <= b < 1 << record["space"][a]["num_parts"] and c in (0, 1)
        elif kind in (step.BUY, step.TRADE):
            wanted = part.BUY if kind == step.BUY else part.TRADE
            is_sound = 0 <= b < record["space"][a]["num_parts"] and record["space"][a]["parts"][b]["do"] == wanted
            is_sound = is_sound and 0 <= c < 1 << good.NUM and (kind == step.BUY or c <= record["space"][a]["parts"][b]["level"])
        elif kind == step.LOOT_ITEM:
            is_sound = 0 <= a < record["num_loot"] and record["loot"][a]["part"]["do"] not in (part.COLLECT, part.ALL_WEAPONS)
        elif kind == step.SOW:
            is_sound = 0 <= a <= record["most_grain_fields"] and 0 <= b <= record["most_vegetable_fields"]
        elif kind == step.EXPEDITION:
            is_sound = 0 <= a <= 9 and 0 <= b <= record["weapon_most"] and 0 <= c < 1 << int(record["num_loot"]) and 0 <= d <= 9
        elif kind == step.FEED:
            is_sound = a >= 0 and b >= 0 and a + b <= seat["dwarfs"] and c in (0, 1) and d in (0, 1)
        else:
            is_sound = (a, b, c, d) == (0, 0, 0, 0)
        if not is_sound:
            raise _fail(f"{field}.arguments", f"play cannot lead to `{step.NAMES[kind]}` with {[a, b, c, d]}")

    def _default_step(self, mover: int | None) -> None:
        """Without `pending`, a hand-written position in the work phase starts with the player to move."""
        state = self.state
        if mover is None:
            return
        if state["phase"] == phase.WORK:
            state["turn"] = mover
        elif state["phase"] == phase.REPLENISH and self.players == 1:
            return  # the solo player decides what to protect (R-SOLO-7)
        elif state["phase"] not in (phase.HARVEST_CHOICE, phase.FEEDING, phase.BREEDING, phase.FINAL):
            raise _fail("to_move", f"nobody moves in the phase `{phase.NAMES[state['phase']]}`")
        else:
            state["phase_seat"] = (mover - int(state["start_player"])) % self.players

    def _read_rng(self) -> None:
        state = self.state
        state["seed"] = _whole(self.position.get("seed", 0), "seed", 0, MOST_SEED)
        rng = _mapping(self.position.get("rng", {}), "rng", ("game", "setup", "draws", "choices", "hash"))
        state["game_key"] = _whole(rng.get("game", self.position.get("index", 0)), "rng.game", 0, 2**62)
        state["setup"] = _whole(rng.get("setup", 0), "rng.setup", 0, 2**31 - 1)
        draws = _list(rng.get("draws", [0] * len(state["draws"])), "rng.draws", len(state["draws"]))
        for stream, number in enumerate(draws):
            state["draws"][stream] = _whole(number, f"rng.draws.{stream}", 0, 2**31 - 1)
        state["choices"] = _whole(rng.get("choices", 0), "rng.choices", 0, 2**31 - 1)
        state["hash"] = _whole(rng.get("hash", 0), "rng.hash", 0, 2**62)

    def _check_animals(self) -> None:
        pending = {int(row["seat"]) for row in self.state["agenda"][: self.state["depth"]] if row["step"] == step.MAKE_ROOM}
        for number in range(self.players):
            if number not in pending and not animals_fit(self.record, self.state["seats"][number]):
                raise _fail(f"seats.{number}.animals", "there is no room for all of them on this home board (R-ANIM-1, R-ANIM-4)")


def _default_state(rules: Catalog, position: Mapping[str, Any]) -> Any:
    """What the seed would have dealt, for cards and markers that a position leaves out."""
    from caverna_sim.engine import core

    states = np.zeros(1, layout.STATE)
    seed = position.get("seed", 0)
    index = position.get("index", 0)
    valid = all(isinstance(number, int) and not isinstance(number, bool) and 0 <= number < 2**62 for number in (seed, index))
    core.set_up_here(states, rules.record, seed if valid else 0, index if valid else 0)
    return states[0]


class _SeatReader:
    """Reads one seat."""

    def __init__(self, reader: _Reader, number: int, entry: Mapping[str, Any]) -> None:
        self.record = reader.record
        self.state = reader.state
        self.number = number
        self.entry = entry
        self.seat = reader.state["seats"][number]
        self.large: dict[str, list[int]] = {}

    def _fail(self, field: str, problem: str) -> PositionError:
        return _fail(f"seats.{self.number}.{field}", problem)

    def read(self) -> None:
        """Goods, board, stables, dwarfs."""
        entry, seat = self.entry, self.seat
        for names, field, offset in ((good.GOODS, "goods", 0), (good.ANIMALS, "animals", good.NUM_GOODS)):
            for name, amount in _mapping(entry.get(field, {}), f"seats.{self.number}.{field}", names).items():
                place = offset + names.index(name)
                seat["goods"][place] = _whole(amount, f"seats.{self.number}.{field}.{name}", 0, MOST_GOODS)
        seat["begging"] = _whole(entry.get("begging", 0), f"seats.{self.number}.begging", 0, MOST_GOODS)
        self._read_board()
        self._read_stables()
        self._read_covered()
        self._read_dwarfs()
        self._read_rest()

    def _read_board(self) -> None:
        rows = self.entry.get("board")
        self.seat["terrain"][terrain.EMPTY] = board.BOARD
        if rows is None:
            raise self._fail("board", "the home board is missing; give 4 rows of 6 cells")
        _list(rows, f"seats.{self.number}.board", 4)
        for row, cells in enumerate(rows):
            _list(cells, f"seats.{self.number}.board.{row}", 6)
            for column, word in enumerate(cells):
                self._put(_board_cell(row, column), word, f"board.{row}.{column}")
        for index, entry in enumerate(_list(self.entry.get("overhang", []), f"seats.{self.number}.overhang")):
            self._put_overhang(index, entry)
        self._pair_large_pastures()
        self._check_board()

    def _put(self, cell: int, word: Any, field: str) -> None:
        """Lay what a word says on a cell."""
        is_forest = cell < board.AREA_CELLS
        where = board.CELL_NAMES[cell]
        if word in (".", "^"):
            if (word == ".") != is_forest:
                raise self._fail(field, f"`{word}` does not belong on {where}; {'.' if is_forest else '^'} is empty there")
            return
        kind, detail = self._parse(word, field)
        forest_kind = kind <= terrain.LARGE_PASTURE
        if forest_kind != is_forest:
            side = "forest" if forest_kind else "mountain"
            raise self._fail(field, f"`{word}` belongs in the {side} and cannot lie on {where} (R-TILE-3, R-TILE-4)")
        if kind == terrain.LARGE_PASTURE:
            self.large.setdefault(word, []).append(cell)
        bit = 1 << cell
        self.seat["terrain"][terrain.EMPTY] &= ~bit
        self.seat["terrain"][kind] |= bit
        self.seat["detail"][cell] = detail
        if kind == terrain.FURNISHED:
            self._own(detail, cell, field)

    def _parse(self, word: Any, field: str) -> tuple[int, int]:
        known = [*_FOREST_WORDS, *_MOUNTAIN_WORDS, *FURNISHINGS]
        if not isinstance(word, str):
            raise self._fail(field, f"{word!r} is not a cell; {nearest(word, known)}")
        if word in _SINGLE_WORDS:
            return _SINGLE_WORDS[word], 0
        if word in _ROCK_WORDS:
            return _ROCK_WORDS[word], 0
        if word in FURNISHINGS:
            return terrain.FURNISHED, FURNISHINGS.index(word)
        for crop, kind, most in (
            ("grain", terrain.GRAIN_FIELD, int(self.record["grain_tokens"])),
            ("vegetable", terrain.VEGETABLE_FIELD, int(self.record["vegetable_tokens"])),
        ):
            if word.startswith(f"field:{crop}*"):
                left = word.split("*", 1)[1]
                if not left.isdigit() or not 1 <= int(left) <= most:
                    raise self._fail(field, f"`{word}`: a field holds 1 to {most} {crop} (R-SOW-2)")
                return kind, int(left)
        if word.startswith("large_pasture:"):
            return terrain.LARGE_PASTURE, 0
        raise self._fail(field, f"unknown cell `{word}`; {nearest(word, known)}")

    def _own(self, tile: int, cell: int, field: str) -> None:
        seat = self.seat
        unlimited = self.record["furnishing"][tile]["copies"] != 1
        if tile == ENTRY_LEVEL_DWELLING and self.record["start_detail"][cell] != tile:
            raise self._fail(field, "the entry-level dwelling is printed on M14 (R-BOARD-2)")
        if int(seat["owned"]) >> tile & 1 and (not unlimited or tile == ENTRY_LEVEL_DWELLING):
            raise self._fail(field, f"`{FURNISHINGS[tile]}` exists only once (R-COMP-4)")
        seat["owned"] |= 1 << tile
        seat["room"] += self.record["furnishing"][tile]["dwarf_room"]

    def _put_overhang(self, index: int, entry: Any) -> None:
        field = f"overhang.{index}"
        _list(entry, f"seats.{self.number}.{field}", 3)
        row, column, word = entry
        cell = None
        for candidate in range(board.NUM_CELLS):
            is_rim = int(self.record["rim"]) >> candidate & 1
            if is_rim and _grid_place(candidate) == (row, column):
                in_forest = candidate < board.AREA_CELLS
                if column != _STRIP or in_forest == (isinstance(word, str) and word.split(":")[0] in _FOREST_NAMES):
                    cell = candidate
        if cell is None:
            raise self._fail(field, f"row {row!r}, column {column!r} is no place where a half can stick out (R-TILE-9)")
        if word in (".", "^"):
            raise self._fail(field, f"`{word}` cannot lie outside the board")
        if any(int(self.seat["terrain"][kind]) >> cell & 1 for kind in range(1, terrain.NUM)):
            raise self._fail(field, "there is already a half at this place")
        self._put(cell, word, field)

    def _pair_large_pastures(self) -> None:
        """Two adjacent cells with the same number are one large pasture (R-FENCE-2)."""
        for word, cells in self.large.items():
            first, other = sorted(cells)[0], sorted(cells)[-1]
            if len(cells) != 2 or not int(board.adjacent_to(1 << first)) >> other & 1:
                raise self._fail("board", f"`{word}` must lie on exactly two adjacent cells (R-FENCE-2)")
            self.seat["pasture_east" if other - first == 1 else "pasture_south"] |= 1 << first

    def _check_board(self) -> None:
        seat = self.seat
        tiles = sum(int(seat["terrain"][kind]) for kind in range(1, terrain.NUM))
        for cell in range(board.NUM_CELLS):
            start = int(self.record["start_terrain"][cell])
            if start and not tiles >> cell & 1:
                raise self._fail("board", f"{board.CELL_NAMES[cell]} is never empty (R-BOARD-2)")
            is_furnished = int(seat["terrain"][terrain.FURNISHED]) >> cell & 1
            if start == terrain.FURNISHED and not (is_furnished and seat["detail"][cell] == self.record["start_detail"][cell]):
                raise self._fail("board", f"{board.CELL_NAMES[cell]} is the entry-level dwelling (R-BOARD-2)")
            is_open = (int(seat["terrain"][terrain.CAVERN]) | int(seat["terrain"][terrain.FURNISHED])) >> cell & 1
            if start == terrain.CAVERN and not is_open:
                raise self._fail("board", f"{board.CELL_NAMES[cell]} is a printed cavern: it can only be furnished (R-BOARD-2)")
        for tile in range(len(FURNISHINGS)):
            other = int(self.record["furnishing"][tile]["overbuilds"])
            if other > tile and int(seat["owned"]) >> tile & 1 and int(seat["owned"]) >> other & 1:
                raise self._fail("board", f"`{FURNISHINGS[tile]}` and `{FURNISHINGS[other]}` are built one over the other (R-INT-1)")
        forest = tiles & board.FOREST_AREA
        if forest:
            self._check_connected(forest, int(self.record["forest_entrance"]), "F34", "R-TILE-4")
        mountain = tiles & board.MOUNTAIN_AREA
        start_cells = sum(1 << cell for cell in range(board.NUM_CELLS) if self.record["start_terrain"][cell])
        self._check_connected(mountain, start_cells, "M14", "R-TILE-3")
        if tiles & ~board.BOARD and not self._has_office_room():
            raise self._fail("overhang", "only the Office room lets a half stick out (R-TILE-9)")

    def _has_office_room(self) -> bool:
        from caverna_sim.engine.ids import effect

        return bool(int(self.seat["owned"]) & int(self.record["passive"][effect.TWIN_TILE_OVERHANG]))

    def _check_connected(self, tiles: int, start: int, name: str, rule: str) -> None:
        reached = tiles & start
        while True:
            more = reached | int(board.adjacent_to(reached)) & tiles
            if more == reached:
                break
            reached = more
        lost = tiles & ~reached
        if lost:
            cell = (lost & -lost).bit_length() - 1
            raise self._fail("board", f"{board.CELL_NAMES[cell]} is not connected with {name} ({rule})")

    def _read_stables(self) -> None:
        seat = self.seat
        names = _list(self.entry.get("stables", []), f"seats.{self.number}.stables")
        most = int(self.record["stables"])
        if len(names) > most:
            raise self._fail("stables", f"{len(names)} stables, a player has {most} (R-COMP-3)")
        ground = int(seat["terrain"][terrain.EMPTY]) & board.FOREST_AREA
        for kind in (terrain.MEADOW, terrain.SMALL_PASTURE, terrain.LARGE_PASTURE):
            ground |= int(seat["terrain"][kind])
        for name in names:
            cell = board.CELL_OF_NAME.get(name) if isinstance(name, str) else None
            if cell is None:
                raise self._fail("stables", f"unknown cell `{name}`; {nearest(name, board.CELL_NAMES)}")
            if not ground >> cell & 1:
                raise self._fail("stables", f"no stable can stand on {name} (R-STAB-1)")
            if int(seat["stables"]) >> cell & 1:
                raise self._fail("stables", f"two stables on {name}, one is allowed (R-STAB-1)")
            seat["stables"] |= 1 << cell
        seat["stables_left"] = most - len(names)

    def _read_covered(self) -> None:
        for name in _list(self.entry.get("covered", []), f"seats.{self.number}.covered"):
            tile = _name(name, f"seats.{self.number}.covered", FURNISHINGS)
            other = int(self.record["furnishing"][tile]["overbuilds"])
            if other < 0 or not int(self.seat["owned"]) >> other & 1:
                raise self._fail("covered", f"`{name}` is not built over by anything here (R-INT-1)")
            self.seat["covered"] |= 1 << tile

    def _read_dwarfs(self) -> None:
        seat, record = self.seat, self.record
        dwarfs = self.entry.get("dwarfs")
        if dwarfs is None:
            dwarfs = [{"weapon": 0, "at": "home"}] * int(record["start_dwarfs"])
        _list(dwarfs, f"seats.{self.number}.dwarfs")
        self._check_family(len(dwarfs))
        seat["dwarfs"] = len(dwarfs)
        for index, entry in enumerate(dwarfs):
            field = f"seats.{self.number}.dwarfs.{index}"
            _mapping(entry, field, ("weapon", "at", "newborn"))
            seat["weapon"][index] = _whole(entry.get("weapon", 0), f"{field}.weapon", 0, int(record["weapon_most"]))
            place = entry.get("at", "home")
            known_place = isinstance(place, str) and place in _WHERE_BACK
            seat["at"][index] = _WHERE_BACK[place] if known_place else _name(place, f"{field}.at", SPACES)
            newborn = _flag(entry.get("newborn", False), f"{field}.newborn")
            if newborn and seat["weapon"][index]:
                raise _fail(f"{field}.weapon", "a newborn is unarmed (R-FAM-2)")
            seat["newborn"][index] = newborn

    def _check_family(self, number: int) -> None:
        from caverna_sim.engine.ids import effect

        seat, record = self.seat, self.record
        if number < 1:
            raise self._fail("dwarfs", "a family has at least one dwarf")
        most = int(record["most_dwarfs"])
        raised = int(seat["owned"]) & int(record["passive"][effect.RAISE_DWARF_LIMIT])
        limit = max(most, int(record["raised_dwarf_limit"])) if raised else most
        if number > limit:
            advice = "" if raised else "; a sixth needs the Additional dwelling"
            raise self._fail("dwarfs", f"{number} dwarfs, the limit is {limit}{advice} (R-COMP-3)")
        if min(number, most) > seat["room"]:
            raise self._fail("dwarfs", f"{number} dwarfs, but the dwellings have room for {int(seat['room'])} (R-FAM-1)")

    def _read_rest(self) -> None:
        seat = self.seat
        seat["guest_room_used"] = _flag(self.entry.get("guest_room_used", False), f"seats.{self.number}.guest_room_used")
        coming = _mapping(self.entry.get("round_goods", {}), f"seats.{self.number}.round_goods")
        for number, wares in coming.items():
            field = f"seats.{self.number}.round_goods.{number}"
            if not str(number).isdigit() or not 1 <= int(number) <= 12:
                raise _fail(field, "give a round from 1 to 12")
            for ware, amount in _mapping(wares, field, good.GOODS).items():
                seat["round_goods"][int(number), good.GOODS.index(ware)] = _whole(amount, f"{field}.{ware}", 0, 99)
        skipped = self.entry.get("skip_step")
        if skipped is not None:
            if self.state["harvest"] != harvest.SKIP or self.state["phase"] < phase.HARVEST_CHOICE:
                raise _fail(f"seats.{self.number}.skip_step", "only the third question mark lets a step be skipped (R-HARV-4)")
            words = ("field", "breeding")
            self.state["skip_step"][self.number] = _name(skipped, f"seats.{self.number}.skip_step", words) + 1
