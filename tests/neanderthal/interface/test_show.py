"""What people see of Neanderthal: no page, run or list of cards goes without the name of its deck."""

from __future__ import annotations

import json
import tomllib
from pathlib import Path

import pytest

import caverna_sim as cs
from caverna_sim.cli import main
from caverna_sim.games.neanderthal.box.deck import read_deck
from caverna_sim.games.neanderthal.box.tables import printed_tables
from caverna_sim.games.neanderthal.game import Game
from caverna_sim.games.neanderthal.show.drawing import DRAWING

Capture = pytest.CaptureFixture[str]
BANNER = "57 of 57 cards are made-up cards"


def told(capsys: Capture, *words: str) -> str:
    assert main([*words]) == 0
    return " ".join(capsys.readouterr().out.split())


def test_rules_name_their_deck(capsys: Capture) -> None:
    assert BANNER in told(capsys, "rules", "biomes", "--game", "neanderthal")
    assert BANNER in told(capsys, "rules", "daughters", "--game", "neanderthal")
    assert "assumed: the sources do not confirm it" in told(capsys, "rules", "biomes", "horse", "--game", "neanderthal")
    assert "other readings: minimum" in told(capsys, "rules", "rulings", "--game", "neanderthal")
    assert told(capsys, "rules", "unknown", "--game", "neanderthal").count("NU-") == 21


def test_the_box_names_exactly_what_is_unknown(capsys: Capture, tmp_path: Path) -> None:
    """As it is it changes nothing; without its signs of comments it is a whole deck of the owner's."""
    assert main(["rules", "box", "--game", "neanderthal"]) == 0
    text = capsys.readouterr().out
    file = tmp_path / "box.toml"
    file.write_text(text, encoding="utf-8")
    assert read_deck(file).tables == {**printed_tables(), **{name: read_deck(file).tables[name] for name in ("biome", "daughter")}}
    assert read_deck(file).made_up == 57
    plain = tomllib.loads(text)
    assert (len(plain["biome"]), len(plain["daughter"]), len(plain["mating_card"]), len(plain["placard"])) == (36, 21, 3, 3)
    assert not any(set(row) - {"id"} for row in (*plain["biome"], *plain["daughter"]))
    file.write_text(
        "\n".join(line.removeprefix("# ") for line in text.splitlines() if not line.startswith(("# The", "# A row", "# replace")))
    )
    assert read_deck(file).made_up == 0
    assert told(capsys, "check", str(file)) == "ok: deck `box.toml`: deck my box"


def test_runs_reports_and_games_name_the_deck(capsys: Capture, tmp_path: Path) -> None:
    run = tmp_path / "run"
    assert BANNER in told(capsys, "run", "neanderthal_2", "--games", "30", "--out", str(run), "--workers", "1", "--quiet")
    manifest = cs.load(run).manifest
    assert manifest["deck"] | {"hash": ""} == {"id": "synthetic-1", "synthetic": True, "made_up": 57, "of": 57, "hash": ""}
    assert BANNER in told(capsys, "report", str(run))
    assert BANNER in " ".join((run / "report.html").read_text(encoding="utf-8").split())
    assert BANNER in told(capsys, "watch", "neanderthal_2", "--steps", "3")
    page = tmp_path / "game.html"
    told(capsys, "watch", str(run), "--index", "3", "--html", str(page), "--quiet")
    assert BANNER in page.read_text(encoding="utf-8")
    assert BANNER in repr(Game(players=2, seed=1))


def test_a_comparison_names_the_deck(capsys: Capture, tmp_path: Path) -> None:
    for name, value in (("one", 3), ("two", 5)):
        file = tmp_path / f"{name}.toml"
        rules = f'[rules]\n"biome.horse.babies" = {value}\n'
        file.write_text(f'name = "{name}"\ngame = "neanderthal"\nplayers = 2\nbots = ["settled", "forager"]\n{rules}', encoding="utf-8")
    out = told(
        capsys, "compare", str(tmp_path / "one.toml"), str(tmp_path / "two.toml"), "--games", "60", "--out", str(tmp_path / "both"),
        "--workers", "1", "--quiet",
    )  # fmt: skip
    assert BANNER in out


def test_positions_are_checked(capsys: Capture, tmp_path: Path) -> None:
    file = tmp_path / "here.json"
    file.write_text(json.dumps(Game(players=3, seed=1).to_dict()), encoding="utf-8")
    assert told(capsys, "check", str(file)).startswith("ok: position `here.json`: 3 players, round 0, setup")


def test_a_file_to_start_from_can_be_played(capsys: Capture, tmp_path: Path) -> None:
    file = tmp_path / "mine.toml"
    told(capsys, "new-scenario", "mine", "--game", "neanderthal", "--out", str(file))
    assert told(capsys, "check", str(file)).startswith("ok: scenario `mine`: 3 players")


def test_bench_measures_tables_of_three(capsys: Capture) -> None:
    figures = json.loads(told(capsys, "bench", "--game", "neanderthal", "--seconds", "0.05", "--workers", "1", "--quiet", "--json"))[
        "figures"
    ]
    assert {figure["what"] for figure in figures} >= {"scripted bots, 2 players", "3 x random (tier random)", "whole run, 1 worker"}
    assert all(figure["value"] >= 0 for figure in figures)


def test_the_page_of_a_run_tells_of_tribes_hunts_dice_and_climate(tmp_path: Path) -> None:
    from caverna_sim.games.neanderthal.show import sections
    from caverna_sim.stats.source import open_run

    source = open_run(cs.run("neanderthal_3", games=60, out=tmp_path / "run", workers=1))
    tribes, hunts, dice, climate = (getattr(sections, name)(source) for name in ("tribes", "hunts", "dice", "climate"))
    assert set(tribes.tables["Species"]["species"]) == {"Archaic", "Neanderthal", "Cro-Magnon"}
    assert set(hunts.tables["Hunts by class of game"]["class"]) == {"large", "small", "club"}
    faces = dice.tables["Faces of the dice"]
    assert faces["share of hunters' dice"].sum() == pytest.approx(1)
    assert faces["share of hunters' dice"].is_between(0.14, 0.19).all()  # threes that count as ones are told as threes
    assert climate.tables["Ice after each turn"]["ice sheets"].min() >= 0


def test_a_replay_draws_dice_placards_and_two_rows_of_biomes(tmp_path: Path) -> None:
    assert main(["watch", "neanderthal_2", "--html", str(tmp_path / "game.html"), "--quiet"]) == 0
    page = (tmp_path / "game.html").read_text(encoding="utf-8")
    assert ".cv-die" in page  # what a step changes is packed
    assert [place in page for place in ('id="space.N1"', 'id="space.S6"')] == [True, True]
    assert DRAWING.line("hunt at N1: 1 6 and the alpha's 1").count("<svg") == 2
    assert DRAWING.line("hunt at N1") == "hunt at N1"


def test_a_game_draws_itself_in_a_notebook() -> None:
    page = Game(players=2, seed=1)._repr_html_()
    assert BANNER in page and "cv-slots" in page
