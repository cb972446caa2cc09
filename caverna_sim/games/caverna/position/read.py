"""Reads positions, also hand-written ones, and checks every field."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

import numpy as np

from caverna_sim.check import MOST_NUMBER
from caverna_sim.errors import nearest, shown
from caverna_sim.games.caverna.box.catalog import SPACES, Catalog, catalog
from caverna_sim.games.caverna.box.pack import ENTRY_LEVEL_DWELLING
from caverna_sim.games.caverna.expansions import EVERYTHING, module_of
from caverna_sim.games.caverna.home.animals import animals_fit
from caverna_sim.games.caverna.ids import argument, good, harvest, part, phase, step, terrain
from caverna_sim.games.caverna.limits import SETS, faults_of, names_in, put_limits
from caverna_sim.games.caverna.position.fields import (
    GAME,
    NEXT_ROUND,
    STRIP,
    TURN_FIELDS,
    WHERE_BACK,
    Fields,
    board_cell,
    fail,
    grid_place,
    listed,
    mapping,
    named,
)  # fmt: skip
from caverna_sim.games.caverna.shape import board, layout, tiles
from caverna_sim.games.caverna.shape.layout import AT_HOME, CAPTIVE, NOT_IN_PLAY
from caverna_sim.games.caverna.shape.sizes import MAX_DWARFS, MAX_PLAYERS, MOST_COMING, MOST_GOODS
from caverna_sim.kit.play.entry import of_rules, read_position
from caverna_sim.kit.play.positions import read_pending, read_rng
from caverna_sim.kit.records.steps import AGENDA_STEP

WING: Any = module_of(EVERYTHING, "position")  # what the expansion adds to positions
_FOREST_WORDS = (".", "meadow", "field", "field:grain*N", "field:vegetable*N", "small_pasture", "large_pasture:N")
_MOUNTAIN_WORDS = ("^", "cavern", "tunnel", "deep_tunnel", "ore_mine", "ruby_mine")
_SINGLE_WORDS = {"meadow": terrain.MEADOW, "field": terrain.FIELD, "small_pasture": terrain.SMALL_PASTURE}
_ROCK_WORDS = {terrain.NAMES[kind]: kind for kind in range(terrain.CAVERN, terrain.FURNISHED)}
_FOREST_NAMES = ("meadow", "field", "small_pasture", "large_pasture")


_TOP_FIELDS = (
    "game", "format", "players", "expansion", "rules", "seed", "index", "round", "phase", "start_player", "next_start_player",
    "to_move", "cards", "harvest_markers", "harvest", "spaces", "supply", "seats", "pending", "turn", "rng",
)  # fmt: skip
_SEAT_FIELDS = (
    "goods", "animals", "begging", "dwarfs", "board", "overhang", "stables", "round_goods", "covered",
    "guest_room_used", "spilled", "skip_step", "limits",
)  # fmt: skip


_STEP_BOUNDS = {name: (-1, int(np.iinfo(AGENDA_STEP[name]).max)) for name in argument.FIELDS}


def from_dict(position: Any) -> tuple[np.ndarray, Catalog, int]:
    """A state (array of length 1), its rules and its index from a position; PositionError names what is wrong."""
    return read_position(position, (GAME, (*_TOP_FIELDS, *WING.TABLE_FIELDS), MAX_PLAYERS, "name"), layout.STATE, _rules_of, _read)


def _rules_of(position: Mapping[str, Any], players: int) -> Catalog:
    expansion = position.get("expansion")
    if expansion not in (None, EVERYTHING):
        raise fail("expansion", f'{shown(expansion)} is not known; give "{EVERYTHING}" or null, or leave it out')
    with of_rules():
        rules = catalog(players, mapping(position.get("rules", {}), "rules"), expansion)
    if expansion is None:
        _refuse(Fields(position), WING.TABLE_FIELDS)
    return rules


def _read(position: Mapping[str, Any], rules: Catalog, state: Any) -> None:
    _Reader(Fields(position), rules, state).read()


def _refuse(entry: Fields, names: tuple[str, ...]) -> None:
    for name in names:
        if name in entry:
            raise entry.fault(name, f'only a game with `expansion`: "{EVERYTHING}" has that; give the expansion or leave it out')


class _Reader:
    """Fills a state from a position, field by field."""

    def __init__(self, position: Fields, rules: Catalog, state: Any) -> None:
        self.position, self.rules = position, rules
        self.record = rules.record[0]
        self.state = state
        self.players = rules.players
        self.default = _default_state(rules, position)
        self.table = None if rules.expansion is None else WING.Table(position, rules, state, self.default)

    def read(self) -> None:
        """Read everything, then check what only holds for the whole."""
        self._read_course()
        self._read_cards()
        self._read_spaces()
        if self.table is not None:
            self.table.read_dealt()
        seats = self.position.listed("seats", self.players)
        for number in range(MAX_PLAYERS):
            self.state["seats"][number]["at"] = NOT_IN_PLAY
        for number, entry in enumerate(seats):
            _SeatReader(self, number, Fields(entry, f"seats.{number}", (*_SEAT_FIELDS, *WING.SEAT_FIELDS))).read()
        if self.table is not None:
            self.table.read_tokens()
            self.table.read_display()
        self._read_supply()
        self._check_occupants()
        self._read_pending()
        read_rng(self.state, self.position.given)
        self._check_animals()

    def _read_course(self) -> None:
        position, state = self.position, self.state
        state["players"], last = self.players, self.players - 1
        position.fill(state, ("round", 1, 0, int(self.record["last_round"])))
        if state["round"] and not self.record["is_played"][state["round"]]:
            raise fail("round", f"round {int(state['round'])} is skipped with {self.players} players (R-2P-1)")
        state["phase"] = position.place("phase", phase.NAMES, "work")
        if state["round"] == 0 and state["phase"] != phase.START_OF_ROUND:
            raise fail("round", "round 0 is only before the first round, in the phase `start_of_round`")
        position.fill(state, ("start_player", 0, 0, last))
        start = int(state["start_player"])
        position.fill(state, ("next_start_player", start, 0, last))
        turn = position.inner("turn", TURN_FIELDS if self.table is None else (*TURN_FIELDS, *WING.TURN_FIELDS))
        turn.fill(state, ("turn", start, 0, last), ("phase_seat", 0, 0, self.players), ("dwarf", -1, -1, MAX_DWARFS - 1))
        if self.table is not None:
            self.table.read_turn(turn)

    def _read_cards(self) -> None:
        """Cards and markers; left out, they are as the seed deals them."""
        state, record = self.state, self.record
        played = [number for number in range(1, record["last_round"] + 1) if record["is_played"][number]]
        cards = self.position.get("cards")
        if cards is None:
            state["cards"] = self.default["cards"]
        else:
            listed(cards, "cards", len(played))
            state["cards"] = -1
            for number, card in zip(played, cards, strict=True):
                space = named(card, "cards", SPACES)
                fixed = int(record["fixed_cards"][number])
                allowed = [fixed] if fixed >= 0 else record["stage_cards"][record["stage"][number]]
                if space not in allowed or space in state["cards"]:
                    raise fail("cards", f"`{card}` cannot be the card of round {number} (R-SETUP-4)")
                state["cards"][number] = space
        words = harvest.MARKERS if self.table is None else WING.MARKERS
        markers = self.position.get("harvest_markers")
        if markers is None:
            state["markers"] = self.default["markers"]
        else:
            rounds = [str(number) for number in record["marker_rounds"] if number]
            for key, word in mapping(markers, "harvest_markers", rounds).items():
                state["markers"][int(key)] = named(word, f"harvest_markers.{key}", words[1:]) + 1
            found = int((state["markers"] == harvest.QUESTION).sum())
            if len(markers) != len(rounds) or found != record["question_marks"]:
                special = "question marks (R-SETUP-5)" if self.table is None else WING.SPECIAL_MARKERS
                raise fail(
                    "harvest_markers",
                    f"rounds {', '.join(rounds) or 'none'} need a marker each, {int(record['question_marks'])} of them {special}",
                )
        questions = int((state["markers"][1 : state["round"] + 1] == harvest.QUESTION).sum())
        state["questions"] = questions
        state["harvest"] = record["schedule"][state["round"]]
        if state["harvest"] == harvest.MARKER:
            is_question = state["markers"][state["round"]] == harvest.QUESTION
            state["harvest"] = record["questions"][questions] if is_question else harvest.FULL
        turn = self.position.get("turn", {})
        if turn.get("questions", questions) != questions:
            raise fail("turn.questions", f"the markers up to round {int(state['round'])} show {questions} question marks (R-HARV-1)")
        if "harvest" in self.position:  # a hand-written position may say what harvest comes
            state["harvest"] = self.position.place("harvest", self._harvests())

    def _harvests(self) -> tuple[str, ...]:
        """Words for the harvest of a round, in the order of ids/harvest.py; the marker itself is none."""
        known = harvest.NAMES[: harvest.MARKER] if self.table is None else harvest.NAMES
        return tuple("" if number == harvest.MARKER else name for number, name in enumerate(known))

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
        given = self.position.inner("spaces")
        for name in given.given:
            if name not in SPACES:
                raise fail("spaces", f"unknown name `{name}`; {nearest(name, names)}")
            if name not in names:
                raise given.fault(name, f"not in play with {self.players} players in round {int(state['round'])} (R-SETUP-3)")
            space, entry = SPACES.index(name), given.inner(name, ("goods", "used_by", "protected"))
            row, goods = self.record["space"][space], entry.inner("goods", good.NAMES)
            for ware, amount in goods.given.items():
                index = good.NAMES.index(ware)
                state["space_goods"][space, index] = goods.whole(ware, 0, 0, MOST_GOODS)
                if amount and not (row["first"][index] or row["later"][index]):
                    raise goods.fault(ware, f"no {ware} accumulates on this space (R-REPL-1)")
            if entry.get("used_by") is not None:
                state["used_by"][space] = entry.whole("used_by", None, 0, self.players - 1)
            if state["space_goods"][space].any():
                state["stocked"] |= 1 << space
            state["protected"][space] = entry.flag("protected")
            if state["protected"][space] and self.players > 1:
                raise entry.fault("protected", "only a solo player protects spaces (R-SOLO-7)")

    def _read_supply(self) -> None:
        state, record = self.state, self.record
        built: dict[int, int] = {}
        furnishings = self.rules.names.furnishings
        for number in range(self.players):
            seat = state["seats"][number]
            for tile in sorted({*WING.furnishings_on(seat).values(), *tiles.members(seat["covered"])}):
                if is_unique(record, tile):
                    if tile in built:
                        problem = f"`{furnishings[tile]}` exists once and seat {built[tile]} has it (R-COMP-4)"
                        raise fail(f"seats.{number}.board", problem)
                    built[tile] = number
        gone = [tile for tile in range(len(furnishings)) if WING.has_copies(record, tile) and not state["copies"][tile]]
        given = self.position.get("supply")
        shown = set(tiles.members(record["supply"]))
        if self.table is not None:
            shown &= self.table.tiles_on_display()
        if given is None:
            state["supply"] = tiles.set_of(shown - {*built, *gone})
            return
        for name in listed(given, "supply"):
            tile = named(name, "supply", furnishings)
            if WING.has_copies(record, tile):
                if not state["copies"][tile]:
                    raise fail("supply", f"no `{name}` is left according to `display.copies` (F-SETUP-5)")
            elif not is_unique(record, tile):
                raise fail("supply", f"`{name}` is not a unique furnishing; the supply lists only those")
            if tile in built:
                raise fail("supply", f"`{name}` is already built by seat {built[tile]} (R-COMP-4)")
            if self.table is not None and tile not in shown:
                raise fail("supply", f"`{name}` is on no display extension and no short strip of this game (F-SETUP-5, F-SETUP-6)")
            tiles.put(state["supply"], tile)

    def _check_occupants(self) -> None:
        """One dwarf to a space (R-WORK-2), and spaces and dwarfs tell the same."""
        state = self.state
        self._check_whereabouts()
        users: set[int] = set()
        for number in range(self.players):
            for place, field in self._workers(number):
                if place in users:
                    who = "dwarfs" if self.table is None else "workers"
                    raise fail(field, f"two {who} stand on `{SPACES[place]}`, one is allowed (R-WORK-2)")
                users.add(place)
                if place not in state["open_spaces"][: state["num_open"]]:
                    raise fail(field, f"`{SPACES[place]}` is not in play in round {int(state['round'])}")
                if state["used_by"][place] < 0:
                    if "spaces" in self.position and SPACES[place] in self.position.given["spaces"]:
                        raise fail(f"spaces.{SPACES[place]}.used_by", f"seat {number} has a dwarf there")
                    state["used_by"][place] = number
                elif state["used_by"][place] != number:
                    raise fail(f"spaces.{SPACES[place]}.used_by", f"seat {number} has its dwarf there")
        if self.table is not None and self.table.needs_no_worker():
            return
        for space in state["open_spaces"][: state["num_open"]]:
            if state["used_by"][space] >= 0 and int(space) not in users:
                raise fail(f"spaces.{SPACES[space]}.used_by", f"seat {int(state['used_by'][space])} has no dwarf there")

    def _workers(self, number: int) -> Iterator[tuple[int, str]]:
        """Spaces where a seat has a dwarf or another worker, and the field that says so."""
        seat = self.state["seats"][number]
        for dwarf in range(seat["dwarfs"]):
            if seat["at"][dwarf] >= 0 and not seat["newborn"][dwarf]:
                yield int(seat["at"][dwarf]), f"seats.{number}.dwarfs.{dwarf}.at"
        if self.table is not None:
            yield from self.table.workers(number)

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
                if not works and place not in (AT_HOME, CAPTIVE):
                    raise fail(f"{field}.at", f"in the phase `{phase.NAMES[state['phase']]}` every dwarf is at home (R-HOME-1)")
                if newborn and place >= 0 and place not in parents:
                    raise fail(f"{field}.at", "a newborn lies on the dwarf that took the action (R-FAM-2)")
                if newborn and state["phase"] < phase.WORK:
                    raise fail(f"{field}.newborn", "nobody is born before the work phase (R-FAM-3)")
            if self.table is not None and not works:
                self.table.check_all_home(number)

    def _read_pending(self) -> None:
        state = self.state
        pending = self.position.get("pending")
        mover = self.position.get("to_move")
        if mover is not None:
            self.position.whole("to_move", None, 0, self.players - 1)
        if pending is None:
            self._default_step(mover)
            return
        for row, field in read_pending(state, pending, step.NAMES, self.players, layout.MAX_AGENDA, lambda _: _STEP_BOUNDS):
            self._check_step(row, field)

    def _check_step(self, row: Any, field: str) -> None:
        """A pending step may only be what play can lead to."""
        kind, a, b, c, d = (int(row[name]) for name in ("step", *argument.FIELDS))
        record, seat = self.record, self.state["seats"][row["seat"]]
        acting = kind in (step.ACTION, step.SOW, step.EXPEDITION, step.LOOT_ITEM, step.BUY, step.TRADE)
        if self.table is not None:  # somebody else, or nobody, may act as well
            acting = kind == step.ACTION and not self.table.acts()
        if acting and not 0 <= self.state["dwarf"] < seat["dwarfs"]:
            raise fail("turn.dwarf", f"a dwarf of seat {int(row['seat'])} must be acting while `{step.NAMES[kind]}` is pending")
        if self.table is not None and kind in WING.STEPS:
            if not WING.is_sound(self.record, self.state, row):
                raise fail(f"{field}.arguments", f"play cannot lead to `{step.NAMES[kind]}` with {[a, b, c, d]}")
            return
        if step.ROWS[kind].fiends and self.table is None:
            raise fail(f"{field}.step", f'`{step.NAMES[kind]}` is a step of `expansion`: "{EVERYTHING}"')
        if kind in (step.ACTION, step.BUY, step.TRADE) and a not in self.state["open_spaces"][: self.state["num_open"]]:
            raise fail(field, f"there is no action space number {a} in play")
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
            raise fail(f"{field}.arguments", f"play cannot lead to `{step.NAMES[kind]}` with {[a, b, c, d]}")

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
            raise fail("to_move", f"nobody moves in the phase `{phase.NAMES[state['phase']]}`")
        else:
            state["phase_seat"] = (mover - int(state["start_player"])) % self.players

    def _check_animals(self) -> None:
        waits = (step.MAKE_ROOM, step.NEW_ANIMALS)
        pending = {int(row["seat"]) for row in self.state["agenda"][: self.state["depth"]] if row["step"] in waits}
        for number in range(self.players):
            if number not in pending and not animals_fit(self.record, self.state["seats"][number]):
                raise fail(f"seats.{number}.animals", "there is no room for all of them on this home board (R-ANIM-1, R-ANIM-4)")


def _default_state(rules: Catalog, position: Fields) -> Any:
    """What the seed would have dealt, for cards and markers that a position leaves out."""
    from caverna_sim.games.caverna.course import core

    states = np.zeros(1, layout.STATE)
    seed = position.get("seed", 0)
    index = position.get("index", 0)
    valid = all(isinstance(number, int) and not isinstance(number, bool) and 0 <= number <= MOST_NUMBER for number in (seed, index))
    core.set_up_here(states, rules.record, seed if valid else 0, index if valid else 0)
    return states[0]


def is_unique(record: Any, tile: int) -> bool:
    """Whether a furnishing exists once."""
    return bool(record["furnishing"][tile]["copies"] == 1 and not WING.has_copies(record, tile))


class _SeatReader:
    """Reads one seat."""

    def __init__(self, reader: _Reader, number: int, entry: Fields) -> None:
        self.rules, self.names = reader.rules, reader.rules.names
        self.record, self.state = reader.record, reader.state
        self.number, self.entry = number, entry
        self.seat = reader.state["seats"][number]
        self.large: dict[str, list[int]] = {}
        self.wing = None if reader.table is None else WING.Seat(reader.table, number, entry)

    def read(self) -> None:
        """Goods, board, stables, dwarfs."""
        entry, seat = self.entry, self.seat
        for names, field, goods in ((good.GOODS, "goods", seat["goods"]), (good.ANIMALS, "animals", seat["goods"][good.NUM_GOODS :])):
            entry.amounts(field, goods, names, "name", MOST_GOODS)
        entry.fill(seat, ("begging", 0, 0, MOST_GOODS))
        self._read_board()
        self._read_stables()
        self._read_covered()
        if self.wing is None:
            _refuse(entry, WING.SEAT_FIELDS)
            self.room = int(seat["room"])
            self._read_dwarfs()
        else:
            self.wing.read()
            self.room = self.wing.room_of_all()
            self._read_dwarfs()
            self.wing.check_homes()
            self.wing.read_standing()
        self._read_rest()
        self._read_limits()

    def _read_limits(self) -> None:
        """What an experiment forbids the seat."""
        limits = self.entry.get("limits", {})
        for fault in faults_of(limits, {word: names_in(word, self.rules.tables) for word in SETS}):
            raise self.entry.fault(f"limits.{fault.field}".rstrip("."), fault.problem)
        put_limits(self.seat["limits"], limits, self.rules.tables)

    def _read_board(self) -> None:
        self.seat["terrain"][terrain.EMPTY] = board.BOARD
        if self.entry.get("board") is None:
            raise self.entry.fault("board", "the home board is missing; give 4 rows of 6 cells")
        for row, column, word in self.entry.grid("board", 4, 6):
            self._put(board_cell(row, column), word, f"board.{row}.{column}")
        for index, entry in enumerate(self.entry.listed("overhang")):
            self._put_overhang(index, entry)
        self._pair_large_pastures()
        self._check_board()

    def _put(self, cell: int, word: Any, field: str) -> None:
        """Lay what a word says on a cell."""
        is_forest = cell < board.AREA_CELLS
        where = board.CELL_NAMES[cell]
        if word in (".", "^"):
            if (word == ".") != is_forest:
                raise self.entry.fault(field, f"`{word}` does not belong on {where}; {'.' if is_forest else '^'} is empty there")
            return
        kind, detail = self._parse(word, field)
        forest_kind = kind <= terrain.LARGE_PASTURE or kind == terrain.TRAP
        if forest_kind != is_forest:
            side = "forest" if forest_kind else "mountain"
            raise self.entry.fault(field, f"`{word}` belongs in the {side} and cannot lie on {where} (R-TILE-3, R-TILE-4)")
        if kind == terrain.LARGE_PASTURE:
            self.large.setdefault(word, []).append(cell)
        bit = 1 << cell
        self.seat["terrain"][terrain.EMPTY] &= ~bit
        self.seat["terrain"][kind] |= bit
        self.seat["detail"][cell] = detail
        if kind == terrain.FURNISHED:
            self._own(detail, cell, field)

    def _parse(self, word: Any, field: str) -> tuple[int, int]:
        known = [*_FOREST_WORDS, *_MOUNTAIN_WORDS, *self.names.furnishings]
        if self.wing is not None:
            known += [f"trap:{name}" for name in self.names.traps]
        if not isinstance(word, str):
            raise self.entry.fault(field, f"{shown(word)} is not a cell; {nearest(word, known)}")
        if word in _SINGLE_WORDS:
            return _SINGLE_WORDS[word], 0
        if word in _ROCK_WORDS:
            return _ROCK_WORDS[word], 0
        if word in self.names.furnishings:
            return terrain.FURNISHED, self.names.furnishings.index(word)
        parsed = WING.parse_cell(word, self.record, self.names)
        if parsed is not None:
            if self.wing is None:
                raise self.entry.fault(
                    field, f'`{word}`: traps and goods on mines are of `expansion`: "{EVERYTHING}"; give it or leave them out'
                )
            if isinstance(parsed, str):
                raise self.entry.fault(field, parsed)
            return parsed[0], parsed[1]
        for crop, kind, most in (
            ("grain", terrain.GRAIN_FIELD, int(self.record["grain_tokens"])),
            ("vegetable", terrain.VEGETABLE_FIELD, int(self.record["vegetable_tokens"])),
        ):
            if word.startswith(f"field:{crop}*"):
                left = word.split("*", 1)[1]
                if not left.isdigit() or not 1 <= int(left) <= most:
                    raise self.entry.fault(field, f"`{word}`: a field holds 1 to {most} {crop} (R-SOW-2)")
                return kind, int(left)
        if word.startswith("large_pasture:"):
            return terrain.LARGE_PASTURE, 0
        raise self.entry.fault(field, f"unknown cell `{word}`; {nearest(word, known)}")

    def _own(self, tile: int, cell: int, field: str) -> None:
        seat = self.seat
        unlimited = not is_unique(self.record, tile)
        if tile == ENTRY_LEVEL_DWELLING and self.record["start_detail"][cell] != tile:
            raise self.entry.fault(field, "the entry-level dwelling is printed on M14 (R-BOARD-2)")
        if tiles.has(seat["owned"], tile) and (not unlimited or tile == ENTRY_LEVEL_DWELLING):
            raise self.entry.fault(field, f"`{self.names.furnishings[tile]}` exists only once (R-COMP-4)")
        tiles.put(seat["owned"], tile)
        seat["room"] += self.record["furnishing"][tile]["dwarf_room"]

    def _put_overhang(self, index: int, entry: Any) -> None:
        field = f"overhang.{index}"
        row, column, word = listed(entry, self.entry.at(field), 3)
        cell = None
        for candidate in range(board.NUM_CELLS):
            is_rim = int(self.record["rim"]) >> candidate & 1
            if is_rim and grid_place(candidate) == (row, column):
                in_forest = candidate < board.AREA_CELLS
                if column != STRIP or in_forest == (isinstance(word, str) and word.split(":")[0] in _FOREST_NAMES):
                    cell = candidate
        if cell is None:
            raise self.entry.fault(field, f"row {shown(row)}, column {shown(column)} is no place where a half can stick out (R-TILE-9)")
        if word in (".", "^") or str(word).startswith("trap:"):
            raise self.entry.fault(field, f"`{word}` cannot lie outside the board")
        if any(int(self.seat["terrain"][kind]) >> cell & 1 for kind in range(1, terrain.NUM)):
            raise self.entry.fault(field, "there is already a half at this place")
        self._put(cell, word, field)

    def _pair_large_pastures(self) -> None:
        """Two adjacent cells with the same number are one large pasture (R-FENCE-2)."""
        for word, cells in self.large.items():
            first, other = sorted(cells)[0], sorted(cells)[-1]
            if len(cells) != 2 or not int(board.adjacent_to(1 << first)) >> other & 1:
                raise self.entry.fault("board", f"`{word}` must lie on exactly two adjacent cells (R-FENCE-2)")
            self.seat["pasture_east" if other - first == 1 else "pasture_south"] |= 1 << first

    def _check_board(self) -> None:
        seat = self.seat
        covered = sum(int(seat["terrain"][kind]) for kind in range(1, terrain.NUM))
        for cell in range(board.NUM_CELLS):
            start = int(self.record["start_terrain"][cell])
            if start and not covered >> cell & 1:
                raise self.entry.fault("board", f"{board.CELL_NAMES[cell]} is never empty (R-BOARD-2)")
            is_furnished = int(seat["terrain"][terrain.FURNISHED]) >> cell & 1
            if start == terrain.FURNISHED and not (is_furnished and seat["detail"][cell] == self.record["start_detail"][cell]):
                raise self.entry.fault("board", f"{board.CELL_NAMES[cell]} is the entry-level dwelling (R-BOARD-2)")
            is_open = (int(seat["terrain"][terrain.CAVERN]) | int(seat["terrain"][terrain.FURNISHED])) >> cell & 1
            if start == terrain.CAVERN and not is_open:
                raise self.entry.fault("board", f"{board.CELL_NAMES[cell]} is a printed cavern: it can only be furnished (R-BOARD-2)")
        for tile in tiles.members(seat["owned"]):
            other = int(self.record["furnishing"][tile]["overbuilds"])
            if other > tile and tiles.has(seat["owned"], other):
                one, two = (f"`{self.names.furnishings[number]}`" for number in (tile, other))
                raise self.entry.fault("board", f"{one} and {two} are built one over the other (R-INT-1)")
        forest = covered & board.FOREST_AREA
        if forest:
            start = int(self.record["forest_entrance"]) | int(seat["terrain"][terrain.TRAP])  # a trap needs no neighbour (F-TRAP-2)
            self._check_connected(forest, start, "F34", "R-TILE-4")
        mountain = covered & board.MOUNTAIN_AREA
        start_cells = sum(1 << cell for cell in range(board.NUM_CELLS) if self.record["start_terrain"][cell])
        self._check_connected(mountain, start_cells, "M14", "R-TILE-3")
        if covered & ~board.BOARD and not self._has_office_room():
            raise self.entry.fault("overhang", "only the Office room lets a half stick out (R-TILE-9)")

    def _has_office_room(self) -> bool:
        from caverna_sim.games.caverna.ids import effect

        return bool(tiles.share(self.seat["owned"], self.record["passive"][effect.TWIN_TILE_OVERHANG]))

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
            raise self.entry.fault("board", f"{board.CELL_NAMES[cell]} is not connected with {name} ({rule})")

    def _read_stables(self) -> None:
        seat = self.seat
        names = self.entry.listed("stables")
        most = int(self.record["stables"])
        if len(names) > most:
            raise self.entry.fault("stables", f"{len(names)} stables, a player has {most} (R-COMP-3)")
        ground = int(seat["terrain"][terrain.EMPTY]) & board.FOREST_AREA
        for kind in (terrain.MEADOW, terrain.SMALL_PASTURE, terrain.LARGE_PASTURE):
            ground |= int(seat["terrain"][kind])
        for name in names:
            cell = board.CELL_OF_NAME.get(name) if isinstance(name, str) else None
            if cell is None:
                raise self.entry.fault("stables", f"unknown cell `{name}`; {nearest(name, board.CELL_NAMES)}")
            if not ground >> cell & 1:
                raise self.entry.fault("stables", f"no stable can stand on {name} (R-STAB-1)")
            if int(seat["stables"]) >> cell & 1:
                raise self.entry.fault("stables", f"two stables on {name}, one is allowed (R-STAB-1)")
            seat["stables"] |= 1 << cell
        seat["stables_left"] = most - len(names)

    def _read_covered(self) -> None:
        for name in self.entry.listed("covered"):
            tile = named(name, self.entry.at("covered"), self.names.furnishings)
            other = int(self.record["furnishing"][tile]["overbuilds"])
            if other < 0 or not tiles.has(self.seat["owned"], other):
                raise self.entry.fault("covered", f"`{name}` is not built over by anything here (R-INT-1)")
            tiles.put(self.seat["covered"], tile)

    def _read_dwarfs(self) -> None:
        seat, record = self.seat, self.record
        if self.entry.get("dwarfs") is None:
            self.entry.given = {**self.entry.given, "dwarfs": [{}] * int(record["start_dwarfs"])}
        seat["dwarfs"] = len(self.entry.listed("dwarfs"))
        self._check_family(int(seat["dwarfs"]))
        known = ("weapon", "at", "newborn") if self.wing is None else ("weapon", "at", "newborn", "home")
        words = {name: place for name, place in WHERE_BACK.items() if name != "captive" or self.wing is not None}
        for index, entry in enumerate(self.entry.inners("dwarfs", known)):
            seat["weapon"][index] = entry.whole("weapon", 0, 0, int(record["weapon_most"]))
            seat["at"][index] = entry.place("at", SPACES, "home", words)
            joins_later = self.wing is not None and entry.get("newborn") == NEXT_ROUND
            newborn = 2 if joins_later else entry.flag("newborn")
            if newborn and seat["weapon"][index] and (self.wing is None or not self.wing.arms_newborns):
                raise entry.fault("weapon", "a newborn is unarmed (R-FAM-2)")
            seat["newborn"][index] = newborn
            if self.wing is not None:
                self.wing.read_home(index, entry)

    def _check_family(self, number: int) -> None:
        from caverna_sim.games.caverna.ids import effect

        seat, record = self.seat, self.record
        if number < 1:
            raise self.entry.fault("dwarfs", "a family has at least one dwarf")
        most = int(record["most_dwarfs"])
        owned = np.array(tiles.set_of(WING.furnishings_on(seat).values()))
        raised = tiles.share(owned, record["passive"][effect.RAISE_DWARF_LIMIT])
        limit = max(most, int(record["raised_dwarf_limit"])) if raised else most
        if number > limit:
            advice = "" if raised else "; a sixth needs the Additional dwelling"
            raise self.entry.fault("dwarfs", f"{number} dwarfs, the limit is {limit}{advice} (R-COMP-3)")
        if min(number, most) > self.room:
            raise self.entry.fault("dwarfs", f"{number} dwarfs, but the dwellings have room for {self.room} (R-FAM-1)")

    def _read_rest(self) -> None:
        seat = self.seat
        for name in ("guest_room_used", "spilled"):
            seat[name] = self.entry.flag(name)
        coming = self.entry.inner("round_goods")
        for number in coming.given:
            if not str(number).isdigit() or not 1 <= int(number) <= 12:
                raise coming.fault(number, "give a round from 1 to 12")
            coming.amounts(number, seat["round_goods"][int(number)], good.GOODS, "name", MOST_COMING)
        if self.entry.get("skip_step") is not None:
            if self.state["harvest"] not in (harvest.SKIP, harvest.CHOICE) or self.state["phase"] < phase.HARVEST_CHOICE:
                what = "the third question mark" if self.wing is None else WING.SKIPS
                raise self.entry.fault("skip_step", f"only {what} lets a step be skipped (R-HARV-4, F-HARV-4)")
            self.state["skip_step"][self.number] = self.entry.place("skip_step", ("field", "breeding")) + 1
