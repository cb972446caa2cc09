"""One writer at a time for the folder of a run."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from caverna_sim.errors import DatasetError, reason_of


@contextmanager
def only_writer(run: Path) -> Iterator[None]:
    """Make the folder and keep other writers out of it as long as this lasts.

    The system forgets the lock when the process ends, however it ends. Where folders cannot be locked (Windows, some network
    drives) it is left to the user not to start a run twice.
    """
    try:
        run.mkdir(parents=True, exist_ok=True)
    except FileExistsError:
        raise DatasetError(f"out `{run}`: this is a file; give a folder") from None
    except (OSError, ValueError) as error:
        raise DatasetError(f"out `{run}`: the folder cannot be made: {reason_of(error)}; give another one with --out") from None
    handle = _locked(run)
    try:
        yield
    finally:
        if handle is not None:
            os.close(handle)


def _locked(run: Path) -> int | None:
    """A handle that holds the lock; None where there are no locks."""
    try:
        import fcntl
    except ImportError:
        return None
    handle = None
    try:
        handle = os.open(run, os.O_RDONLY)
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        os.close(handle)  # type: ignore[arg-type]  # it is open: only the lock says so
        raise DatasetError(f"out `{run}`: another process is playing into this folder; wait for it, or give another folder") from None
    except OSError:
        if handle is not None:
            os.close(handle)
        return None
    return handle
