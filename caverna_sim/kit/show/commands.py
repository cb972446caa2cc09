"""Commands that the kit carries out for a game: `bots`, `warm`, `new-scenario`."""

from __future__ import annotations

from argparse import Namespace
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from importlib import import_module
from typing import Any

from caverna_sim.games import plays
from caverna_sim.kit.show import bots, new, warm
from caverna_sim.scenario.scenario import read_scenario


@dataclass(frozen=True)
class Own:
    """The commands of a game."""

    game: str
    package: str
    quick: tuple[str, ...]  # two bots whose games are compiled first
    slow: Callable[[], tuple[str, ...]] = tuple  # who needs more kernels, which `warm --all` compiles too
    told: str = "bots that look ahead"  # ... in words

    def _module(self, name: str) -> Any:
        return import_module(f"{self.package}.{name}")

    def run_bots(self, options: Namespace) -> int:
        """The command `bots`."""
        return bots.run(options, self._module("bots.roster"))

    def new_scenario(self, options: Namespace) -> int:
        """The command `new-scenario`."""
        base = getattr(self._module("scenario.reading"), f"{self.game}_scenario")(options.base)
        return new.new_scenario(options, base, f"{self.package}.scenario")

    def run_warm(self, options: Namespace) -> int:
        """The command `warm`."""
        return warm.run(options, self._tasks(options.all), self.told if self.slow() else "")

    def _tasks(self, everything: bool) -> Iterator[warm.Task]:
        """Many games, and one game with its positions."""
        yield lambda: self._many_games(self.quick)
        yield self._one_game
        if everything and self.slow():
            yield lambda: self._many_games(self.slow())

    def _many_games(self, names: tuple[str, ...]) -> None:
        data = {"name": "warm", "game": self.game, "players": len(names), "bots": list(names)}
        plays(self.game).source(read_scenario(data)).warm_up()

    def _one_game(self) -> None:
        module = self._module("game")
        module.play(module.Game(players=2, seed=1), list(self.quick))
        module.Game.from_dict(module.Game(players=2, seed=1).to_dict()).scores()
