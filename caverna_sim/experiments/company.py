"""What is a thing worth by how full the supply is? The share of absent things is drawn for each block, from none to half of them.

What a thing is worth may move, straight, with the share of the others that are missing. So the same games tell it as drawn (a quarter of
the others missing, on average), in the printed game (none missing), and with half of them missing, which is the mean over every company
from none of the others to all of them: its Shapley value, as long as worth moves straight.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from caverna_sim.stats.effects import Effects, least_squares
from caverna_sim.stats.ratings import Floats

AS_DRAWN, PRINTED, SHAPLEY, FULLER = "table_effect", "printed_effect", "shapley", "fuller"
SHARES = {PRINTED: 0.0, SHAPLEY: 0.5}  # of the others that are missing


def in_company(outcomes: Floats, there: Floats, names: Sequence[str]) -> dict[str, Effects]:
    """The worth of every thing as drawn, as printed and in the mean company, and how much more it is as printed than in the mean one.

    `there` [block, thing] is 1 where a block had the thing.
    """
    others = len(names) - 1
    missing = (others - (there.sum(axis=1, keepdims=True) - there)) / max(1, others)
    usual = float(missing.mean())
    slopes = [f"{name}, others missing" for name in names]
    fit = least_squares(outcomes, np.hstack([there, there * (missing - usual)]), [*names, *slopes])

    def at(share: float) -> Effects:
        return fit.combined(_weights(len(names), share, usual), names)

    found = {AS_DRAWN: at(usual), **{name: at(share) for name, share in SHARES.items()}}
    more = _weights(len(names), SHARES[PRINTED], usual) - _weights(len(names), SHARES[SHAPLEY], usual)
    return {**found, FULLER: fit.combined(more, names)}


def _weights(things: int, share: float, usual: float) -> Floats:
    """[thing, column of the fit] the worth of each with such a share of the others missing.

    A thing that comes makes the company of all others fuller, too: those that are there move by their own slope.
    """
    own = np.eye(things)
    of_others = (own - 1) * (1 - share) / max(1, things - 1)
    return np.hstack([own, own * (share - usual) + of_others])
