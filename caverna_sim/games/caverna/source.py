"""The games of a Caverna scenario for the batch: what is its own of kit/batch/source.py."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from caverna_sim.dataset.schema import Rows
from caverna_sim.errors import RunStopped, ScenarioError, shown
from caverna_sim.games.caverna.bots.layout import TIERS
from caverna_sim.games.caverna.box.tables import ids_so_far, printed_tables, with_house_rules
from caverna_sim.games.caverna.expansions import module_of
from caverna_sim.games.caverna.ids import good, score
from caverna_sim.games.caverna.limits import limits_record
from caverna_sim.games.caverna.scenario.design import Design
from caverna_sim.games.caverna.scenario.reading import CavernaScenario
from caverna_sim.games.caverna.shape.sizes import MOST_CHOICES, MOST_COMING, MOST_GOODS
from caverna_sim.games.caverna.tables import tables_of
from caverna_sim.kit.batch.source import DesignedSource, Noted, Records
from caverna_sim.kit.design.assigned import Assigning
from caverna_sim.kit.design.draws import Drawn
from caverna_sim.match.outside import OUTSIDE
from caverna_sim.match.seating import GivenTables, Seating
from caverna_sim.scenario.scenario import OwnBot

if TYPE_CHECKING:
    from caverna_sim.games.caverna.box.catalog import Catalog

IN_CIRCLES = ("any_time", "on_gain", "on_convert_animal")  # when furnishings do what can be done again and again
ROWS_PER_SEAT = {"built": 12, "placed": 48, "taken": 48, "lessons": 20}
EVENTS = {"furnishings": "built", "placements": "placed", "expeditions": "taken"}
LISTS = {"parts": tuple(f"part_{name}" for name in score.NAMES), "goods": good.NAMES}
CHUNK_GAMES = {"random": 4000, "scripted": 4000, "swift": 4000, "value": 200, "search": 4, OUTSIDE: 40}  # some seconds of play, by tier
NO_TASTES = "random"  # bot without parameters: what is written out on top of it is all there is


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


class CavernaSource(DesignedSource):
    """The games of a scenario; see protocol.GameSource."""

    design: Design
    game = "caverna"
    kinds = ("built", "placed", "taken")
    rows_per_seat, events, lists = ROWS_PER_SEAT, EVENTS, LISTS

    def __init__(
        self,
        scenario: CavernaScenario,
        records: Records | None = None,
        seating: Seating | GivenTables | None = None,
        learned: NDArray[np.float32] | None = None,
    ) -> None:
        """With `learned` lessons are kept: [name] 1 for bots that play as a judge is followed."""
        super().__init__(self_contained(scenario), records, seating)
        self.learned = learned
        self.wing = module_of(scenario.expansion, "columns")
        self.has_supply = self.wing is not None or self.design.draws_supply
        self.rules_tables = with_house_rules(self.scenario.all_rules, scenario.expansion)
        assigning = self.assigning if self.design.assigns else None
        self.tables = tables_of(scenario.record, self.names, self.has_supply, scenario.expansion, assigning, self.rules_tables)
        tiers = [] if len(self.functions) == len(self.names) else [TIERS[one] for one in self.bots["tier"]]
        self.chunk_games = min(CHUNK_GAMES[tier] for tier in (*tiers, *[OUTSIDE] * bool(self.functions)))

    def record_of(self, name: str) -> tuple[NDArray[Any], NDArray[Any]]:
        """BOT and JUDGE records."""
        from caverna_sim.games.caverna.bots.parameters import bot_record

        return bot_record(*self.own_of(name), self.scenario.expansion)

    def told_of(self, name: str, number: int) -> dict[str, Any]:
        """What a manifest says of a bot."""
        from caverna_sim.games.caverna.bots.fingerprints import fingerprint
        from caverna_sim.games.caverna.bots.parameters import parameters_of, strengths

        values = parameters_of(*self.own_of(name))
        about = {"description": values.pop("description", ""), "tier": values["tier"], "strength": strengths().get(name)}
        values.pop("provenance", None)
        return {**about, "fingerprint": fingerprint(self.bots[number], self.judges[number]), "parameters": values}

    @property
    def catalog(self) -> Catalog:
        """The rules, house rules applied."""
        from caverna_sim.games.caverna.box.catalog import catalog

        return catalog(self.scenario.players, self.scenario.all_rules, self.scenario.expansion)

    @property
    def is_judged(self) -> bool:
        """Whether a bot looks ahead."""
        from caverna_sim.games.caverna.bots.layout import SEARCH, SWIFT, VALUE

        return bool(np.isin(self.bots["tier"], (VALUE, SEARCH, SWIFT)).any())

    @property
    def summary(self) -> str:
        """By the tier that takes longest to compile."""
        from caverna_sim.games.caverna.bots.layout import SEARCH, VALUE

        tier = max((kind for kind in (SEARCH, VALUE) if kind in self.bots["tier"]), default=0)
        kind = {SEARCH: "search", VALUE: "value"}.get(tier, "scripted")
        return f"games, {kind}, {self.scenario.expansion or 'base'}"

    # ------------------------------------------------------------ planning

    def extra_drawn(self, drawn: Drawn) -> tuple[Any, ...]:
        """Loot."""
        return (drawn.absent_extra,)

    def put_absent(self, plans: NDArray[Any], drawn: Drawn) -> None:
        """Furnishings that nobody can build."""
        from caverna_sim.games.caverna.shape.tiles import set_of

        if drawn.absent:
            plans["absent"] = set_of(self._numbers[tile] for tile in drawn.absent)

    @cached_property
    def _numbers(self) -> dict[str, int]:
        """[furnishing] its number."""
        return {name: number for number, name in self.design.offered}

    @property
    def place_names(self) -> tuple[str, ...]:
        """Action spaces."""
        from caverna_sim.games.caverna.box.catalog import SPACES

        return SPACES

    def limits_of(self, limits: Mapping[int, Any], seats: int) -> NDArray[Any]:
        """LIMITS records."""
        return limits_record(limits, seats, self.rules_tables)

    # ------------------------------------------------------------ playing

    @property
    def buffered(self) -> dict[str, np.dtype]:
        """What a judge learns from, too."""
        from caverna_sim.games.caverna.playing.rows import LESSON

        return super().buffered | ({} if self.learned is None else {"lessons": LESSON})

    def more_kept(self) -> dict[str, Any]:
        """Who plays as a judge is followed."""
        return {} if self.learned is None else {"learned": self.learned}

    def places_of(self, players: NDArray[Any]) -> NDArray[np.int32]:
        """The score, and then what the expansion says (F-SCORE-5)."""
        totals: NDArray[np.int32] = players["score"].astype(np.int32)
        return totals * 8 - self.wing.left(players) if self.wing else totals

    def own_rows(self, rows: dict[str, Any], plans: NDArray[Any], noted: Noted, first_game: int) -> dict[str, Any]:
        """The supply, and what the expansion keeps."""
        if self.has_supply:
            rows["supply"] = self._supply_columns(plans, noted["outcomes"])
        if self.wing:
            rows["games"] = {**rows["games"], **self.wing.of_games(noted["outcomes"])}
            if "players" in rows:
                rows["players"] = {**rows["players"], **self.wing.of_players(noted["players"])}
            rows |= self.wing.own_tables(rows["games"]["game"], noted["players"], self.rules_tables)
        return super().own_rows(rows, plans, noted, first_game)

    def _supply_columns(self, plans: NDArray[Any], outcomes: NDArray[Any]) -> Rows:
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

    @property
    def played_rounds(self) -> NDArray[np.int8]:
        """Numbers of rounds, from 0; some are skipped with few players (R-2P-1)."""
        rules = self.catalog.record[0]
        played = np.flatnonzero(rules["is_played"][1:]).astype(np.int8)
        found: NDArray[np.int8] = played[played < rules["last_round"]]
        return found

    @property
    def assigning(self) -> Assigning:
        """What can be assigned."""
        tables, chances = self.rules_tables, self.scenario.random_loot_absence
        loot = tuple(printed_tables(self.scenario.expansion)["loot"]) if chances else ()
        return Assigning(
            "tile", "unique furnishing", ids_so_far(tables, "furnishing"), ids_so_far(tables, "space"),
            tuple(self.scenario.drawn_limits.alternatives) if self.scenario.drawn_limits else (),
            "loot", "item", ids_so_far(tables, "loot"),
            tuple(item for item in loot if not isinstance(chances, Mapping) or chances.get(item)),
        )  # fmt: skip

    # ------------------------------------------------------------ what goes wrong

    def check_stop(self, tally: Any, state: Any, game: int) -> None:
        """RunStopped for a game without end."""
        if tally["is_endless"]:
            raise RunStopped(self._endless(tally, state, game))

    def _endless(self, tally: Any, state: Any, index: int) -> str:
        """What to say of a game that was given up: where it was, what it went round in, and by which furnishings."""
        from caverna_sim.games.caverna.actions import Action
        from caverna_sim.games.caverna.shape.tiles import members
        from caverna_sim.kit.records.agenda import top_step

        names = self.catalog.names
        seat = int(top_step(state)["seat"])
        choices = dict.fromkeys(f"`{Action(action, names).text}`" for action in tally["recent"].tolist())
        rows = self.rules_tables["furnishing"]
        owned = [names.furnishings[tile] for tile in members(state["seats"][seat]["owned"])]
        turning = [f"`furnishing.{name}`" for name in owned if any(line["when"] in IN_CIRCLES for line in rows[name]["effects"])]
        return (
            f"game {index} has no end: after {MOST_CHOICES:,} choices, the most that a game may have, seat {seat} in round"
            f" {int(state['round'])} still does {', '.join([*choices][:4])};"
            f" house rules let it go round in circles{': look at ' + ', '.join(turning) if turning else ''}"
        )

    def check(self, outcomes: NDArray[Any], first_game: int) -> None:
        """RunStopped when a seat was to receive more than it keeps: the rest was lost, and the game is not the one that was asked for."""
        for game in np.flatnonzero(outcomes["spilled"])[:1].tolist():
            raise RunStopped(
                f"game {first_game + game}, seat {outcomes['spilled'][game] - 1}: it was to receive more than a seat keeps, which is"
                f" {MOST_GOODS:,} of one ware, or {MOST_COMING} of one good on a round space; lower the house rules that give so much"
            )
