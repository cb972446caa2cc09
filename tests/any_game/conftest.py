"""The toy and the template are among the games here."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from caverna_sim import games
from tests.orchard import ORCHARD
from tests.toy import TOY


@pytest.fixture(autouse=True, scope="package")
def _registered() -> Iterator[None]:
    for game in (TOY, ORCHARD):
        games.register(game)
    yield
    for game in (TOY, ORCHARD):
        games._REGISTERED.pop(game.name, None)
