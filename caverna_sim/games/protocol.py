"""What scenarios, the batch and studies must know of a game to play it."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol

if TYPE_CHECKING:
    from caverna_sim.match.protocol import GameSource
    from caverna_sim.scenario.scenario import Scenario
    from caverna_sim.scenario.values import Faults


@dataclass(frozen=True)
class Recorded:
    """The tables that a scenario can keep."""

    usual: tuple[str, ...]  # when it does not say
    known: tuple[str, ...]  # all that there are
    not_here: Mapping[str, str] = field(default_factory=dict)  # table -> why this scenario cannot keep it


class Plays(Protocol):
    """A game as it is played: how its scenarios are read, who can play, and where its games come from."""

    keys: tuple[str, ...]  # of scenario files, beside those of every game
    players: tuple[int, int]  # fewest and most

    def first(self, data: Mapping[str, Any], faults: Faults) -> Mapping[str, Any] | None:
        """The keys that all others depend on, as they are; None when they are wrong, so that nothing else can be read."""

    def recorded(self, first: Mapping[str, Any]) -> Recorded:
        """The tables of such a scenario."""

    def scenario(self, general: Mapping[str, Any], data: Mapping[str, Any], first: Mapping[str, Any], faults: Faults) -> Scenario:
        """A scenario of what every game has and of the game's own keys; what is wrong is noted."""

    def with_paths(self, data: Mapping[str, Any], folder: Path) -> Mapping[str, Any]:
        """The data of a file in that folder, with names of other files made findable."""

    def bots(self) -> Collection[str]:
        """Who can play, by name."""

    def pools(self) -> Mapping[str, Mapping[str, Mapping[str, Any]]]:
        """Pools of bots by name: each with its bots, and what those are that only it has, as [bot.NAME] of a scenario says it."""

    def is_file(self, name: str) -> bool:
        """Whether a bot is named by a file of parameters."""

    def check_bot(self, name: str, parameters: Mapping[str, Any] | None) -> None:
        """BotError when no such bot can play."""

    def source(self, scenario: Scenario) -> GameSource:
        """The games of a scenario."""

    def rules(self, scenario: Scenario) -> Mapping[str, Any]:
        """The rules of a scenario as nested tables, house rules applied."""
