"""The same game through every door: what a batch plays, and what `cs.Game` plays of the same number.

    python -m benchmarks.doors --games 20000 [--watched 400]

draws tables by chance: bots of all kinds, one to seven players, both editions, every seating, house rules, limits, openings and absent
tiles. The games are played in the batch, where all seats share one mind and one room for trying things on, and once more from where
`cs.Game` sets them up, each seat with a mind of its own, full of rubbish before every decision: what a bot does may depend on nothing but
the position. Some are also watched step by step through `caverna_sim.play`. It ends with 1 when two games of one number differ.
"""

from __future__ import annotations

import argparse
import random
import sys
import time
from collections.abc import Mapping
from typing import Any

import numba
import numpy as np

import caverna_sim as cs
from benchmarks.house_rules import rules_by_chance
from caverna_sim.games.caverna.bots.asking import bot_action_here
from caverna_sim.games.caverna.bots.layout import MIND, NUM_SCRATCH
from caverna_sim.games.caverna.bots.parameters import packaged_bots, parameters_of
from caverna_sim.games.caverna.course import core
from caverna_sim.games.caverna.game import Game
from caverna_sim.games.caverna.ids import phase, step
from caverna_sim.games.caverna.scenario.reading import CavernaScenario
from caverna_sim.games.caverna.shape import layout
from caverna_sim.games.caverna.source import CavernaSource
from caverna_sim.kit.records.agenda import top_step
from caverna_sim.scenario.scenario import read_scenario

QUICK = tuple(name for name in packaged_bots() if parameters_of(name)["tier"] in ("scripted", "random"))
THINKING = tuple(name for name in packaged_bots() if name not in QUICK)
FEW = {"playouts": 4, "finalists": 2, "candidates": 3}  # bots that look ahead think less here, and in the same way
SPACES = ("logging", "growth", "excavation", "housework", "ruby_mining", "starting_player", "sustenance", "supplies")
KEPT = {"calm": 0, "stopped": 0, "highest_level": 0, "caught": -1}  # what a mind keeps between decisions, as good as new

# ---------------------------------------------------------------- tables by chance


