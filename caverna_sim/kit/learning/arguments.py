"""What `tune` takes on the command line in every game. Loads nothing slow."""

from __future__ import annotations

from argparse import ArgumentParser

from caverna_sim.arguments import amount, number, numbers, overwrite, words
from caverna_sim.check import MOST_NUMBER


def tuning(parser: ArgumentParser, most_players: int, learned: str, usual: str = "2,3,4") -> None:
    """Where to start, who is met, and for how long; `learned` are the usual generations and games of what learns."""
    parser.add_argument("bot", metavar="BOT", help="the bot to improve")
    parser.add_argument("--population", nargs="+", metavar="BOT", help="bots it plays against (default: balanced, and itself as it was)")
    parser.add_argument(
        "--players",
        type=numbers(1, most_players),
        metavar="N,...",
        help=f"players at a table (default {usual}; learning 1 to {most_players})",
    )
    parser.add_argument("--scenario", metavar="SCENARIO", help="play this scenario: its players, rules, supply, openings")
    length = parser.add_mutually_exclusive_group()
    length.add_argument("--minutes", type=amount(0.01, 10**6), metavar="M", help="stop after about so many minutes")
    length.add_argument(
        "--generations", type=number(1, 10**6), metavar="G", help=f"stop after so many generations (default 100; {learned})"
    )
    parser.add_argument(
        "--games", type=number(1, 10**6), metavar="N", help="games of a generation: for each candidate (default 180), or of all that learn"
    )
    parser.add_argument("--candidates", type=number(4, 1000), metavar="N", help="bots to try in a generation (default 24)")
    parser.add_argument("--check-games", type=number(1, 10**7), metavar="N", help="fresh games that measure the result (default 18000)")
    parser.add_argument(
        "--seed", type=number(0, MOST_NUMBER), default=0, metavar="S", help="seed of the games and of the search (default 0)"
    )
    parser.add_argument(
        "--only",
        type=words,
        default=(),
        metavar="NAME,...",
        help="change only these: weights, worth.wood, space, ...; of what is learned: limits",
    )
    parser.add_argument(
        "--keep", type=words, default=(), metavar="NAME,...", help="leave these as they are, as well as [tune] keep of the bot"
    )
    parser.add_argument(
        "--lead", type=amount(0, 10), default=0.0, metavar="W", help="count a point of lead as W points of score (default 0)"
    )
    parser.add_argument("--anew", action="store_true", help="learn from nothing, not from what the bot knows")
    parser.add_argument("--out", metavar="FILE", help="write the better bot here (default BOT-tuned.toml)")
    overwrite(parser)
    parser.add_argument("--resume", action="store_true", help="go on from the checkpoint next to the file")
    parser.add_argument("--workers", type=number(1, 1024), metavar="N", help="games to play at a time (default: one for each core)")
    parser.add_argument("--quiet", action="store_true", help="show no progress")
    parser.add_argument("--json", action="store_true", help="print JSON, for other programs")
