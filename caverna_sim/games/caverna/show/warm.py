"""What `caverna-sim warm` plays of Caverna, so that its kernels are there (kit/show/warm.py)."""

from __future__ import annotations

from argparse import Namespace
from collections.abc import Iterator
from dataclasses import dataclass

from caverna_sim.games.caverna.expansions import EVERYTHING, TITLES
from caverna_sim.kit.show import warm

SCRIPTED = "balanced"


@dataclass(frozen=True)
class Task:
    """Something small that needs the kernels of a command or two."""

    name: str
    expansion: str | None
    bots: tuple[str, ...] = ()  # of many games; without any it is one game in Python
    learns: bool = False

    def carry_out(self) -> None:
        """So that its kernels are there."""
        if self.learns:
            self._learn()
        elif self.bots:
            self._many_games()
        else:
            self._one_game()

    def _one_game(self) -> None:
        from caverna_sim.games.caverna.game import Game, play

        game = Game(players=2, seed=1, expansion=self.expansion)
        play(game, ["random"] * game.players)
        position = Game(players=2, seed=1, expansion=self.expansion)
        Game.from_dict(position.to_dict()).scores()
        for name in (SCRIPTED, "value"):
            play(Game(players=1, seed=1, expansion=self.expansion), [name])

    def _many_games(self) -> None:
        from caverna_sim.games.caverna.scenario.reading import caverna_scenario
        from caverna_sim.games.caverna.source import CavernaSource
        from caverna_sim.scenario.scenario import read_scenario

        game = {"expansion": self.expansion} if self.expansion else {}
        scenario = read_scenario({"name": "warm", "players": len(self.bots), "bots": list(self.bots), **game})
        CavernaSource(caverna_scenario(scenario)).warm_up()

    def _learn(self) -> None:
        import numpy as np

        from caverna_sim.games.caverna.learning import learn

        task = learn.Task("value", (2,), 2, 0, self.expansion, 0.0, True)
        piece = learn.Piece(2, {}, np.zeros((1, 2), np.int64), 0)
        learn.play_lessons(task, learn.company_of(learn.new_state(task)), None, [piece], 1)


def tasks(everything: bool) -> Iterator[Task]:
    """What the base game with scripted bots needs; or all that there is."""
    expansions = (None, *TITLES) if everything else (None,)
    for expansion in expansions:
        game = TITLES[expansion] if expansion else "the base game"
        yield Task(f"many games of {game}", expansion, (SCRIPTED, "random"))
        yield Task(f"one game of {game}", expansion)
        if everything:
            yield Task(f"bots that have learned, {game}", expansion, ("value", "search", "swift"))
            yield Task(f"learning, {game}", expansion, learns=True)


def run(options: Namespace) -> int:
    """The command `warm`."""
    return warm.run(options, (task.carry_out for task in tasks(options.all)), f"{TITLES[EVERYTHING]} and for bots that look ahead")
