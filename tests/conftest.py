"""What all tests share: the `rule` marker, which names the rules a test shows (see docs/fidelity.md), and how processes share the files."""

from __future__ import annotations

from typing import Any

import pytest

from tests import fidelity


def pytest_configure(config: pytest.Config) -> None:
    config.addinivalue_line("markers", "rule(*ids): rules, spaces, tiles, loot or check values this test shows")


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config: pytest.Config, log: Any) -> Any:
    """A file is run by one process, so that what its tests share is made and compiled once, unless `--dist` says otherwise."""
    if config.getoption("dist") != "load":
        return None
    from xdist.scheduler import LoadFileScheduling

    config.option.loadscopereorder = False  # the order below, not that of how many tests there are
    return LoadFileScheduling(config, log)


COLLECTED = pytest.StashKey[dict[str, int]]()  # test -> place in the collection


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Where several processes share the files, those with slow tests go first, so that none is what the last process is left with."""
    config.stash[COLLECTED] = {item.nodeid: place for place, item in enumerate(items)}
    if not hasattr(config, "workerinput"):
        return
    slow = {item.path for item in items if item.get_closest_marker("slow")}
    items.sort(key=lambda item: item.path not in slow)


def pytest_collection_finish(session: pytest.Session) -> None:
    """What all tests cite is known when all are run."""
    config = session.config
    here = config.rootpath / "tests"
    if [config.rootpath / place for place in config.args] == [here] and config.option.markexpr == "not slow" and not config.option.keyword:
        fidelity.KNOWN.append(fidelity.cited_by(sorted(session.items, key=lambda item: config.stash[COLLECTED][item.nodeid])))
