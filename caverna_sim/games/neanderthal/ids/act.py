"""Kinds of actions. An id is kind * 2**24 + first * 2**16 + second * 2**8 + third; see games/neanderthal/actions.py."""

from __future__ import annotations

NAMES = (
    "pass", "mating", "council", "lose", "lose_elder", "lose_card", "turn_mating", "host", "bid", "pay", "promote", "assign", "woo",
    "recall_elder", "recall_husband", "move_husband", "offer", "accept", "refuse", "exchange", "strike", "hunt", "court", "alpha_power",
    "convert", "release", "take_trophy", "take_hand", "discard", "first_suitor", "swap_alpha", "portal", "innovate", "play_card", "extend",
    "replace",
)  # fmt: skip
(
    PASS, MATING, COUNCIL, LOSE, LOSE_ELDER, LOSE_CARD, TURN_MATING, HOST, BID, PAY, PROMOTE, ASSIGN, WOO,
    RECALL_ELDER, RECALL_HUSBAND, MOVE_HUSBAND, OFFER, ACCEPT, REFUSE, EXCHANGE, STRIKE, HUNT, COURT, ALPHA_POWER,
    CONVERT, RELEASE, TAKE_TROPHY, TAKE_HAND, DISCARD, FIRST_SUITOR, SWAP_ALPHA, PORTAL, INNOVATE, PLAY_CARD, EXTEND,
    REPLACE,
) = range(len(NAMES))  # fmt: skip
