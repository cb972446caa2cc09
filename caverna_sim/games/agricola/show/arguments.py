"""What the commands of Agricola take on the command line; told.py names them. Loads nothing slow."""

from __future__ import annotations

from argparse import ArgumentParser

from caverna_sim.arguments import number, numbers
from caverna_sim.asking.arguments import workbench
from caverna_sim.check import MOST_NUMBER
from caverna_sim.kit.learning.arguments import tuning
from caverna_sim.kit.show import arguments as general
from caverna_sim.kit.show.arguments import bench as bench

_USUAL = general.Usual(
    "agricola", "caverna_sim.games.agricola", 4, 14, "`play`", "spaces, majors, scoring, constants, rounds or variants",
    "bots that look ahead as well",
)  # fmt: skip
watch, rules, bots, new_scenario, warm = _USUAL.watch, _USUAL.rules, _USUAL.bots, _USUAL.new_scenario, _USUAL.warm


def major(parser: ArgumentParser) -> None:
    """Which improvement of which scenario."""
    workbench(parser)


def campaign(parser: ArgumentParser) -> None:
    """Who plays, and towards which goals."""
    parser.add_argument("bots", nargs="+", metavar="BOT", help="one bot plays alone against the goals; two to four play three games")
    parser.add_argument("--seed", type=number(0, MOST_NUMBER), default=1, metavar="S", help="seed of the chances (default 1)")
    parser.add_argument("--goals", type=numbers(-999, 9999), metavar="P,...", help="goals of a solo campaign, instead of the printed ones")
    parser.add_argument("--attempts", type=number(1, 10_000), default=20, metavar="N", help="most games of a solo campaign (default 20)")
    parser.add_argument("--json", action="store_true", help="print JSON, for other programs")


def tune(parser: ArgumentParser) -> None:
    """Where to start, who is met, and for how long."""
    tuning(parser, 4, "a judge 20, appeals 8", "1,2,3,4")
