"""Reads positions, also hand-written ones, and checks every field."""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping
from typing import Any

import numpy as np

from caverna_sim.check import Wrong, flag, names, shown_name, table, whole
from caverna_sim.errors import nearest, shown
from caverna_sim.games.agricola.box.catalog import MAJORS, SPACES, Catalog, catalog
from caverna_sim.games.agricola.box.options import CARDS_LATER, KEYS, read_options, stage_cards, word_of_stage
from caverna_sim.games.agricola.course.rounds import number_of_order, set_up_seat
from caverna_sim.games.agricola.farm.animals import animals_fit
from caverna_sim.games.agricola.farm.fences import fences_stand, find_pastures
from caverna_sim.games.agricola.farm.house import person_at_home
from caverna_sim.games.agricola.ids import argument, good, house, phase, step
from caverna_sim.games.agricola.limits import PEOPLE, SETS, put_limits
from caverna_sim.games.agricola.position.write import TURN_FIELDS, WHERE
from caverna_sim.games.agricola.shape import layout
from caverna_sim.games.agricola.shape.board import CELL_NAMES, COLUMNS, EDGE_NAMES, ROWS, is_one_block
from caverna_sim.games.agricola.shape.layout import AT_HOME, NOBODY, PASSED
from caverna_sim.games.agricola.shape.sizes import MAX_PLAYERS, MAX_SPACES, MOST_ANIMALS
from caverna_sim.kit.play.entry import Entry, of_rules, read_position
from caverna_sim.kit.play.positions import members, read_pending, read_rng

MOST_GOODS = 999  # of one kind; far beyond any game, and no sum of them leaves 16 bits
_TOP_FIELDS = (
    "game", "format", "players", "cards", "options", "rules", "seed", "index", "round", "phase", "start_player", "to_move", "round_cards",
    "spaces", "supply", "seats", "pending", "turn", "rng",
)  # fmt: skip
_SEAT_FIELDS = (
    "goods", "animals", "begging", "people", "house", "board", "fences", "improvements", "occupations", "hand", "on_cards", "promised",
    "bonus", "crafts_used", "limits",
)  # fmt: skip
_OF_CARDS = ("occupations", "hand", "on_cards")
_CELL = re.compile(r"field:(grain|vegetable)\*(\d{1,3})")
_CELL_WORDS = (".", "room", "field", "field:grain*N", "field:vegetable*N", "stable")
_HARVEST = (phase.FIELD, phase.FEEDING, phase.BREEDING)
_PHASES_OF = {  # in which a step may be pending; others in any
    step.PLACE: (phase.WORK,), step.ACTION: (phase.WORK,), step.PAY: (phase.WORK,), step.BAKE: (phase.WORK,),
    step.FEED: (phase.FEEDING,), step.BREED: (phase.BREEDING,),
}  # fmt: skip
_RULES_OF_FENCES = {1: "AG-FNC-01", 3: "AG-FNC-03, AG-FNC-04", 5: "AG-FNC-05"}


def from_dict(position: Any) -> tuple[np.ndarray, Catalog, int]:
    """A state (array of length 1), its rules and its index from a position; PositionError names what is wrong."""
    return read_position(position, ("agricola", _TOP_FIELDS, MAX_PLAYERS, "key"), layout.STATE, _rules_of, _read)


def _rules_of(position: Mapping[str, Any], players: int) -> Catalog:
    if flag(position.get("cards", False), "cards"):
        raise Wrong("cards", CARDS_LATER)
    options = read_options(table(position.get("options", {}), "options", KEYS), players, "options.")
    with of_rules():
        return catalog(players, table(position.get("rules", {}), "rules"), options)


def _read(position: Mapping[str, Any], rules: Catalog, state: Any) -> None:
    _Reader(Entry(position), rules, state).read()


