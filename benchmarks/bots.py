"""How strong, how different and how fast the bots are.

    python -m benchmarks.bots TOPIC... [--games N] [--workers N] [--json FILE]

    scores     mean points and begging markers in mixed tables of the competent bots, 2, 3 and 4 players
    judging    the same for the bots that judge: one of them at a mixed table of scripted bots, and at a table of its own kind
    solo       the solo game
    ladder     each tier against the one below
    claim      one adventurer among peaceful players, one peaceful player among adventurers
    character  what the archetypes' games look like
    speed      games per second and the ratio to random play, measured in turns
    distinct   how many trajectories of 100,000 games of one table differ
    memory     peak memory while 1,000,000 games are played
    curve      the search bot's points by playouts
    line       the best solo game found, as a list of moves that can be played again
    fiends     Frantic Fiends, 1 to 4 players: points, orcs and what became of them
    fiends_speed  games per second with Frantic Fiends, on one core

All games have fixed seeds. Intervals hold 95 % and count blocks of games with the same chances.
"""

from __future__ import annotations

import argparse
import json
import resource
import statistics
import sys
import time
import tomllib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from caverna_sim.games.caverna.fiends.ids import orc
from caverna_sim.games.caverna.scenario.reading import CavernaScenario
from caverna_sim.games.caverna.source import CavernaSource
from caverna_sim.match.play import Match, Played
from caverna_sim.match.play import play as play_matches
from caverna_sim.match.seating import BALANCED, FIXED, Seating, seating_of
from caverna_sim.stats.ratings import Estimate, clustered_mean

PROJECT = Path(__file__).parents[1]
COMPETENT = (
    "balanced", "peaceful", "adventurer", "ruby_miner", "ore_baron", "herder", "crop_farmer", "builder", "big_family", "trader",
)  # fmt: skip
ORC_BOTS = ("orc_hunter", "trapper", "befriender", "briber")
SCRIPTED = ("random", "novice", *COMPETENT)
SEED = 20261118
AMONG = "one among competent"
COUNTS = (
    "dwarfs", "weapons", "weapon_max", "begging", "sheep", "donkey", "wild_boar", "cattle", "dog", "pastures", "stables", "fields", "sown",
    "ore_mines", "ruby_mines", "ruby", "gold", "furnishings", "yellow",
)  # fmt: skip
ORC_COLUMNS = ("orcs_left",)
KEPT = {"games": ("block",), "players": ("bot", "score", *COUNTS)}
Row = dict[str, Any]


def mean_of(values: NDArray[Any], blocks: NDArray[Any]) -> Estimate:
    """Mean over seats with an interval that counts blocks."""
    numbers = np.unique(blocks, return_inverse=True)[1]
    sums, counts = np.bincount(numbers, values), np.bincount(numbers)
    return clustered_mean(sums, counts.astype(np.float64))


def shown(one: Estimate, digits: int = 1) -> str:
    """12.3 ± 0.4."""
    return f"{one.value:.{digits}f} ± {one.half_width:.{digits}f}"


@dataclass(frozen=True, eq=False)
class Games:
    """Games in the order of blocks."""

    played: Played
    players: int

    def __getitem__(self, name: str) -> NDArray[Any]:
        """[game, seat] a column of the table `players`."""
        return self.played["players", name].reshape(-1, self.players)

    @property
    def games(self) -> int:
        """How many there are."""
        return len(self.played["games", "block"])

    @property
    def blocks(self) -> NDArray[Any]:
        """[game] the block it belongs to."""
        return self.played["games", "block"]

    @property
    def bots(self) -> NDArray[Any]:
        """[game, seat] number of the bot."""
        return self["bot"]

    def fate(self, name: str) -> NDArray[Any]:
        """[game, seat] orcs that ended so."""
        return (self.played["orcs", "fate"].reshape(-1, self.players, orc.NUM_HOSTILE) == orc.FATES.index(name)).sum(axis=2)


