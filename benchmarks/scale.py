"""What a long run costs: `python -m benchmarks.scale GAMES FOLDER` plays, goes on, loads, reports and compares; seconds, CPU and memory.

A made-up game whose rows come from a hash, so that what is measured is all that is not play: four tables of about the size of
Caverna's, but for fewer placements (45 columns of seats, 16 things built and 48 placements a game). The second run, with
another rule, has a quarter of the games. Each step has a process of its own.
"""

from __future__ import annotations

import json
import resource
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

import caverna_sim as cs
from caverna_sim import games
from caverna_sim.dataset.schema import NAMES, TEXT, WORDS, Column, Table
from caverna_sim.games.facts import GameFacts, Things
from caverna_sim.games.protocol import Recorded
from caverna_sim.match.protocol import PlayedChunk, Stop
from caverna_sim.scenario.scenario import Scenario
from caverna_sim.stats.hashes import mixed
from tests.toy import ToyPlays, ToyScenario, ToySource

PARTS, GOODS = 14, 24
THINGS, PLACES = tuple(f"thing_{n}" for n in range(40)), tuple(f"place_{n}" for n in range(24))
BUILT, PLACED, ROUNDS = 4, 12, 12
TABLES = ("games", "players", "built", "placed")
STEPS = ("play", "play dear", "load", "resume", "report", "report again", "compare", "compare again", "go on")
MORE = 8000  # games that a run goes on with


def lots(*numbers: Any) -> NDArray[np.int64]:
    """Numbers from 0 to 2**31 that look drawn, the same for the same arguments."""
    value: NDArray[np.uint64] = np.zeros(1, np.uint64)
    for number in numbers:
        value = mixed((value + np.asarray(number, np.int64).astype(np.uint64) + np.uint64(0x9E3779B97F4A7C15)).view(np.int64))
    return (value >> np.uint64(33)).astype(np.int64)


