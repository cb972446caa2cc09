"""`cs.plan`: the best line of a solo game that can be found in some minutes, kept in a file that the search can go on from."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

from caverna_sim import check
from caverna_sim.check import MOST_NUMBER, arguments
from caverna_sim.errors import CavernaError
from caverna_sim.games.caverna.bots.parameters import packaged_bots
from caverna_sim.games.caverna.bots.roster import info_of
from caverna_sim.games.caverna.box.catalog import catalog
from caverna_sim.games.caverna.home.scoring import own_bonus
from caverna_sim.games.caverna.planning.climber import Task
from caverna_sim.games.caverna.planning.lines import read_line
from caverna_sim.games.caverna.scenario.reading import caverna_scenario, plan_game
from caverna_sim.kit.design.scenario import Planned
from caverna_sim.kit.planning.plan import Keeper, Plan, replayed, searched
from caverna_sim.kit.planning.search import Search
from caverna_sim.kit.play.company import Company
from caverna_sim.scenario.scenario import load_scenario

MINUTES = 30.0
TILES = ("full", "introductory")


def plan(
    scenario: str | Path | None = None,
    *,
    tiles: str | None = None,
    rules: Mapping[str, Any] | None = None,
    minutes: float = MINUTES,
    seat: int = 0,
    index: int = 0,
    seed: int = 0,
    out: str | Path | None = None,
    resume: bool = False,
    overwrite: bool = False,
    workers: int | None = None,
    tell: Callable[[Search], None] | None = None,
) -> Plan:
    """Look for the best line of a game for so many minutes.

    Without a `scenario` the solo game of `tiles` ("full" or "introductory") and house rules is played. In one for several players what is
    found is what `seat` could have made of game `index`, with everything known before: scripted bots answer it, any others do as they did
    in that game. `scenario` can also be the file of a game that was played to its end (a line): then all other seats do as they did. With
    `out` the line is kept in a file as soon as it is found, and the search beside it: `resume` goes on from both, or from the line
    alone. `seed` is that of the search. `tell` is called with the search some times a second.
    """
    with arguments("plan"):
        check.number(minutes, "minutes", 0.0, 10**6)
        check.whole(seed, "seed", 0, MOST_NUMBER)
        check.whole(seat, "seat", 0, 6)
        check.whole(index, "index", 0, MOST_NUMBER)
        check.flag(resume, "resume")
        if workers is not None:
            check.whole(workers, "workers", 1, 1024)
    if resume and out is None:
        raise CavernaError("plan: `resume` needs `out`, the file to go on from")
    task = task_of(scenario, tiles, rules, seat, index)
    keeper = None if out is None else Keeper(task, out, resume, overwrite, read_line)
    return searched(task, 60.0 * minutes, seed, workers, keeper, tell)


def task_of(
    scenario: str | Path | None, tiles: str | None = None, rules: Mapping[str, Any] | None = None, seat: int = 0, index: int = 0
) -> Task:
    """The game and the seat that are meant; CavernaError when lines cannot be looked for there."""
    overrides = dict(rules or {})
    if tiles is not None:
        with arguments("plan"):
            check.word(tiles, "tiles", TILES)
    if scenario is None:
        task = Task(tiles=tiles, rules=overrides)
    elif str(scenario).lower().endswith(".json"):
        task = _task_of_line(str(scenario), tiles, overrides)
    else:
        task = _task_of_scenario(scenario, tiles, overrides, index)
    if not 0 <= seat < task.players:
        raise CavernaError(f"plan: there is no seat {seat}; seats are numbered from 0 to {task.players - 1}")
    played = catalog(task.players, {**task.rules, **({} if task.tiles is None else {"start.tiles": task.tiles})}, None)
    return replace(task, seat=seat, tiles=str(played.tables["start"]["tiles"]))


def _task_of_line(file: str, tiles: str | None, overrides: Mapping[str, Any]) -> Task:
    """A game that was played and kept: the other seats do as they did."""
    if tiles is not None or overrides:
        raise CavernaError(f"plan: `{file}` is a game that was played; leave tiles and rules as they were in it")
    data = read_line(file)
    if data.get("expansion") is not None:
        raise CavernaError(f"plan: line `{file}` has an expansion; plans are for the base game only")
    seed, index = data.get("seed", 0), data.get("index", 0)
    if data.get("scenario") is None:
        task = _task_in(data, "players", "tiles", "rules", "seed", "index")
    else:
        task = _begun(load_scenario(data["scenario"]), None, {}, index, seed)[0]
    replayed(task, data["moves"], file)
    return replace(task, recorded=tuple(data["moves"]))


def _task_of_scenario(scenario: str | Path, tiles: str | None, overrides: Mapping[str, Any], index: int) -> Task:
    task, planned = _begun(scenario, tiles, overrides, index)
    if planned.players == 1:
        return task
    if all(bot in packaged_bots() and bot not in planned.own_bots and info_of(bot).tier == "scripted" for bot in planned.bots):
        return replace(task, bots=planned.bots)
    game = task.game()
    company = Company(game, [planned.bot(name) for name in planned.bots])
    while not game.over:
        game.play(company.choose())
    return replace(task, recorded=tuple(action.text for action in game.actions))


def _begun(scenario: Any, tiles: str | None, overrides: Mapping[str, Any], index: int, seed: int | None = None) -> tuple[Task, Planned]:
    """A game of a scenario at its beginning, and how it is planned."""
    found = caverna_scenario(scenario)
    if found.expansion is not None:
        raise CavernaError(f"plan: scenario `{found.name}` has an expansion; plans are for the base game only")
    dealt = found.seed if seed is None else seed
    planned = plan_game(found, dealt, index, overrides)
    if planned.limits or planned.openings:
        raise CavernaError(f"plan: scenario `{found.name}` has limits or openings, but a plan may do everything; leave them out")
    house = dict(planned.rules)
    if planned.absent:
        house["start.without"] = [*house.get("start.without", ()), *planned.absent]
    return Task(players=planned.players, tiles=tiles, rules=house, seed=dealt, index=planned.block), planned


def kept_plan(file: str | Path) -> Plan:
    """A line as its file holds it, played by its texts; CavernaError when it cannot be."""
    data = read_line(str(file))
    task = _task_in(data, "players", "seat", "tiles", "rules", "seed", "index")
    game = replayed(task, data["moves"], file)
    result = game.scores()[task.seat]
    task = replace(task, tiles=str(game.rules.tables["start"]["tiles"]))
    return Plan(result["total"], tuple(data["moves"]), result["parts"], (), 0, 0.0, task)


def _task_in(data: Mapping[str, Any], *names: str) -> Task:
    """The game that the file of a line is about."""
    return Task(**{name: data[name] for name in names if data.get(name) is not None})


def bonuses_of(found: Plan) -> dict[str, int]:
    """Points that furnishings add by their texts, by their titles, Writing chamber included."""
    game = found.game()
    seat, titles = game.state["seats"][found.task.seat], game.rules.names.titles
    added = ((title, int(own_bonus(game.rules.record[0], seat, number))) for number, title in enumerate(titles))
    return {title: points for title, points in added if points}
