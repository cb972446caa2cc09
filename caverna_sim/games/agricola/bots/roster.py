"""The roster: bots by name, and everything else that can sit at a table as something to call."""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Mapping
from functools import cache
from importlib import resources
from pathlib import Path
from typing import Any

from caverna_sim.games.agricola.bots.parameters import FOLDER, NEEDS, bot_record, packaged_bots, parameters_of
from caverna_sim.kit.many.guests import as_player
from caverna_sim.kit.many.weights import BotInfo, RecordBot


@cache
def strengths() -> Mapping[str, Any]:
    """Points as measured, by bot (`python -m benchmarks.strength agricola --keep`)."""
    found: Mapping[str, Any] = tomllib.loads((resources.files(FOLDER) / "strength.toml").read_text(encoding="utf-8"))["strength"]
    return found


def told(values: Mapping[str, Any]) -> dict[str, Any]:
    """The parameters of a bot as pages and manifests show them."""
    return {key: value for key, value in values.items() if key not in ("game", "description", "provenance", "base", "tier", "tune")}


def bots() -> dict[str, BotInfo]:
    """All bots by name."""
    return {name: info_of(name) for name in packaged_bots()}


def info_of(name: str | Path) -> BotInfo:
    """What there is to tell of a bot of the roster or of a parameter file."""
    values = parameters_of(name)
    return BotInfo(values.get("description", "a bot of one's own"), values["tier"], told(values), strengths().get(str(name)))


def called(name: str | Path, more: Mapping[str, Any] | None = None) -> RecordBot:
    """A bot made of parameters."""
    (bot, judge), tier = bot_record(name, more), parameters_of(name, more)["tier"]

    def decide(states: Any, rules: Any) -> int:
        import numpy as np

        from caverna_sim.compiling.progress import CompileProgress
        from caverna_sim.games.agricola.bots.choosing import bot_action_here
        from caverna_sim.games.agricola.bots.layout import MIND, NUM_SCRATCH
        from caverna_sim.games.agricola.shape import layout
        from caverna_sim.kit.bots.stopping import thought_out

        scratch, minds, out = np.zeros(NUM_SCRATCH, layout.STATE), np.zeros(1, MIND), np.zeros(layout.MAX_LEGAL, np.int32)
        with CompileProgress(f"bots, agricola{', judging' if tier in NEEDS else ''}"):

            def choose() -> int:
                return int(bot_action_here(states, rules, bot, judge if tier in NEEDS else None, scratch, minds, out))

            return thought_out(choose, minds) if tier == "search" else choose()

    return RecordBot(name, decide)


def as_bot(bot: Any, own: Mapping[str, Any] | None = None) -> Callable[..., Any]:
    """What plays: a bot of the roster, of a file or of a scenario, or a function (view, legal, rng) -> Action."""
    if isinstance(bot, str) and own and bot in own:
        return called(own[bot].base, own[bot].parameters)
    return as_player(bot, called)
