"""What is known while a run goes on: distinct games, running means, the size of chunks."""

from __future__ import annotations

import io
import math
from pathlib import Path

import numpy as np
import pytest

from caverna_sim.batch.run import chunk_size, default_folder
from caverna_sim.batch.running import Distinct, Mean, Progress, Tracker, is_precise, mean_of, next_look, sums_of
from caverna_sim.commands.run import Display
from caverna_sim.games.caverna.scenario.reading import caverna_scenario
from caverna_sim.games.caverna.source import CavernaSource
from caverna_sim.stats.hashes import ONE_IN, SAMPLED, mixed
from caverna_sim.stats.ratings import clustered_mean
from caverna_sim.stats.words import size_of


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


def test_a_sample_is_counted_in_full_after_more_games_than_are_kept() -> None:
    rng = np.random.default_rng(6)
    counter, small = Distinct(size=2**14), 0
    for part in np.array_split(rng.integers(-(2**63), 2**63 - 1, 2_000_000), 20):
        values = mixed(part)
        sample = values[values < SAMPLED]
        small += len(sample)
        counter.add(part) if not counter.count else counter.add_sample(sample)
    assert (counter.count, counter.is_exact) == (small * ONE_IN, False)


def test_means_of_sums_are_those_of_the_statistics() -> None:
    """Drawn bots sit in a block as often as it happens: the mean is over rows, its error that of blocks, by Student's t."""
    random = np.random.default_rng(5)
    rows = random.integers(0, 4, 300).astype(float)
    totals = rows * random.normal(70, 8, 300)
    tracker = Tracker()
    for part in np.array_split(np.arange(300), 7):
        tracker.add(len(part) * 4, 0, {"balanced": sums_of(totals[part], rows[part])}, None)
    mean, expected = tracker.means()["balanced"], clustered_mean(totals[rows > 0], rows[rows > 0])
    assert mean.value == pytest.approx(totals.sum() / rows.sum()) == pytest.approx(expected.value)
    assert (mean.error, mean.half_width) == pytest.approx((expected.error, expected.half_width))
    assert mean.blocks == np.count_nonzero(rows)
    assert tracker.progress(8000, 4000, 2.0).distinct is None


def test_two_blocks_have_a_wide_interval() -> None:
    """Student's t with one degree of freedom is 12.7, not 1.96."""
    mean = mean_of(sums_of(np.array([70.0, 74.0]), np.ones(2)))
    assert mean.half_width == pytest.approx(12.706 * 2, rel=1e-3)


def test_too_few_blocks_have_no_interval() -> None:
    assert math.isnan(mean_of(sums_of(np.zeros(0), np.zeros(0))).value)
    assert mean_of(sums_of(np.array([70.0]), np.ones(1))).half_width == math.inf


@pytest.mark.parametrize(("half", "blocks", "enough"), [(0.4, 2000, True), (0.6, 2000, False), (0.0, 20, True), (0.0, 19, False)])
def test_means_are_precise_when_all_intervals_are_short(half: float, blocks: int, enough: bool) -> None:
    means = {"balanced": Mean(70.0, half, blocks, half / 2), "peaceful": Mean(60.0, 0.1, 2000, 0.05)}
    assert is_precise(means, 0.5) == enough


@pytest.mark.parametrize(("bots", "needed"), [(1, 300), (4, 300), (1, 3000)])
def test_no_more_is_played_than_the_precision_needs(bots: int, needed: int) -> None:
    """Half widths of 1.96 standard errors need so many blocks; a tenth more on average, and intervals still hold."""
    random = np.random.RandomState(bots)
    until = 1.96 / math.sqrt(needed)
    played, held, looks = [], [], []
    for _ in range(60):
        values = random.gamma(4, 0.5, (3 * needed, bots)) - 2  # skewed, spread 1
        blocks, looked = 20, 1
        while True:
            means = {str(bot): mean_of(sums_of(values[:blocks, bot], np.ones(blocks))) for bot in range(bots)}
            if is_precise(means, until):
                break
            blocks, looked = next_look(means, until, blocks), looked + 1
        played.append(blocks / needed)
        held += [abs(mean.value) <= mean.half_width for mean in means.values()]
        looks.append(looked)
    assert np.mean(played) < 1.25
    assert np.quantile(played, 0.9) < 1.4
    assert max(looks) < 16
    assert np.mean(held) > 0.88


@pytest.mark.parametrize(
    ("games", "bots", "size"),
    [
        (1_000_000, ["balanced", "herder", "trader", "builder"], 4000),
        (1_000_000, ["balanced", "random", "novice"], 3999),
        (1_000_000, ["balanced", "value"], 200),
        (1_000_000, ["search", "value", *["balanced"] * 5], 7),
        (800, ["balanced", "herder", "trader", "builder"], 48),
        (4, ["balanced", "herder", "trader", "builder"], 4),
    ],
)
def test_chunks_are_whole_blocks(games: int, bots: list[str], size: int) -> None:
    """Some seconds of play by the slowest bot."""
    source = CavernaSource(caverna_scenario({"name": "x", "players": len(bots), "bots": bots}))
    assert chunk_size(games, source) == size


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
    first = "run: 200 of 1,000 games; 100 games/s, 8 s left; 200 distinct; a 70.0 ± 0.5, b 71.0 ± 0.5, c 72.0 ± 0.5, 1 more"
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
    for words in ("400 of 1,000 games", "200 games/s", "3 s left", "400 distinct", "a 70.0 ± 0.5"):
        assert words in stream.getvalue()


@pytest.mark.parametrize(("number", "text"), [(12, "12 bytes"), (1200, "1.2 kB"), (3.5e6, "3.5 MB"), (2.25e9, "2.2 GB")])
def test_sizes_in_words(number: float, text: str) -> None:
    assert size_of(number) == text
