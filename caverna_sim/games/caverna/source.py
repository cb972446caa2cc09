"""The games of a Caverna scenario for the batch: plans them, plays them compiled, and turns what was noted into columns."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from caverna_sim.dataset.schema import Rows
from caverna_sim.errors import RunStopped, ScenarioError, shown
from caverna_sim.games.caverna.bots.layout import TIERS
from caverna_sim.games.caverna.box.tables import ids_so_far, printed_tables, with_house_rules
from caverna_sim.games.caverna.expansions import door
from caverna_sim.games.caverna.ids import good, score
from caverna_sim.games.caverna.limits import limits_record
from caverna_sim.games.caverna.scenario.design import Design
from caverna_sim.games.caverna.scenario.reading import CavernaScenario
from caverna_sim.games.caverna.shape.sizes import MOST_CHOICES, MOST_COMING, MOST_GOODS
from caverna_sim.games.caverna.tables import LAND, tables_of
from caverna_sim.kit.design.assigned import Assigning
from caverna_sim.kit.design.draws import Drawn, seated
from caverna_sim.kit.many.columns import Columns, block_means, event_columns, fitting, game_columns, numbers_of, round_columns, seat_columns
from caverna_sim.match.outside import OUTSIDE, given, is_outside, told_of_function
from caverna_sim.match.protocol import PlayedChunk, Stop
from caverna_sim.match.seating import GivenTables, Seating, order_of
from caverna_sim.scenario.scenario import OwnBot

if TYPE_CHECKING:
    from caverna_sim.games.caverna.box.catalog import Catalog
    from caverna_sim.kit.many.guests import Guests

IN_CIRCLES = ("any_time", "on_gain", "on_convert_animal")  # when furnishings do what can be done again and again
CALL_GAMES = 128  # in one call of the kernel, which keeps its buffers small
ROWS_PER_SEAT = {"built": 12, "placed": 48, "taken": 48, "lessons": 20}  # to begin with; buffers grow when a game needs more
CHUNK_GAMES = {"random": 4000, "scripted": 4000, "swift": 4000, "value": 200, "search": 4, OUTSIDE: 40}  # some seconds of play, by tier
NO_TASTES = "random"  # bot without parameters: what is written out on top of it is all there is
Records = tuple[NDArray[Any], NDArray[Any]]  # BOT and JUDGE


def self_contained(scenario: CavernaScenario) -> CavernaScenario:
    """The same scenario with bots of parameter files written out as bots of its own, so that it needs no files."""
    from caverna_sim.games.caverna.bots.parameters import is_path, label, packaged_bots, parameters_of

    own = {name: _written_out(bot) for name, bot in scenario.own_bots.items()}
    names = []
    for bot in scenario.bots:
        if not isinstance(bot, str):
            raise ScenarioError(f"scenario `{scenario.name}`: {shown(bot)} cannot play in a batch; give names of bots or parameter files")
        name = label(bot) if is_path(bot) else bot
        if is_path(bot):
            values = OwnBot(NO_TASTES, _inherited(parameters_of(bot)))
            if name in packaged_bots() or own.get(name, values) != values:
                raise ScenarioError(f"scenario `{scenario.name}`: the file `{bot}` is called like another bot; give the file another name")
            own[name] = values
        names.append(name)
    return replace(scenario, bots=tuple(names), own_bots=own)


def _written_out(bot: OwnBot) -> OwnBot:
    from caverna_sim.games.caverna.bots.parameters import is_path, parameters_of

    return OwnBot(NO_TASTES, _inherited(parameters_of(bot.base, bot.parameters))) if is_path(bot.base) else bot


def _inherited(values: Mapping[str, Any]) -> dict[str, Any]:
    return {key: value for key, value in values.items() if key not in ("base", "provenance", "tune")}


class CavernaSource:
    """The games of a scenario; see protocol.GameSource."""

    def __init__(
        self,
        scenario: CavernaScenario,
        records: Mapping[str, Records] | None = None,
        seating: Seating | GivenTables | None = None,
        learned: NDArray[np.float32] | None = None,
    ) -> None:
        """`records` are BOT and JUDGE records of names that only this source knows, such as the candidates of `tune`.

        `seating` stands in for that of the scenario. With `learned` lessons are kept: [name] 1 for bots that play as a judge is followed.
        """
        self.scenario = self_contained(scenario)
        self.names = self.scenario.who_plays
        self.functions = {name: given(name) for name in self.names if is_outside(name)}
        ours = [name for name in self.names if name not in self.functions]
        self._which = numbers_of(self.names, self.functions)
        self.bots, self.judges = self._records(ours, records or {})
        self.seating = seating or self.scenario.plan_of_seats
        self.learned = learned
        self.wing = door(scenario.expansion, "columns")
        self.design = Design(self.scenario, self.scenario.seed, self.scenario.all_rules)
        self.has_supply = self.wing is not None or self.design.draws_supply
        self.rules_tables = with_house_rules(self.scenario.all_rules, scenario.expansion)
        assigning = self._assigning if self.design.assigns else None
        self.tables = tables_of(scenario.record, self.names, self.has_supply, scenario.expansion, assigning, self.rules_tables)
        self.block_games = self.seating.block_games
        tiers = [TIERS[one] for one in self.bots["tier"]] if ours else []
        self.chunk_games = min(CHUNK_GAMES[tier] for tier in (*tiers, *[OUTSIDE] * bool(self.functions)))
        self.needs_processes = any(not hasattr(one, "py_func") for one in self.functions.values())  # Python does not share a process

    def _records(self, names: Sequence[str], known: Mapping[str, Records]) -> Records:
        """BOT and JUDGE records by name; a blank one each when nobody has any."""
        from caverna_sim.games.caverna.bots.layout import BOT, JUDGE
        from caverna_sim.games.caverna.bots.parameters import bot_record

        own, expansion = self.scenario.own_bots, self.scenario.expansion
        both = [
            known[name]
            if name in known
            else bot_record(own[name].base, own[name].parameters, expansion)
            if name in own
            else bot_record(name, None, expansion)
            for name in names
        ]
        if not both:
            return np.zeros(1, BOT), np.zeros(1, JUDGE)
        return np.concatenate([bot for bot, _ in both]), np.concatenate([judge for _, judge in both])

    def __getstate__(self) -> dict[str, Any]:
        """Without the buffers: every process makes its own."""
        return {key: value for key, value in vars(self).items() if key not in ("_openings", "_played_rounds")}

    @property
    def _catalog(self) -> Catalog:
        from caverna_sim.games.caverna.box.catalog import catalog

        return catalog(self.scenario.players, self.scenario.all_rules, self.scenario.expansion)

    @property
    def _rules(self) -> NDArray[Any]:
        return self._catalog.record

    @property
    def rules_hash(self) -> str:
        """Names the rules, house rules applied."""
        return self._catalog.hash

    def describe(self) -> dict[str, Any]:
        """Rules, bots and code, as they decide what is played."""
        from caverna_sim.compiling.cache import source_hash
        from caverna_sim.games.caverna.bots.fingerprints import fingerprint
        from caverna_sim.games.caverna.bots.parameters import parameters_of, strengths

        own = self.scenario.own_bots
        bots: dict[str, Any] = {}
        for number, name in zip(self._which.tolist(), self.names, strict=True):
            if name in self.functions:
                bots[name] = {**told_of_function(self.functions[name]), "tier": OUTSIDE, "strength": None, "parameters": {}}
                continue
            values = parameters_of(own[name].base, own[name].parameters) if name in own else parameters_of(name)
            about = {"description": values.pop("description", ""), "tier": values["tier"], "strength": strengths().get(name)}
            values.pop("provenance", None)
            bots[name] = {**about, "fingerprint": fingerprint(self.bots[number], self.judges[number]), "parameters": values}
        return {"rules_hash": self.rules_hash, "engine": source_hash(), "bots": bots}

    def drawn(self, block: int) -> dict[str, Any]:
        """Who sits where, what is in the supply, what seats may not do, how they open."""
        found = self.design.of_block(block)
        return {
            "seating": self._seated(block, found),
            "supply": [found.absent, found.absent_extra, found.access_seat, dict(found.access)],
            "limits": [found.limits_seat, found.limit, dict(found.limits)],
            "opening": [found.opening_seat, dict(self.design.openings[found.opening])],
        }

    def warm_up(self) -> None:
        """Compile the playing loop."""
        from caverna_sim.compiling.progress import CompileProgress
        from caverna_sim.games.caverna.bots.layout import SEARCH, VALUE

        tier = max((kind for kind in (SEARCH, VALUE) if kind in self.bots["tier"]), default=0)
        kind = {SEARCH: "search", VALUE: "value"}.get(tier, "scripted")
        with CompileProgress(f"games, {kind}, {self.scenario.expansion or 'base'}"):
            self.play(0, 0, np.zeros(1, np.int8))

    # ------------------------------------------------------------ planning

    def _seated(self, block: int, drawn: Drawn) -> list[tuple[int, tuple[int, ...]]]:
        """Who sits where in the games of a block."""
        focal = None if self.scenario.focal_bot is None else self.names.index(self.scenario.focal_bot)
        return seated(self.seating.block(self.scenario.seed, block), drawn, focal)

    def _plan(self, first_game: int, games: int) -> tuple[NDArray[Any], Columns]:
        """PLAN records of games, and what there is to say about their seatings."""
        from caverna_sim.games.caverna.playing.rows import PLAN
        from caverna_sim.games.caverna.shape.tiles import set_of

        scenario = self.scenario
        tiles = {name: number for number, name in self.design.offered}
        plans = np.zeros(games, PLAN)
        plans["block"] = np.arange(first_game, first_game + games) // self.block_games
        orders = np.empty(games, object)
        known: dict[Any, str] = {}  # [table] its order
        seated: list[Any] = []
        for start in range(0, games, self.block_games):
            block = (first_game + start) // self.block_games
            drawn = self.design.of_block(block)
            end = start + self.block_games
            if drawn.absent:
                plans["absent"][start:end] = set_of(tiles[tile] for tile in drawn.absent)
            if drawn.opening:
                plans["opening"][start:end] = drawn.opening
            if drawn.limits:
                plans["limits"][start:end] = limits_record(drawn.limits, plans["limits"].shape[1], self.rules_tables)
            tables = self._seated(block, drawn)
            first = tables[0][1]
            if first not in known:
                known[first] = order_of([self.names[bot] for bot in first])
            orders[start:end] = known[first]
            seated += tables
        plans["seating"] = [seating for seating, _ in seated]
        bots = np.array([table for _, table in seated], np.int16).reshape(games, scenario.players)
        plans["bots"][:, : scenario.players] = self._which[bots]
        return plans, {"seating": plans["seating"], "order": orders, "bot": bots}

    @cached_property
    def _openings(self) -> NDArray[np.int16]:
        """[opening, seat, n] number of the space, ended by NO_SPACE_WANTED."""
        from caverna_sim.games.caverna.box.catalog import SPACES
        from caverna_sim.kit.play.asking import NO_SPACE_WANTED

        every = self.design.openings
        longest = max((len(spaces) for openings in every for spaces in openings.values()), default=0)
        numbers = np.full((len(every), self.scenario.players, longest), NO_SPACE_WANTED, np.int16)
        for openings, row in zip(every, numbers, strict=True):
            for seat, spaces in openings.items():
                row[seat, : len(spaces)] = [SPACES.index(space) for space in spaces]
        return numbers

    def _needed_judges(self) -> NDArray[Any] | None:
        """None when no bot looks ahead, which spares compiling all that these do."""
        from caverna_sim.games.caverna.bots.layout import SEARCH, SWIFT, VALUE

        return self.judges if np.isin(self.bots["tier"], (VALUE, SEARCH, SWIFT)).any() else None

    # ------------------------------------------------------------ playing

    def play(self, first_game: int, games: int, stop: Stop) -> PlayedChunk | None:
        """Play whole blocks of games; None when stopped."""
        plans, seatings = self._plan(first_game, games)
        kept = {table.name for table in self.tables}
        player = _Player(self, stop, kept)
        for start in range(0, max(1, games), CALL_GAMES):
            if not player.play(plans[start : start + CALL_GAMES], start, first_game):
                return None
        noted = player.noted()
        totals = noted["players"]["score"]
        places = _places(noted["players"], self.wing)
        bots = seatings.pop("bot")
        chunk_game = np.arange(first_game, first_game + games, dtype=np.int64)
        rows: dict[str, Rows] = {"games": game_columns(chunk_game, plans, seatings, noted["outcomes"], places)}
        if "players" in kept:
            rows["players"] = _player_columns(chunk_game, bots, noted["players"], places)
        for table, (kind, fields) in EVENTS.items():
            if table in kept:
                rows[table] = event_columns(first_game, noted[kind], fields)
        if "assigned" in kept:
            blocks = plans["block"][:: self.block_games].tolist()
            rows["assigned"] = self._assigning.columns(self.design, blocks, first_game, noted["opened"])
        if "rounds" in kept:
            rows["rounds"] = round_columns(chunk_game, noted["rounds"], self._played_rounds)
        if self.has_supply:
            rows["supply"] = self._supply_columns(plans, noted["outcomes"])
        if self.wing:
            rows["games"] = {**rows["games"], **self.wing.of_games(noted["outcomes"])}
            if "players" in kept:
                rows["players"] = {**rows["players"], **self.wing.of_players(noted["players"])}
            rows |= self.wing.own_tables(chunk_game, noted["players"], self.rules_tables)
        fitted = {table.name: fitting(table, rows[table.name]) for table in self.tables}
        if self.learned is not None:
            fitted["lessons"] = event_columns(first_game, noted["lessons"], ("seat", "bot", "now", "feature"))
        return PlayedChunk(
            rows=fitted,
            hashes=noted["outcomes"]["hash"].copy(),
            means=block_means(self.names, bots, totals, self.block_games),
            choices=int(noted["outcomes"]["choices"].sum()),
        )

    def _supply_columns(self, plans: NDArray[Any], outcomes: NDArray[Any]) -> Columns:
        """What the games of a block began with; what was not left out in the base game, what was on display with the expansion."""
        from caverna_sim.games.caverna.shape.tiles import BITS

        in_box = np.array([number for number, _ in self.design.offered], np.int8)
        blocks = plans[:: self.block_games]
        had = outcomes["supply"][:: self.block_games] if self.wing else ~blocks["absent"]
        available = (had[:, in_box // BITS] >> (in_box % BITS)[None, :].astype(np.int64)) & 1 == 1
        return {
            "block": np.repeat(blocks["block"], len(in_box)),
            "tile": np.tile(in_box, len(blocks)),
            "available": available.ravel(),
        }

    @cached_property
    def _played_rounds(self) -> NDArray[np.int8]:
        """Numbers of rounds, from 0; some are skipped with few players (R-2P-1)."""
        played = np.flatnonzero(self._rules[0]["is_played"][1:]).astype(np.int8)
        found: NDArray[np.int8] = played[played < self._rules[0]["last_round"]]
        return found

    @cached_property
    def _assigning(self) -> Assigning:
        """What can be assigned."""
        tables, chances = self.rules_tables, self.scenario.random_loot_absence
        loot = tuple(printed_tables(self.scenario.expansion)["loot"]) if chances else ()
        return Assigning(
            "tile", "unique furnishing", ids_so_far(tables, "furnishing"), ids_so_far(tables, "space"),
            tuple(self.scenario.drawn_limits.alternatives) if self.scenario.drawn_limits else (),
            "loot", "item", ids_so_far(tables, "loot"),
            tuple(item for item in loot if not isinstance(chances, Mapping) or chances.get(item)),
        )  # fmt: skip


EVENTS = {  # tables of what happened in games: [table] the rows of the kernel, and which of their fields
    "furnishings": ("built", ("seat", "tile", "round", "cell")),
    "placements": ("placed", ("seat", "round", "turn", "space", "weapon", "worker")),
    "expeditions": ("taken", ("seat", "round", "expedition", "level", "strength", "loot")),
}


class _Player:
    """Calls the kernel, answers for players outside, and collects its rows."""

    def __init__(self, source: CavernaSource, stop: Stop, kept: Collection[str]) -> None:
        from caverna_sim.games.caverna.bots.layout import MIND, NUM_SCRATCH
        from caverna_sim.games.caverna.playing import rows as rows
        from caverna_sim.games.caverna.shape import layout
        from caverna_sim.kit.play.asking import NUM_ASIDES

        self._rows, self._source, self._stop = rows, source, stop
        self._players, self._rules, self._keeps_rounds = source.scenario.players, source._rules, "rounds" in kept
        self._states = np.zeros(1, layout.STATE)
        self._scratch = np.zeros(NUM_SCRATCH, layout.STATE)
        self._asides = np.zeros(NUM_ASIDES, layout.STATE)
        self._space = self._asides, self._scratch, np.zeros(1, MIND), np.zeros(layout.MAX_LEGAL, np.int32)
        self._tallies = np.zeros(1, rows.TALLY)
        self._kinds = {"built": rows.BUILT, "placed": rows.PLACED, "taken": rows.TAKEN}
        if source.learned is not None:
            self._kinds["lessons"] = rows.LESSON
        self._buffers = {name: np.zeros(ROWS_PER_SEAT[name] * self._players * CALL_GAMES, kind) for name, kind in self._kinds.items()}
        unwanted = {kind for table, (kind, _) in EVENTS.items() if table not in kept}
        self._wanted = [kind for kind in self._kinds if kind not in unwanted]
        self._pieces: dict[str, list[NDArray[Any]]] = {name: [] for name in ("outcomes", "players", "opened", "rounds", *self._wanted)}
        self._guests = self._invited()

    def _invited(self) -> Guests | None:
        """Those who play from outside."""
        if not self._source.functions:
            return None
        from caverna_sim.games.caverna.bots.roster import as_bot
        from caverna_sim.games.caverna.game import Game
        from caverna_sim.kit.many.guests import Guests

        source = self._source
        return Guests(source.functions, as_bot, Game, source._catalog, self._states, self._asides, source.scenario.seed)

    def play(self, plans: NDArray[Any], first: int, first_game: int) -> bool:
        """Play games, `first` counted from the beginning of the chunk, which is `first_game` of the run; whether to their end."""
        from caverna_sim.kit.bots.stopping import stopped_by
        from caverna_sim.kit.play.asking import NOWHERE

        outcomes = np.zeros(len(plans), self._rows.OUTCOME)
        players = np.zeros((len(plans), self._players), self._rows.PLAYER)
        opened = np.full((len(plans), *self._source._openings.shape[1:]), NOWHERE, np.int8)
        last = int(self._rules[0]["last_round"])
        rounds = np.zeros((len(plans) if self._keeps_rounds else 0, self._players, last), self._rows.ROUND)
        while True:
            self._tallies[:] = 0
            if self._guests:
                self._guests.begin()
            with stopped_by(self._stop, self._space[2]):
                is_played = self._play_on(plans, first + first_game, (outcomes, players, opened, rounds))
            if not is_played:
                return False
            self._check_supplies(outcomes, first + first_game)
            if self._had_room():
                break
        self._pieces["outcomes"].append(outcomes)
        self._pieces["players"].append(players)
        self._pieces["opened"].append(opened)
        self._pieces["rounds"].append(rounds)
        for name in self._wanted:
            rows = self._buffers[name][: int(self._tallies[0][name])].copy()
            rows["game"] += first
            self._pieces[name].append(rows)
        return True

    def _play_on(self, plans: NDArray[Any], first_game: int, kept: tuple[NDArray[Any], ...]) -> bool:
        """Call the kernel until all games are played, answering what it asks; False when stopped."""
        from caverna_sim.games.caverna.playing.games import play_games

        source, tally = self._source, self._tallies[0]
        addresses = self._guests.addresses if self._guests else np.zeros(0, np.int64)
        learned = np.zeros(0, np.float32) if source.learned is None else source.learned
        events = self._buffers["built"], self._buffers["placed"], self._buffers["taken"]
        while True:
            played = play_games(
                self._states, self._rules, source.bots, source._needed_judges(), addresses, plans, source._openings, *self._space,
                source.scenario.seed, self._stop, self._tallies, *kept, *events, learned, self._buffers.get("lessons"), None,
            )  # fmt: skip
            if tally["is_endless"]:
                raise RunStopped(self._endless(tally, first_game + int(played)))
            if self._guests is None or not tally["asked"]:
                return bool(played == len(plans))
            tally["answer"] = self._guests.answer(tally, plans[played], first_game + int(played))

    def _endless(self, tally: Any, index: int) -> str:
        """What to say of a game that was given up: where it was, what it went round in, and by which furnishings."""
        from caverna_sim.games.caverna.actions import Action
        from caverna_sim.games.caverna.shape.tiles import members
        from caverna_sim.kit.records.agenda import top_step

        state, names = self._states[0], self._source._catalog.names
        seat = int(top_step(state)["seat"])
        choices = dict.fromkeys(f"`{Action(action, names).text}`" for action in tally["recent"].tolist())
        rows = self._source.rules_tables["furnishing"]
        owned = [names.furnishings[tile] for tile in members(state["seats"][seat]["owned"])]
        turning = [f"`furnishing.{name}`" for name in owned if any(line["when"] in IN_CIRCLES for line in rows[name]["effects"])]
        return (
            f"game {index} has no end: after {MOST_CHOICES:,} choices, the most that a game may have, seat {seat} in round"
            f" {int(state['round'])} still does {', '.join([*choices][:4])};"
            f" house rules let it go round in circles{': look at ' + ', '.join(turning) if turning else ''}"
        )

    def _check_supplies(self, outcomes: NDArray[Any], first_game: int) -> None:
        """RunStopped when a seat was to receive more than it keeps: the rest was lost, and the game is not the one that was asked for."""
        for game in np.flatnonzero(outcomes["spilled"])[:1].tolist():
            raise RunStopped(
                f"game {first_game + game}, seat {outcomes['spilled'][game] - 1}: it was to receive more than a seat keeps, which is"
                f" {MOST_GOODS:,} of one ware, or {MOST_COMING} of one good on a round space; lower the house rules that give so much"
            )

    def _had_room(self) -> bool:
        """Whether all rows found room; if not, the buffers have grown and the games have to be played again."""
        fits = True
        for name, kind in self._kinds.items():
            needed = int(self._tallies[0][name])
            if needed > len(self._buffers[name]):
                self._buffers[name] = np.zeros(needed + needed // 4, kind)
                fits = False
        return fits

    def noted(self) -> dict[str, NDArray[Any]]:
        """All rows so far."""
        return {name: np.concatenate(pieces) for name, pieces in self._pieces.items()}


# ---------------------------------------------------------------- columns


def _places(players: NDArray[Any], wing: Any) -> NDArray[np.int32]:
    """[game, seat] what decides who wins: the score, and then what the expansion says (F-SCORE-5)."""
    totals: NDArray[np.int32] = players["score"].astype(np.int32)
    return totals * 8 - wing.left(players) if wing else totals


def _player_columns(game: NDArray[np.int64], bots: NDArray[Any], players: NDArray[Any], places: NDArray[Any]) -> Columns:
    flat, columns = players.ravel(), seat_columns(game, bots, players, places)
    columns |= {f"part_{name}": flat["parts"][:, number] for number, name in enumerate(score.NAMES[: score.NUM_BASE])}
    columns |= {name: flat[name] for name in ("dwarfs", "begging", "weapon_max", "weapons", "expeditions")}
    columns |= {name: flat["goods"][:, number] for number, name in enumerate(good.NAMES)}
    return columns | {name: flat[name] for name in LAND}
