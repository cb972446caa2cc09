"""What tasks need of the compiler and how long it takes: writes the estimate that caverna_sim/compiling.json ships.

    python -m benchmarks.compiling

Everything is compiled once (into the cache, unless it is there); then each task loads what it needs in a process of its own.
"""

from __future__ import annotations

import subprocess
import sys

from caverna_sim.cache import cache_root
from caverna_sim.compiling import KEPT, SHIPPED, Estimates

BEGIN = "import caverna_sim as cs; from caverna_sim.compiling import CompileProgress; CompileProgress.measures = True; "
GAMES = (
    "from caverna_sim.games.caverna.source import CavernaSource as S; from caverna_sim.scenario.scenario import read_scenario as r; "
    "S(r({{'name': 'x', 'players': 2, 'bots': ['{bot}', 'random']{more}}})).warm_up()"
)
MORE = {"base": "", "fiends": ", 'expansion': 'fiends'"}
TASKS = (
    "from caverna_sim.cli import main; main(['warm', '--all'])",
    "from caverna_sim.cli import main; main(['warm'])",
    *(GAMES.format(bot=bot, more=more) for bot in ("balanced", "value", "search") for more in MORE.values()),
    *(f"from caverna_sim.cli import main; main(['watch', '{name}', '--quiet'])" for name in ("fiends_2", "base_2")),
    *(f"cs.play(cs.Game(players=2, seed=1{option}), ['random'] * 2)" for option in ("", ", expansion='fiends'")),
)


def main() -> None:
    """Measure, and write."""
    for task in TASKS:
        subprocess.run([sys.executable, "-c", BEGIN + task], check=True)
    measured = Estimates.read()
    measured.write(SHIPPED)
    sys.stdout.write(f"{len(measured.needs)} tasks, {len(measured.seconds)} kernels; read from {cache_root() / KEPT}\n")


if __name__ == "__main__":
    main()
