"""How fast the engine is: random legal play, state size, copies, compile time, start, memory.

    python -m benchmarks.engine [--json FILE]

A choice is: list what is legal, draw one, apply it, go on to the next decision. Every figure is a median of repeated
runs; the figures that a ratio compares are measured in one run of this program on the same games.
"""

from __future__ import annotations

import argparse
import json
import os
import platform
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

PROJECT = Path(__file__).parents[1]
SEED = 7
RUNS = 5
SECONDS_PER_RUN = 1.0
UNJITTED_GAMES = 20
STARTS = 5


@dataclass(frozen=True)
class Figure:
    """One line of the table."""

    what: str
    value: float
    unit: str
    runs: int
    goal: str = ""

    @property
    def shown(self) -> str:
        """The value with no more digits than it deserves."""
        return f"{self.value:,.0f}" if abs(self.value) >= 100 else f"{self.value:.3g}"


# ---------------------------------------------------------------- playing


def play_at_random(players: int, games: int) -> tuple[int, int, float]:
    """Choices, digest of all trajectories and seconds for the first games of a seed; compiled or not, as numba is set."""
    import numpy as np

    from caverna_sim.games.caverna.box.catalog import catalog
    from caverna_sim.games.caverna.course import core
    from caverna_sim.games.caverna.shape import layout

    rules = catalog(players).record
    states, scratch = np.zeros(1, layout.STATE), np.zeros(2, layout.STATE)
    out = np.zeros(layout.MAX_LEGAL, np.int32)
    start = time.perf_counter()
    choices, digest = core.random_games(states, rules, scratch, out, SEED, 0, games)
    return int(choices), int(digest), time.perf_counter() - start


def compiled_speed(players: int) -> tuple[Figure, int]:
    """Choices per second in compiled code, and how many games a run had."""
    play_at_random(players, 1)
    _, _, seconds = play_at_random(players, 20)
    games = max(20, round(20 * SECONDS_PER_RUN / seconds))
    runs = [play_at_random(players, games) for _ in range(RUNS)]
    speed = statistics.median(choices / seconds for choices, _, seconds in runs)
    per_game = runs[0][0] / games
    goal = "3,000,000; at least 1,000,000" if players == 4 else ""
    return Figure(f"random play, {players} players ({per_game:.0f} choices a game)", speed, "choices/s", RUNS, goal), games


def unjitted_speed(players: int) -> tuple[Figure, Figure]:
    """The same loop as plain Python on the same first games, and the compiled speed as a multiple of it."""
    code = f"from benchmarks.engine import play_at_random; import json; print(json.dumps(play_at_random({players}, {UNJITTED_GAMES})))"
    plain = [child(code, NUMBA_DISABLE_JIT="1") for _ in range(RUNS)]
    compiled = [play_at_random(players, UNJITTED_GAMES) for _ in range(RUNS)]
    if tuple(plain[0][:2]) != compiled[0][:2]:
        raise SystemExit("error: the un-jitted games differ from the compiled ones")
    choices, seconds = plain[0][0], statistics.median(run[2] for run in plain)
    ratio = seconds / statistics.median(run[2] for run in compiled)
    note = f"un-jitted, {players} players, {UNJITTED_GAMES} games"
    return Figure(note, choices / seconds, "choices/s", RUNS), Figure("compiled / un-jitted, the same games", ratio, "times", RUNS)


# ---------------------------------------------------------------- states


def state_figures() -> list[Figure]:
    """Size of a state and the cost of copying one inside compiled code."""
    import numba
    import numpy as np

    from caverna_sim.games.caverna.shape import layout

    @numba.njit
    def copy_many(states: Any, times: int) -> None:
        for number in range(times):
            source = number % 2  # to and fro: the same copy again and again would be optimised away
            states[1 - source] = states[source]

    states, times = np.zeros(2, layout.STATE), 1_000_000
    copy_many(states, 1)
    seconds = median_of(RUNS, lambda: copy_many(states, times))
    return [
        Figure("state record", layout.STATE.itemsize, "bytes", 1, "at most 8,192"),
        Figure("copy of a state", seconds / times * 1e9, "ns", RUNS),
    ]


def median_of(runs: int, work: Callable[[], object]) -> float:
    """Median seconds of some work."""
    seconds = []
    for _ in range(runs):
        start = time.perf_counter()
        work()
        seconds.append(time.perf_counter() - start)
    return statistics.median(seconds)


# ---------------------------------------------------------------- processes of their own


