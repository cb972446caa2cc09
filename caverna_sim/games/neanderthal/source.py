"""The games of a Neanderthal scenario for the batch: plans them, plays them compiled, and turns what was noted into columns."""

from __future__ import annotations

import hashlib
from dataclasses import replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from caverna_sim.dataset.schema import Rows
from caverna_sim.errors import ScenarioError, shown
from caverna_sim.games.neanderthal.box.catalog import Catalog, catalog
from caverna_sim.games.neanderthal.box.deck import PER_BLOCK, Deck, deck_of
from caverna_sim.games.neanderthal.ids import note, score
from caverna_sim.games.neanderthal.ids.things import ELDER_AT, HUSBAND_AT, NUM_CARDS, NUM_DAUGHTERS, VARIANTS
from caverna_sim.games.neanderthal.position.read import put_limits
from caverna_sim.games.neanderthal.scenario.reading import NeanderthalScenario, spread
from caverna_sim.games.neanderthal.tables import COUNTED, OF_SEAT, tables_of
from caverna_sim.kit.design.assigned import Assigning
from caverna_sim.kit.many.columns import Columns, block_means, game_columns, seat_columns
from caverna_sim.match.outside import is_outside
from caverna_sim.match.protocol import PlayedChunk, Stop
from caverna_sim.match.seating import order_of
from caverna_sim.scenario.scenario import OwnBot

CALL_GAMES = 128  # in one call of the kernel, which keeps its buffers small
CHUNK_GAMES = 4000
NOTES_PER_SEAT = 200  # of a game; more are counted, and the call is repeated
PLACES = 1000  # a tie is below that
PORTALS_FROM = 1 + NUM_CARDS + 6 + NUM_DAUGHTERS  # of `where_names`


