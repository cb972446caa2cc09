"""Tuning Agricola's scripted bots (kit/learning/tune.py): all weights but the noise may change."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from caverna_sim.games.agricola.bots.names import WEIGHTS
from caverna_sim.games.agricola.bots.parameters import bot_record, own_text, parameters_of
from caverna_sim.games.agricola.box.catalog import catalog
from caverna_sim.games.agricola.scenario.reading import AgricolaScenario, agricola_scenario
from caverna_sim.games.agricola.source import AgricolaSource
from caverna_sim.kit.learning import tune
from caverna_sim.kit.learning.tune import DECIMALS, Gene, Records, gene

PLAYERS = (1, 2, 3, 4)
NEVER_TUNED = ("noise",)  # how a bot plays, not how well


@dataclass(frozen=True)
class Task(tune.Task):
    """What is tuned and how."""

    game = "agricola"
    source, records = staticmethod(AgricolaSource), staticmethod(bot_record)

    @property
    def base(self) -> AgricolaScenario:
        """The games without the bots."""
        return AgricolaScenario("tune", 1, ()) if self.scenario is None else agricola_scenario(self.scenario)

    def genes(self, start: Any) -> tuple[Gene, ...]:
        """What may change: each weight may be good or bad."""
        genes = [
            gene(start, "weight", place, ("weights", f"weights.{name}"), max(0.1, 0.3 * abs(float(start["weight"][place]))), True)
            for place, name in enumerate(WEIGHTS) if name not in NEVER_TUNED
        ]  # fmt: skip
        return tune.chosen(genes, self.only, self.keep, NEVER_TUNED)

    def rules_hash(self, players: int) -> str:
        """Names the rules."""
        return catalog(players, self.base.all_rules, self.base.options).hash

    def more_words(self) -> list[str]:
        """The game."""
        return ["--game", self.game]

    def parameter_text(self, bot: Records, provenance: Mapping[str, Any]) -> str:
        """All weights."""
        weights = {name: round(float(value), DECIMALS) for name, value in zip(WEIGHTS, bot[0]["weight"], strict=True)}
        return own_text({**parameters_of(self.bot), "weights": weights}, {}, provenance)
