"""Fidelity pages of the games beside Caverna are true, complete and up to date."""

from __future__ import annotations

import pytest

from tests.fidelity_games import NAMES, cited_in, problems


@pytest.mark.parametrize("game", NAMES)
def test_every_id_of_a_game_is_tested_and_its_page_says_where(game: str) -> None:
    """When this fails: python -m tests.fidelity."""
    assert problems(game) == []


def test_ids_are_read_from_sentences() -> None:
    assert list(cited_in("Fences (AG-FNC-03 to -05, UNC-12)")) == ["AG-FNC-03", "AG-FNC-04", "AG-FNC-05", "UNC-12"]
