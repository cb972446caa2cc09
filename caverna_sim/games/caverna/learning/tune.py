"""Tuning Caverna's scripted bots (kit/learning/tune.py): what may change in them, and which games they play."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from caverna_sim.games.caverna.bots import parameters
from caverna_sim.games.caverna.bots.layout import SCALARS
from caverna_sim.games.caverna.box.catalog import catalog
from caverna_sim.games.caverna.box.tables import ids_so_far, printed_tables
from caverna_sim.games.caverna.fiends.shape import ORC_WEIGHTS
from caverna_sim.games.caverna.ids import good
from caverna_sim.games.caverna.scenario.reading import CavernaScenario, caverna_scenario
from caverna_sim.games.caverna.source import CavernaSource
from caverna_sim.kit.learning import tune
from caverna_sim.kit.learning.tune import Gene, Records, gene
from caverna_sim.match.play import Played

NEVER_TUNED = ("temperature", "begging", "protect", "lead")  # how a bot plays and what it must not do, not how well


def genes_of(start: Any, only: Sequence[str] = (), keep: Sequence[str] = (), expansion: str | None = None) -> tuple[Gene, ...]:
    """All that may change in a record and matters in the game that is played; CavernaError for a word that names nothing."""
    return tune.chosen(tuple(_all_genes(start, expansion)), only, keep, NEVER_TUNED)


def _all_genes(start: Any, expansion: str | None) -> Iterator[Gene]:
    for name in SCALARS:
        if name not in NEVER_TUNED:
            yield gene(start, name, None, ("weights", f"weights.{name}"), max(0.1, 0.3 * abs(float(start[name]))))
    for time_, least, part in (("early", 0.15, 0.25), ("late", 0.1, 0.2)):
        field = f"worth_{time_}"
        for place, ware in enumerate(good.NAMES):
            names: tuple[str, ...] = ("worth", f"worth.{time_}", f"worth.{ware}", f"worth.{time_}.{ware}")
            yield gene(start, field, place, names, max(least, part * abs(float(start[field][place]))))
    for place, ware in enumerate(good.NAMES):
        yield gene(start, "enough", place, ("enough", f"enough.{ware}"), max(1.0, 0.3 * min(float(start["enough"][place]), 8.0)))
    tables = printed_tables(expansion)
    for place, tile in enumerate(ids_so_far(tables, "furnishing")):
        names = ("furnishing", f"furnishing.{tile}")
        yield gene(start, "furnishing", place, (*names, f"furnishing.{tile}.worth"), 0.7, True)
        yield gene(start, "furnishing_per_round", place, (*names, f"furnishing.{tile}.per_round"), 0.07, True)
    for place, space in enumerate(ids_so_far(tables, "space")):
        names = tuple(dict.fromkeys(("space", f"space.{tables['space'].get(space, {}).get('family', space)}", f"space.{space}")))
        yield gene(start, "space", place, names, 0.4, True)
    if expansion is not None:
        for name in ORC_WEIGHTS:
            field = f"orc_{name}"
            yield gene(start, field, None, ("orcs", f"orcs.{name}"), max(0.1, 0.3 * abs(float(start[field]))))


@dataclass(frozen=True)
class Task(tune.Task):
    """What is tuned and how; `penalty` is what an orc that is left costs."""

    expansion: str | None = None
    penalty: float = 0.0

    game = "caverna"

    @property
    def base(self) -> CavernaScenario:
        """The games without the bots."""
        return CavernaScenario("tune", 1, (), expansion=self.expansion) if self.scenario is None else caverna_scenario(self.scenario)

    def source(self, scenario: Any, records: Mapping[str, tuple[Records, Records]]) -> CavernaSource:
        """The games of a scenario."""
        return CavernaSource(scenario, records)

    def records(self, name: str) -> tuple[Records, Records]:
        """A bot and its judge."""
        return parameters.bot_record(name, None, self.expansion)

    def genes(self, start: Any) -> tuple[Gene, ...]:
        """What may change."""
        return genes_of(start, self.only, self.keep, self.expansion)

    def rules_hash(self, players: int) -> str:
        """Names the rules."""
        return catalog(players, self.base.all_rules, self.expansion).hash

    @property
    def columns(self) -> tuple[str, ...]:
        """Orcs are counted when they cost something."""
        return ("bot", "score", *(("orcs_left",) if self.penalty else ()))

    def charged(self, played: Played, is_own: NDArray[np.bool_]) -> Any:
        """Orcs that are left."""
        return self.penalty * played["players", "orcs_left"].reshape(is_own.shape)[is_own] if self.penalty else 0.0

    def more_words(self) -> list[str]:
        """The expansion, and what orcs cost."""
        words = ["--expansion", self.expansion] if self.expansion and not self.scenario else []
        return [*words, "--penalty", f"{self.penalty:g}"] if self.penalty else words

    @property
    def objective(self) -> str:
        """Points, less orcs."""
        return super().objective + (f" - {self.penalty:g} * orcs" if self.penalty else "")

    def parameter_text(self, bot: Records, provenance: Mapping[str, Any]) -> str:
        """All that the bot likes."""
        if self.expansion is not None:
            return parameters.with_fiends(self.bot, bot, provenance)
        values = parameters.parameters_of(self.bot)
        text = parameters.to_toml(bot, description=str(values.get("description", parameters.label(self.bot))), provenance=provenance)
        keep = tune.kept_by(self.bot, values)
        return text + (f"\n[tune]\nkeep = {json.dumps(list(keep))}\n" if keep else "")
