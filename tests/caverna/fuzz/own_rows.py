"""Furnishings of one's own for every effect at every moment, built in random games, as numba is set in this process.

    python -m tests.caverna.fuzz.own_rows GAMES

prints one line of JSON: for each edition and each pair of effect and moment how many seats have built it.
"""

from __future__ import annotations

import json
import random
import sys
from collections import Counter
from collections.abc import Iterator
from typing import Any

import numpy as np

from benchmarks.house_rules import effect_by_chance, pairs
from caverna_sim.games.caverna.box.catalog import catalog
from caverna_sim.games.caverna.box.pack import ONE_OF_A_KIND
from caverna_sim.games.caverna.box.tables import printed_tables
from caverna_sim.games.caverna.course import core
from caverna_sim.games.caverna.shape import layout
from caverna_sim.games.caverna.shape.tiles import members

AT_ONCE = 20  # pairs: each is built in a fair share of games
COLOURS = {None: ("orange", "green", "yellow"), "fiends": ("orange", "green")}  # yellow ones lie on the bounty board (F-YELLOW-1)


def rules_with(chosen: list[tuple[str, str]], chance: random.Random, expansion: str | None) -> dict[str, Any]:
    """House rules with a furnishing for each pair; printed ones are out of the way, and leave what one alone may have to the new one."""
    printed = printed_tables(expansion)["furnishing"]
    rules: dict[str, Any] = {f"furnishing.{name}.effects": [] for name, row in printed.items()
                             if any(line["do"] in ONE_OF_A_KIND for line in row["effects"])}  # fmt: skip
    rules["start.without"] = [name for name, row in printed.items() if row.get("copies", 1) == 1][:40]
    for number, (do, when) in enumerate(chosen):
        line = effect_by_chance(chance, do, when, expansion is not None)
        colours = COLOURS[expansion]
        rules[f"furnishing.own_{number:02}"] = {"colour": colours[number % len(colours)], "effects": [line]}
    return rules


def built(expansion: str | None, games: int) -> Iterator[tuple[str, int]]:
    """How many seats have built a furnishing of each pair."""
    chance, every = random.Random(1), pairs(expansion)
    for start in range(0, len(every), AT_ONCE):
        chosen, count = every[start : start + AT_ONCE], Counter[str]()
        for game in range(games):
            players = game % 7 + 1
            rules = catalog(players, rules_with(chosen, chance, expansion), expansion)
            states, scratch, out = np.zeros(1, layout.STATE), np.zeros(2, layout.STATE), np.zeros(layout.MAX_LEGAL, np.int32)
            core.random_games(states, rules.record, scratch, out, 7, game, 1)
            for seat in states[0]["seats"][:players]:
                count.update(rules.names.furnishings[tile] for tile in members(seat["owned"]))
        for number, (do, when) in enumerate(chosen):
            yield f"{expansion or 'base'} {do} {when}", count[f"own_{number:02}"]


if __name__ == "__main__":
    asked = int(sys.argv[1])
    sys.stdout.write(json.dumps(dict([*built(None, asked), *built("fiends", asked)])) + "\n")