class FastSource(ToySource):
    """Games made of a hash of seed, game and seat."""

    needs_processes = True
    chunk_games = 8000

    def __init__(self, scenario: ToyScenario) -> None:
        super().__init__(scenario)
        self.price = int(scenario.rules.get("again.price", 1))
        game, seat = Column("game", "int64", "game"), Column("seat", "int8", "seat")
        players = [
            game,
            seat,
            Column("bot", NAMES, "who played", self.names),
            Column("score", "int16", "points"),
            Column("rank", "int8", "rank"),
        ]
        players += [Column(name, "float32", name) for name in ("won", "margin")]
        players += [Column(f"part_{n}", "int16", "part of the score") for n in range(PARTS)]
        players += [Column(f"good_{n}", "int16", "what was left") for n in range(GOODS)]
        where = Column("place", NAMES, "where", PLACES)
        first = [game, *(Column(name, "int64", name) for name in ("block", "setup", "hash")), Column("seating", "int16", "seating")]
        self.tables = (
            Table("games", "games", (*first, Column("order", TEXT, "bots in turn"), Column("winner_seats", WORDS, "who won"))),
            Table("players", "seats", tuple(players)),
            Table("built", "things", (game, seat, Column("thing", NAMES, "what", THINGS), Column("round", "int8", "when"))),
            Table("placed", "places", (game, seat, Column("round", "int8", "when"), Column("turn", "int8", "turn"), where)),
        )  # fmt: skip

    def warm_up(self) -> None:
        """Nothing to compile."""

    def play(self, first_game: int, games: int, stop: Stop) -> PlayedChunk | None:
        """Rows of whole blocks."""
        seed, seats = self.scenario.seed, self.scenario.players
        game = np.arange(first_game, first_game + games)
        block, seat = game // self.block_games, np.arange(seats)
        bot = np.array([self.names.index(name) for name in self.scenario.bots])[(seat + game[:, None]) % seats]
        of_block, own = lots(seed, block)[:, None] % 9, lots(seed, block[:, None], bot) % 31
        parts = lots(seed, game[:, None, None], seat[:, None], np.arange(PARTS)) % 9
        parts[:, :, 0] += of_block + own - self.price * bot
        score = parts.sum(axis=2)
        best = score == score.max(axis=1, keepdims=True)
        rows = games * seats
        goods = lots(seed, game[:, None, None], seat[:, None], 100 + np.arange(GOODS)) % 13
        wins = best.sum(axis=1)
        which = best.nonzero()[1].astype(np.int8)
        players: dict[str, Any] = {
            "game": np.repeat(game, seats), "seat": np.tile(seat, games), "bot": bot.ravel(), "score": score.ravel(),
            "rank": 1 + (score[:, None, :] > score[:, :, None]).sum(axis=2).ravel(),
            "won": (best / wins[:, None]).ravel(), "margin": (score - score.mean(axis=1, keepdims=True)).ravel(),
        }  # fmt: skip
        players |= {f"part_{n}": parts[:, :, n].ravel() for n in range(PARTS)} | {f"good_{n}": goods[:, :, n].ravel() for n in range(GOODS)}
        hashes = (mixed(game * 4 + seed) >> np.uint64(2)).astype(np.int64)
        chunk: dict[str, Any] = {
            "games": {
                "game": game, "block": block, "setup": block % 1000, "hash": hashes, "seating": game % seats,
                "order": np.full(games, " > ".join(self.names)), "winner_seats": (np.cumsum([0, *wins]).astype(np.int32), which),
            },
            "players": players,
            "built": self._rows(game, BUILT, {"thing": len(THINGS)}),
            "placed": self._rows(game, PLACED, {"turn": seats, "place": len(PLACES)}),
        }  # fmt: skip
        chunk = {name: {column: _fit(values) for column, values in of_table.items()} for name, of_table in chunk.items()}
        sums = {}
        for number, name in enumerate(self.names):
            mine = bot == number
            of_blocks = (games // self.block_games, -1)
            sums[name] = (score * mine).reshape(of_blocks).sum(axis=1).astype(float), mine.reshape(of_blocks).sum(axis=1).astype(float)
        return PlayedChunk(chunk, hashes, sums, rows)

    def _rows(self, game: NDArray[np.int64], often: int, columns: dict[str, int]) -> dict[str, Any]:
        seats = self.scenario.players
        shape = (len(game), seats, often)
        number = np.arange(often)
        drawn = lots(self.scenario.seed, game[:, None, None], np.arange(seats)[:, None], 1000 * often + number)
        found = {name: (drawn >> (8 * place)) % size for place, (name, size) in enumerate(columns.items())}
        found["game"] = np.broadcast_to(game[:, None, None], shape)
        found["seat"] = np.broadcast_to(np.arange(seats)[:, None], shape)
        found["round"] = np.broadcast_to(1 + number * ROUNDS // often, shape)
        return {name: values.ravel() for name, values in found.items()}


def _fit(values: Any) -> Any:
    return values if isinstance(values, tuple) or values.dtype.kind in "fU" or values.max() > 2**31 else values.astype(np.int32)


class FastPlays(ToyPlays):
    """The toy's scenarios with other games."""

    def recorded(self, first: Any) -> Recorded:
        """All tables."""
        return Recorded(TABLES, TABLES)

    def source(self, scenario: Scenario) -> FastSource:
        """The games of a scenario."""
        assert isinstance(scenario, ToyScenario)
        return FastSource(scenario)


FAST = GameFacts(
    name="fast", title="Fast", plays=FastPlays(), groups={"parts": ()}, built=Things("built", "thing", "thing", "things"),
    places=Things("placed", "place", "place", "places"), things=lambda facts: {name: name for name in THINGS},
)  # fmt: skip
TABLE: dict[str, Any] = {"game": "fast", "players": 4, "bots": ["bold", "careful", "lazy", "bold"], "seating": "rotate", "seed": 5}


def carry_out(step: str, number: int, folder: Path) -> None:
    """One step of the measurement."""
    games.register(FAST)
    plain, dear = folder / "plain", folder / "dear"
    if step == "play":
        cs.run({**TABLE, "name": "plain"}, games=number, out=plain, resume=True)
    elif step == "play dear":
        cs.run({**TABLE, "name": "dear", "rules": {"again.price": 2}}, games=number // 4, out=dear, resume=True)
    elif step == "load":
        run = cs.load(plain)
        assert run.games_played == number
        run.players.head(5).collect()
    elif step == "resume":
        cs.run({**TABLE, "name": "plain"}, games=number, out=plain, resume=True)
    elif step == "go on":
        cs.run({**TABLE, "name": "plain"}, games=number + MORE, out=plain, resume=True)
    elif step.startswith("report"):
        from caverna_sim.report.page import write_report

        write_report(cs.load(plain), folder / "report.html", overwrite=True)
    else:
        cs.compare(plain, dear).page(folder / "compare.html", overwrite=True)


def main(words: list[str]) -> int:
    """Measure every step, or carry out one."""
    number, folder = int(words[0]), Path(words[1])
    if len(words) > 2:
        carry_out(words[2], number, folder)
        sys.stdout.write(f"{resource.getrusage(resource.RUSAGE_SELF).ru_maxrss}\n")
        return 0
    for step in STEPS:
        before, started = resource.getrusage(resource.RUSAGE_CHILDREN), time.perf_counter()
        done = subprocess.run([sys.executable, "-m", "benchmarks.scale", *words, step], check=True, capture_output=True, text=True)
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        cpu = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
        told = {
            "step": step,
            "seconds": round(time.perf_counter() - started, 1),
            "cpu": round(cpu, 1),
            "MB": int(done.stdout.split()[-1]) // 1000,
        }
        sys.stdout.write(json.dumps(told) + "\n")
        sys.stdout.flush()
    for name in ("plain", "dear"):
        files = [file for file in (folder / name).rglob("*") if file.is_file()]
        size = sum(file.stat().st_size for file in files)
        manifest = (folder / name / "manifest.json").stat().st_size
        told = {"run": name, "files": len(files), "MB": size // 10**6, "bytes a game": size / number, "manifest kB": manifest // 1000}
        sys.stdout.write(json.dumps(told) + "\n")
    return 0


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
