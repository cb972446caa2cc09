"""Tournaments: balanced seatings, games that depend on seed and blocks only, and what the command prints."""

from __future__ import annotations

import io
import json
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from caverna_sim.cli import main
from caverna_sim.commands.progress import Progress
from caverna_sim.commands.tournament import for_machines, in_words
from caverna_sim.errors import CavernaError
from caverna_sim.experiments.tournament import Tournament, tournament
from caverna_sim.games.caverna.bots import parameters
from caverna_sim.games.caverna.bots.layout import BOT, JUDGE
from caverna_sim.games.caverna.bots.parameters import NUMBERS, records
from caverna_sim.games.caverna.ids import good
from caverna_sim.games.caverna.scenario.reading import CavernaScenario
from caverna_sim.games.caverna.source import CavernaSource
from caverna_sim.match.play import Match, Played, play
from caverna_sim.stats.ratings import Estimate
from caverna_sim.stats.words import duration

Capture = pytest.CaptureFixture[str]

PLAIN = {
    "temperature": 0.5, "food_now": 2.2, "food_soon": 0.9, "food_spare": 0.35, "surplus": 0.4, "cell": 1.0, "meadow": 0.9, "field": 1.4,
    "cavern": 1.3, "tunnel": 0.8, "crowding": 0.4, "small_pasture": 0.8, "large_pasture": 2.0, "stable": 1.6, "ore_mine": 3.0,
    "ruby_mine": 2.0, "placement": 3.2, "mouth": 1.2, "room": 0.55, "spare_room": 1.5, "weapon": 0.12, "first_weapon": 3.0, "loot": 0.9,
    "missing_animal": 2.0, "pair": 0.35, "no_room": 0.2, "start_player": 0.8, "sow": 0.9, "bonus_now": 1.0, "bonus_later": 0.25,
    "peaceful_bonus": 0.4, "armed_bonus": 0.5, "imitate": 0.9, "begging": -3.2, "protect": 5.0,
}  # fmt: skip
EARLY = (1.2, 1.2, 0.7, 2.4, 1.0, 1.1, 1.1, 1.5, 1.2, 1.4, 1.5, 1.8, 2.2)
LATE = (0.25, 0.25, 0.15, 1.2, 0.3, 1.0, 0.5, 1.0, 1.0, 1.1, 1.1, 1.1, 1.1)


def taste(**changes: float) -> Any:
    """A scripted bot of no particular skill, with changes; an array of one BOT record."""
    bot = np.zeros(1, BOT)
    for name, value in {**PLAIN, **changes}.items():
        bot[0][name] = value
    assert len(EARLY) == len(LATE) == good.NUM
    bot[0]["worth_early"], bot[0]["worth_late"], bot[0]["enough"] = EARLY, LATE, 8
    for name in NUMBERS:
        bot[0][name] = 1
    bot[0]["candidates"], bot[0]["playouts"] = 4, 4
    return bot


TASTES: dict[str, dict[str, float]] = {
    "plain": {},
    "clumsy": {"temperature": 5.0},
    "hasty": {"placement": 0.2, "room": 0.1},
    "wild": {"temperature": 40.0},
    "still": {"temperature": 0.0},
}


def fake_record(name: str, overrides: object = None, expansion: str | None = None) -> tuple[Any, Any]:
    """Stands for the roster: bots made of a few lines."""
    if name not in TASTES:
        raise CavernaError(f"unknown bot `{name}`")
    return taste(**TASTES[name]), np.zeros(1, JUDGE)


