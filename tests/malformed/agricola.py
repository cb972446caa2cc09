"""Malformed inputs for the doors of Agricola: scenarios, positions, parameter files, lines, calls."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import caverna_sim as cs
from caverna_sim.errors import CavernaError
from caverna_sim.games.agricola.bots.parameters import bot_record
from caverna_sim.games.agricola.show.watch import STAGE
from caverna_sim.scenario.scenario import packaged_scenarios
from tests.malformed.junk import OBJECTS, VALUES, spoilt_data, spoilt_json, spoilt_text
from tests.malformed.trying import command

Attempt = Callable[[], Any]

SCENARIO = """
name = "mine"
game = "agricola"
players = 4
bots = ["random", "eager", "balanced", "herder"]
seating = "rotate"
games = 100
seed = 7
record = ["games", "players", "rounds"]
house_rules = ["HR1", "HR5"]
meeting_place_food = false
extra_tile = true
[rules]
"major.well.cost.stone" = 2
start.food = [2, 3, 3, 4]
"scoring.cattle.points" = [2, 3, 4, 5]
[supply]
without = ["well"]
random_absence = 0.2
[supply.seat_1]
without = ["joinery"]
[limits.seat_0]
spaces_without = ["fishing"]
people_max = 3
[limits.drawn.small]
people_max = 2
[opening.seat_2]
place = ["meeting_place", "forest"]
[bot.eager]
base = "balanced"
weights.field = 4.0
"""
BOT = 'game = "agricola"\nbase = "balanced"\ndescription = "of one\'s own"\n[weights]\nfield = 4.0\nwood = 0.5\n'


def written(path: Path, content: bytes) -> Path:
    """A file with this in it."""
    path.write_bytes(content)
    return path


def scenarios(folder: Path, chance: random.Random) -> Iterator[Attempt]:
    """Scenario files, their own and those that come along."""
    texts = [SCENARIO] * 4 + list(packaged_scenarios("agricola").values())
    while True:
        file = written(folder / "mine.toml", spoilt_text(chance.choice(texts), chance))
        yield command("check", str(file))


def bots(folder: Path, chance: random.Random) -> Iterator[Attempt]:
    """Parameter files."""
    while True:
        file = written(folder / "mine.toml", spoilt_text(BOT, chance))
        if chance.random() < 0.2:
            yield command("bots", str(file), "--game", "agricola")
        elif chance.random() < 0.3:
            yield command("check", str(file))
        else:
            yield lambda file=file: bot_record(str(file))  # type: ignore[misc]


def positions(folder: Path, chance: random.Random) -> Iterator[Attempt]:
    """Positions in the middle of games of all kinds; what is taken for one can be played to its end."""
    known = []
    given: list[dict[str, Any]] = [{"players": 1}, {"players": 2, "extra_tile": True}]
    given += [{"players": 3, "house_rules": ["HR3", "HR4"]}, {"players": 4, "team_play": True}]
    for options in given:
        game = cs.Game(game="agricola", seed=5, **options)
        for _ in range(chance.randint(20, 120)):
            if not game.over:
                game.play(chance.choice(game.legal()))
        known.append(game.to_dict())

    def played(position: Any) -> None:
        game = cs.Game.from_dict(position)
        if isinstance(position, dict) and position.get("game") == "agricola":
            cs.play(game, ["random"] * game.players, game="agricola")

    while True:
        if chance.random() < 0.6:
            position = spoilt_data(chance.choice(known), chance, OBJECTS)
            yield lambda position=position: played(position)  # type: ignore[misc]
        else:
            yield command("check", str(written(folder / "mine.json", spoilt_json(chance.choice(known), chance))))


def lines(folder: Path, chance: random.Random) -> Iterator[Attempt]:
    """Files of moves."""
    game = cs.Game(game="agricola", players=2, seed=3, extra_tile=True)
    moves = []
    while len(moves) < 15:
        action = chance.choice(game.legal())
        moves.append(action.text)
        game.play(action)
    line = {"game": "agricola", "players": 2, "extra_tile": True, "rules": {}, "seed": 3, "points": 40, "moves": moves}
    while True:
        file = written(folder / "line.json", spoilt_json(line, chance))
        is_played = chance.random() < 0.3
        yield (
            command("watch", "--line", str(file), "--quiet", "--game", "agricola") if is_played else lambda file=file: STAGE.line(str(file))
        )  # type: ignore[misc]


def calls(folder: Path, chance: random.Random) -> Iterator[Attempt]:
    """Python calls with one argument that nobody meant."""
    game = cs.Game(game="agricola", players=2, seed=1)
    small = {"name": "x", "game": "agricola", "players": 2, "bots": ["random", "random"], "games": 2}

    def never(_: Any) -> None:
        raise CavernaError("it would play")

    def made(**given: Any) -> Any:
        return cs.Game(game="agricola", **{"players": 2, "seed": 1, **given})

    options = (
        "cards", "hands", "kept", "side_job", "meeting_place_food", "extra_tile", "team_play", "house_rules", "round_cards",
        "force_conversion", "discard_when_breeding", "start_player", "rules", "auto", "index", "seed", "players", "scenario",
    )  # fmt: skip
    doors: tuple[Callable[[Any], Any], ...] = (
        lambda one: game.play(one),
        lambda one: cs.agricola.Action(one),
        lambda one: cs.agricola.Action.parse(one),
        lambda one: cs.agricola.play(one, ["random", "random"]),
        lambda one: cs.agricola.play(game.copy(), [one, one]),
        lambda one: cs.campaign(one, game="agricola", attempts=1),
        lambda one: cs.campaign("nobody", one, game="agricola"),
        lambda one: cs.campaign("nobody", goals=one, game="agricola"),
        lambda one: cs.campaign("nobody", rules=one, game="agricola"),
        lambda one: cs.campaign(["nobody", "random"], team_play=one, game="agricola"),
        lambda one: cs.run({**small, "supply": one}, out=folder / "never", on_progress=never),
        lambda one: cs.run({**small, "limits": one}, out=folder / "never", on_progress=never),
        lambda one: cs.run({**small, "opening": {"seat_0": one}}, out=folder / "never", on_progress=never),
        lambda one: cs.run({**small, "rules": {"major.well.cost": one}}, out=folder / "never", on_progress=never),
        lambda one: cs.major_study(small, fair_prices=one, out=folder / "s", on_progress=never),
        lambda one: cs.growth_study(one, out=folder / "s", on_progress=never),
    )
    while True:
        for one in OBJECTS:
            for door in chance.sample(doors, 5):
                yield lambda door=door, one=one: nothing_of(door(one))  # type: ignore[misc]
            for option in chance.sample(options, 5):
                yield lambda option=option, one=one: nothing_of(made(**{option: one}))  # type: ignore[misc]
        for one in VALUES:
            path = chance.choice(("start.food", "major.well", "feeding.adult", "x", "scoring.sheep.points"))
            yield lambda path=path, one=one: nothing_of(made(rules={path: one}))  # type: ignore[misc]
            data = spoilt_data({**small, "supply": {"random_absence": 0.5}, "house_rules": ["HR2"]}, chance, OBJECTS)
            yield lambda data=data: nothing_of(cs.run(data, out=folder / "never", on_progress=never))  # type: ignore[misc]


def nothing_of(_: object) -> None:
    """What comes of a call does not matter."""


KINDS = {  # and how many are tried in bulk
    "scenario files of Agricola": (scenarios, 1200),
    "parameter files of Agricola": (bots, 400),
    "positions of Agricola": (positions, 900),
    "lines of moves of Agricola": (lines, 300),
    "Python calls of Agricola": (calls, 700),
}
