"""What all tests share: the `rule` marker names the rules a test shows (see docs/fidelity.md)."""

from __future__ import annotations

import pytest


def pytest_configure(config: pytest.Config) -> None:
    config.addinivalue_line("markers", "rule(*ids): rules, spaces, tiles, loot or check values this test shows")
