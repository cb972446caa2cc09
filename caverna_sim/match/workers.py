"""The only place that knows processes: tasks go out to workers, and results come back as they are done, in any order."""

from __future__ import annotations

import os
import signal
import threading
import time
import warnings
from collections.abc import Callable, Generator, Iterable
from concurrent.futures import FIRST_COMPLETED, Future, wait
from typing import Any, TypeVar

from caverna_sim.errors import CavernaError, RunStopped, install_hint, nearest, shown

BACKENDS = ("loky", "threading", "dask")
WATCH_SECONDS = 0.5
CONNECT_SECONDS = 10

Result = TypeVar("Result")
Pieces = Iterable[tuple[Any, ...]]


class WorkerLost(RuntimeError):
    """A worker process ended without a word."""


def check_backend(backend: str, scheduler: str | None, workers: int | None) -> None:
    """Whether these go together."""
    if backend not in BACKENDS:
        raise CavernaError(f"backend: {shown(backend)} is not allowed; {nearest(backend, BACKENDS)}")
    if backend == "dask" and not scheduler:
        raise CavernaError("backend dask: give the address of the scheduler, such as tcp://127.0.0.1:8786 (`scheduler`)")
    if backend != "dask" and scheduler:
        raise CavernaError(f"scheduler: only the backend `dask` has one; leave it out for `{backend}`, or give the backend `dask`")
    if backend == "dask" and workers is not None:
        raise CavernaError("workers: a Dask cluster has as many as it has; leave the number out")
    check_workers(workers)


def check_workers(workers: int | None) -> None:
    """How many play at a time."""
    if workers is not None and (isinstance(workers, bool) or not isinstance(workers, int) or not 1 <= workers <= 1024):
        raise CavernaError(f"workers: {shown(workers)} is not allowed; give a whole number from 1 to 1024")


def worker_count(workers: int | None) -> int:
    """As many as asked for, or one for each core that may be used."""
    from joblib import cpu_count

    return workers or int(cpu_count())


def results(
    task: Callable[..., Result], pieces: Pieces, backend: str, workers: int, scheduler: str | None, warm_up: Callable[[], None]
) -> Generator[Result, None, None]:
    """Call the task with every piece. Leaving the loop early kills or forgets what is under way.

    Pieces are drawn as workers become free. `warm_up` is called once on every machine of a cluster before it gets tasks.
    """
    if backend == "dask":
        return _on_cluster(task, pieces, str(scheduler), warm_up)
    if workers == 1:  # a thread of its own, so that the main thread hears Ctrl-C at once
        return _in_one_thread(task, pieces)
    from joblib import Parallel

    if backend == "loky":
        _start_tracker()
    return _from_joblib(Parallel, task, pieces, backend=backend, n_jobs=workers)


def _start_tracker() -> None:
    """The process that tidies up behind workers, deaf to the loss of the terminal: when it dies first, everybody complains at length."""
    from joblib.externals.loky.backend.resource_tracker import ensure_running

    if not hasattr(signal, "SIGHUP") or threading.current_thread() is not threading.main_thread():
        return
    before = signal.signal(signal.SIGHUP, signal.SIG_IGN)  # which it inherits
    try:
        ensure_running()
    finally:
        signal.signal(signal.SIGHUP, before)


def _in_one_thread(task: Callable[..., Result], pieces: Pieces) -> Generator[Result, None, None]:
    for piece in pieces:
        future = Future[Result]()
        threading.Thread(target=_fulfil, args=(future, task, piece), daemon=True).start()  # a program that ends does not wait for it
        while not wait([future], timeout=WATCH_SECONDS, return_when=FIRST_COMPLETED).done:
            pass  # short waits let signals through on every system
        yield future.result()


def _fulfil(future: Future[Result], task: Callable[..., Result], piece: tuple[Any, ...]) -> None:
    try:
        future.set_result(task(*piece))
    except BaseException as error:
        future.set_exception(error)


def _from_joblib(parallel: Any, task: Callable[..., Result], pieces: Pieces, **options: Any) -> Generator[Result, None, None]:
    from joblib import delayed
    from joblib.externals.loky.process_executor import BrokenProcessPool

    runner = parallel(return_as="generator_unordered", batch_size=1, pre_dispatch="2*n_jobs", **options)
    stream = runner(delayed(task)(*piece) for piece in pieces)
    try:
        for result in stream:  # noqa: UP028  (`yield from` would close the stream, with its warning)
            yield result
    except BrokenProcessPool:
        raise WorkerLost("a worker process was killed or ran out of memory") from None
    finally:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # joblib warns of results that nobody took, which is what stopping early is about
            stream.close()


# ---------------------------------------------------------------- a cluster


def _on_cluster(task: Callable[..., Result], pieces: Pieces, scheduler: str, warm_up: Callable[[], None]) -> Generator[Result, None, None]:
    try:
        from distributed import CancelledError, Client, KilledWorker
        from distributed.comm import CommClosedError
    except ImportError:
        raise CavernaError(f"backend dask: Dask is not installed; {install_hint('dask')}") from None
    from joblib import Parallel, parallel_config

    try:
        client = Client(scheduler, timeout=CONNECT_SECONDS, set_as_default=False)
    except (OSError, ValueError, TimeoutError) as error:
        reason = " ".join(str(error).split()) or "no answer"
        raise CavernaError(f"scheduler `{scheduler}`: cannot be reached: {reason}; start one with `dask scheduler`") from None
    try:
        _prepare(client, scheduler, warm_up)
        with parallel_config(backend="dask", client=client, n_jobs=-1):
            yield from _from_joblib(Parallel, task, pieces)
    except (CancelledError, CommClosedError):
        raise RunStopped(f"scheduler `{scheduler}`: it is gone; finished chunks are kept") from None
    except KilledWorker:
        raise RunStopped(
            f"scheduler `{scheduler}`: its workers die again and again over the same games; finished chunks are kept"
        ) from None
    finally:
        client.close()


def _prepare(client: Any, scheduler: str, warm_up: Callable[[], None]) -> None:
    """Compile on one worker of each machine first, since workers that compile at the same time get in each other's way."""
    workers = client.scheduler_info(n_workers=-1)["workers"]
    if not workers:
        raise RunStopped(f"scheduler `{scheduler}`: it has no workers; start some with `dask worker {scheduler}`, then go on (`resume`)")
    firsts = {about["host"]: address for address, about in workers.items()}
    try:
        client.run(warm_up, workers=list(firsts.values()))
    except ImportError as error:
        raise RunStopped(
            f"scheduler `{scheduler}`: its workers lack a package ({error}); install caverna_sim there, then go on (`resume`)"
        ) from None


# ---------------------------------------------------------------- inside a worker

_watching: list[int] = []  # process that this worker belongs to


def settle_in(parent: int) -> None:
    """Make a worker process quiet on Ctrl-C, which the parent handles, and end it when its parent is gone."""
    if os.getpid() == parent or _watching:
        return
    _watching.append(parent)
    if threading.current_thread() is threading.main_thread():
        signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_leave_with, args=(parent,), daemon=True).start()


def _leave_with(parent: int) -> None:
    while os.getppid() == parent:
        time.sleep(WATCH_SECONDS)
    os._exit(1)
