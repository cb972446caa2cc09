"""How long each command takes when it is started a second time, with the smallest work that it does: what compiling has left to do.

    python -m benchmarks.starts [--starts N] [COMMAND ...]

Every command is started once to compile what it needs, and then several times in folders of their own; the table shows the medians of
clock and of processor seconds. The goal is at most 3 s by the clock on a machine with nothing else to do; on a busy one look at the
processor.
"""

from __future__ import annotations

import argparse
import os
import resource
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from caverna_sim.cli import commands

GOAL = 3.0
RUN = "made/run"  # what `report` reads, made before the clock runs
FEW = "--workers 1 --quiet"
TASKS = {
    "run": f"run base_2 --games 8 --out r {FEW}",
    "report": f"report {RUN} --out r.html",
    "compare": f"compare base_4 food_0123 --games 8 --out r {FEW}",
    "tiles": f"tiles base_2 --games 400 --out r {FEW}",
    "openings": f"openings base_2 --games 120 --pool excavation,logging --out r {FEW}",
    "weapons": f"weapons base_2 --games 160 --out r {FEW}",
    "growth": f"growth base_2 --games 80 --out r {FEW}",
    "orcs": f"orcs fiends_2 --games 40 --out r {FEW}",
    "plans": f"plans balanced adventurer --players 2 --games 40 --out r {FEW}",
    "seats": f"seats base_2 --games 40 --out r {FEW}",
    "drama": f"drama base_2 --games 40 --out r {FEW}",
    "sweep": f"sweep base_2 furnishing.dwelling.cost.wood=2 --games 40 --out r {FEW}",
    "campaign": "campaign --bot balanced --campaigns 1 --quiet",
    "watch": "watch quickstart --html r.html",
    "scenarios": "scenarios",
    "games": "games",
    "new-scenario": "new-scenario mine",
    "new-bot": "new-bot mine",
    "rules": "rules furnishings carpenter",
    "check": f"check {RUN}/scenario.toml",
    "bots": "bots",
    "tournament": f"tournament balanced adventurer --players 2 --games 20 {FEW}",
    "tune": f"tune balanced --generations 1 --games 12 --candidates 4 --check-games 12 --players 2 --out r.toml {FEW}",
    "warm": "warm",
    "completion": "completion bash",
    "bench": f"bench --seconds 0.05 {FEW}",
    "version": "--version",
}  # fmt: skip


def started(words: list[str], folder: Path) -> tuple[float, float, int]:
    """Clock and processor seconds of a command with all its workers, and its exit code."""
    used, began = resource.getrusage(resource.RUSAGE_CHILDREN), time.perf_counter()
    done = subprocess.run([sys.executable, "-m", "caverna_sim", *words], cwd=folder, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
    clock, now = time.perf_counter() - began, resource.getrusage(resource.RUSAGE_CHILDREN)
    if done.returncode:
        sys.stderr.write(done.stderr.decode())
    return clock, now.ru_utime + now.ru_stime - used.ru_utime - used.ru_stime, done.returncode


def measure(name: str, made: Path, starts: int) -> tuple[float, float]:
    """Medians of the starts after the first one."""
    found = []
    for _ in range(starts + 1):
        with tempfile.TemporaryDirectory() as folder:
            (Path(folder) / "made").symlink_to(made)
            clock, processor, code = started(TASKS[name].split(), Path(folder))
            if code:
                raise SystemExit(f"caverna-sim {TASKS[name]}: exit code {code}")
            found.append((clock, processor))
    clocks, processors = zip(*found[1:], strict=True)
    return statistics.median(clocks), statistics.median(processors)


def main() -> None:
    """Measure all, or those that are named."""
    missing = set(commands()) - set(TASKS)
    if missing:
        raise SystemExit(f"benchmarks.starts: say how the smallest work of these is asked for: {', '.join(sorted(missing))}")
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("commands", nargs="*", choices=[*TASKS, []], metavar="COMMAND", help="default: all")
    parser.add_argument("--starts", type=int, default=3, metavar="N", help="after the first one (default 3)")
    options = parser.parse_args()
    names = options.commands or list(TASKS)
    load = os.getloadavg()[0] if hasattr(os, "getloadavg") else float("nan")
    sys.stdout.write(
        f"cores {os.cpu_count()}, load {load:.1f} before\n\n{'command':14}{'clock s':>9}{'processor s':>13}   goal: at most {GOAL:g} s\n"
    )
    with tempfile.TemporaryDirectory() as folder:
        made = Path(folder)
        started(f"run base_2 --games 8 --out run {FEW}".split(), made)
        (made / "run" / "scenario.toml").write_text('name = "mine"\nplayers = 2\nbots = ["balanced", "peaceful"]\n', encoding="utf-8")
        for name in names:
            clock, processor = measure(name, made, options.starts)
            sys.stdout.write(f"{name:14}{clock:9.2f}{processor:13.2f}{'   beyond' if processor > GOAL else ''}\n")
            sys.stdout.flush()


if __name__ == "__main__":
    main()
