"""What the studies of Caverna take on the command line, beside what all studies take."""

from __future__ import annotations

from argparse import ArgumentParser

from caverna_sim.arguments import number, numbers, words


def tiles_arguments(parser: ArgumentParser) -> None:
    """Whether prices are looked for."""
    parser.add_argument(
        "--fair-prices", action="store_true", help="also look for prices at which the top and bottom ten would be worth the median"
    )


def openings_arguments(parser: ArgumentParser) -> None:
    """How many placements are drawn, and of which."""
    parser.add_argument("--length", type=number(1, 2), default=1, metavar="N", help="first placements that are drawn: 1 (default) or 2")
    parser.add_argument("--pool", type=words, default=(), metavar="SPACE,...", help="action spaces to draw from (default: all)")
    parser.add_argument("--replies", action="store_true", help="also how seat 1 best answers each first placement of seat 0")


def plans_arguments(parser: ArgumentParser) -> None:
    """Bots or scenarios, and at what tables bots play."""
    parser.add_argument("scenarios", nargs="+", metavar="BOT|SCENARIO", help="bots that stand for plans, or scenarios whose bots do")
    parser.add_argument("--players", type=numbers(2, 7), metavar="N,...", help="of bots alone: players at a table (default 2,3,4,5)")
