"""Numbers and names in sentences: as many digits as the error supports."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from math import floor, isfinite, log10

from caverna_sim.stats.ratings import Estimate

MOST_DIGITS = 3


def digits_for(error: float, most: int = MOST_DIGITS) -> int:
    """Digits behind the point so that the error shows with one digit, or two when the first is a 1."""
    if not isfinite(error) or error <= 0:
        return 1
    first = -floor(log10(error))
    digits = first + 1 if error * 10.0**first < 2 else first
    return min(most, max(0, digits))


def number(value: float, digits: int = 2, sign: bool = False) -> str:
    """A number; what rounds to zero has no sign."""
    if not isfinite(value):
        return "unknown"
    rounded = round(value, digits) or 0.0
    text = f"{abs(rounded):,.{digits}f}"
    minus = "\N{MINUS SIGN}" if rounded < 0 else "+" if sign and rounded > 0 else ""
    return f"{minus}{text}"


def column_digits(errors: Iterable[float], most: int = MOST_DIGITS) -> int:
    """Digits for a whole column, as many as its smallest error supports, so that its numbers stand below each other."""
    return max((digits_for(error, most) for error in errors if isfinite(error) and error > 0), default=1)


def plus_minus(value: float, half_width: float, digits: int = 2, sign: bool = False) -> str:
    """A value and its margin of error."""
    shown = number(value, digits, sign)
    return f"{shown} ± {number(half_width, digits)}" if isfinite(half_width) else shown


def interval(low: float, high: float, digits: int = 2, sign: bool = False) -> str:
    """Where an interval ends."""
    return f"{number(low, digits, sign)} to {number(high, digits, sign)}"


def with_interval(estimate: Estimate, sign: bool = False) -> str:
    """A value and where its interval ends."""
    digits = max(1, digits_for(estimate.error))
    if not isfinite(estimate.low):
        return number(estimate.value, digits, sign)
    if estimate.low == estimate.high:
        return f"{number(estimate.value, digits, sign)} (exact)"
    return f"{number(estimate.value, digits, sign)} ({interval(estimate.low, estimate.high, digits, sign)})"


def percent_with_interval(estimate: Estimate) -> str:
    """A share in percent and where its interval ends."""
    digits = digits_for(100 * estimate.error, 2)
    shown = percent(estimate.value, digits)
    if not isfinite(estimate.low):
        return shown
    return f"{shown} (exact)" if estimate.low == estimate.high else f"{shown} ({interval(100 * estimate.low, 100 * estimate.high, digits)})"


def percent(share: float, digits: int = 1, sign: bool = False) -> str:
    """A share in percent."""
    return f"{number(100 * share, digits, sign)} %"


def amount(value: float, measure: str, unit: str = "point") -> str:
    """So much of a measure."""
    if measure == "won":
        return f"{percent(value)} of the wins"
    shown = number(value).rstrip("0").rstrip(".") if round(value, 2) else number(value, 3)
    return f"{shown} {unit}{'' if shown == '1' else 's'}"


def range_text(low: float, high: float, digits: int = 2) -> str:
    """low to high, or one number when they look the same."""
    a, b = number(low, digits), number(high, digits)
    return a if a == b else f"{a} to {b}"


def readable(ids: Sequence[str]) -> list[str]:
    """Ids as people read them, without the numbers of players that a variant is for, unless two would look alike."""
    plain = [re.sub(r"(_\d)+(?=$|, )", "", name).replace("_", " ") for name in ids]
    return [short if plain.count(short) == 1 else name.replace("_", " ") for name, short in zip(ids, plain, strict=True)]


def named(ids: Sequence[str], names: Mapping[str, str]) -> list[str]:
    """Printed names of things, words for those without one. Bots keep the name that one types, and never come here."""
    return [names.get(name, words) for name, words in zip(ids, readable(ids), strict=True)]


def capital(text: str) -> str:
    """A sentence begins with a capital letter."""
    return text[:1].upper() + text[1:]


def listed(names: Sequence[str]) -> str:
    """a, b and c."""
    return " and ".join([", ".join(names[:-1]), names[-1]]) if len(names) > 1 else "".join(names)


def size_of(number: float) -> str:
    """Bytes as people say it."""
    for unit, step in (("GB", 1e9), ("MB", 1e6), ("kB", 1e3)):
        if number >= step:
            return f"{number / step:,.1f} {unit}"
    return f"{number:,.0f} bytes"


def plural(count: int, word: str) -> str:
    """A number of things."""
    return f"{count:,} {word}{'' if count == 1 else 's'}"


def duration(seconds: float) -> str:
    """Seconds as people say it: 45 s, 3 min 20 s, 2 h 5 min."""
    whole = max(0, round(seconds))
    if whole < 60:
        return f"{whole} s"
    if whole < 3600:
        return f"{whole // 60} min {whole % 60} s"
    return f"{whole // 3600} h {whole % 3600 // 60} min"
