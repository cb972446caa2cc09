"""The roster: bots by name, and everything else that can sit at a table as something to call."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from caverna_sim.games.agricola.bots.parameters import BOTS, NEEDS, bot_record, parameters_of
from caverna_sim.kit.many.guests import as_player
from caverna_sim.kit.many.weights import BotInfo, RecordBot, record_bot


def bots() -> dict[str, BotInfo]:
    """All bots by name."""
    return BOTS.infos()


def info_of(name: str | Path) -> BotInfo:
    """What there is to tell of a bot of the roster or of a parameter file."""
    return BOTS.info(name)


def called(name: str | Path, more: Mapping[str, Any] | None = None) -> RecordBot:
    """A bot made of parameters."""
    (bot, judge), tier = bot_record(name, more), parameters_of(name, more)["tier"]
    subject = f"bots, agricola{', judging' if tier in NEEDS else ''}"
    return record_bot(name, "caverna_sim.games.agricola", (bot, judge if tier in NEEDS else None), subject, tier == "search")


def as_bot(bot: Any, own: Mapping[str, Any] | None = None) -> Callable[..., Any]:
    """What plays: a bot of the roster, of a file or of a scenario, or a function (view, legal, rng) -> Action."""
    if isinstance(bot, str) and own and bot in own:
        return called(own[bot].base, own[bot].parameters)
    return as_player(bot, called)