@pytest.fixture
def small_roster(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(parameters, "bot_record", fake_record)


GAMES = {"games": ("block", "hash"), "players": ("bot", "score", "part_animals", "part_begging")}


def source(seed: int = 5, **tastes: Any) -> CavernaSource:
    """Two bots in both seats."""
    records = {name: (bot, np.zeros(1, JUDGE)) for name, bot in (tastes or {"plain": taste(), "warm": taste(temperature=3.0)}).items()}
    return CavernaSource(CavernaScenario("by hand", 2, tuple(records), seed=seed, record=("games", "players")), records)


def some_games(blocks: int = 6, first_block: int = 0, of: CavernaSource | None = None, **more: Any) -> Played:
    return play([Match(of or source(), 2 * blocks, 2 * first_block)], GAMES, **more)[0]


def same(one: Played, other: Played) -> bool:
    columns = [(table, column) for table, names in GAMES.items() for column in names]
    return all(np.array_equal(one[column], other[column]) for column in columns) and one.choices == other.choices


# ---------------------------------------------------------------- games


@pytest.mark.parametrize("workers", [1, 2])
@pytest.mark.parametrize("chunk_games", [1, 8, 200])
def test_neither_chunks_nor_workers_change_a_game(chunk_games: int, workers: int) -> None:
    assert same(some_games(chunk_games=chunk_games, workers=workers), some_games())


@pytest.mark.slow
def test_processes_play_the_same_games() -> None:
    assert same(some_games(chunk_games=6, workers=2, backend="loky"), some_games())


def test_a_block_is_the_same_wherever_a_run_starts() -> None:
    whole, later = some_games(), some_games(2, first_block=4)
    for column in (("games", "hash"), ("players", "score")):
        assert np.array_equal(whole[column][-len(later[column]) :], later[column])
    assert later["games", "block"].tolist() == [4, 4, 5, 5]


def test_games_come_in_the_order_of_blocks() -> None:
    games = some_games(3)
    assert games["games", "block"].tolist() == [0, 0, 1, 1, 2, 2]
    assert games["players", "bot"].reshape(3, 2, 2).sum(axis=1).tolist() == [[1, 1]] * 3  # both bots in both seats


def test_another_seed_gives_other_games() -> None:
    assert not np.array_equal(some_games()["games", "hash"], some_games(of=source(6))["games", "hash"])
    assert some_games().distinct == 12


def test_equal_bots_change_nothing_by_changing_seats() -> None:
    """The chances of a block belong to seats, so a table of copies plays one game in both seatings."""
    games = some_games(of=source(one=taste(), other=taste()))
    hashes = games["games", "hash"]
    assert np.array_equal(hashes[::2], hashes[1::2])
    assert games.distinct == 6


def test_no_blocks_are_no_games() -> None:
    assert len(some_games(0)["games", "hash"]) == 0


def test_progress_is_told_after_every_chunk() -> None:
    told: list[int] = []
    some_games(chunk_games=4, on_games=told.append)
    assert told == [4, 8, 12]


# ---------------------------------------------------------------- the tournament


@pytest.fixture(scope="module")
def played() -> Tournament:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(parameters, "bot_record", fake_record)
        return tournament(["wild", "plain", "hasty"], players=3, games=80, seed=3)


def test_whole_blocks_are_played(played: Tournament) -> None:
    assert (played.blocks, played.games) == (27, 81)
    assert played.ratings.seats == (81, 81, 81)


def test_the_strong_are_told_from_the_weak(played: Tournament) -> None:
    wild, plain, _ = played.ratings.strengths
    assert wild.high < plain.low
    assert played.ratings.scores[0].high < played.ratings.scores[1].low
    share = played.ratings.wins[1][0]
    assert share is not None
    assert share.low > 0.8
    assert sum(one.value for one in played.ratings.win_shares) == pytest.approx(1)
    assert played.ratings.cycles == ()


def test_the_same_tournament_gives_the_same_figures(small_roster: None) -> None:
    one, two = (tournament(["wild", "plain"], players=2, games=20, seed=1, workers=workers) for workers in (1, 2))
    assert one.ratings == two.ratings
    assert one.distinct == two.distinct


def test_a_scenario_says_what_else_is_to_be_known(small_roster: None, tmp_path: Path) -> None:
    file = tmp_path / "rich.toml"
    file.write_text('name = "rich"\nplayers = 2\nbots = ["random", "novice"]\n[rules]\n"start.food" = [30, 30]\n', encoding="utf-8")
    poor, rich = (tournament(["plain", "hasty"], 2, 40, seed=1, scenario=name) for name in (None, file))
    assert (rich.players, rich.games) == (2, 40)
    assert rich.rules_hash != poor.rules_hash
    assert all(one.value > other.value + 5 for one, other in zip(rich.ratings.scores, poor.ratings.scores, strict=True))


def test_a_misspelt_bot_is_found_before_anything_is_compiled(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(CavernaSource, "warm_up", lambda self: pytest.fail("compiled first"))
    with pytest.raises(CavernaError, match="did you mean `balanced`"):
        tournament(["balanced", "balancd"])


def test_fewer_hostile_orcs_left_break_ties() -> None:
    """F-SCORE-5: places as in the table `players` of a run of the same games."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(parameters, "bot_record", fake_record)
        found = tournament(["wild", "plain"], 2, 60, seed=2, expansion="fiends")
        pool = CavernaScenario("pool", 2, ("wild", "plain"), expansion="fiends", draws_bots=True, seed=2, record=("players",))
        played = play([Match(CavernaSource(pool), 60)], {"players": ("bot", "won")})[0]
    won, bots = played["players", "won"], played["players", "bot"]
    assert [one.value for one in found.ratings.win_shares] == pytest.approx([won[bots == bot].mean() for bot in (0, 1)])


def test_figures_for_machines(played: Tournament) -> None:
    data = json.loads(json.dumps(for_machines(played)))
    assert [bot["name"] for bot in data["bots"]] == ["wild", "plain", "hasty"]
    assert data["bots"][1]["score"]["value"] == pytest.approx(played.ratings.scores[1].value, abs=1e-6)
    assert data["wins"][0][0] is None
    assert data["wins"][0][1]["value"] + data["wins"][1][0]["value"] == pytest.approx(1)
    assert data["distinct_games"] == played.distinct


def test_the_text_tells_who_wins_most_first(played: Tournament) -> None:
    text = in_words(played, 100)
    lines = text.splitlines()
    first = next(number for number, line in enumerate(lines) if "mean score" in line) + 1
    table = [line.split()[1] for line in lines[first : first + 3]]
    by_wins = sorted(range(3), key=lambda bot: -played.ratings.win_shares[bot].value)
    assert table == [played.names[bot] for bot in by_wins]
    assert "81 games: 27 blocks in balanced seating" in text
    assert "cycles: none beyond chance" in text
    assert all(len(line) <= 100 and line == line.rstrip() for line in lines)


def test_strengths_stand_beside_the_places_they_expect(played: Tournament) -> None:
    lines = in_words(played, 100).splitlines()
    first = next(number for number, line in enumerate(lines) if "strength" in line)
    assert lines[first].split()[-6:] == ["first", "%", "expected", "last", "%", "expected"]
    winner = max(range(3), key=lambda bot: played.ratings.win_shares[bot].value)
    shown = lines[first + 1].split()
    assert shown[1] == played.names[winner]
    assert float(shown[-4]) == pytest.approx(100 * played.ratings.win_shares[winner].value, abs=0.06)
    assert float(shown[-3]) == pytest.approx(100 * played.ratings.fit.expected[winner][0], abs=0.06)


def test_a_cycle_is_shown(played: Tournament) -> None:
    circle = replace(played, ratings=replace(played.ratings, cycles=((0, 1, 2),)))
    assert "  wild > plain > hasty > wild" in in_words(circle).splitlines()


def test_who_never_wins_is_named(played: Tournament) -> None:
    never = Estimate(0.0, 0.0, 0.1, 0.0)
    wins = ((None, never, never), *played.ratings.wins[1:])
    text = in_words(replace(played, ratings=replace(played.ratings, wins=wins)))
    assert "Never ahead of anybody: wild;" in text
    assert "Never ahead" not in in_words(replace(played, ratings=replace(played.ratings, wins=(played.ratings.wins[1],) * 3)))


def test_copies_are_told(played: Tournament) -> None:
    assert "copies of others" not in in_words(played)
    assert "2 games were copies of others" in in_words(replace(played, distinct=played.games - 2))


# ---------------------------------------------------------------- the command


def failing(capsys: Capture, *arguments: str) -> str:
    code = main(["tournament", *arguments])
    captured = capsys.readouterr()
    assert (code, captured.out) == (2, "")
    assert captured.err.startswith("error: ")
    assert captured.err.count("\n") == 1
    return captured.err


def test_the_command_prints_a_table(small_roster: None, capsys: Capture, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("COLUMNS", raising=False)
    assert main(["tournament", "wild", "plain", "--players", "2", "--games", "30", "--workers", "1", "--quiet"]) == 0
    captured = capsys.readouterr()
    assert captured.err == ""
    for word in ("mean score", "win share", "strength", "distinct trajectories", "games/s", "plain", "wild"):
        assert word in captured.out
    assert all(len(line) <= 100 and "\x1b" not in line for line in captured.out.splitlines())


def test_the_command_for_machines(small_roster: None, capsys: Capture) -> None:
    assert main(["tournament", "wild", "plain", "--games", "10", "--workers", "1", "--json"]) == 0
    data = json.loads(capsys.readouterr().out)
    assert (data["players"], data["games"]) == (4, 12)


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["plain"], "at least two bots"),
        (["plain", "plain"], "`plain` is named twice"),
        (["plain", "nobody"], "unknown bot `nobody`"),
        (["plain", "wild", "--players", "1"], "1 is not allowed"),
        (["plain", "wild", "--games", "0"], "0 is not allowed"),
        (["plain", "wild", "--gmaes", "5"], "did you mean `--games`"),
    ],
)
def test_wrong_input_is_one_sentence(arguments: Sequence[str], words: str, small_roster: None, capsys: Capture) -> None:
    assert words in failing(capsys, *arguments)


# ---------------------------------------------------------------- progress


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


def ticking(seconds: float) -> Callable[[], float]:
    now = [0.0]

    def clock() -> float:
        now[0] += seconds
        return now[0]

    return clock


def test_a_terminal_sees_one_line_that_changes_and_then_goes() -> None:
    terminal = Terminal()
    progress = Progress("games", stream=terminal, clock=ticking(1.0))
    for done in (10, 20):
        progress(done, 100)
    progress.end()
    text = terminal.getvalue()
    assert "\n" not in text
    assert "games: 20 of 100 games, 10 games/s, 8 s left" in text
    assert text.endswith("\r")


def test_a_pipe_sees_a_line_now_and_then() -> None:
    pipe = io.StringIO()
    progress = Progress("games", stream=pipe, clock=ticking(6.0))
    for done in range(1, 9):
        progress(done, 100)
    progress.end()
    lines = pipe.getvalue().splitlines()
    assert len(lines) == 4
    assert all("\r" not in line for line in lines)


def test_quiet_is_quiet() -> None:
    pipe = Terminal()
    Progress("games", quiet=True, stream=pipe, clock=ticking(60.0))(1, 2)
    assert pipe.getvalue() == ""


@pytest.mark.parametrize(("seconds", "words"), [(0.4, "0 s"), (45, "45 s"), (200, "3 min 20 s"), (7500, "2 h 5 min")])
def test_durations_as_people_say_them(seconds: float, words: str) -> None:
    assert duration(seconds) == words


def test_records_of_several_bots_are_one_array(small_roster: None) -> None:
    bots, judges = records(["plain", "wild"])
    assert bots.dtype == BOT
    assert len(bots) == len(judges) == 2
    assert bots["temperature"].tolist() == [0.5, 40.0]