class NeanderthalSource:
    """The games of a scenario; see protocol.GameSource."""

    needs_processes = False
    chunk_games = CHUNK_GAMES

    def __init__(self, scenario: NeanderthalScenario) -> None:
        from caverna_sim.games.neanderthal.bots.parameters import bot_record

        self.scenario = _without_files(scenario)
        self.names = self.scenario.who_plays
        self.records = {name: bot_record(*self._own(name)) for name in self.names}
        self.design = self.scenario.design(self.scenario.seed)
        self.block_games = self.scenario.seatings
        self.deck: Deck = deck_of(self.scenario.deck_of(0))
        self.cards = (*self.deck.tables["biome"], *self.deck.tables["daughter"])
        drawn = self.scenario.drawn_limits
        self._assigning = Assigning("card", "card", (), (), tuple(drawn.alternatives) if drawn else ())
        self.tables = tables_of(scenario.record, self.names, self.cards, self._assigning if self.design.assigns else None)

    def _own(self, name: str) -> tuple[str, Any]:
        """The bot of the roster that a name stands for, and what is changed of it."""
        own = self.scenario.own_bots.get(name)
        return (name, None) if own is None else (own.base, own.parameters)

    def _rules(self, block: int) -> Catalog:
        scenario = self.scenario
        deck = self.deck if scenario.deck != PER_BLOCK else deck_of(scenario.deck_of(block))
        return catalog(scenario.players, scenario.kind, scenario.species_of(block), scenario.all_rules, deck)

    @property
    def rules_hash(self) -> str:
        """Names the rules, house rules applied; with another deck for each block those of the first, and that it is so."""
        own = self._rules(0).hash
        return hashlib.sha256(f"{own} {PER_BLOCK}".encode()).hexdigest()[:16] if self.scenario.deck == PER_BLOCK else own

    def describe(self) -> dict[str, Any]:
        """Rules, deck, bots and code, as they decide what is played."""
        from caverna_sim.compiling.cache import source_hash
        from caverna_sim.games.neanderthal.bots.parameters import BOTS

        about = {
            name: BOTS.told(*self._own(name), hashlib.sha256(record.tobytes()).hexdigest()[:16]) for name, record in self.records.items()
        }
        told = {**self.deck.told(), **({"id": PER_BLOCK} if self.scenario.deck == PER_BLOCK else {})}
        return {"rules_hash": self.rules_hash, "engine": source_hash("neanderthal"), "bots": about, "deck": told}

    def drawn(self, block: int) -> dict[str, Any]:
        """What a block begins with: who sits where, which species, which deck."""
        scenario = self.scenario
        found = self.design.of_block(block)
        return {
            "seating": scenario.seated(scenario.seed, block), "species": scenario.species_of(block), "deck": scenario.deck_of(block),
            "limits": [found.limits_seat, found.limit, dict(found.limits)],
        }  # fmt: skip

    def warm_up(self) -> None:
        """Compile the playing loop."""
        from caverna_sim.compiling.progress import CompileProgress

        with CompileProgress("games, neanderthal"):
            self.play(0, 0, np.zeros(1, np.int8))

    # ------------------------------------------------------------ playing

    def play(self, first_game: int, games: int, stop: Stop) -> PlayedChunk | None:
        """Play whole blocks of games; None when stopped."""
        plans, rules, orders = self._plan(first_game, games)
        pieces = []
        for start in range(0, max(1, games), CALL_GAMES):
            piece = self._play_some(plans[start : start + CALL_GAMES], rules, stop)
            if piece is None:
                return None
            piece[2]["game"] += start
            pieces.append(piece)
        outcomes, players, noted = (np.concatenate(several) for several in zip(*pieces, strict=True))
        game = np.arange(first_game, first_game + games, dtype=np.int64)
        places = players["score"].astype(np.int64) * PLACES + players["tie"]
        bots = plans["bots"][:, : self.scenario.seats]
        rows: dict[str, Rows] = {
            "games": self._game_columns(game, plans, orders, outcomes, places),
            "players": {**seat_columns(game, bots, players, places), **_seat_columns(players, noted)},
            **note_columns(first_game, noted, self._rules(0)),
        }
        kept = {table.name for table in self.tables}
        if "assigned" in kept:
            blocks = plans["block"][:: self.block_games].tolist()
            rows["assigned"] = self._assigning.columns(self.design, blocks, first_game, np.zeros((games, self.scenario.seats, 0), np.int8))
        return PlayedChunk(
            rows={name: columns for name, columns in rows.items() if name in kept},
            hashes=outcomes["hash"].copy(),
            means=block_means(self.names, bots, players["score"], self.block_games),
            choices=int(outcomes["choices"].sum()),
        )

    def _plan(self, first_game: int, games: int) -> tuple[NDArray[Any], NDArray[Any], NDArray[Any]]:
        """PLAN records of games, the rules they are played by, and the orders of bots."""
        from caverna_sim.games.neanderthal.playing.rows import PLAN

        scenario = self.scenario
        plans, orders = np.zeros(games, PLAN), np.empty(games, object)
        known: dict[str, int] = {}
        rules = [self._rules(0).record]
        for number in range(games):
            block, place = divmod(first_game + number, self.block_games)
            if place == 0:
                tables, limits = scenario.seated(scenario.seed, block), self.design.of_block(block).limits
            key = f"{scenario.species_of(block)} {scenario.deck_of(block)}"
            if key not in known:
                known[key] = len(rules)
                rules.append(self._rules(block).record)
            seating, seats = tables[place]
            for seat, found in limits.items():
                put_limits(plans[number]["limits"][seat], found)
            plans[number]["block"], plans[number]["seating"], plans[number]["rules"] = block, seating, known[key]
            plans[number]["bots"][: scenario.seats] = spread(list(seats), scenario.seats)
            orders[number] = order_of([self.names[bot] for bot in seats])
        return plans, np.concatenate(rules), orders

    def _play_some(self, plans: NDArray[Any], rules: NDArray[Any], stop: Stop) -> tuple[NDArray[Any], ...] | None:
        from caverna_sim.games.neanderthal.bots.layout import MIND
        from caverna_sim.games.neanderthal.playing.games import play_games
        from caverna_sim.games.neanderthal.playing.rows import NOTED, OUTCOME, PLAYER
        from caverna_sim.games.neanderthal.shape import layout

        seats, bots = self.scenario.seats, np.concatenate(list(self.records.values()))
        room = NOTES_PER_SEAT * seats * len(plans) + 1
        while True:
            outcomes, players, noted = np.zeros(len(plans), OUTCOME), np.zeros((len(plans), seats), PLAYER), np.zeros(room, NOTED)
            states, minds, out = np.zeros(4, layout.STATE), np.zeros(1, MIND), np.zeros(layout.MAX_LEGAL, np.int32)
            played, rows = play_games(
                states[:1], rules, bots, plans, states[1:], minds, out, self.scenario.seed, stop, outcomes, players, noted
            )  # fmt: skip
            if played < len(plans):
                return None
            if rows <= room:
                return outcomes, players, noted[:rows]
            room = 2 * rows

    def _game_columns(
        self, game: NDArray[np.int64], plans: NDArray[Any], orders: NDArray[Any], outcomes: NDArray[Any], places: NDArray[Any]
    ) -> Rows:
        columns = dict(game_columns(game, plans, {"seating": plans["seating"], "order": orders}, outcomes, places))
        columns["turns"] = columns.pop("rounds")
        decks = np.empty(len(game), object)
        decks[:] = [self.scenario.deck_of(int(block)) if self.scenario.deck == PER_BLOCK else self.deck.id for block in plans["block"]]
        variant = np.full(len(game), VARIANTS.index(self.scenario.kind), np.int8)
        return {
            **columns, "deck": decks, "variant": variant, "ended": outcomes["by_ice"].astype(np.int8), "ice": outcomes["ice"],
            "won_together": outcomes["won"],
        }  # fmt: skip


def _without_files(scenario: NeanderthalScenario) -> NeanderthalScenario:
    """The same scenario with bots of files written out."""
    from caverna_sim.games.neanderthal.bots.parameters import is_path, parameters_of

    outside = next((bot for bot in scenario.bots if is_outside(bot)), None)
    if outside is not None:
        raise ScenarioError(f"scenario `{scenario.name}`: {shown(outside)} cannot play this game in a batch; give names of bots")
    files = {bot: OwnBot("random", parameters_of(bot)) for bot in scenario.bots if is_path(bot) and bot not in scenario.own_bots}
    return replace(scenario, own_bots={**scenario.own_bots, **files})


# ---------------------------------------------------------------- columns


def _seat_columns(players: NDArray[Any], noted: NDArray[Any]) -> Columns:
    """What else is kept of every seat."""
    flat = players.ravel()
    columns = {f"part_{name}": flat["parts"][:, number] for number, name in enumerate(score.NAMES)}
    columns |= {name: flat[name] for name in ("species", "side", "mating", *OF_SEAT)}
    columns |= {name: flat["count"][:, number] for number, name in enumerate(COUNTED)}
    chosen = noted[(noted["kind"] == note.MATING) & (noted["turn"] == 0)]
    first = np.zeros(players.shape, np.int8)
    first[chosen["game"], chosen["said"][:, 0]] = chosen["said"][:, 1]
    return {**columns, "mating_start": first.ravel()}


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
