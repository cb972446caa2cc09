"""Steps of the agenda: what a player has to decide now. A row for each kind; its doors stand in a module of its name in course/steps/."""

from __future__ import annotations

from typing import NamedTuple


class Step(NamedTuple):
    """One kind of step."""

    name: str  # in positions, and of the module with its doors
    swaps: bool = False  # the alpha may be swapped in beside it (N-ALPHA-2)


ROWS = (
    Step("mating"), Step("council"), Step("lose"), Step("lose_elder"), Step("support"), Step("turn_mating"), Step("host"),
    Step("bid", swaps=True), Step("pay"), Step("assign", swaps=True), Step("offer"), Step("answer"), Step("exchange"), Step("strike"),
    Step("next_card", swaps=True), Step("alpha_power"), Step("convert"), Step("release"), Step("take"), Step("discard"),
    Step("first_suitor"), Step("act", swaps=True), Step("extend"), Step("replace"),
)  # fmt: skip
NAMES = tuple(row.name for row in ROWS)
(
    MATING, COUNCIL, LOSE, LOSE_ELDER, SUPPORT, TURN_MATING, HOST, BID, PAY, ASSIGN, OFFER, ANSWER, EXCHANGE, STRIKE, NEXT_CARD,
    ALPHA_POWER, CONVERT, RELEASE, TAKE, DISCARD, FIRST_SUITOR, ACT, EXTEND, REPLACE,
) = range(len(NAMES))  # fmt: skip
SWAPS = sum(1 << number for number, row in enumerate(ROWS) if row.swaps)  # set of steps
