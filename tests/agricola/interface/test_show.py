"""What people see of Agricola: commands of the terminal, farms drawn, files to start from."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

import caverna_sim as cs
from caverna_sim.cli import main
from caverna_sim.games.agricola.show.boards import board
from caverna_sim.games.agricola.show.drawing import DRAWING
from caverna_sim.games.agricola.show.farm import _stand, farm_of
from caverna_sim.kit.play.choices import in_common, told_apart

Capture = pytest.CaptureFixture[str]


def told(capsys: Capture, *words: str) -> str:
    """What a command prints."""
    assert main(list(words)) == 0
    return capsys.readouterr().out


def in_the_middle(**given: object) -> cs.Game:
    """A game of packaged bots, eleven rounds on."""
    game = cs.Game(game="agricola", **{"players": 3, "seed": 4, **given})
    played = cs.play(game.copy(), ["herder", "artisan", "balanced", "farmer"][: game.players])
    for action in played.actions:
        if game.round >= 12:
            break
        game.play(action)
    return game


def test_watch_tells_a_game_round_by_round(capsys: Capture) -> None:
    text = told(capsys, "watch", "agricola_2", "--index", "3")
    assert [int(number) for number in re.findall(r" end of round (\d+) ", text)] == list(range(1, 15))
    assert text.count("feeding phase") == 6  # harvests
    assert "wood room" in text
    assert re.search(r"^seat \d wins$|^seat 0 and seat 1 win$", text, re.M)
    played = cs.play(cs.Game(scenario="agricola_2", index=3))
    totals = [score["total"] for score in played.scores()]
    assert re.search(rf"^total +{totals[0]} +{totals[1]}$", text, re.M)


def test_watch_for_machines_and_as_a_line(capsys: Capture, tmp_path: Path) -> None:
    found = json.loads(told(capsys, "watch", "agricola_2", "--json"))
    assert found["position"]["game"] == "agricola"
    line = {"game": "agricola", "players": 2, "seed": found["seed"], "index": 0, "moves": found["actions"]}
    file = tmp_path / "line.json"
    file.write_text(json.dumps(line), encoding="utf-8")
    again = json.loads(told(capsys, "watch", "--line", str(file), "--json", "--game", "agricola"))
    assert again["actions"][:4] == found["actions"][:4]
    assert again["scores"] == found["scores"]


@pytest.mark.parametrize("given", [{}, {"players": 4, "team_play": True}, {"players": 2, "house_rules": ["HR2", "HR4"]}], ids=str)
def test_farms_are_drawn_as_they_are(given: dict[str, object]) -> None:
    """Cells, fences, animals: every one of the position, none besides; in the terminal as in pictures."""
    game = in_the_middle(**given)
    position, pieces = game.to_dict(), DRAWING.pieces_of(game.to_dict(), game.scores(), game.rules)
    for number, seat in enumerate(position["seats"]):
        farm = farm_of(seat, game.rules)
        state = game.state["seats"][number]
        assert len(farm.pastures) == state["num_pastures"]
        assert sum(1 << 5 * int(cell[1]) + int(cell[2]) for cell in farm.fenced) == state["fenced"]
        assert farm.elsewhere == {}
        standing = [herd for cell in farm.standing.values() for herd in cell.items()]
        assert {ware: sum(amount for other, amount in standing if other == ware) for ware in seat["animals"]} == seat["animals"]
        assert pieces[f"s{number}.fences"].count("cv-rail") == len(seat["fences"])
        drawn = board(seat, farm, 100).plain
        for row, words in enumerate(seat["board"]):
            for column, word in enumerate(words):
                piece = pieces[f"s{number}.c{row}{column}"]
                assert ("cv-roof" in piece, "cv-furrow" in piece, "cv-stable" in piece) == tuple(
                    word.startswith(kind) for kind in ("room", "field", "stable")
                )
        assert drawn.count(f"{seat['house']} room") == sum(row.count("room") for row in seat["board"])
        assert drawn.count("field") == sum(word.startswith("field") for row in seat["board"] for word in row)


def test_with_hr2_a_type_is_drawn_in_one_pasture_and_the_others_stay_empty() -> None:
    """Four pens and three types: the drawing said that no animal had a place."""
    rules = cs.Game(game="agricola", players=2, seed=1, house_rules=["HR2"]).rules
    words = {"A1": "room", **dict.fromkeys(("B1", "C1", "D1", "E1"), ".")}
    standing, elsewhere = _stand({"sheep": 2, "wild_boar": 1, "cattle": 2}, words, [(cell,) for cell in ("B1", "C1", "D1", "E1")], rules)
    assert elsewhere == {}
    assert sorted(tuple(herd.items()) for cell, herd in standing.items() if cell != "A1")[0] == (("cattle", 2),)
    assert max(sum(ware in herd for herd in standing.values()) for ware in ("sheep", "wild_boar", "cattle")) == 1


def test_a_page_of_a_whole_game(capsys: Capture, tmp_path: Path) -> None:
    page = tmp_path / "game.html"
    assert str(page) in told(capsys, "watch", "agricola_1", "--html", str(page))
    text = page.read_text(encoding="utf-8")
    assert "farmyard of seat 0" in text
    assert "Urgent Wish for Children" in text
    assert "http" not in re.sub(r"http://www.w3.org/\S+", "", text)  # nothing is fetched


def test_a_notebook_shows_farms() -> None:
    assert "cv-k-wood-room" in cs.Game(game="agricola", players=1, seed=1)._repr_html_()


def test_rules_say_what_is_played(capsys: Capture) -> None:
    assert re.search(r"^day_laborer +1-4 +take 2 food$", told(capsys, "rules", "spaces", "--game", "agricola"), re.M)
    assert re.search(r"^well +1 wood, 3 stone +4 ", told(capsys, "rules", "majors", "--game", "agricola"), re.M)
    assert re.search(r"^scoring.person +3 ", told(capsys, "rules", "scoring", "--game", "agricola"), re.M)
    assert "AG-MAJ-06" in told(capsys, "rules", "well", "--game", "agricola")
    assert "HR" in told(capsys, "rules", "variants", "--game", "agricola")
    assert main(["rules", "cards", "--game", "agricola"]) == 2
    assert capsys.readouterr().err.startswith("error: rules: games with hand cards cannot be played yet")


def test_rules_mark_house_rules(capsys: Capture, tmp_path: Path) -> None:
    file = tmp_path / "cheap.toml"
    rules = '[rules]\n"major.well.cost.stone" = 2\n"feeding.adult" = 1\n'
    file.write_text(f'name = "cheap"\ngame = "agricola"\nplayers = 1\nbots = ["balanced"]\n{rules}', encoding="utf-8")
    full = told(capsys, "rules", "well", "--scenario", str(file))
    assert "1 wood, 3 stone -> 1 wood, 2 stone" in full
    assert "feeding.adult: 2 -> 1" in told(capsys, "rules", "--scenario", str(file))


def test_files_to_start_from_can_be_played(capsys: Capture, tmp_path: Path) -> None:
    file = tmp_path / "mine.toml"
    told(capsys, "new-scenario", "mine", "--game", "agricola", "--base", "agricola_tile_2", "--out", str(file))
    assert told(capsys, "check", str(file)).startswith("ok: scenario `mine`: 2 players")
    assert cs.Game(scenario=file, seed=1).rules.options.extra_tile
    examples = tmp_path / "all.toml"
    examples.write_text(re.sub("^#: ", "", file.read_text(encoding="utf-8"), flags=re.M), encoding="utf-8")
    assert told(capsys, "check", str(examples)).startswith("ok: scenario `mine`")


def test_check_knows_positions_and_bots(capsys: Capture, tmp_path: Path) -> None:
    position, bot = tmp_path / "here.json", tmp_path / "mine.toml"
    position.write_text(json.dumps(in_the_middle().to_dict()), encoding="utf-8")
    assert told(capsys, "check", str(position)).startswith("ok: position `here.json`: 3 players, round 12")
    bot.write_text('game = "agricola"\nbase = "balanced"\n[weights]\nfield = 4.0\n', encoding="utf-8")
    assert told(capsys, "check", str(bot)).startswith("ok: bot `mine.toml`: scripted")
    assert re.search(r"^ +field +4$", told(capsys, "bots", str(bot), "--game", "agricola"), re.M)
    bot.write_text('game = "agricola"\nbase = "balanced"\n[weights]\nfields = 4.0\n', encoding="utf-8")
    assert main(["check", str(bot)]) == 2
    assert "fields" in capsys.readouterr().err


def test_campaigns_are_told(capsys: Capture) -> None:
    found = json.loads(told(capsys, "campaign", "balanced", "--goals", "20,30", "--json", "--game", "agricola"))
    assert [row["goal"] for row in found["games"]] == [20, 30]
    assert all(row["passed"] for row in found["games"])
    text = told(capsys, "campaign", "balanced", "novice", "--game", "agricola", "--seed", "3")
    assert text.splitlines()[0] == cs.campaign(["balanced", "novice"], seed=3, game="agricola").verdict


def test_bench_and_warm(capsys: Capture) -> None:
    figures = json.loads(told(capsys, "bench", "--game", "agricola", "--seconds", "0.05", "--workers", "1", "--quiet", "--json"))["figures"]
    assert {figure["what"] for figure in figures} >= {"scripted bots, 1 player", "4 x random (tier random)", "whole run, 1 worker"}
    assert all(figure["value"] >= 0 for figure in figures)
    assert json.loads(told(capsys, "warm", "--game", "agricola", "--quiet", "--json"))["bytes"] > 0


@pytest.mark.parametrize("base", ['["x"]', "3", '"nobody"'])
def test_a_base_that_is_no_bot_is_refused(base: str, tmp_path: Path, capsys: Capture) -> None:
    file = tmp_path / "mine.toml"
    file.write_text(f'game = "agricola"\nbase = {base}\n', encoding="utf-8")
    assert main(["check", str(file)]) == 2
    assert "`base`: unknown bot" in capsys.readouterr().err


def test_choices_side_by_side_are_headed_by_the_words_of_their_texts() -> None:
    """Somebody who plays read `place adult on …` and `plow … for the own`."""
    game = cs.Game(game="agricola", players=2, seed=4)
    assert in_common(game.legal()) == "place a person on …"
    cells = game.play("place a person on farmland").legal()
    assert in_common(cells) == "plow …"
    assert told_apart(cells)[:3] == ["c00", "c01", "c02"]
    team = cs.Game(game="agricola", players=4, seed=4, team_play=True).play("place a person on farmland").legal()
    assert {action.farm for action in team} == {"own", "partner"}
    assert in_common(team) == "plow … for the …"
