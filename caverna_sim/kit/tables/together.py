"""Several limits on a seat as one."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping
from typing import Any

Joined = Callable[[Any, Any], Any]  # what two values of a word come to


def together(several: Iterable[Mapping[str, Any]], sets: Collection[str], joined: Mapping[str, Joined] = {}) -> dict[str, Any]:
    """All of several limits at once: names of `sets` add up; of other words the smaller value holds, unless `joined` says how."""
    both: dict[str, Any] = {}
    for limits in several:
        for word, value in limits.items():
            if word not in both:
                both[word] = value
            elif word in sets:
                both[word] = [*both[word], *(name for name in value if name not in both[word])]
            else:
                both[word] = joined.get(word, min)(both[word], value)
    return both
