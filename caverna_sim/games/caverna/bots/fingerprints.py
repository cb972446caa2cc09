"""The fingerprints of Caverna's bots (kit/bots/fingerprints.py)."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from caverna_sim.games.caverna.bots.layout import TIERS
from caverna_sim.games.caverna.bots.parameters import APPEAL_AXES, appeal_places, input_places
from caverna_sim.games.caverna.box.tables import printed_tables
from caverna_sim.games.caverna.expansions import EVERYTHING
from caverna_sim.games.caverna.ids.good import NAMES as WARES
from caverna_sim.kit.bots import fingerprints
from caverna_sim.kit.bots.fingerprints import Axis, Named, contents, numbered

NEUTRAL = {  # [field] what it was worth before anybody could say; of all others 0. A default may change later, a row here never
    "candidates": 8, "options": 1, "rehearsed": 1, "playouts": 64, "finalists": 6, "playout_candidates": 3, "foreseen": 1, "horizon": 1,
    "played_options": 1, "enough": 100, "lines": 1,
}  # fmt: skip


def fingerprint(bot: np.void, judge: np.void) -> str:
    """Names a bot by its BOT and JUDGE records."""
    return fingerprints.fingerprint({"bot": contents(bot, named(_axes_of_bot())), "judge": contents(judge, named(_axes_of_judge()))})


def named(axes: Mapping[str, Axis]) -> Named:
    """What the numbers of records mean."""
    return Named(TIERS, axes, NEUTRAL)


def _axes_of_bot() -> dict[str, Axis]:
    tables = printed_tables(EVERYTHING)
    furnishings = numbered(tables["furnishing"])
    return {
        **dict.fromkeys(("worth_early", "worth_late", "enough"), numbered(WARES)),
        **dict.fromkeys(("furnishing", "furnishing_per_round"), furnishings),
        "space": numbered(tables["space"]), "first": (1, numbered(tables["space"])[1]),
    }  # fmt: skip


def _axes_of_judge() -> dict[str, Axis]:
    places = appeal_places()
    named = ((field, number, axis) for field, axes in APPEAL_AXES.items() for number, axis in enumerate(axes) if axis)
    taught = {f"appeal.{field}": (number, places[axis]) for field, number, axis in named}
    return {**dict.fromkeys(("layer_1", "taste"), (0, input_places())), **taught}
