"""What is known while a run goes on: distinct games, running means, the size of chunks."""

from __future__ import annotations

import io
import math
from pathlib import Path

import numpy as np
import pytest

from caverna_sim.batch.run import chunk_size, default_folder, is_precise
from caverna_sim.batch.running import Distinct, Mean, Progress, Tracker, mean_of, sums_of
from caverna_sim.commands.run import Display, size_of


def test_few_distinct_games_are_counted_exactly() -> None:
    counter = Distinct(size=1000)
    rng = np.random.default_rng(3)
    for _ in range(50):
        counter.add(rng.integers(0, 900, 400))
    assert (counter.count, counter.is_exact) == (900, True)
    counter.add(np.arange(900, 1001))
    assert not counter.is_exact


@pytest.mark.parametrize("hashes", ["consecutive", "spread"])
def test_many_distinct_games_are_estimated(hashes: str) -> None:
    rng = np.random.default_rng(4)
    every = np.arange(500_000) if hashes == "consecutive" else rng.integers(0, 2**62, 500_000)
    counter = Distinct(size=2**14)
    for part in np.array_split(np.concatenate([every, every]), 40):
        counter.add(part)
    assert not counter.is_exact
    assert abs(counter.count / 500_000 - 1) < 0.04  # five standard errors
    assert len(counter._kept) == 2**14


def test_means_of_sums_are_those_of_all_values() -> None:
    values = np.random.default_rng(5).normal(70, 8, 1000)
    parts = [sums_of(part) for part in np.array_split(values, 7)]
    tracker = Tracker()
    for sums in parts:
        tracker.add(sums[0] * 4, 0, {"balanced": sums}, None)
    mean = tracker.means()["balanced"]
    assert mean.value == pytest.approx(values.mean())
    assert mean.deviation == pytest.approx(values.std(ddof=1))
    assert mean.half_width == pytest.approx(1.959964 * values.std(ddof=1) / math.sqrt(1000))
    assert tracker.progress(8000, 4000, 2.0).distinct is None


def test_too_few_blocks_have_no_interval() -> None:
    assert math.isnan(mean_of((0, 0.0, 0.0)).value)
    assert mean_of((1, 70.0, 4900.0)).half_width == math.inf


@pytest.mark.parametrize(
    ("deviation", "blocks", "enough"), [(5, 2000, True), (5, 100, False), (0, 100, True), (0, 30, False), (0, 1, False)]
)
def test_means_are_precise_when_all_intervals_are_short(deviation: float, blocks: int, enough: bool) -> None:
    means = {"balanced": Mean(70.0, 0.1, blocks, deviation), "peaceful": Mean(60.0, 0.1, 2000, 1.0)}
    assert is_precise(means, 0.5) == enough


@pytest.mark.parametrize(
    ("games", "block", "tiers", "size"),
    [
        (1_000_000, 4, {"scripted"}, 4000),
        (1_000_000, 3, {"scripted", "random"}, 3999),
        (1_000_000, 4, {"scripted", "value"}, 200),
        (1_000_000, 7, {"search"}, 7),
        (800, 4, {"scripted"}, 48),
        (4, 4, {"scripted"}, 4),
    ],
)
def test_chunks_are_whole_blocks(games: int, block: int, tiers: set[str], size: int) -> None:
    assert chunk_size(games, block, tiers) == size


def test_a_run_has_a_folder_of_its_name() -> None:
    assert default_folder("base_4") == Path("runs/base_4")
    assert default_folder("../my run / no. 1") == Path("runs/my-run-no.-1")
    assert default_folder("ü") == Path("runs/run")


def progress(games: int, total: int = 1000) -> Progress:
    means = {name: Mean(70.0 + number, 0.5, 100, 5.0) for number, name in enumerate("abcd")}
    return Progress(games, total, games, 2.0, games, True, means)


def test_a_pipe_gets_plain_lines_now_and_then() -> None:
    stream, now = io.StringIO(), [0.0]
    with Display(quiet=False, stream=stream, clock=lambda: now[0]) as display:
        for now[0], games in ((1.0, 100), (11.0, 200), (12.0, 300), (13.0, 1000)):
            display(progress(games))
    lines = stream.getvalue().splitlines()
    first = "run: 200 of 1,000 games; 100 games/s, 8 s left; 200 distinct; a 70.0 ±0.5, b 71.0 ±0.5, c 72.0 ±0.5, 1 more"
    assert lines == [first, first.replace("200", "1,000").replace("100 games/s, 8 s left", "500 games/s")]


def test_quiet_says_nothing() -> None:
    stream = io.StringIO()
    with Display(quiet=True, stream=stream) as display:
        display(progress(1000))
    assert stream.getvalue() == ""


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


def test_a_terminal_gets_a_bar(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "160")
    monkeypatch.setenv("TERM", "xterm")
    stream = Terminal()
    with Display(quiet=False, stream=stream) as display:
        display(progress(400))
    for words in ("400 of 1,000 games", "200 games/s", "3 s left", "400 distinct", "a 70.0 ±0.5"):
        assert words in stream.getvalue()


@pytest.mark.parametrize(("number", "text"), [(12, "12 bytes"), (1200, "1.2 kB"), (3.5e6, "3.5 MB"), (2.25e9, "2.2 GB")])
def test_sizes_in_words(number: float, text: str) -> None:
    assert size_of(number) == text