def table_by_chance(chance: random.Random, number: int, games: int, thinking: bool) -> dict[str, Any]:
    """A scenario of some games."""
    players, expansion = number % 7 + 1, ("fiends", None)[number // 7 % 2]
    names = [chance.choice(THINKING if thinking and chance.random() < 0.5 else QUICK) for _ in range(players)]
    own = {name: {"base": name, **{key: few for key, few in FEW.items() if key in parameters_of(name)}} for name in {*names} & {*THINKING}}
    data: dict[str, Any] = {
        "name": f"table {number}", "players": players, "seed": 1000 + number, "games": games, "record": ["games", "players"],
        "bots": [f"few_{name}" if name in own else name for name in names], "seating": chance.choice(("fixed", "rotate", "random")),
        "bot": {f"few_{name}": values for name, values in own.items()}, **({"expansion": expansion} if expansion else {}),
    }  # fmt: skip
    if chance.random() < 0.5:
        data["rules"] = rules_by_chance(chance, players, expansion, chance.randint(1, 4), chance.choice((0, 0, 2)))
    for name, part in (("supply", _supply), ("limits", _limits), ("opening", _opening)):
        if chance.random() < 0.35:
            data[name] = part(chance, players)
    return data


def _supply(chance: random.Random, players: int) -> dict[str, Any]:
    supply: dict[str, Any] = {}
    if chance.random() < 0.5:
        supply["random_absence"] = 0.3
    else:
        supply["random_access"] = players > 1
    if chance.random() < 0.5:
        supply[f"seat_{chance.randrange(players)}"] = {"without": [chance.choice(("miner", "office_room", "carpenter"))]}
    return supply


def _limits(chance: random.Random, players: int) -> dict[str, Any]:
    limits: Mapping[str, Any] = {
        "weapon_max": chance.randint(0, 8), "weapon_from_round": chance.randint(2, 9), "dwarfs_max": chance.randint(2, 5),
        "spaces_without": [chance.choice(("growth", "housework"))], "loot_without": [chance.choice(("cattle", "dog"))],
    }  # fmt: skip
    chosen = chance.sample(list(limits), 2)
    return {f"seat_{chance.randrange(players)}": {name: limits[name] for name in chosen}}


def _opening(chance: random.Random, players: int) -> dict[str, Any]:
    if chance.random() < 0.5:
        return {"drawn": {"seat": chance.randrange(players), "length": chance.randint(1, 2), "pool": "all"}}
    return {f"seat_{chance.randrange(players)}": {"place": [chance.choice(SPACES) for _ in range(chance.randint(1, 3))]}}


def scenario_by_chance(number: int, games: int, thinking: bool = False) -> CavernaScenario:
    """The first table of a number that can be played as drawn: an opening, for one, may name a space that is not in play."""
    for attempt in range(100):
        chance = random.Random(f"{number} {attempt}")
        try:
            scenario = read_scenario(table_by_chance(chance, number, games, thinking))
            CavernaSource(scenario)
        except cs.CavernaError:
            continue
        assert isinstance(scenario, CavernaScenario)
        return scenario
    raise AssertionError(f"table {number}: a hundred attempts made no scenario")


# ---------------------------------------------------------------- the other door


@numba.njit
def _play_on(states, rules, bots, judges, seated, scratch, minds, rubbish, outs, is_bound):  # type: ignore[no-untyped-def]
    """Seats decide, each with a mind and scratch states of its own, until the game is over or a seat with an opening is to place."""
    while states[0]["phase"] != phase.OVER:
        row = top_step(states[0])
        seat = int(row["seat"])
        if is_bound[seat] and row["step"] == step.PLACE:
            return
        minds[seat] = rubbish[0]
        mine = scratch[seat], minds[seat : seat + 1], outs[seat]
        action = bot_action_here(states, rules, bots, judges, int(seated[seat]), mine[0], mine[1], mine[2])
        core.apply_here(states, rules, action)
        core.advance(states[0], rules[0])


def rubbish() -> np.ndarray:
    """A mind in which everything is known, and wrong."""
    mind = np.zeros(1, MIND)
    for name in MIND.names or ():
        mind[name] = np.nan if MIND[name].base.kind == "f" else -1
    for name, value in KEPT.items():
        mind[name] = value
    return mind


class OtherDoor:
    """Plays games of a source as `cs.Game` sets them up."""

    def __init__(self, source: CavernaSource) -> None:
        self.source = source
        players = source.scenario.players
        self.scratch = np.zeros((players, NUM_SCRATCH), layout.STATE)
        self.minds, self.rubbish = np.zeros(players, MIND), rubbish()
        self.outs = np.full((players, layout.MAX_LEGAL), -1, np.int32)

    def play(self, index: int) -> Game:
        """Game number `index`, to its end."""
        game = Game(scenario=self.source.scenario, index=index)
        assert game.planned is not None
        planned = game.planned
        seated = np.array([self.source._which[self.source.names.index(name)] for name in planned.bots])
        left = {seat: len(spaces) for seat, spaces in planned.openings.items()}
        while True:
            is_bound = np.array([left.get(seat, 0) > 0 for seat in range(game.players)])
            self._play_on(game, seated, is_bound)
            if game.now().over:
                return game
            seat = game.player
            assert seat is not None
            forced = game.opening()
            chosen = forced.id if forced else self._choice(game, int(seated[seat]), seat)
            game.play(int(chosen))
            left[seat] -= 1

    def _play_on(self, game: Game, seated: np.ndarray, is_bound: np.ndarray) -> None:
        source = self.source
        judges = source.judges if source.is_judged else None
        _play_on(
            game._states, source.catalog.record, source.bots, judges, seated, self.scratch, self.minds, self.rubbish, self.outs, is_bound
        )  # fmt: skip

    def _choice(self, game: Game, which: int, seat: int) -> int:
        source, mind = self.source, self.minds[seat : seat + 1]
        judges = source.judges if source.is_judged else None
        mind[:] = self.rubbish
        return int(bot_action_here(
            game._states, source.catalog.record, source.bots, judges, which, self.scratch[seat], mind, self.outs[seat]
        ))  # fmt: skip


def different(scenario: CavernaScenario, watched: int = 0) -> list[str]:
    """Games of a scenario that are not the same through two doors, in words; so many of them are watched through `caverna_sim.play`."""
    source = CavernaSource(scenario)
    games = -(-scenario.games // source.block_games) * source.block_games
    try:
        played = source.play(0, games, np.zeros(1, np.int8))
    except cs.RunStopped:
        return []  # house rules that give more than a run keeps: it has said so
    assert played is not None
    totals = np.asarray(played.rows["players"]["score"]).reshape(games, scenario.players)
    other, found = OtherDoor(source), []
    for index in range(games):
        doors = {"from its position": other.play(index)}
        if index < watched:
            doors["through caverna_sim.play"] = cs.play(Game(scenario=scenario, index=index))
        for door, game in doors.items():
            mine = [result["total"] for result in game.scores()]
            if game.hash != played.hashes[index] or mine != totals[index].tolist():
                found.append(f"{scenario.name}, game {index} {door}: {mine}, in the batch {totals[index].tolist()}; {scenario.to_data()}")
    return found


def say(*lines: str) -> None:
    """Tell it at once, also when piped."""
    sys.stdout.write("".join(f"{line}\n" for line in lines))
    sys.stdout.flush()


def main() -> int:
    """Compare, and say what differs."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=20_000, help="games at tables of quick bots, and a hundredth of them of others")
    parser.add_argument("--watched", type=int, default=0, help="how many of them are watched step by step")
    parser.add_argument("--first", type=int, default=0, help="number of the first table")
    asked = parser.parse_args()
    start, compared, found, each = time.perf_counter(), 0, list[str](), 20
    number = asked.first
    while compared < asked.games:
        thinking = number % 25 == 24
        scenario = scenario_by_chance(number, 2 if thinking else each, thinking)
        found += different(scenario, 1 if number < asked.first + asked.watched else 0)
        compared += scenario.games
        number += 1
        if number % 50 == 0:
            say(f"{compared:,} games at {number - asked.first:,} tables, {len(found)} different, {time.perf_counter() - start:.0f} s")
    say(*found[:20], f"{compared:,} games compared, {len(found)} different, {time.perf_counter() - start:.0f} s")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
