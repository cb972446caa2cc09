"""Where the turn stands (N-TURN-1). Each phase is a row of small automatic steps; players decide inside most of them."""

from __future__ import annotations

NAMES = ("setup", "event", "auction", "assign", "negotiate", "attack", "hunt", "livestock", "action", "over")
SETUP, EVENT, AUCTION, ASSIGN, NEGOTIATE, ATTACK, HUNT, LIVESTOCK, ACTION, OVER = range(len(NAMES))
