"""Kinds of actions. An id is kind * 2**24 + first * 2**16 + second * 2**8 + third; see games/neanderthal/actions.py."""

from __future__ import annotations

(
    PASS, MATING, COUNCIL, LOSE, LOSE_ELDER, LOSE_CARD, TURN_MATING, HOST, BID, PAY, PROMOTE, ASSIGN, WOO,
    RECALL_ELDER, RECALL_HUSBAND, MOVE_HUSBAND, OFFER, ACCEPT, REFUSE, EXCHANGE, STRIKE, HUNT, COURT, ALPHA_POWER,
    CONVERT, RELEASE, TAKE_TROPHY, TAKE_HAND, DISCARD, FIRST_SUITOR, SWAP_ALPHA, PORTAL, INNOVATE, PLAY_CARD, EXTEND,
    REPLACE,
) = range(36)  # fmt: skip
NAMES = tuple(name.lower() for name in list(globals()) if name.isupper())