def child(code: str, **environment: str) -> Any:
    """The JSON that a few lines of Python print in a fresh process."""
    run = subprocess.run(
        [sys.executable, "-c", code], cwd=PROJECT, env={**os.environ, **environment}, capture_output=True, text=True, check=False
    )
    if run.returncode:
        raise SystemExit(f"error: a measuring process failed\n{run.stderr}")
    return json.loads(run.stdout.splitlines()[-1])


FIRST_GAMES = """
import json, time
start = time.perf_counter()
import caverna_sim
from benchmarks.engine import peak_memory, play_at_random
caverna_sim.play(caverna_sim.Game(players=4, seed=7), ["random"] * 4)
play_at_random(4, 1)
print(json.dumps([time.perf_counter() - start, peak_memory()]))
"""
IMPORT = """
import json, sys, time
start = time.perf_counter()
import caverna_sim
print(json.dumps([time.perf_counter() - start, "numba" in sys.modules]))
"""


def peak_memory() -> float:
    """Peak memory of this process in MB; 0 where the system does not tell."""
    try:
        import resource
    except ImportError:
        return 0.0
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return peak / (1e6 if sys.platform == "darwin" else 1e3)


def start_figures() -> list[Figure]:
    """Compile time on an empty cache, later starts, the command line, and the bare import."""
    with tempfile.TemporaryDirectory() as cache:
        seconds, memory = child(FIRST_GAMES, CAVERNA_SIM_CACHE=cache)
        later = [child(FIRST_GAMES, CAVERNA_SIM_CACHE=cache) for _ in range(STARTS)]
        figures = [
            Figure("first games and compiling everything, empty cache", seconds, "s", 1, "at most 90"),
            Figure("peak memory while compiling", memory, "MB", 1),
            Figure("first games from the cache", statistics.median(run[0] for run in later), "s", STARTS),
            Figure("peak memory from the cache", statistics.median(run[1] for run in later), "MB", STARTS),
            *watch_figure(cache),
        ]
    imports = [child(IMPORT) for _ in range(STARTS)]
    if any(loaded for _, loaded in imports):
        raise SystemExit("error: `import caverna_sim` loads numba")
    figures.append(Figure("import caverna_sim, without numba", statistics.median(run[0] for run in imports), "s", STARTS, "at most 0.5"))
    return figures


def watch_figure(cache: str) -> list[Figure]:
    """The command line from start to the end of a watched game; nothing when it is not installed."""
    command = shutil.which("caverna-sim", path=str(Path(sys.executable).parent))
    if command is None:
        return []
    environment = {**os.environ, "CAVERNA_SIM_CACHE": cache}

    def watch() -> None:
        subprocess.run([command, "watch", "quickstart"], env=environment, stdout=subprocess.DEVNULL, check=True)

    watch()
    return [Figure("caverna-sim watch quickstart, from the cache", median_of(STARTS, watch), "s", STARTS, "at most 3")]


# ---------------------------------------------------------------- the table


def measure() -> list[Figure]:
    """All figures; the bare import and the compile time come from processes of their own."""
    four, _ = compiled_speed(4)
    figures = [four, *unjitted_speed(4)]
    figures += [compiled_speed(players)[0] for players in (1, 2, 3, 5, 6, 7)]
    return [*figures, *state_figures(), *start_figures()]


def machine() -> Mapping[str, Any]:
    """What the figures were measured on."""
    import numba
    import numpy

    return {
        "python": platform.python_version(),
        "numba": numba.__version__,
        "numpy": numpy.__version__,
        "system": f"{platform.system()} {platform.machine()}",
        "cores": os.cpu_count(),
    }


def table(figures: list[Figure]) -> str:
    """Figures in columns."""
    rows = [("what", "median", "unit", "runs", "goal")]
    rows += [(line.what, line.shown, line.unit, str(line.runs), line.goal) for line in figures]
    widths = [max(len(row[column]) for row in rows) for column in range(5)]
    lines = []
    for what, value, unit, runs, goal in rows:
        line = f"{what:<{widths[0]}}  {value:>{widths[1]}}  {unit:<{widths[2]}}  {runs:>{widths[3]}}  {goal}"
        lines.append(line.rstrip())
    return "\n".join(lines)


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.engine", description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--json", type=Path, metavar="FILE", help="also write the figures as JSON")
    arguments = parser.parse_args()
    figures = measure()
    command = " ".join(["python -m benchmarks.engine", *sys.argv[1:]])
    about = ", ".join(f"{name} {value}" for name, value in machine().items())
    sys.stdout.write(f"{command}\n{about}\n\n{table(figures)}\n")
    if arguments.json:
        content = {"command": command, "machine": machine(), "figures": [asdict(line) for line in figures]}
        arguments.json.write_text(json.dumps(content, indent=2) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
