"""Steps of the agenda: what a player has to decide now. A row for each kind; its doors stand in course/ (course/core.py)."""

from __future__ import annotations

from typing import NamedTuple


class Step(NamedTuple):
    """One kind of step."""

    name: str  # in positions, and of its doors
    passes: bool = False  # it can always be declined
    swaps: bool = False  # the alpha may be swapped in beside it (N-ALPHA-2)


ROWS = (
    Step("mating"), Step("council", passes=True), Step("lose"), Step("lose_elder"), Step("support"), Step("turn_mating", passes=True),
    Step("host"), Step("bid", passes=True, swaps=True), Step("pay"), Step("assign", passes=True, swaps=True), Step("offer", passes=True),
    Step("answer"), Step("exchange", passes=True), Step("strike"), Step("next_card", swaps=True), Step("alpha_power", passes=True),
    Step("convert"), Step("release"), Step("take"), Step("discard"), Step("first_suitor"), Step("act", passes=True, swaps=True),
    Step("extend"), Step("replace", passes=True),
)  # fmt: skip
NAMES = tuple(row.name for row in ROWS)
(
    MATING, COUNCIL, LOSE, LOSE_ELDER, SUPPORT, TURN_MATING, HOST, BID, PAY, ASSIGN, OFFER, ANSWER, EXCHANGE, STRIKE, NEXT_CARD,
    ALPHA_POWER, CONVERT, RELEASE, TAKE, DISCARD, FIRST_SUITOR, ACT, EXTEND, REPLACE,
) = range(len(NAMES))  # fmt: skip
PASSES = sum(1 << number for number, row in enumerate(ROWS) if row.passes)  # sets of steps
SWAPS = sum(1 << number for number, row in enumerate(ROWS) if row.swaps)