class _Reader:
    """Fills a state from a position, field by field."""

    def __init__(self, position: Entry, rules: Catalog, state: Any) -> None:
        self.position, self.rules, self.state = position, rules, state
        self.record = rules.record[0]

    def read(self) -> None:
        """Read everything, then check what only holds for the whole."""
        read_rng(self.state, self.position.given)
        self._read_course()
        self._read_cards()
        seats = self.position.listed("seats", self.rules.players, [{}] * self.rules.players)
        for number in range(MAX_PLAYERS):
            set_up_seat(self.state["seats"][number], self.record, number, number < self.rules.players)
        for number, entry in enumerate(seats):
            _SeatReader(self, number, Entry(entry, f"seats.{number}", _SEAT_FIELDS)).read()
        self._read_spaces()
        self._read_supply()
        self._read_turn()
        self._read_pending()
        self._check_animals()

    def _read_course(self) -> None:
        position, state, record = self.position, self.state, self.record
        state["players"] = self.rules.players
        state["round"] = position.whole("round", 1, 1, int(record["last_round"]))
        state["phase"] = position.place("phase", phase.NAMES, "work")
        if state["phase"] == phase.DRAFT:
            raise Wrong("phase", f"`draft` is for hand cards: {CARDS_LATER}")
        if state["phase"] in _HARVEST and not record["has_harvest"][state["round"]]:
            raise Wrong("phase", f"round {int(state['round'])} has no harvest (AG-RND-01)")
        start = position.whole("start_player", 0, 0, self.rules.players - 1)
        state["start_player"] = state["round_start"] = state["turn"] = start

    def _read_cards(self) -> None:
        """The round cards; of those that are left out, by stage, the order of their ids."""
        state, stages = self.state, stage_cards()
        given = names(self.position.get("round_cards", []), "round_cards", [card for cards in stages for card in cards], "round card")
        now = 0
        for stage, cards in enumerate(stages, 1):
            here = list(given[now : now + len(cards)])
            for number, card in enumerate(here):
                word_of_stage(card, cards, stage, now + number + 1, "round_cards")
            here += [card for card in cards if card not in here]
            for number, card in enumerate(here):
                state["cards"][now + number + 1] = SPACES.index(card)
            now += len(cards)
        state["setup"] = number_of_order(state, self.record)
        shown = int(state["round"]) - (1 if state["phase"] == phase.PREPARATION else 0)
        state["open"] = self.record["start_spaces"] | sum(1 << int(card) for card in state["cards"][1 : shown + 1])

    def _read_spaces(self) -> None:
        state = self.state
        state["used_by"] = NOBODY
        known = [SPACES[space] for space in members(int(state["open"]))]
        self._occupy(known)
        spaces = self.position.inner("spaces")
        for name in spaces.given:
            if name not in known:
                allowed = f"not in play in round {int(state['round'])}" if name in SPACES else f"unknown name; {nearest(name, known)}"
                raise spaces.fault(shown_name(name), allowed)
            space, entry = SPACES.index(name), spaces.inner(name, ("goods", "used_by"))
            goods = entry.inner("goods", good.NAMES, "good")
            for ware, amount in goods.given.items():
                index = good.NAMES.index(ware)
                state["space_goods"][space, index] = goods.whole(ware, 0, 0, MOST_ANIMALS if ware in good.ANIMALS else MOST_GOODS)
                if amount and not self.record["space"][space]["accumulates"][index]:
                    raise goods.fault(ware, f"no {ware} accumulates on this space (AG-RND-04)")
                state["stocked"] |= 1 << space if amount else 0
            user = None if entry.get("used_by") is None else entry.whole("used_by", None, 0, self.rules.players - 1)
            found = int(state["used_by"][space])
            if "used_by" in entry and user != (None if found == NOBODY else found):
                there = "nobody stands there" if found == NOBODY else f"a person of seat {found} stands there"
                raise entry.fault("used_by", f"{shown(user)} is not allowed: {there}")

    def _occupy(self, known: Collection[str]) -> None:
        """Who stands where; a space, or a tile, is used by one person (AG-WRK-02, AG-TIL-02)."""
        state = self.state
        for number in range(self.rules.players):
            seat = state["seats"][number]
            for person in range(int(seat["people"])):
                space, field = int(seat["at"][person]), f"seats.{number}.people.{person}.at"
                if space < 0:
                    continue
                if SPACES[space] not in known:
                    raise Wrong(field, f"`{SPACES[space]}` is not in play in round {int(state['round'])} (AG-RND-02)")
                others = [int(other) for other in state["used_by"][[space, *members(int(self.record["space"][space]["shares"]))]]]
                is_newborn = bool(seat["newborn"][person])
                if is_newborn != (int(state["used_by"][space]) == number) or (not is_newborn and max(others) != NOBODY):
                    beside, taken = "a newborn stands beside its parent (AG-PPL-02)", "somebody stands there already (AG-WRK-02)"
                    raise Wrong(field, beside if is_newborn else taken)
                state["used_by"][space] = number
                state["occupied"] |= 1 << space

    def _read_supply(self) -> None:
        owned = 0
        for number in range(self.rules.players):
            mine = int(self.state["seats"][number]["majors"])
            if mine & owned:
                raise Wrong(f"seats.{number}.improvements", f"`{MAJORS[members(mine & owned)[0]]}` lies in front of another seat already")
            owned |= mine
        found = ~owned & (1 << len(MAJORS)) - 1
        if "supply" in self.position:
            found = self.position.set_of("supply", MAJORS, "improvement")
        if found & owned:
            raise Wrong("supply", f"`{MAJORS[members(found & owned)[0]]}` lies in front of a seat")
        self.state["supply"] = found

    def _read_turn(self) -> None:
        """Whose turn it is: in the work phase that of `to_move`, or of the first seat with a person at home."""
        state, players = self.state, self.rules.players
        turn = self.position.inner("turn", TURN_FIELDS)
        turn.fill(state, *((name, int(state[name]), 0, players - (name != "phase_seat")) for name in TURN_FIELDS))
        if self.position.get("to_move") is not None:
            wanted = self.position.whole("to_move", None, 0, players - 1)
            if state["phase"] == phase.WORK and "turn" not in turn:
                state["turn"] = wanted

    def _read_pending(self) -> None:
        given, most = self.position.get("pending", []), layout.MAX_AGENDA - 4
        for row, field in read_pending(self.state, given, step.NAMES, self.rules.players, most, self._arguments_of):
            self._check_step(row, field)

    def _check_step(self, row: Any, field: str) -> None:
        now, seat = int(row["step"]), self.state["seats"][int(row["seat"])]
        if self.state["phase"] not in _PHASES_OF.get(now, range(phase.OVER)):
            raise Wrong(f"{field}.step", f"`{step.NAMES[now]}` cannot be pending in this phase")
        if now == step.PLACE and person_at_home(seat) < 0:
            raise Wrong(f"{field}.seat", "nobody of this seat is at home (AG-WRK-01)")
        if now == step.ACTION and (not int(self.state["occupied"]) >> int(row[argument.SPACE]) & 1 or not self._fits_space(row)):
            raise Wrong(f"{field}.arguments", "nobody stands on this space, or it has no such part")

    def _arguments_of(self, now: int) -> dict[str, tuple[int, int]]:
        """Bounds of what a step remembers."""
        if now == step.ACTION:
            return {argument.SPACE: (0, MAX_SPACES - 1), argument.DONE: (0, 3), argument.COUNT: (0, 2**30 - 1), argument.ACTIVE: (0, 2)}
        if now == step.KEEP:
            return {argument.SPACE: (-1, MAX_SPACES - 1), argument.ARRIVED: (0, 2**24 - 1)}
        if now == step.PAY:
            least = -1 if self.record["team_play"] else 0
            return {argument.BOUGHT: (least, len(MAJORS) - 1), argument.LEFT: (0, int(self.record["transfer_price"]))}
        if now == step.BAKE:
            return {argument.COUNT: (0, 2**30 - 1)}
        return {argument.NEED: (0, 255)} if now == step.FEED else {}

    def _fits_space(self, row: Any) -> bool:
        parts = int(self.record["space"][row[argument.SPACE]]["num_parts"])
        done, active = int(row[argument.DONE]), int(row[argument.ACTIVE])
        return done < 1 << parts and active <= parts and (active == 0 or bool(done >> active - 1 & 1))

    def _check_animals(self) -> None:
        """All animals have room, unless their owner is just asked about them."""
        asked = {int(row["seat"]) for row in self.state["agenda"][: self.state["depth"]] if row["step"] in (step.KEEP, step.PAY)}
        for number in range(self.rules.players):
            seat = self.state["seats"][number]
            moved = self.record["team_play"] and (number + 2) % self.rules.players in asked
            if number not in asked and not moved and not animals_fit(self.record, seat):
                raise Wrong(f"seats.{number}.animals", "there is no room for all these animals on the farm (AG-ANM-08)")


