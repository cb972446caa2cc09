"""What `caverna-sim orcs` and `campaign` take on the command line."""

from __future__ import annotations

import re
from argparse import ArgumentParser

from caverna_sim.arguments import amount, number, numbers, option, overwrite, word
from caverna_sim.check import MOST_NUMBER, refuse

MOST_STRENGTH = 30


@option
def _strengths(text: str) -> tuple[int, ...]:
    """Start strengths such as "5/7/9/12"."""
    given = text.split("/")
    if len(given) != 4 or not all(re.fullmatch(r"\d{1,2}", one) and 1 <= int(one) <= MOST_STRENGTH for one in given):
        refuse(text, "", f"give four strengths from 1 to {MOST_STRENGTH} for orcs A/B/C/D, such as 5/7/9/12")
    return tuple(int(one) for one in given)


def orcs(parser: ArgumentParser) -> None:
    """Which sides are played, with how many players, and what is looked for."""
    parser.add_argument(
        "--strengths",
        action="append",
        type=_strengths,
        metavar="A/B/C/D",
        help="start strengths of the orcs; give it several times (default 5/7/9/12, 7/9/11/14, and between)",
    )
    parser.add_argument("--players", type=numbers(1, 7), metavar="N,...", help="play the scenario with these numbers of players")
    parser.add_argument(
        "--share", type=amount(0.01, 0.99), default=0.5, metavar="SHARE",
        help="find the strength at which this share of the seats gets rid of all orcs (default 0.5)",
    )  # fmt: skip


def campaign(parser: ArgumentParser) -> None:
    """Who plays how many, and what is bought."""
    parser.add_argument(
        "--bot", default="campaigner", metavar="NAME", help="a bot that plays, by name or by its parameter file (default campaigner)"
    )
    parser.add_argument("--seed", type=number(0, MOST_NUMBER), default=0, metavar="S", help="seed of the chances (default 0)")
    parser.add_argument("--campaigns", type=number(1, 10**9), default=1, metavar="N", help="how many campaigns to play (default 1)")
    parser.add_argument(
        "--side", type=word(("normal", "hard")), default="normal", metavar="SIDE", help="orcs of game 1: normal (default) or hard"
    )
    policies = ("nothing", "steady", "lasting", "much")
    parser.add_argument(
        "--purchases", type=word(policies), default="lasting", metavar="HOW", help="buy bonuses: nothing, steady, lasting (default) or much"
    )
    parser.add_argument("--log", metavar="FILE", help="write every choice of every game, and what followed, into this file")
    overwrite(parser)
    parser.add_argument("--quiet", action="store_true", help="show no progress")
    parser.add_argument("--json", action="store_true", help="print JSON, for other programs")
