"""Players from outside in bulk: functions in Python and numba beside bots of the roster, with the same rows and with clear errors."""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numba
import numpy as np
import pytest

import caverna_sim as cs
from caverna_sim import Game
from caverna_sim.cli import main
from caverna_sim.errors import CavernaError, RunStopped
from caverna_sim.experiments.tournament import tournament
from caverna_sim.games.caverna.bots.roster import bot_named
from caverna_sim.games.caverna.scenario.reading import caverna_scenario
from caverna_sim.games.caverna.source import CavernaSource
from caverna_sim.match import outside
from caverna_sim.match.protocol import PlayedChunk

Function = Callable[..., Any]
Capture = pytest.CaptureFixture[str]
TABLES = ["games", "players", "furnishings", "placements", "expeditions", "rounds"]


def drawing(view: Any, legal: list[cs.Action], rng: np.random.Generator) -> cs.Action:
    """Any legal choice."""
    return legal[int(rng.integers(len(legal)))]


@numba.njit
def by_lot(state: Any, rules: Any, legal_ids: Any, number: int) -> int:
    """Any legal choice, compiled."""
    return state["seed"] % number


@numba.njit
def beyond(state: Any, rules: Any, legal_ids: Any, number: int) -> int:
    """No choice at all."""
    return number


def wrapped(name: str) -> Function:
    """A bot of the roster as a function in Python."""
    bot = bot_named(name)

    def plays(view: Any, legal: list[cs.Action], rng: np.random.Generator) -> cs.Action:
        return bot(view, legal, rng)

    plays.__qualname__ = f"wrapped_{name}"
    return plays


def played(bots: list[Any], games: int = 6, **more: Any) -> PlayedChunk:
    data = {"name": "x", "players": len(bots), "bots": bots, "seating": "fixed", "seed": 4, "record": TABLES, **more}
    chunk = CavernaSource(caverna_scenario(data)).play(0, games, np.zeros(1, np.int8))
    assert chunk is not None
    return chunk


def test_a_compiled_bot_wrapped_as_a_function_leaves_the_same_rows() -> None:
    """All tables: also how often a better liked space was taken, for which a bot is asked a second time."""
    more = {"limits": {"seat_0": {"weapon_max": 4}}, "opening": {"seat_0": {"place": ["starting_player"]}}}
    one, other = (played([bot, "herder"], **more) for bot in ("balanced", wrapped("balanced")))
    assert np.array_equal(one.hashes, other.hashes)
    for table in TABLES:
        for column, values in one.rows[table].items():
            if column not in ("order", "winner_seats"):
                assert np.array_equal(values, other.rows[table][column]), f"{table}.{column}"
    assert np.asarray(one.rows["rounds"]["blocked"]).sum() > 0


@pytest.mark.parametrize("bot", [drawing, by_lot], ids=["Python", "numba"])
def test_a_batch_plays_the_games_of_cs_play(bot: Any) -> None:
    """The chances of a function are keyed by seed, game and seat."""
    found = played([bot, "random"], games=3)
    assert found.hashes.tolist() == [cs.play(Game(2, seed=4, index=index), [bot, "random"]).hash for index in range(3)]
    assert found.hashes[1:].tolist() == played([bot, "random"], games=3).hashes[1:].tolist()


def test_functions_play_in_runs_whatever_the_workers_and_go_on(tmp_path: Path) -> None:
    data = {"name": "mixed", "players": 2, "bots": [drawing, "novice"], "seed": 2}
    whole = cs.run(data, games=12, out=tmp_path / "one", workers=1, chunk_games=4)
    cs.run(data, games=4, out=tmp_path / "two", workers=2, chunk_games=2)
    resumed = cs.run(data, games=12, out=tmp_path / "two", workers=2, chunk_games=2, resume=True)
    assert resumed.players.collect().equals(whole.players.collect())
    assert whole.manifest["bots"][f"{__name__}:drawing"]["tier"] == "function"


def test_functions_meet_others_in_a_tournament_and_a_study(tmp_path: Path) -> None:
    assert len(tournament([drawing, "novice"], 2, 8, workers=2).ratings.win_shares) == 2
    found = cs.seat_study({"name": "s", "players": 2, "bots": ["random", "random"]}, bots=[drawing, drawing], games=8, out=tmp_path / "s")
    assert found.games == 8


def test_what_a_function_does_wrong_is_one_sentence_and_finished_chunks_stay(tmp_path: Path) -> None:
    def fails_later(view: Any, legal: list[cs.Action], rng: np.random.Generator) -> cs.Action:
        if view.seat == 1 and view.round == 3 and len(list((tmp_path / "run" / "players").glob("*.parquet"))) > 1:
            raise ValueError("no idea")
        return legal[0]

    data = {"name": "fails", "players": 2, "bots": ["random", fails_later], "seating": "fixed"}
    with pytest.raises(RunStopped, match=r"bot `fails_later`, game \d+, seat 1, round 3: it raised ValueError: no idea"):
        cs.run(data, games=12, out=tmp_path / "run", workers=1, chunk_games=2)
    kept = cs.load(tmp_path / "run")
    assert 0 < kept.games_played < 12
    assert kept.manifest["status"] == "interrupted"

    def cheats(view: Any, legal: list[cs.Action], rng: np.random.Generator) -> Any:
        return "give me a ruby"

    with pytest.raises(RunStopped, match=r"bot `cheats`, game 0, seat 0, round 1: it chose 'give me a ruby', which is not among"):
        played([cheats, "random"])
    with pytest.raises(RunStopped, match=r"seat 0, round 1: the function returned a number beyond the legal actions"):
        played([beyond, "random"])
    with pytest.raises(CavernaError, match=r"takes \(view, legal, rng\)"):
        played([lambda legal: legal[0], "random"])


def test_a_file_alone_makes_nothing_be_imported(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "my_module.py").write_text(
        "from pathlib import Path\nPath('imported').touch()\n\n\ndef my_bot(view, legal, rng):\n    return legal[-1]\n", encoding="utf-8"
    )
    (tmp_path / "mine.toml").write_text('name = "mine"\nplayers = 2\nbots = ["my_module:my_bot", "random"]\ngames = 4\n', encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(outside, "_allowed", [])
    monkeypatch.setattr(sys, "path", list(sys.path))
    for command in (["check", "mine.toml"], ["run", "mine.toml"], ["tournament", "my_module:my_bot", "random", "--players", "2"]):
        main([*command, *([] if command[0] == "check" else ["--quiet"])])
    assert "--allow-code" in capsys.readouterr().err
    assert not (tmp_path / "imported").exists()
    assert main(["run", "mine.toml", "--allow-code", "--quiet", "--workers", "1"]) == 0
    assert (tmp_path / "imported").exists()
    assert "my_module:my_bot" in capsys.readouterr().out
