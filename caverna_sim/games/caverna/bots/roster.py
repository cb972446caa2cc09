"""The roster: bots by name, and everything else that can sit at a table as something to call."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

from caverna_sim.games.caverna.bots.parameters import (
    JUDGING,
    Values,
    bot_record,
    is_path,
    packaged_bots,
    parameters_of,
    strengths,
)
from caverna_sim.games.caverna.expansions import EVERYTHING

if TYPE_CHECKING:
    import numpy as np

    from caverna_sim.games.caverna.actions import Action
    from caverna_sim.games.caverna.game import Bot, View

_NOTHING = -1  # no action has this id
_ABOUT = ("description", "provenance", "base", "tier", "tune")  # of a parameter file, not read by the bot


@dataclass(frozen=True)
class BotInfo:
    """What the roster tells of a bot."""

    description: str
    tier: str = "scripted"
    parameters: dict[str, Any] = field(default_factory=dict)  # nested as in a parameter file, inherited ones included
    strength: Any = None  # as measured; None when it was not


def info_of(name: str | Path) -> BotInfo:
    """What there is to tell of a bot of the roster or of a parameter file."""
    values = parameters_of(name)
    parameters = {key: value for key, value in values.items() if key not in _ABOUT}
    return BotInfo(values.get("description", "a bot of one's own"), values["tier"], parameters, strengths().get(str(name)))


def bots() -> dict[str, BotInfo]:
    """All bots by name."""
    return {name: info_of(name) for name in packaged_bots()}


# ---------------------------------------------------------------- players


class RandomBot:
    """Chooses uniformly among all legal actions, with the seat's own stream of the game."""

    def __call__(self, view: View, legal: list[Action], rng: np.random.Generator) -> Action:
        """One of the legal actions."""
        from caverna_sim.chance.philox import STREAM_BOT, draw

        if len(legal) == 1:
            return legal[0]
        states, _ = view._arrays()
        return legal[int(draw(states[0], STREAM_BOT + view.seat, len(legal)))]


class CompiledBot:
    """A bot made of parameters: decides by compiled kernels, with the seat's own stream of the game.

    Games are the same as in a batch. Kernels get the game itself, since they do not look at what is hidden.
    """

    def __init__(self, values: Values, name: str = "") -> None:
        self.name = name
        self._values = values
        self._tools: dict[str | None, tuple[np.ndarray, ...]] = {}
        self.weighed: tuple[tuple[Action, float], ...] = ()  # what the last choice was made from

    def __repr__(self) -> str:
        return f"<bot {self.name or self._values['tier']}>"

    def __call__(self, view: View, legal: list[Action], rng: np.random.Generator) -> Action:
        """The action it takes now."""
        from caverna_sim.compiling.progress import CompileProgress
        from caverna_sim.games.caverna.actions import Action
        from caverna_sim.games.caverna.bots.asking import bot_action_here
        from caverna_sim.kit.bots.stopping import thought_out

        states, rules = view._arrays()
        expansion = None if "base_game" in (rules.dtype.names or ()) else EVERYTHING
        bot, judge, scratch, minds, out = self._tools.get(expansion) or self._make_tools(expansion)
        for plans in ("candidate", "plan"):
            minds[plans] = _NOTHING
        minds["outcome"] = math.nan  # a placement that is doubted stays untried
        with CompileProgress(f"{self._values['tier']}, {expansion or 'base'}"):
            asked = judge if self._values["tier"] in JUDGING else None  # others need no kernels that judge
            if self._values["tier"] == "search":
                number = int(thought_out(lambda: bot_action_here(states, rules, bot, asked, 0, scratch, minds, out), minds))
            else:
                number = int(bot_action_here(states, rules, bot, asked, 0, scratch, minds, out))
        chosen = next((action for action in legal if action.id == number), None) or Action(number)
        self.weighed = self._weighed(minds[0], chosen, _looks_at_games(states[0], rules[0], bot[0]))
        return chosen

    def _weighed(self, mind: Any, chosen: Action, is_whole: bool) -> tuple[tuple[Action, float], ...]:
        """Placements that were looked at closely, and the points expected with each; only bots that have learned have some.

        Of a bot that plays them on, the means of those that went on to playouts, or what whole games ended with.
        """
        from caverna_sim.games.caverna.actions import Action

        if self._values["tier"] not in JUDGING or chosen.kind != "place":
            return ()
        tried = zip(mind["candidate"].tolist(), mind["outcome"].tolist(), strict=True)
        worths = {one: worth for one, worth in tried if one != _NOTHING and not math.isnan(worth)}
        if self._values["tier"] == "search":
            foreseen, number = int(self._values.get("foreseen", 1)), sum(mind["plan"] != _NOTHING)
            laps = [had + foreseen for had in _playouts_of(number, int(self._values["playouts"]))]
            sums = zip(mind["plan"].tolist(), mind["plan_sum"].tolist(), [1] * number if is_whole else laps, strict=False)
            worths = {int(one): total / playouts for one, total, playouts in sums if playouts}
        return tuple((Action(one), worth) for one, worth in worths.items())

    def _make_tools(self, expansion: str | None) -> tuple[np.ndarray, ...]:
        import numpy as np

        from caverna_sim.games.caverna.bots.layout import MIND, NUM_SCRATCH
        from caverna_sim.games.caverna.bots.parameters import packed
        from caverna_sim.games.caverna.shape import layout

        scratch = np.zeros(NUM_SCRATCH, layout.STATE)
        tools = (*packed(self._values, expansion), scratch, np.zeros(1, MIND), np.zeros(layout.MAX_LEGAL, np.int32))
        self._tools[expansion] = tools
        return tools


def _looks_at_games(state: Any, rules: Any, bot: Any) -> bool:
    """Whether it looked at whole games, each once."""
    from caverna_sim.games.caverna.bots.lines import plays_lines

    return bool(plays_lines(state, rules, bot))


def _playouts_of(finalists: int, playouts: int) -> list[int]:
    """How many playouts each finalist had, best first: the weaker half drops out after each lap (bots/search.py)."""
    had, left, laps = [0] * finalists, finalists, 0
    while left > 1:
        laps, left = laps + 1, (left + 1) // 2
    left = finalists
    while left > 1:
        for index in range(left):
            had[index] += max(1, playouts // (laps * left))
        left = (left + 1) // 2
    return had


def bot_named(name: str | Path, overrides: Mapping[str, Any] | None = None) -> Bot:
    """The bot with a name, or of a parameter file by its path; `overrides` replace some of its parameters."""
    values = parameters_of(name, overrides)
    return RandomBot() if values["tier"] == "random" else CompiledBot(values, str(name))


def as_bot(bot: object, own_bots: Mapping[str, Any] | None = None) -> Bot:
    """Something to call for whatever may sit at a table: names, parameter files, Python callables, numba functions.

    `own_bots` are those of a scenario: name -> something with `base` and `parameters`.
    """
    if isinstance(bot, str) and own_bots and bot in own_bots:
        return bot_named(own_bots[bot].base, own_bots[bot].parameters)
    from caverna_sim.kit.many.guests import as_player

    return as_player(bot, bot_named)


__all__ = ["BotInfo", "CompiledBot", "RandomBot", "as_bot", "bot_named", "bot_record", "bots", "info_of", "is_path"]
