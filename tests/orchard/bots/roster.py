"""The roster: bots by name, and everything else that can sit at a table."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from caverna_sim.kit.many.guests import as_player
from caverna_sim.kit.many.weights import BotInfo, RecordBot
from tests.orchard.bots.parameters import BOTS, bot_record


def bots() -> dict[str, BotInfo]:
    """All bots by name."""
    return BOTS.infos()


def info_of(name: str | Path) -> BotInfo:
    """What there is to tell of a bot, also of one in a file."""
    return BOTS.info(name)


def _called(name: str | Path, more: Mapping[str, Any] | None = None) -> RecordBot:
    record = bot_record(name, more)

    def decide(states: Any, rules: Any) -> int:
        import numpy as np

        from tests.orchard.bots.choosing import decide_here
        from tests.orchard.bots.layout import MIND
        from tests.orchard.shape.layout import MAX_LEGAL

        return int(decide_here(states, rules, record, np.zeros(1, MIND), np.zeros(MAX_LEGAL, np.int32)))

    return RecordBot(name, decide)


def as_bot(bot: Any, own: Mapping[str, Any] | None = None) -> Callable[..., Any]:
    """What plays: a bot of the roster, of a file or of a scenario, or a function."""
    mine = (own or {}).get(str(bot))
    return as_player(bot, _called) if mine is None else _called(mine.base, mine.parameters)
