"""Commands of Agricola that the kit carries out: `bots`, `bench`, `warm`, `new-scenario` (kit/show)."""

from __future__ import annotations

from argparse import Namespace
from collections.abc import Iterator

from caverna_sim.commands.workbench import conduct
from caverna_sim.games.agricola.bots import roster
from caverna_sim.games.agricola.bots.parameters import packaged_bots
from caverna_sim.games.agricola.scenario.reading import agricola_scenario
from caverna_sim.kit.bench import Benched
from caverna_sim.kit.show import bench, bots, new, warm

GAME = "agricola"
SCRIPTED = ("balanced", "grower", "herder", "artisan")


def run_bots(options: Namespace) -> int:
    """The command `bots`."""
    return bots.run(options, roster)


def run_major(options: Namespace) -> int:
    """The command `major`: one improvement on the workbench."""
    from caverna_sim.games.agricola.studies.majors import major

    return conduct(options, major)


def run_bench(options: Namespace) -> int:
    """The command `bench`."""
    tiers = {str(values["tier"]): name for name, values in reversed(list(packaged_bots().items()))}
    ordered = {"random": tiers.pop("random"), **tiers, "scripted": SCRIPTED[0]}
    return bench.run(options, Benched(GAME, (1, 2, 3, 4), SCRIPTED, ordered, ("games", "players", "cards")))


def new_scenario(options: Namespace) -> int:
    """The command `new-scenario`."""
    return new.new_scenario(options, agricola_scenario(options.base), "caverna_sim.games.agricola.scenario")


def run_warm(options: Namespace) -> int:
    """The command `warm`."""
    return warm.run(options, _tasks(options.all), "bots that look ahead" if _thinkers() else "")


def _thinkers() -> list[str]:
    """Bots with kernels beyond those of scripted ones."""
    return [name for name, values in packaged_bots().items() if values["tier"] not in ("random", "scripted")]


def _tasks(everything: bool) -> Iterator[warm.Task]:
    """Many games, and one game with its positions."""
    yield lambda: _many_games(("random", SCRIPTED[0]))
    yield _one_game
    if everything and _thinkers():
        yield lambda: _many_games(tuple(_thinkers())[:4])


def _many_games(names: tuple[str, ...]) -> None:
    from caverna_sim.games.agricola.source import AgricolaSource

    data = {"name": "warm", "game": GAME, "players": len(names), "bots": list(names)}
    AgricolaSource(agricola_scenario(data)).warm_up()


def _one_game() -> None:
    from caverna_sim.games.agricola.game import Game, play

    play(Game(players=2, seed=1), ["random", SCRIPTED[0]])
    Game.from_dict(Game(players=2, seed=1).to_dict()).scores()
