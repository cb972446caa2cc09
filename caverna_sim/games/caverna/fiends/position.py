"""Reads what Frantic Fiends adds to a position: events, bounty board, display, orcs, residents, animals in their places."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from typing import Any

from caverna_sim.errors import nearest
from caverna_sim.games.caverna.box.catalog import SPACES, Catalog
from caverna_sim.games.caverna.box.names import Names
from caverna_sim.games.caverna.fiends.cave import refresh_furnishings
from caverna_sim.games.caverna.fiends.decks import card_of
from caverna_sim.games.caverna.fiends.events import AT_THE_END, BY_CARD
from caverna_sim.games.caverna.fiends.fight import BY_REWARD, LOST_WEAPON
from caverna_sim.games.caverna.fiends.forest import bar_cells
from caverna_sim.games.caverna.fiends.homes import lives_as_guest
from caverna_sim.games.caverna.fiends.hostile import ANY_ORC
from caverna_sim.games.caverna.fiends.ids import bounty, orc, ruling, trap
from caverna_sim.games.caverna.fiends.names import EXTENSIONS, MOVEMENT_CARDS, SHORT_STRIPS
from caverna_sim.games.caverna.fiends.shape import CARDS_PER_STACK, MAX_BOUNTIES, MAX_STEPS, NUM_EVENTS
from caverna_sim.games.caverna.fiends.standing import container_cells, room_at
from caverna_sim.games.caverna.fiends.traps import HITS, HITS_SHIFT
from caverna_sim.games.caverna.fiends.write_position import IN_CAVE, LOST, TOKEN_SEAT, traps_on_display
from caverna_sim.games.caverna.fiends.write_position import MARKERS as MARKERS
from caverna_sim.games.caverna.ids import argument, good, harvest, phase, step, terrain
from caverna_sim.games.caverna.position.fields import WHERE_BACK, Fields, fail, listed, mapping, named
from caverna_sim.games.caverna.shape import board, layout
from caverna_sim.games.caverna.shape.layout import AT_HOME, CAPTIVE
from caverna_sim.games.caverna.shape.sizes import BOUNTY_COLUMNS, MAX_DWARFS
from caverna_sim.games.caverna.shape.tiles import members

TABLE_FIELDS = ("events", "bounty", "display")
SEAT_FIELDS = ("orcs", "animals_at", "lost")
TURN_FIELDS = ("orc",)
SKIPS = "the last orc event"
SPECIAL_MARKERS = "orc markers (F-SETUP-3)"
MOST_STRENGTH = 99
MOST_IN_MINE = 999
_DEALT = ("bribe", "movement", "extensions", "long_strips", "short_strips", "bounty_token")
_DEALT_TO_SEAT = ("orcs", "home", "standing_animal", "standing", "standing_dogs", "standing_cells")
_BEFORE_EVENT = (phase.ADD_SPACE, phase.REPLENISH, phase.LATE_START, phase.WORK, phase.RETURN_HOME, phase.HOUSING)
_AROUND_EVENT = (phase.HARVEST,)  # the event of the round may have begun or not
_RESIDENTS_FIXED = (phase.HOUSING, phase.EVENT, phase.AFTER_ORCS)
_PLACES_FIXED = (phase.HOUSING, phase.REPLACEMENT)  # animals find their places
_FATES = (orc.FATES[orc.FOUGHT], orc.FATES[orc.TRAPPED], orc.FATES[orc.BRIBED])
_FREE, _NOT_ON_BOARD = -1, -2
_HOSTILE = (0, orc.NUM_HOSTILE - 1)
_NOTHING = ((0, 0), (0, 0), (0, 0), (0, 0))


STEPS = (step.EXPEDITION, step.FEED, *range(step.GRANT, step.NUM))  # pending steps that are checked here


def is_sound(record: Any, state: Any, row: Any) -> bool:
    """Whether play can lead to a pending step with these arguments (ids/step.py)."""
    kind, a, b, c, d = (int(row[name]) for name in ("step", *argument.FIELDS))
    seat, table = state["seats"][row["seat"]], record["orcs"]
    limits = {  # least and most of a, b, c, d
        step.EXPEDITION: ((0, 9), (0, MOST_STRENGTH), (0, (1 << int(record["num_loot"])) - 1), (0, BY_REWARD + LOST_WEAPON + 9)),
        step.FEED: ((0, int(seat["dwarfs"])), (0, int(seat["dwarfs"]) - a), (0, 2**16), (0, 1)),
        step.GRANT: ((0, len(SPACES) - 1), (0, 2**layout.MAX_PARTS - 1), (0, 1), (0, 1)),
        step.HOUSE: ((0, MAX_DWARFS + orc.NUM - 1), *_NOTHING[1:]),
        step.ARRANGE: ((0, board.NUM_CELLS), *_NOTHING[1:]),
        step.ORC: (_HOSTILE, (0, int(table["displacements"])), (0, 1), (0, 0)),
        step.MOVE: (_HOSTILE, (0, MAX_STEPS), (0, AT_THE_END), (0, 1)),
        step.TRAP_PAY: (_HOSTILE, (0, int(table["num_traps"]) - 1), (0, 0), (0, 0)),
        step.REDUCE: ((0, int(table["num_traps"]) - 1), (1, 9), (0, 2 ** (HITS_SHIFT * orc.NUM_HOSTILE) - 1), (0, 0)),
        step.BOUNTY: (_HOSTILE, (0, MOST_STRENGTH), (0, 0), (0, 0)),
        step.USE_SPACE: ((0, 1), *_NOTHING[1:]),
        step.MOVE_IN: ((ANY_ORC, orc.EXTRA), *_NOTHING[1:]),
        step.CAVE: (_HOSTILE, (0, 1), (0, 0), (0, 0)),
        step.CAPTURE: (_HOSTILE, (0, board.NUM_CELLS - 1), (0, 0), (0, 0)),
        step.RESTOCK: ((0, int(table["restock_ore_mines"])), (0, int(table["restock_ruby_mines"])), (0, 2**board.AREA_CELLS - 1), (0, 0)),
        step.ARM: ((0, int(record["weapon_most"])), (0, 1), (0, 0), (0, 0)),
        step.BEGGAR: ((0, MAX_BOUNTIES - 1), *_NOTHING[1:]),
        step.MINE: ((0, int(seat["goods"][good.DONKEY])), (0, 1), (0, 2**board.AREA_CELLS - 1), (0, 0)),
    }
    if not all(low <= value <= high for value, (low, high) in zip((a, b, c, d), limits.get(kind, _NOTHING), strict=True)):
        return False
    if kind in (step.ORC, step.MOVE, step.CAVE, step.CAPTURE, step.BOUNTY, step.TRAP_PAY):
        return _is_sound_for_orc(record, state, row, seat["orcs"][a])
    if kind == step.GRANT:
        return bool(0 <= b < 1 << record["space"][a]["num_parts"])
    if kind == step.REDUCE:
        hits = sum(c >> (HITS_SHIFT * number) & HITS for number in range(orc.NUM_HOSTILE))
        return bool(table["trap"][a]["weakens"] == trap.SPREAD and b + hits <= table["trap"][a]["times"])
    if kind == step.MOVE_IN:
        return a in (ANY_ORC, orc.EXTRA) or bool(lives_as_guest(record, seat, a))
    if kind == step.BEGGAR:
        return bool(table["bounty"][a]["do"] == bounty.BEGGAR)
    return True


def _is_sound_for_orc(record: Any, state: Any, row: Any, one: Any) -> bool:
    """The same for steps that are about one orc."""
    kind = int(row["step"])
    if kind == step.BOUNTY:
        return bool(one["status"] == orc.DEFEATED and not one["reward"])
    if kind == step.CAVE:
        return bool(one["status"] == orc.CAVE)
    if kind == step.CAPTURE:
        return bool(int(state["seats"][row["seat"]]["terrain"][terrain.OCCUPIED]) >> int(row[argument.CELL]) & 1)
    if kind == step.TRAP_PAY:
        return bool(record["orcs"]["trap"][row[argument.PAID_TRAP]]["weakens"] == trap.PAY)
    if kind == step.MOVE and row[argument.WHY] == BY_CARD and one["status"] == orc.FOREST:
        return bool(state["movement"][row["seat"]] >= 0)
    return bool(state["phase"] in (phase.EVENT, phase.AFTER_ORCS, phase.REPLACEMENT))


def is_event(record: Any, state: Any, number: int) -> bool:
    """Whether an orc event belongs to a round (F-ROUND-3)."""
    return bool(record["schedule"][number] == harvest.EVENT or state["markers"][number] == harvest.QUESTION)


def has_copies(record: Any, tile: int) -> bool:
    """Whether a furnishing exists several times, but not without end."""
    return bool(record["orcs"]["copies"][tile])


def _cell(entry: Fields, name: str) -> int:
    """The cell that a field names."""
    return _known_cell(entry, name, entry.get(name))


def _known_cell(entry: Fields, name: str, word: Any) -> int:
    cell = board.CELL_OF_NAME.get(word) if isinstance(word, str) else None
    if cell is None:
        raise entry.fault(name, f"unknown cell `{word}`; {nearest(word, [board.CELL_NAMES[cell] for cell in board.BOARD_CELLS])}")
    return cell


class Table:
    """Events, bounty board and display."""

    def __init__(self, position: Fields, rules: Catalog, state: Any, default: Any) -> None:
        self.position, self.names, self.players = position, rules.names, rules.players
        self.record, self.orcs = rules.record[0], rules.record[0]["orcs"]
        self.state, self.default = state, default

    def read_turn(self, turn: Fields) -> None:
        """The friendly orc that acts."""
        if turn.get("orc") is not None:
            self.state["orc_acts"] = 1 + turn.place("orc", orc.NAMES)

    def acts(self) -> bool:
        """Whether a friendly orc acts."""
        return bool(self.state["orc_acts"])

    def needs_no_worker(self) -> bool:
        """Whether a space may be occupied without a worker."""
        readings = self.orcs["ruling"]
        return bool(readings[ruling.HERALD_LEAVES_SPACE_FREE] or readings[ruling.BOUNTY_SPACES_DURING_EVENT])

    def _friends(self, number: int) -> Iterator[tuple[int, str]]:
        """Where friendly orcs of a seat are, and the field that says so."""
        for one, name in zip(self.state["seats"][number]["orcs"], orc.NAMES, strict=True):
            if one["status"] == orc.FRIENDLY:
                yield int(one["at"]), f"seats.{number}.orcs.{name}.works"

    def workers(self, number: int) -> Iterator[tuple[int, str]]:
        """Spaces where a seat has a friendly orc, and the field that says so."""
        return ((place, field) for place, field in self._friends(number) if place >= 0)

    def check_all_home(self, number: int) -> None:
        """Friendly orcs are out only in the work phase (R-HOME-1)."""
        for place, field in self._friends(number):
            if place not in (AT_HOME, CAPTIVE):
                raise fail(field, f"in the phase `{phase.NAMES[self.state['phase']]}` every friendly orc is at home (R-HOME-1)")

    def read_dealt(self) -> None:
        """What is known before the seats are read; left out, it is as the seed deals it."""
        for name in _DEALT:
            self.state[name] = self.default[name]
        self._read_events()
        self._read_strips()
        given = self.position.inner("display", ("extensions", "copies", "traps", "extra_orc"))
        if "extensions" in given:
            chosen = _different(
                given.given["extensions"], given.at("extensions"), EXTENSIONS, int(self.orcs["num_extensions"]), "F-SETUP-5"
            )
            self.state["extensions"] = -1
            self.state["extensions"][: len(chosen)] = chosen

    # ------------------------------------------------------------ events

    def _read_events(self) -> None:
        state = self.state
        given = self.position.inner("events", ("event", "orc", "bribe", "movement", "places_fixed"))
        begun = self._events_begun()
        state["event"] = begun[-1]
        if "event" in given:
            given.fill(state, ("event", 0, 0, NUM_EVENTS))
            if state["event"] not in begun:
                raise given.fault("event", f"the markers say {begun[-1]} orc events up to here, not {int(state['event'])} (F-ROUND-3)")
        first = 0 if state["phase"] == phase.EVENT or not state["event"] else orc.NUM_HOSTILE
        state["event_orc"] = first if given.get("orc") is None else given.place("orc", orc.NAMES[: orc.NUM_HOSTILE])
        state["places_fixed"] = given.flag("places_fixed")
        if state["places_fixed"] and state["phase"] not in (phase.EVENT, phase.AFTER_ORCS):
            when = "only in an orc event, the phases `event` and `after_orcs` (F-EVENT-12)"
            raise given.fault("places_fixed", f"animals may not be moved {when}")
        if "bribe" in given:
            chosen = _different(given.given["bribe"], "events.bribe", good.NAMES, NUM_EVENTS, "F-SETUP-4")
            pool = [int(ware) for ware in self.orcs["bribe_wares"][: self.orcs["num_bribe_wares"]]]
            wrong = [good.NAMES[ware] for ware in chosen if ware not in pool]
            if wrong:
                allowed = ", ".join(good.NAMES[ware] for ware in pool)
                raise given.fault("bribe", f"no bribe marker shows {wrong[0]}; there are {allowed} (F-SETUP-4)")
            state["bribe"][1:] = chosen
        self._read_movement(given.inner("movement", [str(seat) for seat in range(self.players)]))

    def _events_begun(self) -> list[int]:
        """How many events can have begun by now."""
        state = self.state
        number = int(state["round"])
        earlier = sum(is_event(self.record, state, before) for before in range(1, number))
        now = earlier + is_event(self.record, state, number)
        if state["phase"] in _BEFORE_EVENT:
            return [earlier]
        return [earlier, now] if state["phase"] in _AROUND_EVENT else [now]

    def _read_movement(self, given: Fields) -> None:
        drawn: dict[int, str] = {}
        for key, name in given.given.items():
            card = given.place(key, MOVEMENT_CARDS)
            if card in drawn:
                raise given.fault(key, f"seat {drawn[card]} has drawn `{name}` already (F-EVENT-2)")
            stack = int(self.orcs["event"][self.state["event"]]["stacks"][max(0, self.state["event_orc"]) % orc.NUM_HOSTILE])
            if self.state["phase"] == phase.EVENT and card // CARDS_PER_STACK + 1 != stack:
                raise given.fault(key, f"`{name}` is not a card of stack {stack}, which this orc uses now (F-EVENT-2)")
            drawn[card] = str(key)
            self.state["movement"][int(key)] = card

    def is_over(self, event: int) -> bool | None:
        """Whether an event and what follows its last orc are over; None: in the middle of it."""
        begun = int(self.state["event"])
        if begun != event:
            return begun > event
        if self.state["phase"] == phase.AFTER_ORCS:
            return None
        return bool(self.state["phase"] != phase.EVENT)

    def event_that(self, does: str) -> int:
        """The event that brings the last orc, or ends in the breakthrough; far off when none does."""
        found = [number for number in range(1, NUM_EVENTS + 1) if self.orcs["event"][number][does]]
        return found[0] if found else NUM_EVENTS + 1

    # ------------------------------------------------------------ bounty board

    def _read_strips(self) -> None:
        state = self.state
        given = self.position.inner("bounty", ("strips", "tokens"))
        if "strips" in given:
            pairs = given.listed("strips", int(self.orcs["num_strips"]))
            for place, pair in enumerate(pairs):
                listed(pair, f"bounty.strips.{place}", 2)
            for index, (name, strips) in enumerate((("long_strips", self.names.long_strips), ("short_strips", SHORT_STRIPS))):
                chosen = _different([pair[index] for pair in pairs], "bounty.strips", strips, len(pairs), "F-SETUP-6")
                state[name] = -1
                state[name][: len(chosen)] = chosen
        state["bounty_token"] = _NOT_ON_BOARD
        for strip in state["long_strips"]:
            if strip >= 0:
                first = int(strip) * BOUNTY_COLUMNS
                fields = slice(first, first + BOUNTY_COLUMNS)
                state["bounty_token"][fields][self.orcs["bounty"][fields]["is_printed"] == 1] = _FREE

    def read_tokens(self) -> None:
        """Tokens on the bounty board and rewards of the seats tell the same."""
        given = mapping(self.position.get("bounty", {}), "bounty").get("tokens")
        for name, entry in mapping(given or {}, "bounty.tokens", self.names.bounties).items():
            field = f"bounty.tokens.{name}"
            token = Fields(entry, field, ("seat", "orc"))
            number, index = token.whole("seat", None, 0, self.players - 1), token.place("orc", orc.NAMES[: orc.NUM_HOSTILE])
            one = self.state["seats"][number]["orcs"][index]
            bounty = self.names.bounties.index(name)
            if one["status"] != orc.DEFEATED:
                raise fail(field, f"orc {orc.NAMES[index]} of seat {number} is not defeated (F-BOUNTY-1)")
            if one["reward"] not in (0, 1 + bounty):
                raise fail(field, f"orc {orc.NAMES[index]} of seat {number} has brought another reward; one token lies once (F-BOUNTY-1)")
            one["reward"] = 1 + bounty
        for number in range(self.players):
            for index in range(orc.NUM_HOSTILE):
                self._lay_token(number, index, given)

    def _lay_token(self, number: int, index: int, given: Any) -> None:
        one = self.state["seats"][number]["orcs"][index]
        if one["status"] != orc.DEFEATED or not one["reward"] or one["reward"] == orc.GOLD_REWARD:
            return
        bounty = int(one["reward"]) - 1
        field = f"seats.{number}.orcs.{orc.NAMES[index]}.reward"
        name = self.names.bounties[bounty]
        if given is not None and name not in given:
            raise fail(field, f"no token lies on `{name}` in `bounty.tokens` (F-BOUNTY-1)")
        if self.state["bounty_token"][bounty] == _NOT_ON_BOARD:
            strips = ", ".join(self.names.long_strips[strip] for strip in self.state["long_strips"] if strip >= 0)
            raise fail(field, f"`{name}` is not on the bounty board, whose long strips are {strips} (F-SETUP-6)")
        if self.state["bounty_token"][bounty] != _FREE:
            raise fail(field, f"two tokens on `{name}`, one is allowed (F-BOUNTY-4)")
        columns = int(self.orcs["columns"][index])
        if bounty % BOUNTY_COLUMNS >= columns:
            raise fail(field, f"orc {orc.NAMES[index]} may only take columns 1 to {columns}, `{name}` is in another (F-BOUNTY-2)")
        self.state["bounty_token"][bounty] = number * TOKEN_SEAT + index

    # ------------------------------------------------------------ display

    def tiles_on_display(self) -> set[int]:
        """The furnishings that this game has (F-SETUP-5, F-SETUP-6)."""
        shown = set(members(self.orcs["base_tiles"]))
        for extension in self.state["extensions"]:
            shown |= set(members(self.orcs["extension_tiles"][extension])) if extension >= 0 else set()
        for strip in self.state["short_strips"]:
            shown |= set(members(self.orcs["short_tiles"][strip])) if strip >= 0 else set()
        return shown

    def read_display(self) -> None:
        """What is left of furnishings and traps that exist several times: what does not lie on the boards."""
        given = self.position.inner("display")
        furnishings: Counter[int] = Counter()
        traps: Counter[int] = Counter()
        for number in range(self.players):
            furnishings.update(furnishings_on(self.state["seats"][number]).values())
            traps.update(_traps_on(self.state["seats"][number]).values())
        shown = traps_on_display(self.orcs, self.state["extensions"])
        copies = {index: int(number) for index, number in enumerate(self.orcs["copies"]) if number}
        printed = {index: int(self.orcs["trap"][index]["copies"]) for index in range(self.orcs["num_traps"])}
        on_display = {index: number for index, number in printed.items() if shown >> index & 1}
        names = self.names
        _count_copies("copies", copies, furnishings, names.furnishings, "F-SETUP-5")
        _count_copies("traps", printed, traps, names.traps, "F-SETUP-5")
        self._read_left(given, "copies", copies, furnishings, names.furnishings, self.state["copies"])
        self._read_left(given, "traps", on_display, traps, names.traps, self.state["traps_left"])
        owners = [number for number in range(self.players) if self.state["seats"][number]["orcs"][orc.EXTRA]["status"] == orc.FRIENDLY]
        if len(owners) > 1:
            raise fail(f"seats.{owners[1]}.orcs.extra", f"there is one extra orc, and seat {owners[0]} has it (F-BOUNTY-10)")
        is_left = given.flag("extra_orc", not owners)
        if is_left and owners:
            raise given.fault("extra_orc", f"seat {owners[0]} has the extra orc (F-BOUNTY-10)")
        self.state["extra_orc_taken"] = not is_left

    def _read_left(
        self, display: Fields, name: str, printed: dict[int, int], used: Counter[int], names: tuple[str, ...], left: Any
    ) -> None:
        left[:] = 0
        for index, number in printed.items():
            left[index] = max(0, number - used[index])
        given = display.inner(name, [names[index] for index in printed])
        for word in given.given:
            left[names.index(word)] = given.whole(word, None, 0, int(left[names.index(word)]))


def _count_copies(name: str, printed: dict[int, int], used: Counter[int], names: tuple[str, ...], rule: str) -> None:
    for index, most in printed.items():
        if used[index] > most:
            raise fail(f"display.{name}", f"{used[index]} of `{names[index]}` lie on the home boards, {most} exist ({rule})")


def _different(given: Any, field: str, names: tuple[str, ...], length: int, rule: str) -> list[int]:
    """So many different names."""
    chosen = [named(name, field, names) for name in listed(given, field, length)]
    for index in chosen:
        if chosen.count(index) > 1:
            raise fail(field, f"`{names[index]}` is named twice; each exists once ({rule})")
    return chosen


def _cells(mask: Any) -> Iterable[int]:
    return (cell for cell in range(board.NUM_CELLS) if int(mask) >> cell & 1)


def furnishings_on(seat: Any) -> dict[int, int]:
    """The furnishing on each cell, also under an orc."""
    cells = int(seat["terrain"][terrain.FURNISHED])
    for one in seat["orcs"]:
        if one["status"] == orc.CAVE and one["under"] == terrain.FURNISHED:
            cells |= 1 << int(one["cell"])
    return {cell: int(seat["detail"][cell]) for cell in _cells(cells)}


def _traps_on(seat: Any) -> dict[int, int]:
    return {cell: int(seat["detail"][cell]) % terrain.INACTIVE for cell in _cells(seat["terrain"][terrain.TRAP])}


def parse_cell(word: str, record: Any, names: Names) -> tuple[int, int] | str | None:
    """Terrain and detail of a trap or a mine with goods; a text says what is wrong, None: it is neither."""
    kind, _, rest = word.partition(":")
    if kind == "trap":
        name, _, state = rest.partition(":")
        if name not in names.traps or state not in ("", "inactive"):
            return f"unknown trap `{word}`; {nearest(rest, names.traps)}"
        index = names.traps.index(name)
        if state and record["orcs"]["trap"][index]["stays_active"]:
            return f"`{name}` never turns inactive (F-TRAP-10)"
        return terrain.TRAP, index + (terrain.INACTIVE if state else 0)
    kind, star, rest = word.partition("*")
    if star and kind in ("ore_mine", "ruby_mine"):
        if not rest.isdigit() or int(rest) > MOST_IN_MINE:
            return f"`{word}`: a mine holds 0 to {MOST_IN_MINE} goods (F-MINE-2)"
        return (terrain.ORE_MINE if kind == "ore_mine" else terrain.RUBY_MINE), int(rest)
    return None


class Seat:
    """Orcs, residents and standing animals of one seat; its board is read already."""

    def __init__(self, table: Table, number: int, entry: Fields) -> None:
        self.table, self.record, self.state = table, table.record, table.state
        self.number, self.entry = number, entry
        self.seat = table.state["seats"][number]
        for name in _DEALT_TO_SEAT:
            self.seat[name] = table.default["seats"][number][name]

    # ------------------------------------------------------------ orcs

    def read(self) -> None:
        """All orcs, then what the hostile ones in the cave stand on."""
        given = self.entry.inner("orcs", orc.NAMES)
        for number, name in enumerate(orc.NAMES):
            if number == orc.EXTRA and name not in given:
                continue
            fields = ("at", "strength", "start_strength", "held", "from", "room", "works", "fate", "round", "reward")
            self._read_orc(number, given.inner(name, fields))
        self._occupy()
        self._check_rooms()
        self._check_held()
        refresh_furnishings(self.record, self.seat)
        bar_cells(self.record, self.seat)
        lost = self.entry.inner("lost", LOST)
        for name in lost.given:
            self.seat[f"lost_{name}"] = lost.whole(name, 0, 0, 9999)

    def _read_orc(self, number: int, entry: Fields) -> None:
        one, name = self.seat["orcs"][number], orc.NAMES[number]
        place = entry.get("at", self._usual_place(number))
        if number == orc.EXTRA and place != "friendly":
            raise entry.fault("at", "the extra orc is always friendly (F-BOUNTY-10)")
        if place == "waiting":
            self._check_waiting(number, entry)
        elif number != orc.EXTRA and self.record["orcs"]["waits"][number] and self.table.is_over(self._arrival) is False:
            raise entry.fault("at", f"orc {name} is `waiting` until the end of event {self._arrival} (F-EVENT-9)")
        if place in ("friendly", "defeated"):
            self._read_gone(one, place, entry)
        else:
            self._read_hostile(number, one, place, entry)
        low = 0 if number == orc.EXTRA else 1
        if "start_strength" in entry and place in ("friendly", "defeated"):
            entry.fill(one, ("start_strength", 0, low, MOST_STRENGTH))

    @property
    def _arrival(self) -> int:
        return self.table.event_that("brings_last_orc")

    def _usual_place(self, number: int) -> str:
        """Where an orc is that a position does not tell of: at its start, the last one where the seed's card puts it."""
        one = self.seat["orcs"][number]
        if number == orc.EXTRA:
            return "friendly"
        if not self.record["orcs"]["waits"][number]:
            return str(board.CELL_NAMES[one["cell"]])
        if self.table.is_over(self._arrival) is not True:
            return "waiting"
        card = card_of(self.table.default, self._arrival, orc.EXTRA, self.number, int(self.record["orcs"]["last_orc_stack"]))
        return str(board.CELL_NAMES[self.record["orcs"]["last_orc_cell"][self.record["orcs"]["card_column"][card]]])

    def _check_waiting(self, number: int, entry: Fields) -> None:
        if not self.record["orcs"]["waits"][number]:
            raise entry.fault("at", f"orc {orc.NAMES[number]} is on the home board from the start (F-SETUP-8)")
        if self.table.is_over(self._arrival) is True:
            problem = f"orc {orc.NAMES[number]} has appeared at the end of event {self._arrival}; name its cell (F-EVENT-9)"
            raise entry.fault("at", problem)

    def _read_hostile(self, number: int, one: Any, place: Any, entry: Fields) -> None:
        for word in ("room", "works", "fate", "round", "reward"):
            if word in entry:
                raise entry.fault(word, "only a friendly or defeated orc has that")
        entry.fill(one, ("start_strength", int(one["start_strength"]), 1, MOST_STRENGTH))
        entry.fill(one, ("strength", int(one["start_strength"]), 1, MOST_STRENGTH))
        if one["strength"] > one["start_strength"]:
            problem = f"an orc never gets stronger than its start strength of {int(one['start_strength'])} (F-SETUP-8)"
            raise entry.fault("strength", problem)
        one["held"] = entry.flag("held")
        if place == "waiting":
            one["status"], one["cell"] = orc.WAITING, -1
            if one["held"]:
                raise entry.fault("held", "an orc that waits stands nowhere (F-SETUP-8)")
            return
        if place == IN_CAVE:
            self._read_lifted(number, one, entry)
            return
        cell = board.CELL_OF_NAME.get(place) if isinstance(place, str) else None
        words = ("waiting", "friendly", "defeated", *(board.CELL_NAMES[cell] for cell in board.BOARD_CELLS))
        if cell is None or not board.BOARD >> cell & 1:
            raise entry.fault("at", f"unknown place `{place}`; {nearest(place, words)}")
        one["cell"] = cell
        if int(self.record["orcs"]["forest"]) >> cell & 1:
            one["status"] = orc.FOREST
            if self.table.is_over(self.table.event_that("breakthrough")) is True:
                problem = f"after the breakthrough orc {orc.NAMES[number]} is in the cave or gone (F-EVENT-10)"
                raise entry.fault("at", problem)
            return
        one["status"] = orc.CAVE
        if one["held"]:
            raise entry.fault("held", "only an orc in the forest is held by a trap (F-TRAP-7)")
        if int(self.seat["terrain"][terrain.EMPTY]) >> cell & 1:
            raise entry.fault("at", f"{place} is rock: in the mountain an orc sits on a cell of the cave (F-CAVE-3)")

    def _read_lifted(self, number: int, one: Any, entry: Fields) -> None:
        """An orc whose cell in the cave is about to be chosen."""
        pending = self.table.position.get("pending")
        if self.state["phase"] not in (phase.EVENT, phase.AFTER_ORCS, phase.REPLACEMENT) or not pending:
            raise entry.fault("at", f"orc {orc.NAMES[number]} has no cell only while one is chosen; name it (F-CAVE-3)")
        one["status"], one["cell"] = orc.CAVE, -1
        if "from" in entry:
            one["cell"] = _cell(entry, "from")

    def _read_gone(self, one: Any, place: str, entry: Fields) -> None:
        one["strength"], one["cell"], one["held"] = 0, -1, 0
        one["fate_round"] = entry.whole("round", 0, 0, int(self.record["last_round"]))
        for word in ("strength", "held"):
            if word in entry:
                raise entry.fault(word, "an orc that is gone has no strength and is held by no trap (F-BOUNTY-1, F-FRIEND-1)")
        if place == "defeated":
            for word in ("room", "works"):
                if word in entry:
                    raise entry.fault(word, "only a friendly orc has that (F-FRIEND-2)")
            one["status"] = orc.DEFEATED
            one["fate"] = entry.place("fate", _FATES, _FATES[0]) + orc.FOUGHT
            if entry.get("reward") is not None:
                one["reward"] = entry.place("reward", ("gold", *self.table.names.bounties)) or orc.GOLD_REWARD
            return
        if "reward" in entry:
            raise entry.fault("reward", "an orc that turns friendly brings no reward (F-FRIEND-1)")
        one["status"], one["fate"] = orc.FRIENDLY, orc.BEFRIENDED
        if entry.get("fate", orc.FATES[orc.BEFRIENDED]) != orc.FATES[orc.BEFRIENDED]:
            raise entry.fault("fate", "the fate of a friendly orc is `befriended` (F-FRIEND-1)")
        if "room" not in entry:
            raise entry.fault("room", "a friendly orc lives in a room; name its cell (F-FRIEND-2)")
        one["cell"] = _cell(entry, "room")
        if entry.get("works") is not None:
            one["at"] = entry.place("works", SPACES, None, WHERE_BACK)

    def _occupy(self) -> None:
        """A cell under an orc leaves its terrain (F-CAVE-8); only surplus orcs share one (F-CAVE-6)."""
        taken: dict[int, int] = {}
        for number in range(orc.NUM_HOSTILE):
            one = self.seat["orcs"][number]
            if one["status"] != orc.CAVE or one["cell"] < 0:
                continue
            cell = int(one["cell"])
            under = next(kind for kind in range(terrain.NUM) if int(self.seat["terrain"][kind]) >> cell & 1)
            if self.entry.given["orcs"][orc.NAMES[number]].get("at") == IN_CAVE:
                one["under"] = under
                continue
            field = f"orcs.{orc.NAMES[number]}.at"
            if cell in taken:
                if cell != self.record["orcs"]["entry_cell"]:
                    problem = f"orc {orc.NAMES[taken[cell]]} sits on {board.CELL_NAMES[cell]} already (F-CAVE-2)"
                    raise self.entry.fault(field, problem)
                one["under"] = terrain.FURNISHED
                continue
            taken[cell] = number
            one["under"] = under
            if one["under"] in (terrain.ORE_MINE, terrain.RUBY_MINE) and self.seat["detail"][cell]:
                raise self.entry.fault(field, f"the orc has taken all goods of the mine on {board.CELL_NAMES[cell]} (F-CAVE-5)")
            self.seat["terrain"][one["under"]] &= ~(1 << cell)
            self.seat["terrain"][terrain.OCCUPIED] |= 1 << cell

    def _check_rooms(self) -> None:
        """A friendly orc has a room of its own (F-FRIEND-2); in one that an orc holds it is captive (F-CAVE-5)."""
        rooms: dict[int, str] = {}
        tiles = furnishings_on(self.seat)
        for number, name in enumerate(orc.NAMES):
            one = self.seat["orcs"][number]
            if one["status"] != orc.FRIENDLY:
                continue
            cell = int(one["cell"])
            field = f"orcs.{name}"
            where = board.CELL_NAMES[cell]
            if cell not in tiles or not self.record["furnishing"][tiles[cell]]["orc_room"]:
                raise self.entry.fault(f"{field}.room", f"there is no room for a friendly orc on {where} (F-FRIEND-2)")
            if cell in rooms:
                raise self.entry.fault(f"{field}.room", f"orc {rooms[cell]} lives on {where} already (F-FRIEND-2)")
            rooms[cell] = name
            is_held = bool(self._held_cells >> cell & 1)
            if "works" not in self.entry.given["orcs"][name]:
                one["at"] = CAPTIVE if is_held else AT_HOME
            elif (one["at"] == CAPTIVE) != is_held and (is_held or self._are_freed):
                problem = f"a hostile orc sits on {where}: it is captive" if is_held else f"no hostile orc sits on {where}: it is free"
                raise self.entry.fault(f"{field}.works", f"{problem} (F-CAVE-5, F-CAVE-9)")

    @property
    def _held_cells(self) -> int:
        """Cells that orcs hold, also while one is about to take another."""
        return sum(1 << cell for cell in {int(one["cell"]) for one in self.seat["orcs"] if one["status"] == orc.CAVE} if cell >= 0)

    @property
    def _are_freed(self) -> bool:
        """Whether captives are free once the orc has left (F-CAVE-9)."""
        return bool(self.record["orcs"]["ruling"][ruling.CAPTIVES_FREED_WHEN_ORC_LEAVES] == 0)

    def _check_held(self) -> None:
        """An orc is held by an active holding trap that is strong enough, one by each (F-TRAP-7, F-TRAP-8)."""
        cells: dict[int, str] = {}
        traps = _traps_on(self.seat)
        for number in range(orc.NUM_HOSTILE):
            one = self.seat["orcs"][number]
            if not one["held"]:
                continue
            cell, field = int(one["cell"]), f"orcs.{orc.NAMES[number]}.held"
            row = self.record["orcs"]["trap"][traps[cell]] if cell in traps else None
            where = board.CELL_NAMES[cell]
            if row is None or row["kind"] != trap.HOLDING or self.seat["detail"][cell] >= terrain.INACTIVE:
                raise self.entry.fault(field, f"there is no active holding trap on {where} (F-TRAP-7)")
            if one["strength"] > row["limit"]:
                name = self.table.names.traps[traps[cell]]
                raise self.entry.fault(field, f"`{name}` holds orcs of strength {int(row['limit'])} at most (F-TRAP-4)")
            if cell in cells:
                raise self.entry.fault(field, f"the trap on {where} holds orc {cells[cell]} already (F-TRAP-8)")
            cells[cell] = orc.NAMES[number]

    # ------------------------------------------------------------ residents

    def room_of_all(self) -> int:
        """Room for dwarfs in all dwellings, also in those that an orc holds."""
        tiles = furnishings_on(self.seat)
        occupied = int(self.seat["terrain"][terrain.OCCUPIED])
        used = {int(one["cell"]) for one in self.seat["orcs"] if one["status"] == orc.FRIENDLY}
        held = [tile for cell, tile in tiles.items() if occupied >> cell & 1 and cell not in used]
        return int(self.seat["room"]) + sum(int(self.record["furnishing"][tile]["dwarf_room"]) for tile in held)

    @property
    def arms_newborns(self) -> bool:
        """Whether a reward may have armed a newborn (C-5)."""
        return bool(self.record["orcs"]["ruling"][ruling.REWARDS_ARM_NEWBORNS] == 0)

    def read_home(self, dwarf: int, entry: Fields) -> None:
        """The dwelling of a dwarf."""
        if "home" not in entry:
            if self.seat["at"][dwarf] == CAPTIVE:
                raise entry.fault("home", "a captive sits in its dwelling; name its cell (F-CAVE-5)")
            self.seat["home"][dwarf] = -1
            return
        cell = _cell(entry, "home")
        tiles = furnishings_on(self.seat)
        if cell not in tiles or not self.record["furnishing"][tiles[cell]]["dwarf_room"]:
            raise entry.fault("home", f"there is no dwelling on {board.CELL_NAMES[cell]} (F-CAVE-7)")
        self.seat["home"][dwarf] = cell

    def check_homes(self) -> None:
        """Captives where an orc sits, one in each room; in an event no more dwarfs in a dwelling than it has room for.

        At other times homes are those of the last assignment, and rooms may have changed since (F-CAVE-7).
        """
        seat = self.seat
        tiles = furnishings_on(seat)
        orc_rooms = {int(one["cell"]): name for one, name in zip(seat["orcs"], orc.NAMES, strict=True) if one["status"] == orc.FRIENDLY}
        living: Counter[int] = Counter()
        captives: Counter[int] = Counter()
        for dwarf in range(seat["dwarfs"]):
            cell = int(seat["home"][dwarf])
            if cell < 0:
                continue
            where = board.CELL_NAMES[cell]
            living[cell] += 1
            if cell in orc_rooms and self.state["phase"] in _RESIDENTS_FIXED:
                raise self.entry.fault(f"dwarfs.{dwarf}.home", f"orc {orc_rooms[cell]} lives on {where} (F-FRIEND-2)")
            most = int(self.record["furnishing"][tiles[cell]]["dwarf_room"])
            if living[cell] > most and self.state["phase"] in _RESIDENTS_FIXED:
                raise self.entry.fault(f"dwarfs.{dwarf}.home", f"{where} has room for {most} dwarfs (F-CAVE-7)")
            if seat["at"][dwarf] == CAPTIVE:
                captives[cell] += 1
                if self._are_freed and not self._held_cells >> cell & 1:
                    raise self.entry.fault(f"dwarfs.{dwarf}.at", f"no hostile orc sits on {where} that could hold it captive (F-CAVE-5)")
                if captives[cell] > 1:
                    raise self.entry.fault(f"dwarfs.{dwarf}.at", f"a second captive on {where}; an orc takes one (F-CAVE-5)")
        at_the_end = self.state["phase"] in (phase.REPLACEMENT, phase.OVER)
        spares = (ruling.NEVER_CAPTURE_LAST_WORKER, *((ruling.LAST_WORKER_SPARED_AT_THE_END,) if at_the_end else ()))
        spared = all(self.record["orcs"]["ruling"][one] == 0 for one in spares)
        if spared and sum(captives.values()) == seat["dwarfs"]:
            raise self.entry.fault("dwarfs", "all dwarfs are captive; one always remains (F-CAVE-6)")

    # ------------------------------------------------------------ animals in their places

    def read_standing(self) -> None:
        """Animals on their cells, while they may not be moved."""
        seat = self.seat
        given = self.entry.inner("animals_at")
        if given.given and not self.state["places_fixed"] and self.state["phase"] not in _PLACES_FIXED:
            raise self.entry.fault("animals_at", "animals have places only while `events.places_fixed` is true (F-EVENT-12)")
        owned = Counter({name: int(seat["goods"][good.NAMES.index(name)]) for name in good.ANIMALS})
        for name in given.given:
            field, cell = f"animals_at.{name}", _known_cell(given, name, name)
            standing = given.inner(name, good.ANIMALS)
            animals = standing.given
            for animal in animals:
                owned[animal] -= standing.whole(animal, 0, 0, 99)
                if owned[animal] < 0:
                    raise standing.fault(animal, f"more {animal} have places than the seat owns (R-ANIM-1)")
            farm = {animal: amount for animal, amount in animals.items() if animal != good.NAMES[good.DOG] and amount}
            if len(farm) > 1:
                raise self.entry.fault(field, f"{' and '.join(farm)} cannot share a place (R-ANIM-1)")
            dogs = animals.get(good.NAMES[good.DOG], 0)
            if dogs and not farm.get(good.NAMES[good.SHEEP]):
                raise self.entry.fault(f"{field}.dog", "dogs have places only where they watch sheep (R-DOG-2)")
            for animal, amount in farm.items():
                self._stand(cell, good.NAMES.index(animal), amount, dogs, field)

    def _stand(self, cell: int, ware: int, amount: int, dogs: int, field: str) -> None:
        """Put animals on a container that has room for them."""
        seat = self.seat
        types, most = 0, 0
        has_dogs = False
        if int(container_cells(self.record, seat)) >> cell & 1:
            types, most, has_dogs = room_at(self.record, seat, cell)
        if not types >> (ware - good.FIRST_FARM_ANIMAL) & 1:
            most = 0
        if has_dogs and dogs:
            most = max(most, dogs + int(self.record["dog_bonus"]))
        if amount > most:
            problem = f"{amount} {good.NAMES[ware]} on {board.CELL_NAMES[cell]}, there is room for {most} (R-ANIM-1)"
            raise self.entry.fault(f"{field}.{good.NAMES[ware]}", problem)
        seat["standing_animal"][cell], seat["standing"][cell], seat["standing_dogs"][cell] = ware, amount, dogs
        seat["standing_cells"] |= 1 << cell
        if amount:
            seat["standing_cells"] |= 1 << cell
