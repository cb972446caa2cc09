"""What all catalogs do: house rules as a text that names them, the number of players, a hash of exactly these rules."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Mapping
from typing import Any

from caverna_sim.check import plain, reading, table
from caverna_sim.errors import RulesError, shown


def checked_players(players: Any, most: int) -> int:
    """A number of players that the game is for."""
    if isinstance(players, bool) or not isinstance(players, int) or not 1 <= players <= most:
        raise RulesError(f"players: {shown(players)} is not allowed; the game is for 1 to {most} players")
    return players


def as_text(rules: Mapping[str, Any] | None, flatten: Callable[[Mapping[str, Any]], Mapping[str, Any]]) -> str:
    """House rules by dotted path as one text, by which what was made of them is kept."""
    with reading(RulesError, "house rules:"):
        given = plain(table({} if rules is None else rules, ""))
    try:
        return json.dumps(flatten(given), sort_keys=True)
    except TypeError as error:  # a date
        raise RulesError(f"house rules: {error}; give numbers, texts, true, false, lists or tables") from None


def hash_of(*told: Any) -> str:
    """A name for exactly these rules, stored with every data set."""
    return hashlib.sha256(json.dumps(told, sort_keys=True).encode()).hexdigest()[:16]
