"""How the words of a command line are read: check.py finds out what is wrong with one, the parser names the option. Loads nothing slow."""

from __future__ import annotations

import re
from argparse import Action, ArgumentParser, ArgumentTypeError
from collections.abc import Callable, Mapping, Sequence
from typing import TypeVar

from caverna_sim import check

Read = TypeVar("Read")


def option(read: Callable[[str], Read]) -> Callable[[str], Read]:
    """What the words of an option are read with; what is wrong with them is told with its name."""

    def convert(text: str) -> Read:
        try:
            return read(text)
        except check.Wrong as wrong:
            raise ArgumentTypeError(wrong.problem) from None

    return convert


def number(low: int, high: int) -> Callable[[str], int]:
    """A whole number within limits."""

    @option
    def read(text: str) -> int:
        digits = text.replace("_", "")
        return check.whole(int(digits) if re.fullmatch(r"[+-]?\d{1,20}", digits) else text, "", low, high)

    return read


def word(allowed: Sequence[str]) -> Callable[[str], str]:
    """One of some words."""
    return option(lambda text: str(check.word(text, "", allowed)))


def numbers(low: int, high: int) -> Callable[[str], tuple[int, ...]]:
    """Numbers such as "4" or "2,3,4"."""
    one = number(low, high)
    return lambda text: tuple(one(part.strip()) for part in text.split(","))


def amount(low: float, high: float) -> Callable[[str], float]:
    """A number within limits."""

    @option
    def read(text: str) -> float:
        return check.number(float(text) if re.fullmatch(r"\d{1,12}(\.\d{1,12})?", text) else text, "", low, high)

    return read


@option
def words(text: str) -> tuple[str, ...]:
    """Names with commas between them."""
    found = tuple(part.strip() for part in text.split(","))
    if not all(found):
        check.refuse(text, "", "give names with commas between them")
    return found


def completed(action: Action, names: str) -> None:
    """The Tab key offers what the function at this place ("module:function") lists."""
    action.names_at = names  # type: ignore[attr-defined]  # argparse keeps no such thing; completion.py asks for it


def overwrite(parser: ArgumentParser) -> None:
    """Whether a file may be replaced."""
    parser.add_argument("--overwrite", action="store_true", help="replace a file even if this program did not write it")


def code(parser: ArgumentParser) -> None:
    """Whether bots may be code of anybody."""
    parser.add_argument("--allow-code", action="store_true", help="run bots that are Python code, such as my_module:my_bot")


def trust(parser: ArgumentParser) -> None:
    """Whether files of runs are taken as they are."""
    parser.add_argument("--trust", action="store_true", help="believe files of runs: skip their checksums, for speed")


def expansion(parser: ArgumentParser, titles: Mapping[str, str]) -> None:
    """Which expansion of the game is played."""
    shown = ", ".join(f"{name}: with {title}" for name, title in titles.items())
    parser.add_argument("--expansion", type=word(tuple(titles)), metavar="NAME", help=shown)


def game_option(parser: ArgumentParser, what: str) -> None:
    """Which game."""
    parser.add_argument("--game", metavar="NAME", help=what)
