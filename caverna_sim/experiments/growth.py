"""What is another one of the family worth? For every block a seat is drawn by lot and how far its family may grow: as it likes, or to two,
three or four at most. A seat that may have three against one that may have two tells what may come of a third.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from caverna_sim.experiments.limits import LimitRows


def growth_rows(word: str, limit: str, together: Callable[..., Any], doubt: str, fifth: str = "", it: str = "it", **more: Any) -> LimitRows:
    """The question of a game whose families are made of `word`; `limit` is the word of a limit that says how many there are at most.

    `fifth` are those beyond the fourth, and `it` is what a seat may have, in words.
    """
    most = {f"at_most_{number}": number for number in (2, 3, 4)}
    another = {  # what is worth -> effects of limits that are added up
        f"a third {word}": {"at_most_3": 1.0, "at_most_2": -1.0},
        f"a fourth {word}": {"at_most_4": 1.0, "at_most_3": -1.0},
        fifth or f"a fifth {word}": {"at_most_4": -1.0},
    }
    return LimitRows(
        "growth",
        f"What is another {word} worth?",
        arms={name: {limit: number} for name, number in most.items()},
        asked=most,
        estimands={
            "effect": f"points of a seat whose family may grow so far, against one that may grow less far by one {word}",
            "win_effect": "share of the wins of such a seat, against the other",
        },
        key=word,
        together=together,
        told=another,
        nested={f"may have {name}, against not": sums for name, sums in another.items()},
        most_games=20_000,
        by_seat=False,
        verdict=f"to a seat that may have {it},",
        doubt=doubt,
        picture=f"Another {word}",
        **more,
    )
