"""What the studies of Caverna take on the command line, beside what all studies take."""

from __future__ import annotations

from argparse import ArgumentParser

from caverna_sim.arguments import number, words


def openings_arguments(parser: ArgumentParser) -> None:
    """How many placements are drawn, and of which."""
    parser.add_argument("--length", type=number(1, 2), default=1, metavar="N", help="first placements that are drawn: 1 (default) or 2")
    parser.add_argument("--pool", type=words, default=(), metavar="SPACE,...", help="action spaces to draw from (default: all)")
