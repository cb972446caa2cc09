"""The command `warm`: compiles now what commands would compile when they first need it, and says what the cache holds."""

from __future__ import annotations

import json
import sys
import time
from argparse import Namespace
from collections.abc import Callable, Iterable

from caverna_sim.commands import cached
from caverna_sim.compiling import cache
from caverna_sim.compiling.progress import CompileProgress, compiled_here
from caverna_sim.errors import DONE, INTERRUPTED
from caverna_sim.stats.words import plural, size_of

Task = Callable[[], None]  # something small that needs the kernels of a command or two


def _print(text: str) -> None:
    sys.stdout.write(text + "\n")


def run(options: Namespace, tasks: Iterable[Task], more: str) -> int:
    """The command `warm`; `more` is what `--all` compiles beside."""
    started = time.monotonic()
    try:
        with CompileProgress("warm --all" if options.all else "warm"):
            for task in tasks:
                task()
    except KeyboardInterrupt:
        sys.stderr.write("interrupted: what is compiled is kept; the same command goes on\n")
        return INTERRUPTED
    compiled, freed = len(compiled_here), cache.clean_up()
    told = {
        "compiled": compiled, "seconds": round(time.monotonic() - started, 1), "cache": str(cache.cache_root()),
        "bytes": cache.bytes_in(*cache.present_folders()), "others": len(cache.others()),
        "other_bytes": sum(map(cache.bytes_in, cache.others())), "freed": freed,
    }  # fmt: skip
    if options.json:
        _print(json.dumps(told))
        return DONE
    did = f"compiled {plural(compiled, 'kernel')} in {told['seconds']:.0f} s" if compiled else "everything was compiled already"
    _print(f"{did}; {cached()}{f'; freed {size_of(freed)}' if freed else ''}")
    if more and not options.all:
        _print(f"next: caverna-sim warm --all, for {more}")
    return DONE
