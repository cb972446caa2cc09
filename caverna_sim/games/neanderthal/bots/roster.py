"""The roster: bots by name, and everything else that can sit at a table as something to call."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import numpy as np

from caverna_sim.games.neanderthal.bots.parameters import BOTS, bot_record
from caverna_sim.games.neanderthal.ids.things import VARIANTS
from caverna_sim.kit.many.weights import BotInfo, RecordBot, record_bot, seated


def bots() -> dict[str, BotInfo]:
    """All bots by name."""
    return BOTS.infos()


def info_of(name: str | Path) -> BotInfo:
    """What there is to tell of a bot, also of one in a file."""
    return BOTS.info(name)


def _called(name: str | Path, more: Mapping[str, Any] | None) -> RecordBot:
    records = np.concatenate([bot_record(name, more, variant) for variant in VARIANTS])
    return record_bot(name, "caverna_sim.games.neanderthal", (records,), "bots, neanderthal")


def as_bot(bot: Any, own: Mapping[str, Any] | None = None) -> Callable[..., Any]:
    """What plays: a bot of the roster, of a file or of a scenario, or a function (view, legal, rng) -> Action."""
    return seated(bot, own, _called)
