"""The games of a Neanderthal scenario for the batch: what is its own of kit/batch/source.py, and the tables of its notes."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

from caverna_sim.dataset.schema import Rows
from caverna_sim.errors import ScenarioError, shown
from caverna_sim.games.neanderthal.bots.parameters import BY_VARIANT, bot_record, is_path
from caverna_sim.games.neanderthal.box.catalog import Catalog
from caverna_sim.games.neanderthal.box.deck import PER_BLOCK, Deck, deck_of
from caverna_sim.games.neanderthal.ids import note, score
from caverna_sim.games.neanderthal.ids.things import ELDER_AT, HUSBAND_AT, NUM_CARDS, NUM_DAUGHTERS, VARIANTS
from caverna_sim.games.neanderthal.position.read import put_limits
from caverna_sim.games.neanderthal.scenario.reading import NeanderthalScenario
from caverna_sim.games.neanderthal.tables import COUNTED, tables_of
from caverna_sim.kit.batch.source import DesignedSource, Noted, without_files
from caverna_sim.kit.design.assigned import Assigning
from caverna_sim.match.outside import is_outside

ROWS_PER_SEAT = {"noted": 200}
LISTS = {"parts": tuple(f"part_{name}" for name in score.NAMES), "count": tuple(COUNTED)}
TIES = 1000  # a tie is below that
PORTALS_FROM = 1 + NUM_CARDS + 6 + NUM_DAUGHTERS  # of `where_names`


class NeanderthalSource(DesignedSource):
    """The games of a scenario; see protocol.GameSource."""

    game = "neanderthal"
    kinds = ("noted",)
    rows_per_seat, lists = ROWS_PER_SEAT, LISTS

    def __init__(self, scenario: NeanderthalScenario) -> None:
        outside = next((bot for bot in scenario.bots if is_outside(bot)), None)
        if outside is not None:
            raise ScenarioError(f"scenario `{scenario.name}`: {shown(outside)} cannot play this game in a batch; give names of bots")
        super().__init__(without_files(scenario, is_path, BY_VARIANT[scenario.kind].parameters_of))
        self.deck: Deck = deck_of(self.scenario.deck_of(0))
        cards = (*self.deck.tables["biome"], *self.deck.tables["daughter"])
        self.tables = tables_of(scenario.record, self.names, cards, self.assigning if self.design.assigns else None)

    @property
    def assigning(self) -> Assigning:
        """What can be assigned."""
        drawn = self.scenario.drawn_limits
        return Assigning("card", "card", (), (), tuple(drawn.alternatives) if drawn else ())

    def record_of(self, name: str) -> tuple[NDArray[Any], NDArray[Any]]:
        """A BOT record; nobody has learned anything."""
        return bot_record(*self.own_of(name), self.scenario.kind), np.zeros(0)

    def told_of(self, name: str, number: int) -> dict[str, Any]:
        """What a manifest says of a bot."""
        return BY_VARIANT[self.scenario.kind].told(*self.own_of(name), hashlib.sha256(self.record_of(name)[0].tobytes()).hexdigest()[:16])

    @property
    def catalog(self) -> Catalog:
        """The rules of the first block."""
        return self._rules(0)

    def _rules(self, block: int) -> Catalog:
        found: Catalog = self.scenario.catalog(block, deck=None if self.scenario.deck == PER_BLOCK else self.deck)
        return found

    @property
    def rules_hash(self) -> str:
        """Names the rules, house rules applied; with another deck for each block those of the first, and that it is so."""
        own = super().rules_hash
        return hashlib.sha256(f"{own} {PER_BLOCK}".encode()).hexdigest()[:16] if self.scenario.deck == PER_BLOCK else own

    def describe(self) -> dict[str, Any]:
        """The deck, too."""
        told = {**self.deck.told(), **({"id": PER_BLOCK} if self.scenario.deck == PER_BLOCK else {})}
        return {**super().describe(), "deck": told}

    def drawn(self, block: int) -> dict[str, Any]:
        """What a block begins with: who sits where, which species, which deck, what seats may not do."""
        own = {"species": self.scenario.species_of(block), "deck": self.scenario.deck_of(block)}
        return {**{name: value for name, value in super().drawn(block).items() if name in ("seating", "limits")}, **own}

    def places_of(self, players: NDArray[Any]) -> NDArray[Any]:
        """The score and then the tie."""
        found: NDArray[Any] = players["score"].astype(np.int64) * TIES + players["tie"]
        return found

    def plan(self, plans: NDArray[Any], first_game: int) -> NDArray[Any]:
        """The rules of a game hang on its species and deck."""
        known: dict[tuple[Any, str], int] = {}
        rules = [super().plan(plans, first_game)]
        for start in range(0, len(plans), self.block_games):
            block = int(plans[start]["block"])
            key = self.scenario.species_of(block), self.scenario.deck_of(block)
            if key not in known:
                known[key] = len(rules)
                rules.append(self._rules(block).record)
            plans["rules"][start : start + self.block_games] = known[key]
        return np.concatenate(rules)

    def limits_of(self, limits: Mapping[int, Any], seats: int) -> NDArray[Any]:
        """LIMITS records."""
        from caverna_sim.games.neanderthal.shape.layout import LIMITS

        records = np.zeros(seats, LIMITS)
        for seat, found in limits.items():
            put_limits(records[seat], found)
        return records

    def own_rows(self, rows: dict[str, Any], plans: NDArray[Any], noted: Noted, first_game: int) -> dict[str, Any]:
        """What the games have noted, and how they ended."""
        outcomes, games = noted["outcomes"], dict(rows["games"])
        games["turns"] = games.pop("rounds")
        decks = np.empty(len(plans), object)
        decks[:] = [self.scenario.deck_of(int(block)) if self.scenario.deck == PER_BLOCK else self.deck.id for block in plans["block"]]
        rows["games"] = {
            **games, "deck": decks, "variant": np.full(len(plans), VARIANTS.index(self.scenario.kind), np.int8),
            "ended": outcomes["by_ice"].astype(np.int8), "ice": outcomes["ice"], "won_together": outcomes["won"],
        }  # fmt: skip
        if "players" in rows:
            rows["players"] = {**rows["players"], "mating_start": _first_mating(noted["players"].shape, noted["noted"])}
        every = {**rows, **note_columns(first_game, noted["noted"], self._rules(0))}
        return super().own_rows(every, plans, noted, first_game)


# ---------------------------------------------------------------- columns


def _first_mating(shape: tuple[int, ...], noted: NDArray[Any]) -> NDArray[np.int8]:
    """The mating side that each seat has chosen first."""
    chosen = noted[(noted["kind"] == note.MATING) & (noted["turn"] == 0)]
    first = np.zeros(shape, np.int8)
    first[chosen["game"], chosen["said"][:, 0]] = chosen["said"][:, 1]
    return first.ravel()


def note_columns(first_game: int, noted: NDArray[Any], rules: Catalog) -> dict[str, Rows]:
    """The tables that are made of notes: a column for each number that a note says."""
    found: dict[str, Rows] = {}
    for table, kind in (
        ("events", note.EVENT), ("climate", note.CLIMATE), ("auctions", note.AUCTION), ("hunts", note.HUNT), ("attacks", note.ATTACK),
        ("courtships", note.COURTSHIP), ("births", note.BIRTH), ("elders", note.ELDER), ("actions", note.ACTION), ("offers", note.OFFER),
    ):  # fmt: skip
        rows = noted[noted["kind"] == kind]
        columns = {"game": rows["game"].astype(np.int64) + first_game, "turn": rows["turn"]}
        columns |= {name: rows["said"][:, place] for place, name in enumerate(note.FIELDS[note.NAMES[kind]])}
        found[table] = {name: values.astype(bool) if name in _FLAGS else values for name, values in columns.items()}
    hunts = dict(found["hunts"])
    kinds = rules.record[0]["biome"]["kind"]
    found["hunts"] = {**hunts, "class": kinds[hunts["biome"]], "dice": _dice(noted[noted["kind"] == note.HUNT]["said"])}
    found["courtships"] = {**found["courtships"], "killed": np.asarray(found["courtships"]["killed"]).astype(bool)}
    actions = dict(found["actions"])
    found["actions"] = {**actions, "what": _what(np.asarray(actions["action"]), np.asarray(actions["what"]).astype(np.int16))}
    found["daughters"] = _daughter_columns(first_game, noted[noted["kind"] == note.DAUGHTER])
    return found


_FLAGS = ("tied", "alpha_power", "success", "plundered", "war_party", "free", "accepted")


def _dice(said: NDArray[np.int16]) -> NDArray[Any]:
    """The dice of hunts as texts, sorted."""
    texts = np.empty(len(said), object)
    for number, row in enumerate(said[:, 16:].tolist()):
        counts = [count for pair in row for count in (pair % 64, pair // 64)]
        texts[number] = " ".join(str(face) for face, count in enumerate(counts, 1) for _ in range(count))
    return texts


def _what(action: NDArray[Any], what: NDArray[np.int16]) -> NDArray[np.int16]:
    """The number in `where_names` of what an action was done to."""
    where = np.where(what < ELDER_AT, 1 + what, np.where(what < HUSBAND_AT, NUM_CARDS + what - ELDER_AT, 7 + NUM_CARDS + what - HUSBAND_AT))
    return np.where(action == 0, 0, np.where(action == 1, PORTALS_FROM + what, where)).astype(np.int16)


def _daughter_columns(first_game: int, rows: NDArray[Any]) -> Rows:
    """A row for each daughter that came, with the turns in which she was mature, married and lost."""
    came = rows[rows["said"][:, 2] == note.CAME]
    place = {(int(row["game"]), int(row["said"][1])): number for number, row in enumerate(came)}
    turns = np.zeros((len(note.OF_DAUGHTER), len(came)), np.int8)
    husband = np.zeros(len(came), np.int8)
    for row in rows[rows["said"][:, 2] != note.CAME]:
        number, what = place.get((int(row["game"]), int(row["said"][1]))), int(row["said"][2])
        if number is not None and turns[what, number] == 0:
            turns[what, number] = row["turn"]
            if what == note.MARRIED:
                husband[number] = 1 + row["said"][3]
    return {
        "game": came["game"].astype(np.int64) + first_game, "seat": came["said"][:, 0], "daughter": came["said"][:, 1],
        "turn": came["turn"], "matured": turns[note.MATURED], "husband_turn": turns[note.MARRIED], "husband": husband,
        "lost": turns[note.LOST],
    }  # fmt: skip
