"""docs/reference tells all that there is: pages are made by tests/reference.py, and what they are made of is complete."""

from __future__ import annotations

import pytest

from caverna_sim.games.caverna.bots.layout import SCALARS
from caverna_sim.games.caverna.bots.parameters import NUMBERS, weight_names
from caverna_sim.games.caverna.fiends.shape import ORC_WEIGHTS
from caverna_sim.games.caverna.limits import FIRST, LATER, SETS
from caverna_sim.games.caverna.limits import NUMBERS as LIMITED_NUMBERS
from caverna_sim.games.caverna.plays import PLAYS
from caverna_sim.games.caverna.scenario.changes import LOOT_ABSENCE
from caverna_sim.kit.design.reading import DRAWN_OPENING_FIELDS, SUPPLY_FIELDS
from caverna_sim.scenario.scenario import _FIELDS, DEFAULT_GAMES, DEFAULT_SEED
from tests.reference import FOLDER, PAGES, about_weights, keys, text_of


@pytest.mark.parametrize("page", PAGES)
def test_the_pages_are_up_to_date(page: str) -> None:
    """When this fails: python -m tests.reference."""
    assert (FOLDER / page).read_text(encoding="utf-8") == text_of(page)


def test_every_weight_is_explained() -> None:
    assert tuple(about_weights()["weights"]) == SCALARS
    assert set(weight_names()) == set(SCALARS) - {"temperature"}
    assert tuple(about_weights()["orcs"]) == ORC_WEIGHTS
    for group in about_weights().values():
        assert all(set(row) == {"unit", "what", "more"} and all(row.values()) for row in group.values())
    assert all(f"| `{name}` |" in text_of("weights.md") for name in NUMBERS)


def test_every_key_of_a_scenario_is_explained() -> None:
    known = set(keys())
    assert {*_FIELDS, *PLAYS.keys} == {key for key in known if "." not in key}
    assert {f"supply.{key}" for key in (*SUPPLY_FIELDS, LOOT_ABSENCE)} | {"supply.SEAT.without"} == {
        key for key in known if key.startswith("supply.")
    }
    assert {f"limits.SEAT.{key}" for key in (*SETS, *LIMITED_NUMBERS, LATER, FIRST)} == {
        key for key in known if key.startswith("limits.SEAT.")
    }
    assert {f"opening.drawn.{key}" for key in DRAWN_OPENING_FIELDS} == {key for key in known if key.startswith("opening.drawn.")}
    assert keys()["games"]["left_out"] == f"{DEFAULT_GAMES:,}"
    assert keys()["seed"]["left_out"] == str(DEFAULT_SEED)
