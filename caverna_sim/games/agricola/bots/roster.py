"""The roster: bots by name, and everything else that can sit at a table as something to call."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

from caverna_sim.games.agricola.bots.parameters import bot_record, packaged_bots, parameters_of

if TYPE_CHECKING:
    import numpy as np


@dataclass(frozen=True)
class BotInfo:
    """What the roster tells of a bot."""

    description: str
    tier: str
    parameters: dict[str, Any] = field(default_factory=dict)
    strength: Any = None  # as measured; None when it was not


def told(values: Mapping[str, Any]) -> dict[str, Any]:
    """The parameters of a bot as pages and manifests show them."""
    return {key: value for key, value in values.items() if key not in ("game", "description", "provenance", "base", "tier", "tune")}


def bots() -> dict[str, BotInfo]:
    """All bots by name."""
    return {name: info_of(name) for name in packaged_bots()}


def info_of(name: str | Path) -> BotInfo:
    """What there is to tell of a bot of the roster or of a parameter file."""
    values = parameters_of(name)
    return BotInfo(values.get("description", "a bot of one's own"), values["tier"], told(values))


class KernelBot:
    """A bot made of parameters: decides by compiled kernels, the same as in a batch. They do not look at what is hidden."""

    def __init__(self, name: str | Path, parameters: Mapping[str, Any] | None = None) -> None:
        self.name = str(name)
        self._records = bot_record(name, parameters)

    def __repr__(self) -> str:
        return f"<bot {self.name}>"

    def __call__(self, view: Any, legal: list[Any], rng: np.random.Generator) -> Any:
        """The action it takes now."""
        import numpy as np

        from caverna_sim.compiling.progress import CompileProgress
        from caverna_sim.games.agricola.bots.choosing import bot_action_here
        from caverna_sim.games.agricola.bots.layout import JUDGING, MIND, NUM_SCRATCH, SEARCH, TIERS
        from caverna_sim.games.agricola.shape import layout
        from caverna_sim.kit.bots.stopping import thought_out

        (bot, judge), (states, rules) = self._records, view._arrays()
        scratch, minds, out = np.zeros(NUM_SCRATCH, layout.STATE), np.zeros(1, MIND), np.zeros(layout.MAX_LEGAL, np.int32)
        has_learned = TIERS[bot[0]["tier"]] in JUDGING
        with CompileProgress(f"bots, agricola{', judging' if has_learned else ''}"):

            def choose() -> int:
                return int(bot_action_here(states, rules, bot, judge if has_learned else None, scratch, minds, out))

            number = thought_out(choose, minds) if bot[0]["tier"] == SEARCH else choose()
        return next(action for action in legal if action.id == number)


def as_bot(bot: Any, own: Mapping[str, Any] | None = None) -> Callable[..., Any]:
    """What plays: a bot of the roster, of a file or of a scenario, or a function (view, legal, rng) -> Action."""
    if isinstance(bot, str) and own and bot in own:
        return KernelBot(own[bot].base, own[bot].parameters)
    from caverna_sim.kit.many.guests import as_player

    return as_player(bot, KernelBot)
