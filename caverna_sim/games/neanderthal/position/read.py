"""Reads positions, also hand-written ones; every fault is told with its field and the rule it breaks."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from caverna_sim.check import Wrong, flag, listed, names, place_of, shown_name, table, whole, word
from caverna_sim.errors import nearest
from caverna_sim.games.neanderthal.box.catalog import Catalog, catalog, read_species, read_variant, seats_of
from caverna_sim.games.neanderthal.box.deck import deck_of
from caverna_sim.games.neanderthal.course.setup import blank
from caverna_sim.games.neanderthal.ids import phase, step, things
from caverna_sim.games.neanderthal.position.write import ICE, OF_SEAT, PORTALS, checksum
from caverna_sim.games.neanderthal.shape.layout import COURSE, MAX_AGENDA, MAX_GIVEN, MAX_ICONS, PENDING, STATE
from caverna_sim.kit.play.entry import Entry, of_rules, read_position
from caverna_sim.kit.play.positions import ARGUMENTS, read_rng

_TOP = (
    "format", "game", "players", "variant", "deck", "rules", "seed", "index", "round", "phase", "to_move", "order", "event", "card",
    "icons", "event_deck", "unused", "north", "south", "fresh", "decks", "removed", "dead", "seats", "dice", "pending", "turn", "rng",
)  # fmt: skip
_SEAT = (
    "species", "side", "mating", "mating_card", "disks", "vocabulary", "mpi", "portals", "portals_before", "unassigned", "elders",
    "daughters", "animals", "inventions", "trophies", "hand", "hunters", "limits",
)  # fmt: skip
_LIMITS = ("mating_without", "promote_without", "large_game", "bids", "tribal")
BEGINNINGS = ("event", "auction", "assign", "negotiate", "attack", "hunt", "livestock", "action")
_OPAQUE = "it is not as it was written; leave `pending`, `turn` and `rng` out, then the position stands at the beginning of its phase"


def from_dict(position: Any) -> tuple[np.ndarray, Catalog, int]:
    """A state (array of length 1), its rules and its index from a position; PositionError names what is wrong."""
    return read_position(position, ("neanderthal", _TOP, things.MAX_SEATS, "key"), STATE, _read_rules, _read)


def _read(position: Mapping[str, Any], rules: Catalog, state: Any) -> None:
    _Reader(Entry(position), rules, state).read()


def _read_rules(position: Mapping[str, Any], people: int) -> Catalog:
    with of_rules(""):
        variant = read_variant(position.get("variant"), people)
        number = seats_of(people, variant)
        seats = listed(position.get("seats"), "seats", number)
        species = [table(entry, f"seats.{place}", _SEAT).get("species") for place, entry in enumerate(seats)]
        found = read_species(species, number)
        assert found is not None
        return catalog(people, variant, found, table(position.get("rules", {}), "rules"), deck_of(position.get("deck")))


def read_limits(value: Any, field: str) -> dict[str, Any]:
    """What a seat may not do, checked (scenarios, positions)."""
    found = dict(table(value, field, _LIMITS))
    if "mating_without" in found:
        found["mating_without"] = list(names(found["mating_without"], f"{field}.mating_without", things.MATINGS, "side"))
    if "promote_without" in found:
        levels = listed(found["promote_without"], f"{field}.promote_without")
        found["promote_without"] = [whole(one, f"{field}.promote_without", 1, 6) for one in levels]
    for name in _LIMITS[2:]:
        if name in found:
            flag(found[name], f"{field}.{name}")
    return found


def put_limits(row: Any, found: Mapping[str, Any]) -> None:
    """Put what a seat may not do into its record."""
    row["mating"] = sum(1 << things.MATINGS.index(name) for name in set(found.get("mating_without", ())))
    row["promote"] = sum(1 << level for level in set(found.get("promote_without", ())))
    for name in _LIMITS[2:]:
        row[name] = 0 if found.get(name, True) else 1


class _Reader:
    """Fills a state from a position, field by field."""

    def __init__(self, position: Entry, rules: Catalog, state: Any) -> None:
        self.position, self.rules, self.state = position, rules, state
        self.record, self.cards = rules.record[0], rules.names.cards
        self.used: dict[str, str] = {}  # card -> field in which it was found

    def read(self) -> None:
        """Read everything, then check what only holds for the whole."""
        blank(self.state, self.record)
        self._read_course()
        for seat_number in range(self.rules.players):
            _SeatReader(self, seat_number).read()
        self._check_exchanges()
        self._read_rows()
        self._read_decks()
        self._read_dead()
        self._read_dice()
        self._read_pending()
        read_rng(self.state, self.position.given, ("check",))
        if self.state["phase"] == phase.OVER:
            self.state["depth"] = 0

    # ------------------------------------------------------------ cards

    def card(self, value: Any, field: str, kind: str = "card") -> int:
        """A card that lies nowhere else."""
        known = {"card": self.cards, "biome": self.cards[: things.NUM_BIOMES], "daughter": self.cards[things.NUM_BIOMES :]}[kind]
        if not isinstance(value, str) or value not in known:
            raise Wrong(field, f"unknown {kind} `{shown_name(value)}`; {nearest(str(value), known)}")
        if value in self.used:
            raise Wrong(field, f"`{value}` lies in `{self.used[value]}` already ({'NI-04' if kind == 'daughter' else 'NI-03'})")
        self.used[value] = field
        return self.cards.index(value)

    def cards_in(self, given: Any, field: str, kind: str = "card") -> list[int]:
        """A list of such cards."""
        return [self.card(card, f"{field}.{place}", kind) for place, card in enumerate(listed(given, field))]

    def _read_course(self) -> None:
        position, state = self.position, self.state
        name = word(position.get("phase", "event"), "phase", phase.NAMES)
        if name not in (*BEGINNINGS, "over") and "pending" not in position:
            raise Wrong("phase", f"a position stands at the beginning of a phase: {nearest(name, BEGINNINGS)}")
        state["phase"] = phase.NAMES.index(name)
        state["round"] = position.whole("round", 1, 0 if name == "setup" else 1, 99)
        order = position.listed("order", self.rules.players, range(self.rules.players))
        for place, seat in enumerate(order):
            state["order"][place] = whole(seat, f"order.{place}", 0, self.rules.players - 1)
        if sorted(order) != list(range(self.rules.players)):
            raise Wrong("order", f"it is no order of {self.rules.players} seats (N-ORDER-1)")
        if position.get("event") is not None:
            state["event"] = state["card"] = self.card(position.given["event"], "event", "daughter") - things.NUM_BIOMES
        if position.get("card") is not None:
            state["card"] = self.cards.index(word(position.given["card"], "card", self.cards[things.NUM_BIOMES :])) - things.NUM_BIOMES
        self._read_icons(name)

    def _read_icons(self, name: str) -> None:
        state, icons = self.state, self.position.listed("icons")
        if len(icons) > MAX_ICONS:
            raise Wrong("icons", f"{len(icons)} icons; a card has at most {MAX_ICONS}")
        for place, icon in enumerate(icons):
            state["icons"][place] = place_of(icon, f"icons.{place}", things.ICONS)
        state["num_icons"] = len(icons)
        if name == "event" and state["event"] >= 0:
            state["stage"] = 1  # turned up; order and war council are over
        elif icons and name != "event":
            raise Wrong("icons", f"there are none in the phase {name}")
        elif icons:
            raise Wrong("icons", "they belong to a card that is turned up; give `event`")

    def _check_exchanges(self) -> None:
        """What one species has of a colour more than its own, another one has less (NI-01)."""
        seats, of_colour = self.state["seats"][: self.rules.players], int(self.record["disks"])
        for number, name in enumerate(things.COLOURS):
            if (owned := int(seats["disks"][:, number].sum())) != of_colour * len(seats):
                raise Wrong("seats", f"{owned} {name} disks are owned in all; {len(seats)} species have {of_colour * len(seats)} (NI-01)")

    def _read_rows(self) -> None:
        state = self.state
        for number, name in enumerate(things.ROWS):
            row = self.position.listed(name, None, [None] * things.ROW_LENGTH)
            if len(row) != things.ROW_LENGTH:
                raise Wrong(name, f"{len(row)} places; a row has exactly {things.ROW_LENGTH} (NI-09)")
            for column, entry in enumerate(row):
                if entry is not None:
                    place, field = number * things.ROW_LENGTH + column, f"{name}.{column}"
                    is_ice = isinstance(entry, str) and entry.startswith(ICE)
                    state["ice"][place] = is_ice
                    state["biome"][place] = self.card(entry.removeprefix(ICE) if is_ice else entry, field, "biome")
        for fresh in names(self.position.get("fresh", []), "fresh", things.PLACES, "place"):
            state["fresh"][things.PLACES.index(fresh)] = 1
        if phase.ASSIGN <= state["phase"] <= phase.HUNT:
            return
        for number, seat in enumerate(state["seats"][: self.rules.players]):
            if seat["hunters"].any() or things.AT_PLACE <= state["alpha"][seat["species"]] < things.ELDER_OF:
                raise Wrong(f"seats.{number}.hunters", "hunters stand on biomes from the assignment to the hunts only (NI-10)")

    def _read_decks(self) -> None:
        state, position = self.state, self.position
        for name, end in (("event_deck", "event_end"), ("unused", "unused_end")):
            daughters = self.cards_in(position.get(name, []), name, "daughter")
            state[name][: len(daughters)] = [card - things.NUM_BIOMES for card in daughters]
            state[end] = len(daughters)
        decks = position.inner("decks", things.ROWS)
        for number, row in enumerate(things.ROWS):
            found = self.cards_in(decks.get(row, []), decks.at(row), "biome")
            for place, biome in enumerate(found):
                if self.record["biome"][biome]["region"] != number:
                    raise Wrong(f"decks.{row}.{place}", f"`{self.cards[biome]}` is no card of the {row} (NI-03)")
            state["deck"][number, : len(found)], state["deck_end"][number] = found, len(found)
        removed = self.cards_in(position.get("removed", []), "removed")
        removed += [number for number, card in enumerate(self.cards) if card not in self.used]
        state["removed"][: len(removed)], state["num_removed"] = removed, len(removed)

    # ------------------------------------------------------------ people

    def _read_dead(self) -> None:
        """Tribesmen that live nowhere are dead; a given number must be that (NI-02)."""
        state = self.state
        colours = range(3) if self.rules.variant else sorted(self.rules.species)
        given = self.position.inner("dead", [things.SPECIES[colour] for colour in colours], "species")
        for colour in colours:
            name = things.SPECIES[colour]
            alive = sum(int(seat["pool"][colour]) + int(seat["hunters"][:, colour].sum()) for seat in state["seats"])
            for number in range(self.rules.players):
                seat = state["seats"][number]
                if seat["species"] == colour:
                    alpha = int(state["alpha"][colour])
                    alive += int(seat["elder"].sum()) - (1 if things.ELDER_OF <= alpha < things.HUSBAND_OF else 0)
            for number, woman in enumerate(state["daughters"]):
                alive += int(woman["husband"] == 1 + colour and state["alpha"][colour] != things.HUSBAND_OF + number)
                alive += int(woman["suitor"][colour] == 1 and state["alpha"][colour] != things.SUITOR_OF + number)
                alive += int((woman["suitor"] == 3 + colour).sum())
            if alive > things.TRIBESMEN:
                raise Wrong("seats", f"{alive} tribesmen of {name} live; there are {things.TRIBESMEN} of a colour (NI-02)")
            entry, dead = given.inner(name, ("tribesmen", "alpha")), things.TRIBESMEN - alive
            if (told := entry.whole("tribesmen", dead, 0, things.TRIBESMEN)) != dead:
                raise entry.fault("tribesmen", f"{told} and {alive} living ones are not {things.TRIBESMEN} of a colour (NI-02)")
            state["dead"][colour] = dead
            is_dead = bool(state["alpha"][colour] == things.DEAD)
            if entry.flag("alpha", is_dead) != is_dead:
                what = "he stands somewhere else, too" if not is_dead else "he must be somewhere"
                raise entry.fault("alpha", f"there is one alpha of a colour: {what} (NI-02)")

    def put_alpha(self, colour: int, where: int, field: str) -> None:
        """The alpha of a colour is somewhere."""
        if self.state["alpha"][colour] != things.DEAD:
            raise Wrong(field, f"the alpha of {things.SPECIES[colour]} stands somewhere else, too (NI-02)")
        self.state["alpha"][colour] = where

    # ------------------------------------------------------------ chance and what is pending

    def _read_dice(self) -> None:
        dice = self.position.listed("dice")
        if len(dice) > MAX_GIVEN:
            raise Wrong("dice", f"{len(dice)} dice; at most {MAX_GIVEN} can be given")
        for place, face in enumerate(dice):
            self.state["given"][place] = whole(face, f"dice.{place}", 1, 6)
        self.state["given_end"] = len(dice)

    def _read_pending(self) -> None:
        """What goes on is read only as it was written."""
        position, state = self.position, self.state
        if "turn" not in position and not position.get("pending"):
            return
        turn, pending = position.get("turn", {}), listed(position.get("pending", []), "pending")
        check = table(position.get("rng", {}) or {}, "rng").get("check")
        if check is None or check != checksum(turn, pending):
            raise Wrong("pending" if pending else "turn", _OPAQUE)
        try:
            self._take_up(turn, pending)
        except (KeyError, IndexError, ValueError, TypeError, OverflowError):
            raise Wrong("turn", _OPAQUE) from None
        for row in state["agenda"][: state["depth"]]:
            if row["seat"] >= self.rules.players:
                raise Wrong("pending", _OPAQUE)

    def _take_up(self, turn: Mapping[str, Any], pending: list[Any]) -> None:
        state = self.state
        for name, axes, low, high in COURSE:
            if name == "card":
                continue
            value = np.asarray(turn[name])
            if value.shape != axes or value.min() < low or value.max() > high:
                raise ValueError(name)
            state[name] = value
        for number, values in turn["hunts"]:
            for name, value in zip(PENDING.names or (), values, strict=True):
                state["pending"][number][name] = value
        for seat, values in enumerate(turn["seats"]):
            for name, value in zip(OF_SEAT, values, strict=True):
                state["seats"][seat][name] = value
        state["rolls"], resolved = turn["rolls"], turn["icon"]
        left = state["icons"][: state["num_icons"]].copy()
        state["icons"][resolved : resolved + len(left)] = left
        state["icon"], state["num_icons"] = resolved, resolved + len(left)
        if len(pending) > MAX_AGENDA:
            raise ValueError
        for row, entry in zip(state["agenda"], pending, strict=False):
            row["step"], row["seat"] = step.NAMES.index(entry["step"]), entry["seat"]
            for name, value in zip(ARGUMENTS, entry["arguments"], strict=True):
                row[name] = value
        state["depth"] = len(pending)


class _SeatReader:
    """Fills the record of a seat."""

    def __init__(self, reader: _Reader, number: int) -> None:
        self.reader, self.number = reader, number
        self.given = Entry(reader.position.given["seats"][number], f"seats.{number}")
        self.state, self.record = reader.state, reader.record
        self.seat = self.state["seats"][number]
        self.species = int(self.seat["species"])
        self.committed = np.zeros(3, np.int64)

    def read(self) -> None:
        """All of it; disks last, when it is known how many are committed (NI-01)."""
        seat, given, tables = self.seat, self.given, self.reader.rules.tables
        seat["side"] = given.place("side", things.SIDES, "voice")
        seat["mating"] = given.place("mating", things.MATINGS, "pair")
        cards = list(tables["mating_card"])
        fitting = [number for number in range(len(cards)) if seat["mating"] in self.record["card_sides"][number]]
        if not fitting:
            raise given.fault("mating", "no mating card shows this side (N-SETUP-3)")
        named = given.get("mating_card")
        seat["card"] = given.place("mating_card", cards) if named is not None else fitting[0]
        if seat["card"] not in fitting:
            raise given.fault("mating_card", f"`{named}` does not show the side {things.MATINGS[seat['mating']]} (N-SETUP-3)")
        self._read_people()
        self._read_elders()
        self._read_cards()
        self._read_daughters()
        self._read_disks()
        put_limits(seat["limits"], read_limits(given.get("limits", {}), given.at("limits")))
        most = sum(int(seat["elder"][level] and not seat["elder_disk"][level] and not seat["elder_new"] >> level & 1) for level in range(7))
        held = int(seat["hand"]).bit_count()
        if held > most and not self.reader.position.get("pending"):
            raise given.fault("hand", f"{held} cards; the limit is {most}, the number of mature elders (NI-07)")

    def _alpha(self, found: Entry, colour: int, where: int) -> None:
        """Whether the alpha of a colour is there."""
        if found.flag("alpha"):
            self.reader.put_alpha(colour, where, found.at("alpha"))

    def _pieces(self, found: Entry, row: Any, where: int) -> None:
        """Tribesmen, alpha and wanderers at one place."""
        row[self.species] = found.whole("tribesmen", 0, 0, things.TRIBESMEN)
        self._alpha(found, self.species, where)
        rules = self.reader.rules
        others = [
            name for number, name in enumerate(things.SPECIES) if number != self.species and (number in rules.species or rules.variant)
        ]
        wanderers = found.inner("wanderers", others, "species")
        for name in wanderers.given:
            row[things.SPECIES.index(name)] = wanderers.whole(name, 0, 0, things.TRIBESMEN)

    def _read_people(self) -> None:
        pieces = ("tribesmen", "alpha", "wanderers")
        self._pieces(self.given.inner("unassigned", pieces), self.seat["pool"], things.POOL)
        hunters = self.given.inner("hunters", things.PLACES, "place")
        for name in hunters.given:
            place = things.PLACES.index(name)
            self._pieces(hunters.inner(name, pieces), self.seat["hunters"][place], things.AT_PLACE + place)

    def _disk(self, entry: Entry, colour: int) -> int:
        """The disk under an elder or husband, which has the colour that he costs."""
        value = entry.get("disk")
        if value is None:
            return 0
        if word(value, entry.at("disk"), things.COLOURS) != things.COLOURS[colour]:
            raise entry.fault("disk", f"the disk there is {things.COLOURS[colour]} (N-ELD-2, N-WOO-5)")
        self.committed[colour] += 1
        return 1 + colour

    def _read_elders(self) -> None:
        levels = tuple(str(level) for level in range(things.CHIEF, things.NUM_LEVELS))
        elders = self.given.inner("elders", levels, "level")
        for name in elders.given:
            level, found = int(name), elders.inner(name, ("alpha", "disk", "new"))
            if not int(self.record["level_side"][level]) >> int(self.seat["side"]) & 1:
                raise elders.fault(name, f"there is no elder of level {level} on the {things.SIDES[self.seat['side']]} side (NI-05)")
            self.seat["elder"][level] = 1
            self._alpha(found, self.species, things.ELDER_OF + level)
            self.seat["elder_disk"][level] = self._disk(found, int(self.record["level_colour"][level]))
            if found.flag("new"):
                self.seat["elder_new"] |= 1 << level

    def _read_cards(self) -> None:
        seat, reader = self.seat, self.reader
        for name, kind in (("animals", 1), ("inventions", 2)):
            for found in self.given.inners(name, ("id", "disks", "new")):
                card = reader.card(found.get("id"), found.at("id"), "biome")
                if reader.record["biome"][card]["hand"] != kind:
                    raise found.fault("id", f"`{found.given['id']}` is none of the {name} (NI-03)")
                seat[name] |= 1 << card
                self._lay(found, self.state["biome_disks"][card])
                if found.flag("new"):
                    self.state["new_cards"] |= 1 << card
        for name, icon in (("trophies", "trophy"), ("hand", "hand")):
            for place, card in enumerate(reader.cards_in(self.given.get(name, []), self.given.at(name), "biome")):
                if not reader.record["biome"][card][icon]:
                    problem = f"`{reader.cards[card]}` shows no icon that lets it be there (N-TROPHY-1, N-HAND-1)"
                    raise self.given.fault(f"{name}.{place}", problem)
                seat[name] |= 1 << card

    def _lay(self, found: Entry, row: Any) -> None:
        """Disks on a card."""
        for colour in found.amounts("disks", row, things.COLOURS, "colour", 15):
            self.committed[colour] += row[colour]

    def _read_daughters(self) -> None:
        for place, found in enumerate(self.given.inners("daughters", ("id", "disks", "husband", "suitors"))):
            daughter = self.reader.card(found.get("id"), found.at("id"), "daughter") - things.NUM_BIOMES
            woman = self.state["daughters"][daughter]
            woman["owner"] = self.number
            self.seat["tableau"][place] = daughter
            self.seat["daughters"] += 1
            self._lay(found, woman["disks"])
            if found.get("husband") is not None:
                self._read_husband(daughter, woman, found.inner("husband", ("species", "alpha", "disk", "moved")))
            for suitor in found.inners("suitors", ("species", "alpha", "wanderer")):
                self._read_suitor(daughter, woman, suitor)

    def _colour(self, found: Entry) -> int:
        """A species that is in the game."""
        rules = self.reader.rules
        allowed = [things.SPECIES[number] for number in (range(3) if rules.variant else sorted(rules.species))]
        return things.SPECIES.index(word(found.get("species"), found.at("species"), allowed))

    def _read_husband(self, daughter: int, woman: Any, found: Entry) -> None:
        colour = self._colour(found)
        woman["husband"] = 1 + colour
        woman["moved"] = found.flag("moved")
        self._alpha(found, colour, things.HUSBAND_OF + daughter)
        if found.get("disk") is not None and colour != self.species:
            raise found.fault("disk", "a foreign husband is mature, no disk lies under him (N-WOO-5)")
        woman["husband_disk"] = self._disk(found, things.COLOURS.index("orange"))

    def _read_suitor(self, daughter: int, woman: Any, found: Entry) -> None:
        colour = self._colour(found)
        if not phase.ASSIGN <= self.state["phase"] <= phase.HUNT:
            raise Wrong(found.field, "suitors stand on daughters from the assignment to the courtships only (NI-10)")
        if woman["suitor"][colour]:
            raise Wrong(found.field, f"there is one suitor a player; that of {things.SPECIES[colour]} is here already (NI-06)")
        woman["suitor"][colour] = 1
        self._alpha(found, colour, things.SUITOR_OF + daughter)
        if found.get("wanderer") is not None:
            woman["suitor"][colour] = 3 + found.place("wanderer", things.SPECIES)

    def _portals(self, name: str, usual: list[str]) -> int:
        field, found = self.given.at(name), 0
        for place, entry in enumerate(self.given.listed(name, None, usual)):
            portal = place_of(entry, f"{field}.{place}", PORTALS)
            if found >> portal & 1:
                raise Wrong(f"{field}.{place}", f"each place holds one disk; `{entry}` stands here twice (NI-08)")
            if not any(int(domain) >> portal & 1 for domain in self.record["domain"]):
                raise Wrong(f"{field}.{place}", f"there is no such place: `{entry.split('/')[1]}` is no colour of the spot (N-PORT-1)")
            found |= 1 << portal
        return found

    def _read_disks(self) -> None:
        """Owned disks are free or committed (NI-01)."""
        seat, given = self.seat, self.given
        seat["portals"] = self._portals("portals", [])
        if seat["side"] == things.TRIBAL and seat["portals"]:
            raise given.fault("portals", "a tribal player has no portal disks (NI-08)")
        if seat["side"] == things.VOICE and int(seat["portals"]).bit_count() >= self.record["convert_at"]:
            raise given.fault("portals", f"{int(self.record['convert_at'])} portal disks convert to tribal at once (N-PORT-3)")
        seat["before"] = self._portals("portals_before", list(given.get("portals", [])))
        is_set_up = self.state["phase"] != phase.SETUP
        mpi, owned, free = (given.inner(name, things.COLOURS, "colour") for name in ("mpi", "disks", "vocabulary"))
        of_colour = int(self.record["disks"])
        for number, name in enumerate(things.COLOURS):
            shown = int(self.record["mpi"][seat["mating"], number])
            seat["mpi"][number] = mpi.whole(name, shown if is_set_up and "mpi" not in given else 0, 0, 15)
            if is_set_up and seat["mpi"][number] != shown:
                raise mpi.fault(name, f"the side shows {shown}; leave it out, or change `mating.X.mpi` (N-MATE-4)")
            seat["disks"][number] = owned.whole(name, of_colour, 0, 15)
            if seat["disks"][number] != of_colour and self.state["variant"] != things.ALL_SPECIES:
                raise owned.fault(name, f"each species has {of_colour} of a colour; only all_species exchange them (NI-01)")
            self.committed[number] += int(seat["mpi"][number])
            self.committed[number] += sum(int(seat["portals"]) >> place & 1 for place in range(9) if place % 3 == number)
            left = int(seat["disks"][number]) - int(self.committed[number])
            if left < 0:
                problem = f"{int(self.committed[number])} {name} disks are committed, {int(seat['disks'][number])} owned (NI-01)"
                raise Wrong(given.field, problem)
            if (told := free.whole(name, left, 0, 15)) != left:
                count = f"{told} free and {int(self.committed[number])} committed {name} disks"
                raise free.fault(name, f"{count} are not the {int(seat['disks'][number])} owned (NI-01)")
            seat["vocabulary"][number] = left
        if (total := int(seat["disks"].sum())) != 3 * of_colour:
            raise given.fault("disks", f"{total} disks; exchanges go one for one, {3 * of_colour} stay (NI-01, N-VAR-1)")