def play(
    names: Sequence[str], seating: Seating, games: int, workers: int = 1, expansion: str | None = None, first: int = 0,
    records: Mapping[str, Any] | None = None,
) -> Games:  # fmt: skip
    """At least so many games, from a block on, of bots by name, or of records that go by these names."""
    tables = ("games", "players", *(("orcs",) if expansion else ()))
    scenario = CavernaScenario("bench", seating.players, tuple(names), expansion=expansion, seed=SEED, record=tables)
    source = CavernaSource(scenario, records, seating)
    kept = {**KEPT, "players": (*KEPT["players"], *(ORC_COLUMNS if expansion else ())), **({"orcs": ("fate",)} if expansion else {})}
    match = Match(source, max(2, -(-games // seating.block_games)) * seating.block_games, first * seating.block_games)
    return Games(play_matches([match], kept, workers)[0], seating.players)


def focal(players: int, others: int) -> Seating:
    """The first bot at every table, the others drawn to it."""
    return seating_of(BALANCED, range(1 + others), players, draws=players > 1, has_focal=True)


def pool(names: Sequence[str], players: int) -> Seating:
    """Bots of a pool at mixed tables."""
    return seating_of(BALANCED, names, players, draws=True)


def alone(players: int) -> Seating:
    """One bot in every seat."""
    return seating_of(BALANCED, ["it"] * players, players)


def by_bot(played: Games, bot: int, values: NDArray[Any]) -> Estimate:
    """Mean of values[game, seat] over the seats of a bot."""
    games, seats = np.nonzero(played.bots == bot)
    return mean_of(values[games, seats].astype(np.float64), played.blocks[games])


# ---------------------------------------------------------------- strength


def scores(games: int, workers: int) -> list[Row]:
    """Competent bots meet each other; `swift`, `novice` and `random` sit at tables of competent bots, one at a time."""
    rows = []
    for players in (2, 3, 4):
        played = play(COMPETENT, pool(COMPETENT, players), games * len(COMPETENT) // players, workers)
        rows += [_score_row(name, players, played, number) for number, name in enumerate(COMPETENT)]
        for name in ("swift", "novice", "random"):
            played = play([name, *COMPETENT], focal(players, len(COMPETENT)), games, workers)
            rows.append(_score_row(name, players, played, 0))
    return rows


def _score_row(name: str, players: int, played: Games, bot: int) -> Row:
    points, begging = by_bot(played, bot, played["score"]), by_bot(played, bot, played["begging"])
    seats = int((played.bots == bot).sum())
    return {"bot": name, "players": players, "points": shown(points), "begging": shown(begging, 2), "seats": seats}


def judging(games: int, workers: int) -> list[Row]:
    """The value and the search bot, at mixed tables and among themselves; and the swift bot among its own kind."""
    rows = []
    for players in (2, 3, 4):
        rows.append({"table": "own kind", **_score_row("swift", players, play(["swift"], alone(players), games // players, workers), 0)})
    for name, number in (("value", games // 10), ("search", max(40, games // 100))):
        for players in (2, 3, 4):
            played = play([name, *COMPETENT], focal(players, len(COMPETENT)), number, workers)
            rows.append({"table": AMONG, **_score_row(name, players, played, 0)})
            if name == "search":
                continue  # a table full of them takes too long
            own = play([name], alone(players), number // players, workers)
            rows.append({"table": "own kind", **_score_row(name, players, own, 0)})
    return rows


def solo(games: int, workers: int) -> list[Row]:
    """One deterministic setup: differences come from the bots' own chance."""
    rows = []
    for name in (*SCRIPTED, "swift", "value", "search"):
        number = {"value": max(50, games // 20), "search": max(20, games // 1000)}.get(name, games)
        played = play([name], alone(1), number, workers)
        row = _score_row(name, 1, played, 0)
        rows.append({**row, "best": int(played["score"].max()), "distinct": played.played.distinct})
    return rows


def ladder(games: int, workers: int) -> list[Row]:
    """Each tier against the one below, two bots at a table, with four players twice each."""
    from caverna_sim.experiments.tournament import tournament

    rows = []
    for better, worse, number in (
        ("novice", "random", games),
        ("balanced", "novice", games),
        ("swift", "balanced", games // 4),
        ("value", "swift", games // 10),
        ("value", "balanced", games // 10),
        ("search", "value", max(40, games // 500)),
    ):
        for players in (2, 4):
            found = tournament([better, worse], players, number, SEED, workers)
            share = found.ratings.wins[0][1]
            ahead = f"{100 * share.value:.1f} [{100 * share.low:.1f}, {100 * share.high:.1f}]" if share else "-"
            points = found.ratings.scores
            rows.append(
                {
                    "players": players, "better": better, "worse": worse, "games": found.games,
                    "ahead in % of comparisons": ahead,
                    "points": f"{shown(points[0])} : {shown(points[1])}",
                }
            )  # fmt: skip
    return rows


def claim(games: int, workers: int) -> list[Row]:
    """The rulebook says that a lone adventurer does well, and a lone peaceful player too: win share against 1/n."""
    rows = []
    for one, others in (("adventurer", "peaceful"), ("peaceful", "adventurer")):
        for players in (4, 5, 6):
            played = play([one, others], focal(players, 1), games, workers)
            best = played["score"] == played["score"].max(axis=1, keepdims=True)
            share = by_bot(played, 0, best / best.sum(axis=1, keepdims=True))
            rows.append(
                {
                    "lone": one, "others": others, "players": players, "games": played.games,
                    "win share %": f"{100 * share.value:.1f} [{100 * share.low:.1f}, {100 * share.high:.1f}]",
                    "1/n": f"{100 / players:.1f}", "points": shown(by_bot(played, 0, played["score"])),
                    "others' points": shown(by_bot(played, 1, played["score"])),
                }
            )  # fmt: skip
    return rows


def character(games: int, workers: int) -> list[Row]:
    """Means of a few counts at the end of four-player games, and growth by mixed tables."""
    played = play(COMPETENT, pool(COMPETENT, 4), games * len(COMPETENT) // 4, workers)
    rows = []
    for number, name in enumerate(COMPETENT):
        counts = {what: f"{by_bot(played, number, played[what]).value:.2f}" for what in COUNTS}
        rows.append({"bot": name, **counts})
    return rows


# ---------------------------------------------------------------- Frantic Fiends


FATES = ("fought", "trapped", "bribed", "befriended")


def fiends(games: int, workers: int) -> list[Row]:
    """Solo games, and mixed tables of bots that know about orcs; `swift` and `value` sit among them, one at a time."""
    names = (*COMPETENT, *ORC_BOTS)
    rows = []
    for players in (1, 2, 3, 4):
        played = play(names, pool(names, players), games * len(names) // players, workers, expansion="fiends")
        rows += [_orc_row(name, players, played, number) for number, name in enumerate(names)]
        for name, number in (("novice", games), ("random", games), ("swift", games // 3), ("value", games // 5)):
            played = play([name, *names], focal(players, len(names)), number, workers, expansion="fiends")
            rows.append(_orc_row(name, players, played, 0))
    return rows


def _orc_row(name: str, players: int, played: Games, bot: int) -> Row:
    left = played["orcs_left"]
    gone = by_bot(played, bot, 100.0 * (left == 0))
    row = _score_row(name, players, played, bot)
    fates = {fate: f"{by_bot(played, bot, played.fate(fate)).value:.2f}" for fate in FATES}
    left_words = f"{by_bot(played, bot, left).value:.2f}"
    return {
        "bot": name, "players": players, "points": row["points"], "all four gone %": shown(gone), "begging": row["begging"],
        "orcs left": left_words, **fates, "seats": row["seats"],
    }  # fmt: skip


def fiends_speed(games: int, workers: int) -> list[Row]:
    """One core, medians of five."""
    rows = []
    for name, players, number in (("random", 4, games // 20), ("balanced", 4, games // 20), ("balanced", 2, games // 20)):
        rates = []
        for turn in range(6):
            start = time.perf_counter()
            play([name], alone(players), number if turn else 2, expansion="fiends")
            rates.append(number / (time.perf_counter() - start))
        rows.append({"table": f"{players} x {name}", "games/s": f"{statistics.median(rates[1:]):,.0f}"})
    return rows


# ---------------------------------------------------------------- speed and size


def speed(games: int, workers: int) -> list[Row]:
    """One core; random play, scripted bots, the swift and the value bot take turns, medians of five."""
    tables = [(name, players) for players in (4, 3, 2) for name in ("random", "balanced", "swift", "value")]
    rates: dict[tuple[str, int], list[float]] = {table: [] for table in tables}
    for name, players in tables:
        _seconds(name, players, 2)
    for _ in range(5):
        for name, players in tables:
            number = {"random": games // 5, "balanced": games // 10, "swift": games // 20, "value": games // 200}[name]
            rates[name, players].append(number / _seconds(name, players, number))
    rows = []
    for name, players in tables:
        rate = statistics.median(rates[name, players])
        ratio = rate / statistics.median(rates["random", players])
        rows.append({"table": f"{players} x {name}", "games/s": f"{rate:,.0f}", "of random play": f"{ratio:.2f}"})
    return rows


def _seconds(name: str, players: int, games: int) -> float:
    start = time.perf_counter()
    play([name], alone(players), games)
    return time.perf_counter() - start


def distinct(games: int, workers: int) -> list[Row]:
    """Trajectories that differ among the games of one table of scripted bots."""
    table = ("balanced", "peaceful", "adventurer", "ruby_miner")
    played = play(table, seating_of(FIXED, table, 4), 5 * games, workers)
    return [{"table": " ".join(table), "games": played.games, "distinct": played.played.distinct}]


def memory(games: int, workers: int) -> list[Row]:
    """Peak memory of this process after each part of a long run; it keeps a few columns only."""
    rows = []
    table = ("balanced", "peaceful", "adventurer", "ruby_miner")
    part = 50 * games // 10
    start = time.perf_counter()
    for number in range(10):
        played = play(table, seating_of(BALANCED, range(4), 4), part, workers, first=number * part // 4)
        peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
        seconds = time.perf_counter() - start
        rows.append(
            {"games": (number + 1) * played.games, "peak MB": f"{peak:.0f}", "games/s so far": f"{(number + 1) * part / seconds:,.0f}"}
        )
    return rows


def curve(games: int, workers: int) -> list[Row]:
    """More playouts, more points."""
    from caverna_sim.games.caverna.bots.parameters import packed, parameters_of

    rows = []
    for players, number in ((1, max(16, games // 1000)), (4, max(16, games // 500))):
        for playouts in (0, 12, 36, 100, 300):
            over: dict[str, Any] = {"tier": "value"} if playouts == 0 else {"playouts": playouts}
            records = {"search": packed(parameters_of("search", over))}
            played = play(["search", "balanced"], focal(players, 1), number, workers, records=records)
            table = "solo" if players == 1 else "among three balanced"
            rows.append({"table": table, "playouts": playouts, "points": shown(by_bot(played, 0, played["score"])), "games": played.games})
    return rows


# ---------------------------------------------------------------- the best solo line


def line(games: int, workers: int) -> list[Row]:
    """Play the solo game many times by search, keep the best and write its moves to reports/."""
    from benchmarks.solo_line import best_line, write_line

    found = best_line(max(20, games // 200), workers)
    path = PROJECT / "reports" / "solo_line.json"
    write_line(found, path)
    return [{"points": found.points, "moves": len(found.moves), "confirmed by the naive scorer": found.confirmed, "file": path.name}]


# ---------------------------------------------------------------- what the roster shows


def keep_strengths(rows: list[Row]) -> None:
    """Measured points by bot and number of players, in the roster's file of strengths."""
    path = PROJECT / "caverna_sim" / "games" / "caverna" / "bots" / "data" / "strength.toml"
    kept: dict[str, dict[str, str]] = tomllib.loads(path.read_text(encoding="utf-8"))["strength"] if path.is_file() else {}
    for row in rows:
        kept.setdefault(row["bot"], {})[f"{row['players']} players"] = row["points"]
    lines = ["# Mean points at mixed tables of competent bots, as `python -m benchmarks.bots scores judging --keep` measured them."]
    for name, points in kept.items():
        lines += ["", f"[strength.{name}]", *(f'"{players}" = "{mean}"' for players, mean in points.items())]
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")


# ---------------------------------------------------------------- the command


TOPICS: dict[str, Callable[[int, int], list[Row]]] = {
    "scores": scores, "judging": judging, "solo": solo, "ladder": ladder, "claim": claim, "character": character, "speed": speed,
    "distinct": distinct, "memory": memory, "curve": curve, "line": line, "fiends": fiends, "fiends_speed": fiends_speed,
}  # fmt: skip


def table_of(rows: list[Row]) -> str:
    """Rows as a table of plain text."""
    names = list(rows[0])
    cells = [names, *[[str(row[name]) for name in names] for row in rows]]
    widths = [max(len(row[column]) for row in cells) for column in range(len(names))]
    return "\n".join("  ".join(text.ljust(width) for text, width in zip(row, widths, strict=True)).rstrip() for row in cells)


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.bots", description=__doc__.splitlines()[0])
    parser.add_argument("topics", nargs="+", choices=TOPICS, metavar="TOPIC", help=", ".join(TOPICS))
    parser.add_argument("--games", type=int, default=20_000, metavar="N", help="seats per figure for scripted bots (default 20000)")
    parser.add_argument("--workers", type=int, default=1, metavar="N")
    parser.add_argument("--json", metavar="FILE")
    parser.add_argument("--keep", action="store_true", help="write scores and judging to what `caverna-sim bots` shows")
    options = parser.parse_args(arguments)
    found = {}
    for topic in options.topics:
        start = time.perf_counter()
        found[topic] = TOPICS[topic](options.games, options.workers)
        sys.stdout.write(f"{topic} ({time.perf_counter() - start:.0f} s)\n{table_of(found[topic])}\n\n")
        sys.stdout.flush()
    if options.json:
        Path(options.json).write_text(json.dumps(found, indent=1) + "\n")
    if options.keep:
        keep_strengths([*found.get("scores", []), *(row for row in found.get("judging", []) if row["table"] == AMONG)])
    return 0


if __name__ == "__main__":
    sys.exit(main())
