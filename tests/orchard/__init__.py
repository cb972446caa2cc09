"""The template of a game: orchards. Copy this folder to `caverna_sim/games/NAME`, put the name into `games/__init__.py`, and change it.

Four places: two trees on which fruit grows, a well that pays a wage, a stall that buys all fruit at the price of the round. Prices are
cards, face down until their round begins. Each seat sends one picker a round, one to a place. Coins count, and fruit that is left a little.
"""

from __future__ import annotations

from caverna_sim.games.facts import GameCommand, GameFacts, Measure, Things

_HERE = "tests.orchard"
_COMMANDS = (("watch", "one game, round by round", "STAGE"), ("bots", "who can play", "run_bots"))

ORCHARD = GameFacts(
    name="orchard",
    title="Orchards",
    plays=f"{_HERE}.plays:PLAYS",
    folder=_HERE,
    groups={"coins": ("coins",), "fruit": ("fruit",)},
    places=Things("placements", "space", "place", "places"),
    measures={"coins": Measure("coins", 0.2, 60.0, unit="coin")},
    commands=tuple(
        GameCommand(name, summary, f"{_HERE}.show.arguments:{name.replace('-', '_')}", f"{_HERE}.show.watch:{function}")
        for name, summary, function in _COMMANDS
    ),
    ahead=f"{_HERE}.playing.ahead",
    asked={"base": ("random", "grower")},
    strong_bots={"base": "grower"},
    stage=f"{_HERE}.show.watch:STAGE",
    watch="caverna-sim watch {run} --index {index} --html game-{index}.html",
)  # fmt: skip
