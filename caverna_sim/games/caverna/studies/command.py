"""What the studies of Caverna take on the command line, beside what all studies take."""

from __future__ import annotations

import re
from argparse import ArgumentParser

from caverna_sim.arguments import amount, number, numbers, option, words
from caverna_sim.check import refuse

MOST_STRENGTH = 30


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


@option
def _strengths(text: str) -> tuple[int, ...]:
    """Start strengths such as "5/7/9/12"."""
    given = text.split("/")
    if len(given) != 4 or not all(re.fullmatch(r"\d{1,2}", one) and 1 <= int(one) <= MOST_STRENGTH for one in given):
        refuse(text, "", f"give four strengths from 1 to {MOST_STRENGTH} for orcs A/B/C/D, such as 5/7/9/12")
    return tuple(int(one) for one in given)


def orcs_arguments(parser: ArgumentParser) -> None:
    """Which sides are played, with how many players, and what is looked for."""
    parser.add_argument(
        "--strengths",
        action="append",
        type=_strengths,
        metavar="A/B/C/D",
        help="a side; several times (default 5/7/9/12, 7/9/11/14, between)",
    )
    parser.add_argument("--players", type=numbers(1, 7), metavar="N,...", help="the scenario at these numbers of players")
    parser.add_argument(
        "--share", type=amount(0.01, 0.99), default=0.5, metavar="SHARE",
        help="of seats that are to get rid of all orcs: at which strength do they? (default 0.5)",
    )  # fmt: skip


def plans_arguments(parser: ArgumentParser) -> None:
    """Bots or scenarios, and at what tables bots play."""
    parser.add_argument("scenarios", nargs="+", metavar="BOT|SCENARIO", help="bots that stand for plans, or scenarios whose bots do")
    parser.add_argument("--players", type=numbers(2, 7), metavar="N,...", help="of bots alone: players at a table (default 2,3,4,5)")
