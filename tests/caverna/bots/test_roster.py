"""The roster, and what may sit at a table: names, files, functions in Python, functions in numba."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numba
import numpy as np
import pytest

import caverna_sim as cs
from caverna_sim import CavernaError, Game, IllegalAction
from caverna_sim.cli import main
from caverna_sim.games.caverna.bots.parameters import TIERS, packaged_bots, parameters_of
from caverna_sim.games.caverna.bots.roster import bot_named, bots
from caverna_sim.games.caverna.game import View
from tests.caverna.bots import NAMES, Table, record

Capture = pytest.CaptureFixture[str]


def first(view: View, legal: list[cs.Action], rng: np.random.Generator) -> cs.Action:
    """A bot in Python."""
    return legal[0]


@numba.njit
def last(state: Any, rules: Any, legal_ids: Any, number: int) -> int:
    """A bot in numba."""
    return number - 1


# ---------------------------------------------------------------- the roster


def test_the_roster_tells_what_there_is_to_know() -> None:
    known = bots()
    assert list(known) == list(packaged_bots())
    for name, info in known.items():
        assert info.tier == parameters_of(name)["tier"]
        assert info.tier in TIERS
        assert info.description == parameters_of(name)["description"]
        assert len(info.description) > 20
    assert {info.tier for info in known.values()} == set(TIERS)
    assert known["random"].parameters == {}
    assert known["search"].parameters["weights"]["mouth"] == parameters_of("value")["weights"]["mouth"]  # inherited
    assert cs.bots() == known


def test_the_roster_cannot_be_changed_through_what_it_tells() -> None:
    bots()["balanced"].parameters["weights"]["field"] = 99.0
    assert bots()["balanced"].parameters["weights"]["field"] != 99.0


def test_measured_strengths_are_told_when_there_are_any(monkeypatch: pytest.MonkeyPatch) -> None:
    from caverna_sim.games.caverna.bots import roster

    monkeypatch.setattr(roster, "strengths", lambda: {"balanced": {"mean": 76.5}})
    assert bots()["balanced"].strength == {"mean": 76.5}
    assert bots()["novice"].strength is None


# ---------------------------------------------------------------- at the table


@pytest.mark.parametrize("name", [name for name in NAMES if name not in ("search", "random")])
def test_a_game_for_people_is_the_game_of_a_batch(name: str) -> None:
    """The same choices in `cs.play` and in compiled loops, from seed and number of the game."""
    table = Table(2, seed=9, game=4)
    trajectory = table.play(record(name))
    game = cs.play(Game(2, seed=9, index=4), [name, name])
    assert game.hash == trajectory
    assert [result["total"] for result in game.scores()] == [table.total(0), table.total(1)]


def test_random_play_is_that_of_the_engine() -> None:
    game = cs.play(Game(3, seed=9, index=4), ["random"] * 3)
    assert game.hash == Table(3, seed=9, game=4).play_randomly()


def test_a_game_can_be_interrupted_and_gone_on_with() -> None:
    """The chances used so far are part of a position."""
    game = Game(2, seed=3)
    bot = bot_named("balanced")
    for _ in range(60):
        seat = game.player
        assert seat is not None
        game.play(bot(game.view(seat), game.legal(), np.random.default_rng(0)))
    again = Game.from_dict(game.to_dict())
    copied = game.copy()
    scores = [cs.play(table, ["balanced", "balanced"]).scores() for table in (game, again, copied)]
    assert scores[0] == scores[1] == scores[2]


@pytest.mark.parametrize("players", [1, 4])
def test_names_files_and_functions_sit_at_one_table(players: int, tmp_path: Path) -> None:
    file = tmp_path / "mine.toml"
    file.write_text('base = "balanced"\ntemperature = 0.1\n')
    for guest in ("herder", str(file), file, first, last):
        game = cs.play(Game(players, seed=2), [guest, *["novice"] * (players - 1)])
        assert game.over


def test_functions_in_python_and_numba_are_obeyed() -> None:
    def check(bot: Any, number: int) -> None:
        seen: list[bool] = []

        def watching(view: View, legal: list[cs.Action], rng: np.random.Generator) -> cs.Action:
            seen.append(True)
            return legal[0]

        game = Game(2, seed=5)
        legal = game.legal()
        cs.play(game, [bot, watching])
        assert game.actions[0] == legal[number]
        assert seen

    check(first, 0)
    check(last, -1)


def test_a_numba_bot_can_make_its_own_chances() -> None:
    @numba.njit
    def by_seed(state: Any, rules: Any, legal_ids: Any, number: int) -> int:
        return state["seed"] % number

    def hash_of(seed: int) -> int:
        return cs.play(Game(2, seed=seed), [by_seed, by_seed]).hash

    assert hash_of(1) == hash_of(1)
    assert hash_of(1) != hash_of(2)


def test_illegal_choices_are_refused() -> None:
    @numba.njit
    def beyond(state: Any, rules: Any, legal_ids: Any, number: int) -> int:
        return number

    with pytest.raises(IllegalAction, match=r"seat 0 chose number \d+ of \d+ legal actions"):
        cs.play(Game(2), [beyond, "random"])

    def cheat(view: View, legal: list[cs.Action], rng: np.random.Generator) -> cs.Action:
        return cs.Action.parse("place a dwarf of strength 9 on supplies")

    with pytest.raises(IllegalAction, match="seat 0"):
        cs.play(Game(2), [cheat, "random"])


@pytest.mark.parametrize(
    ("seats", "words"),
    [
        (["random"], ["1 bots for 2 players"]),
        ("random", ["'random'", "one for each seat"]),
        (["random", "balancd"], ["unknown bot `balancd`", "`balanced`"]),
        (["random", "./nothing.toml"], ["there is no such file"]),
        (["random", 3], ["3 is no bot"]),
        (None, ["one for each of the 2 seats"]),
    ],
)
def test_what_is_no_bot_is_refused(seats: Any, words: list[str]) -> None:
    with pytest.raises(CavernaError) as refused:
        cs.play(Game(2), seats)
    assert all(word in str(refused.value) for word in words)


# ---------------------------------------------------------------- scenarios

SCENARIO = 'name = "x"\nplayers = 2\nbots = ["cautious", "balanced"]\nseed = 4\n[bot.cautious]\nbase = "balanced"\n'


def scenario(folder: Path, more: str) -> str:
    file = folder / "scenario.toml"
    file.write_text(SCENARIO + more)
    return str(file)


def test_the_bots_of_a_scenario_play_its_games(tmp_path: Path) -> None:
    file = scenario(tmp_path, "temperature = 0\nweights.first_weapon = -60\nweights.weapon = -5\n")
    for index in (0, 1):
        game = Game(scenario=file, index=index)
        assert game.planned is not None
        own = game.planned.bots.index("cautious")
        assert own == index  # seats rotate
        cs.play(game)
        weapons = [[dwarf["weapon"] for dwarf in seat["dwarfs"]] for seat in game.to_dict()["seats"]]
        assert set(weapons[own]) == {0}


def test_a_bot_of_ones_own_without_changes_is_its_base(tmp_path: Path) -> None:
    game = cs.play(Game(scenario=scenario(tmp_path, "")))
    assert game.hash == cs.play(Game(2, seed=4), ["balanced", "balanced"]).hash


def test_a_scenario_hands_out_its_bots(tmp_path: Path) -> None:
    from caverna_sim.scenario.scenario import load_scenario

    loaded = load_scenario(scenario(tmp_path, "temperature = 0\n"))
    game = Game(2, seed=4)
    for name in ("cautious", "balanced"):
        assert loaded.bot(name)(game.view(0), game.legal(), np.random.default_rng(0)) in game.legal()


# ---------------------------------------------------------------- the command


def shown(capsys: Capture, *words: str) -> str:
    assert main(list(words)) == 0
    return capsys.readouterr().out


def test_the_command_lists_the_roster(capsys: Capture) -> None:
    text = shown(capsys, "bots")
    for name, info in bots().items():
        line = next(line for line in text.splitlines() if line.startswith(f"{name} "))
        assert " ".join(info.description.split()[:3]) in line  # the rest may stand below
        assert info.tier in line


def test_the_command_shows_all_parameters_of_one_bot(capsys: Capture, tmp_path: Path) -> None:
    text = shown(capsys, "bots", "value")
    for name in parameters_of("value")["weights"]:
        assert f"  {name} " in text
    for words in ("tier value", "temperature = ", "worth.early", "judge = value", "quarry", "per_round"):
        assert words in text
    file = tmp_path / "mine.toml"
    file.write_text('description = "my very own"\nbase = "herder"\n[weights]\nfield = 7.25\n')
    text = shown(capsys, "bots", str(file))
    assert "my very own" in " ".join(text.split())
    assert "7.25" in text


@pytest.mark.parametrize("words", [[], ["herder"]])
def test_the_command_speaks_to_machines(words: list[str], capsys: Capture) -> None:
    data = json.loads(shown(capsys, "bots", *words, "--json"))
    assert set(data) == (set(words) or set(packaged_bots()))
    herder = data["herder"]
    assert set(herder) == {"description", "tier", "parameters", "strength"}
    assert herder["parameters"]["weights"] == parameters_of("herder")["weights"]


@pytest.mark.parametrize(("name", "words"), [("herdr", "did you mean `herder`"), ("./no.toml", "no such file")])
def test_the_command_refuses_what_is_no_bot(name: str, words: str, capsys: Capture) -> None:
    assert main(["bots", name]) == 2
    error = capsys.readouterr().err
    assert words in error
    assert error.count("\n") == 1


def test_strengths_are_shown_beside_the_bots(capsys: Capture, monkeypatch: pytest.MonkeyPatch) -> None:
    from caverna_sim.games.caverna.bots import roster

    strengths: Callable[[], dict[str, Any]] = lambda: {"balanced": {"mean": 76.5}}  # noqa: E731
    monkeypatch.setattr(roster, "strengths", strengths)
    assert "  76.5\n" in shown(capsys, "bots")
    assert "mean 76.5" in shown(capsys, "bots", "balanced")