class _SeatReader:
    """Fills one seat."""

    def __init__(self, reader: _Reader, number: int, entry: Entry) -> None:
        self.number, self.entry = number, entry
        self.record, self.rules = reader.record, reader.rules
        self.state, self.seat = reader.state, reader.state["seats"][number]

    def read(self) -> None:
        """Read every field."""
        for field in _OF_CARDS:
            if self.entry.get(field):
                raise self.entry.fault(field, CARDS_LATER)
        self._read_goods()
        self._read_people()
        self._read_board()
        self._read_fences()
        self._read_improvements()
        self._read_promised()
        self._read_limits()

    def _read_goods(self) -> None:
        seat = self.seat
        for field, known, most in (("goods", good.SUPPLY, MOST_GOODS), ("animals", good.ANIMALS, MOST_ANIMALS)):
            given = self.entry.inner(field, known, "good")
            if field in self.entry:
                seat["goods"][[good.NAMES.index(name) for name in known]] = 0
            for name in given.given:
                seat["goods"][good.NAMES.index(name)] = given.whole(name, 0, 0, most)
        self.entry.fill(seat, ("begging", 0, 0, MOST_GOODS), ("bonus", 0, 0, MOST_GOODS))

    def _read_people(self) -> None:
        if "people" not in self.entry:
            return
        seat, people, most = self.seat, self.entry.listed("people"), int(self.record["most_people"])
        if not 1 <= len(people) <= most:
            raise self.entry.fault("people", f"{len(people)} people; a player has 1 to {most} of them (AG-PPL-03)")
        at_work = self.state["phase"] in (phase.WORK, phase.RETURNING_HOME)
        words = {name: number for number, name in WHERE.items()}
        seat["people"] = len(people)
        for number, entry in enumerate(self.entry.inners("people", ("at", "newborn"))):
            seat["at"][number] = entry.place("at", SPACES, "home", words)
            seat["newborn"][number] = entry.flag("newborn")
            if not at_work and seat["at"][number] != AT_HOME:
                raise entry.fault("at", f"everybody is at home in the phase `{phase.NAMES[self.state['phase']]}` (AG-RND-05)")
            if seat["newborn"][number] and (seat["at"][number] in (AT_HOME, PASSED)) == at_work:
                raise entry.fault("at", "a newborn stands beside its parent until the work phase ends (AG-PPL-02)")
            if seat["newborn"][number] and self.state["phase"] == phase.PREPARATION:
                raise entry.fault("newborn", "newborns are grown up by now (AG-RND-05)")

    def _read_board(self) -> None:
        seat, record = self.seat, self.record
        seat["house"] = self.entry.place("house", house.NAMES, house.NAMES[record["start_house"]])
        if "board" not in self.entry:
            return
        seat["rooms"] = 0
        for row, column, text in self.entry.grid("board", ROWS, COLUMNS):
            self._read_cell(COLUMNS * row + column, text, self.entry.at(f"board.{row}.{column}"))
        start = int(record["start_rooms"])
        if int(seat["rooms"]) & start != start:
            missing = " and ".join(CELL_NAMES[cell] for cell in members(start))
            raise self.entry.fault("board", f"the house begins with rooms on {missing} (AG-SET-01)")
        for kind, rule in (("rooms", "AG-HSE-03"), ("fields", "AG-FLD-02")):
            if not is_one_block(int(seat[kind])):
                raise self.entry.fault("board", f"the {kind} must hang together ({rule})")
        if len(members(int(seat["stables"]))) > record["stables"]:
            raise self.entry.fault("board", f"a player has {int(record['stables'])} stables (AG-SET-02)")

    def _read_cell(self, cell: int, text: Any, field: str) -> None:
        seat, match = self.seat, _CELL.fullmatch(text) if isinstance(text, str) else None
        if match:
            crop = match[1]
            seat["fields"] |= 1 << cell
            seat[f"{crop}_fields"] |= 1 << cell
            seat["crops"][cell] = whole(int(match[2]), field, 1, int(self.record[f"{crop}_on_field"]))
        elif text in ("room", "field", "stable"):
            seat[f"{text}s"] |= 1 << cell
        elif text != ".":
            raise Wrong(field, f"unknown cell {shown(text)}; allowed: {', '.join(_CELL_WORDS)}")

    def _read_fences(self) -> None:
        seat = self.seat
        seat["fences"] = self.entry.set_of("fences", EDGE_NAMES, "fence space")
        given = len(members(seat["fences"]))
        if given > self.record["fences"]:
            raise self.entry.fault("fences", f"{given} fences; a player has {int(self.record['fences'])} (AG-FNC-01)")
        find_pastures(seat)
        broken = int(fences_stand(self.record, seat))
        if broken:
            raise self.entry.fault("fences", f"these fences cannot stand so ({_RULES_OF_FENCES[broken]})")

    def _read_improvements(self) -> None:
        seat = self.seat
        for field in ("improvements", "crafts_used"):
            for name in self.entry.listed(field):
                if isinstance(name, str) and re.fullmatch(r"[AB]\d{3}", name):
                    raise self.entry.fault(field, f"`{name}` is a hand card: {CARDS_LATER}")
        for place, name in enumerate(names(self.entry.listed("improvements"), self.entry.at("improvements"), MAJORS, "improvement")):
            seat["order"][place] = MAJORS.index(name)
            seat["majors"] |= 1 << MAJORS.index(name)
        seat["crafts_used"] = self.entry.set_of("crafts_used", MAJORS, "improvement")

    def _read_promised(self) -> None:
        now = int(self.state["round"]) + (0 if self.state["phase"] == phase.PREPARATION else 1)
        last = int(self.record["last_round"])
        promised = self.entry.inner("promised")
        for number in promised.given:
            if not str(number).isdecimal() or not now <= int(number) <= last:
                raise promised.fault(shown_name(number), f"goods lie on coming round spaces; give a round from {now} to {last} (AG-GDS-06)")
            promised.amounts(number, self.seat["promised"][int(number)], good.NAMES, "good", 99)

    def _read_limits(self) -> None:
        given = self.entry.inner("limits", (*SETS, PEOPLE))
        found: dict[str, Any] = {PEOPLE: given.whole(PEOPLE, 0, 0, int(self.record["most_people"]))}
        for key, (_, known) in SETS.items():
            found[key] = names(given.get(key, []), given.at(key), known, "name")
        put_limits({0: found}, [self.seat["limits"]])
