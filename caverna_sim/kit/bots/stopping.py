"""A decision of a search bot may take long: who waits for it no more can say so while it is thought about."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any, TypeVar

from numpy.typing import NDArray

LOOK_SECONDS = 0.2

Chosen = TypeVar("Chosen")


@contextmanager
def stopped_by(stop: NDArray[Any], minds: NDArray[Any]) -> Iterator[None]:
    """While this lasts, a flag that another thread sets stops the thoughts of these minds too."""
    is_over = threading.Event()

    def watch() -> None:
        while not is_over.wait(LOOK_SECONDS):
            if stop[0]:
                minds["stopped"] = 1

    threading.Thread(target=watch, daemon=True).start()
    try:
        yield
    finally:
        is_over.set()
        minds["stopped"] = 0


def thought_out(think: Callable[[], Chosen], minds: NDArray[Any]) -> Chosen:
    """What a kernel finds in a thread of its own, so that the main thread hears Ctrl-C; then the thinking stops."""
    found: list[Chosen] = []
    thread = threading.Thread(target=lambda: found.append(think()), daemon=True)
    thread.start()
    try:
        while thread.is_alive():
            thread.join(LOOK_SECONDS)
    except BaseException:
        minds["stopped"] = 1
        thread.join()
        minds["stopped"] = 0
        raise
    return found[0]
