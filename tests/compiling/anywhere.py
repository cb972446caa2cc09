"""Games of every registered game by all tiers of bots, as a digest of all rows for each table: the same on any machine.

    python -m tests.compiling.anywhere [--only TABLE ...] [--games N]
    python -m tests.compiling.anywhere --compare

The second plays them here, for a generic processor, with a C library that does not use fused multiplication, and by stock numba, and
says whether all are the same. It compiles everything for the first and the last, in some minutes.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import os
import subprocess
import sys
import time
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from caverna_sim import games
from caverna_sim.scenario.scenario import read_scenario

CAVERNA: dict[str, dict[str, Any]] = {  # a name for each table; what it takes to compile grows from line to line
    "scripted": {"players": 4, "bots": ["random", "novice", "balanced", "ruby_miner"]},
    "learned": {"players": 4, "bots": ["swift", "value", "search", "balanced"]},
    "fiends": {"players": 3, "expansion": "fiends", "bots": ["value", "befriender", "swift"]},
}

NO_FMA = "glibc.cpu.hwcaps=" + ",".join(f"-{name}" for name in ("AVX2_Usable", "FMA_Usable", "FMA4_Usable", "AVX2", "FMA", "FMA4"))
GENERIC = {"NUMBA_CPU_NAME": "generic", "NUMBA_CPU_FEATURES": "", "GLIBC_TUNABLES": NO_FMA}
STOCK = {"CAVERNA_SIM_STOCK_NUMBA": "1"}
MACHINES: dict[str, tuple[Mapping[str, str], int, str]] = {  # settings, games of a table, what tables have in their names
    "another C library, all tiers": ({"GLIBC_TUNABLES": NO_FMA}, 16, ""),
    "a generic processor too, all tiers": (GENERIC, 16, ""),
    "stock numba, every game": (STOCK, 52, "scripted|first bots"),
}


def tables() -> dict[str, dict[str, Any]]:
    """A few of Caverna, and of every other game one with its first bots."""
    found = {f"caverna {name}": {"game": "caverna", **table} for name, table in CAVERNA.items()}
    for name in games.names():
        if name != "caverna":
            plays = games.plays(name)
            players = plays.players[1]
            bots = list(plays.bots())
            found[f"{name} first bots"] = {"game": name, "players": players, "bots": (bots * players)[:players]}
    return found


def digest(table: dict[str, Any], games_wanted: int) -> str:
    """All rows of so many games, and their trajectories."""
    scenario = read_scenario({"name": "anywhere", "seating": "fixed", "seed": 20, **table})
    source = games.plays(table["game"]).source(scenario)
    chunk = source.play(0, games_wanted, np.zeros(1, np.int8))
    assert chunk is not None
    told = hashlib.sha256(str(chunk.hashes.tolist()).encode())
    for name, rows in sorted(chunk.rows.items()):
        for column in sorted(rows):
            told.update(f"{name}.{column} {_plain(rows[column])}".encode())
    return told.hexdigest()[:16]


def _plain(column: Any) -> Any:
    return [_plain(part) for part in column] if isinstance(column, tuple | list) else np.asarray(column).tolist()


def there(settings: Mapping[str, str], many: int, names: Sequence[str]) -> dict[str, str]:
    """The digests of a process with other settings."""
    command = [sys.executable, "-m", __spec__.name, "--games", str(many), "--only", *names]
    done = subprocess.run(command, env={**os.environ, **settings}, stdout=subprocess.PIPE, text=True, check=True)
    return dict(json.loads(done.stdout))


def compare() -> bool:
    """Say for each machine whether its games are those of this one."""
    all_same = True
    for name, (settings, many, words) in MACHINES.items():
        chosen = [table for table in tables() if not words or any(word in table for word in words.split("|"))]
        began = time.monotonic()
        found, here = there(settings, many, chosen), there({}, many, chosen)
        other = [table for table in chosen if found[table] != here[table]]
        told = f"other games at {', '.join(other)}" if other else "the same games"
        sys.stdout.write(f"{name}: {told}, {many} at each of {len(chosen)} tables, {time.monotonic() - began:.0f} s\n")
        sys.stdout.flush()
        all_same &= not other
    return all_same


def main(arguments: Sequence[str] | None = None) -> int:
    """Print the digests as one JSON object, or compare them."""
    parser = argparse.ArgumentParser(prog="python -m tests.compiling.anywhere", description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--only", nargs="+", choices=list(tables()), metavar="TABLE")
    parser.add_argument("--games", type=int, default=50)
    parser.add_argument("--compare", action="store_true")
    options = parser.parse_args(arguments)
    if options.compare:
        return 0 if compare() else 1
    chosen = {name: table for name, table in tables().items() if not options.only or name in options.only}
    json.dump({name: digest(table, options.games) for name, table in chosen.items()}, sys.stdout)
    return 0


if __name__ == "__main__":
    sys.exit(main())
