"""What tasks need of the compiler and how long it takes: writes the estimate that caverna_sim/compiling/estimates.json ships.

    python -m benchmarks.compiling

Everything is compiled into an empty cache, in some minutes; what a smaller task needs of it is told by where kernels stand.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
from pathlib import Path

from caverna_sim.compiling.progress import KEPT, SHIPPED, Estimates

ALL = "warm --all"
LEARNING = ("lessons",)
SEARCH = (*LEARNING, "search")
JUDGING = (*SEARCH, "value", "judging", "features")
IN_BULK = (*JUDGING, "playing")
DECIDING = (*IN_BULK, "bots")
TASKS = {  # what none of its kernels belongs to
    "a game": DECIDING, "games, scripted": JUDGING, "games, value": SEARCH, "games, search": LEARNING,
    "scripted": JUDGING, "value": SEARCH, "search": LEARNING, "random": JUDGING,
}  # fmt: skip


def needed(names: list[str], without: tuple[str, ...], expansion: str) -> list[str]:
    """Kernels of a game that belong to none of some modules."""
    rooms = {*without, *(("fiends",) if expansion == "base" else ())}
    return [name for name in names if not set(name.split(".")) & rooms]


def main() -> None:
    """Measure, and write."""
    with tempfile.TemporaryDirectory() as folder:
        environment = {**os.environ, "CAVERNA_SIM_CACHE": folder}
        subprocess.run([sys.executable, "-m", "caverna_sim", *ALL.split()], env=environment, check=True)
        told = json.loads((Path(folder) / KEPT).read_text(encoding="utf-8"))
    names = list(told["seconds"])
    everything = [names[number] for number in told["needs"][ALL]]
    needs = {ALL: everything, "warm": needed(everything, SEARCH, "base"), "watch": needed(everything, IN_BULK, "base")}
    for task, without in TASKS.items():
        for expansion in ("base", "fiends"):
            needs[f"{task}, {expansion}"] = needed(everything, without, expansion)
    Estimates(told["seconds"], needs).write(SHIPPED)


if __name__ == "__main__":
    main()
