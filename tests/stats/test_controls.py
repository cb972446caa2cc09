"""Controls hold, or fail with a size; only a size that matters makes a study not valid."""

from __future__ import annotations

import pytest

from caverna_sim.stats.controls import Control, Kind, controls, failing, holding, rows_of
from caverna_sim.stats.effects import least_squares
from caverna_sim.stats.families import family
from tests.stats.test_effects import named, np, study


@pytest.mark.parametrize(
    ("kind", "low", "high", "holds", "voids"),
    [
        ("ghosts", -0.22, 0.02, True, False),  # README's own study: nothing is wrong with it
        ("ghosts", -0.30, -0.12, False, False),  # shown, but too little to matter
        ("ghosts", 0.80, 1.60, False, False),
        ("ghosts", 1.10, 1.60, False, True),
        ("ghosts", -1.60, -1.10, False, True),
        ("prices", -4.86, -3.57, False, False),  # the bots' fault, not that of what is asked at printed prices
        ("nested", -0.50, 0.10, True, False),
        ("nested", 2.00, 9.00, True, False),  # who may do more scores more
        ("nested", -0.50, -0.10, False, False),
        ("nested", -11.0, -8.00, False, True),
        ("regret", 0.50, 1.50, True, False),
        ("regret", -3.00, 0.50, True, False),
        ("regret", 5.00, 9.00, False, False),  # the bot's fault, not that of the design
    ],
)
def test_a_control_fails_beyond_what_it_may_be_and_voids_beyond_what_matters(
    kind: Kind, low: float, high: float, holds: bool, voids: bool
) -> None:
    one = Control(kind, "a thing", (low + high) / 2, low, high)
    assert (one.holds, one.voids) == (holds, voids)
    assert bool(list(failing([one]))) == (not holds)
    assert bool(holding([one])) == holds


def test_what_fails_is_told_with_its_size_and_sign() -> None:
    every = [Control("ghosts", f"thing {place}", -0.2 - place / 10, -0.3 - place / 10, -0.12 - place / 10) for place in range(5)]
    (told,) = failing(every)
    assert told.startswith(
        "with care: scores move with what nobody gets, so take effects of that size for nothing. Thing 4: −0.60 points ("
    )
    assert "points (−0.70 to −0.52); thing 3: " in told and told.endswith("; and 2 more.")
    (told,) = failing([Control("nested", "3 at most against none at all", -9.8, -11.0, -8.6)])
    assert told.startswith("not valid: who may do more scores less")
    assert told.endswith(". 3 at most against none at all: −9.80 points (−11.00 to −8.60).")


def test_controls_share_their_interval() -> None:
    """Of 150 studies with two tiles that move and ten that do not, the ten hold in nearly all and the two in none."""
    random = np.random.RandomState(6)
    held = 0
    for _ in range(150):
        points, there, blocks = study(random, 300, np.r_[3.0, 3.0, np.zeros(10)])
        fit = least_squares(points, there, named(12), blocks)
        held += all(one.holds for one in controls("ghosts", family(fit.only(named(12)[2:])), {name: name for name in named(12)}))
    assert held >= 142
    moved = controls("ghosts", family(fit), {"tile 0": "the first"})
    assert [(one.what, one.voids) for one in moved] == [("the first", True)]
    assert [*rows_of(moved)[0]] == ["kind", "what", "effect", "low", "high", "holds"]
