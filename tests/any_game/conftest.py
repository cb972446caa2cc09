"""The toy is one of the games here."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from caverna_sim import games
from tests.toy import TOY


@pytest.fixture(autouse=True, scope="package")
def _registered() -> Iterator[None]:
    games.register(TOY)
    yield
    games._REGISTERED.pop(TOY.name, None)
