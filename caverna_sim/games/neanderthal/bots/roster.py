"""The roster: bots by name, and everything else that can sit at a table as something to call."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from caverna_sim.games.neanderthal.bots.parameters import BOTS, bot_record
from caverna_sim.kit.many.weights import BotInfo, RecordBot, seated


def bots() -> dict[str, BotInfo]:
    """All bots by name."""
    return BOTS.infos()


def info_of(name: str | Path) -> BotInfo:
    """What there is to tell of a bot, also of one in a file."""
    return BOTS.info(BOTS.parameters_of(name))


def _called(name: str | Path, more: Mapping[str, Any] | None) -> RecordBot:
    record = bot_record(name, more)

    def decide(states: Any, rules: Any) -> int:
        import numpy as np

        from caverna_sim.compiling.progress import CompileProgress
        from caverna_sim.games.neanderthal.bots.choosing import bot_action_here
        from caverna_sim.games.neanderthal.bots.layout import MIND
        from caverna_sim.games.neanderthal.shape import layout

        with CompileProgress("bots, neanderthal"):
            scratch, minds, out = np.zeros(3, layout.STATE), np.zeros(1, MIND), np.zeros(layout.MAX_LEGAL, np.int32)
            return int(bot_action_here(states, rules, record, scratch, minds, out))

    return RecordBot(name, decide)


def as_bot(bot: Any, own: Mapping[str, Any] | None = None) -> Callable[..., Any]:
    """What plays: a bot of the roster, of a file or of a scenario, or a function (view, legal, rng) -> Action."""
    return seated(bot, own, _called)
