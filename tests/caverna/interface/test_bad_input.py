"""Wrong input of every kind: exit code 2 and one sentence that names the place, what is allowed, and the nearest name."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from caverna_sim import Game, PositionError, ScenarioError
from caverna_sim.cli import main
from caverna_sim.scenario.scenario import load_scenario
from tests.caverna.table import DWELLINGS, dwarf, rule, seat

GOOD = 'name = "x"\nplayers = 2\nbots = ["random", "random"]\n'
Capture = pytest.CaptureFixture[str]


def refused(capsys: Capture, *arguments: str | Path) -> str:
    """The one sentence with which a command line is refused."""
    assert main([str(argument) for argument in arguments]) == 2
    captured = capsys.readouterr()
    assert captured.out == ""
    assert captured.err.startswith("error: ")
    assert captured.err.count("\n") == 1
    assert "Traceback" not in captured.err
    return captured.err.strip()


# ---------------------------------------------------------------- scenarios

SCENARIOS: list[tuple[str, str, list[str]]] = [
    ("unknown key", GOOD + "plyers = 3\n", ["line 4", "`plyers`", "did you mean `players`"]),
    ("unknown table", GOOD + "\n[suply]\nwithout = []\n", ["line 5", "`suply`", "did you mean `supply`"]),
    ("unknown key in supply", GOOD + "[supply]\nwithot = []\n", ["line 5", "`supply.withot`", "did you mean `without`"]),
    ("unknown key in opening", GOOD + "[opening.seat_0]\nplce = []\n", ["line 5", "`opening.seat_0.plce`", "did you mean `place`"]),
    ("name missing", 'players = 1\nbots = ["random"]\n', ["`name`", "missing"]),
    ("players missing", 'name = "x"\nbots = ["random"]\n', ["`players`", "missing", "from 1 to 7"]),
    ("bots missing", 'name = "x"\nplayers = 2\n', ["`bots`", "missing", "2 bots"]),
    ("name no text", 'name = 3\nplayers = 1\nbots = ["random"]\n', ["line 1", "`name`", "3 is not allowed", "text"]),
    ("name empty", 'name = " "\nplayers = 1\nbots = ["random"]\n', ["line 1", "`name`"]),
    ("9 players", 'name = "x"\nplayers = 9\nbots = ["random"]\n', ["line 2", "`players`", "9 is not allowed", "from 1 to 7"]),
    ("players in words", 'name = "x"\nplayers = "two"\nbots = []\n', ["line 2", "`players`", "'two' is not allowed"]),
    ("players true", 'name = "x"\nplayers = true\nbots = []\n', ["line 2", "`players`", "True is not allowed"]),
    ("0 games", GOOD + "games = 0\n", ["line 4", "`games`", "0 is not allowed", "from 1"]),
    ("broken games", GOOD + "games = 2.5\n", ["line 4", "`games`", "2.5 is not allowed"]),
    ("negative seed", GOOD + "seed = -1\n", ["line 4", "`seed`", "-1 is not allowed", "from 0"]),
    ("huge seed", GOOD + "seed = 9223372036854775807\n", ["line 4", "`seed`"]),
    ("too few bots", 'name = "x"\nplayers = 3\nbots = ["random"]\n', ["line 3", "`bots`", "1 bot for 3 players"]),
    ("too many bots", 'name = "x"\nplayers = 1\nbots = ["random", "random"]\n', ["line 3", "`bots`", "2 bots for 1 players"]),
    ("unknown bot", 'name = "x"\nplayers = 1\nbots = [\n  "randmo",\n]\n', ["line 4", "unknown bot `randmo`", "did you mean `random`"]),
    ("bots no list", 'name = "x"\nplayers = 1\nbots = "random"\n', ["line 3", "`bots`", "give a list of names"]),
    ("empty pool", 'name = "x"\nplayers = 1\nbots = []\ndraw = "random"\n', ["line 3", "`bots`", "empty"]),
    ("bot beside a pool", 'name = "x"\nplayers = 4\nbots = "strong"\nbot = "value"\n', ["line 4", "`bot`", "a table such as [bot]"]),
    ("wrong draw", GOOD + 'draw = "always"\n', ["line 4", "`draw`", "'always' is not allowed"]),
    ("wrong seating", GOOD + 'seating = "balancd"\n', ["line 4", "`seating`", "did you mean `balanced`"]),
    ("unknown table to record", GOOD + 'record = ["games", "plaers"]\n', ["line 4", "unknown table `plaers`", "did you mean `players`"]),
    ("table twice", GOOD + 'record = ["games", "games"]\n', ["line 4", "`games` stands here twice"]),
    ("nothing recorded", GOOD + "record = []\n", ["line 4", "`record`", "allowed: `games`"]),
    ("expansion", GOOD + 'expansion = "folk"\n', ["line 4", "`expansion`", "'folk' is not allowed", 'give "fiends"']),
    ("orcs of the base game", GOOD + 'record = ["games", "orcs"]\n', ["line 4", "the table `orcs` is for Frantic Fiends"]),
    ("unknown space", GOOD + '[opening.seat_1]\nplace = ["loging"]\n', ["line 5", "unknown action space `loging`", "`logging`"]),
    ("space of other players", GOOD + '[opening.seat_1]\nplace = ["growth"]\n', ["line 5", "`growth` is not in play with 2 players"]),
    ("variant of other players", GOOD + '[opening.seat_1]\nplace = ["logging_4_7"]\n', ["line 5", "did you mean `logging_1_3`"]),
    ("seat of other players", GOOD + '[opening.seat_2]\nplace = ["logging"]\n', ["line 4", "`opening.seat_2`", "`seat_0`, `seat_1`"]),
    ("opening without spaces", GOOD + "[opening.seat_1]\n", ["line 4", "`place` is missing"]),
    ("opening no list", GOOD + '[opening.seat_1]\nplace = "logging"\n', ["line 5", "give a list"]),
    ("unknown furnishing", GOOD + '[supply]\nwithout = ["ofice_room"]\n', ["line 5", "unknown furnishing `ofice_room`", "`office_room`"]),
    ("endless furnishing", GOOD + '[supply]\nwithout = ["dwelling"]\n', ["line 5", "`dwelling` is not a unique furnishing"]),
    ("chance above 1", GOOD + "[supply]\nrandom_absence = 1.5\n", ["line 5", "1.5 is not allowed", "from 0 to 1"]),
    ("chance below 0", GOOD + "[supply]\nrandom_absence = -0.1\n", ["line 5", "-0.1 is not allowed", "from 0 to 1"]),
    ("chance nan", GOOD + "[supply]\nrandom_absence = nan\n", ["line 5", "nan is not allowed"]),
    ("chance true", GOOD + "[supply]\nrandom_absence = true\n", ["line 5", "True is not allowed"]),
    ("supply no table", GOOD + "supply = 3\n", ["line 4", "`supply`", "give a table"]),
    ("own bot without base", GOOD + "[bot.me]\ntemperature = 1\n", ["line 4", "`bot.me`", "`base` is missing"]),
    ("own bot of unknown base", GOOD + '[bot.me]\nbase = "rando"\n', ["line 5", "unknown bot `rando`", "`random`"]),
    ("own bot called like another", GOOD + '[bot.random]\nbase = "random"\n', ["line 4", "already"]),
    ("parameter no number", GOOD + '[bot.me]\nbase = "random"\nsince = 2024-01-01\n', ["line 6", "`bot.me.since`", "number"]),
    ("parameter infinite", GOOD + '[bot.me]\nbase = "random"\nweights.gold = inf\n', ["line 6", "`bot.me.weights.gold`", "inf"]),
    ("unknown house rule", GOOD + '[rules]\n"start.fod" = 1\n', ["line 5", "`start.fod`", "did you mean `food`"]),
    ("unknown tile in a house rule", GOOD + '[rules]\n"furnishing.state_parlr.points" = 1\n', ["line 5", "did you mean `state_parlor`"]),
    ("unknown part of the rules", GOOD + '[rules]\n"elf.strength" = [1]\n', ["line 5", "unknown name `elf`"]),
    ("rules of another game", GOOD + '[rules]\n"orc.strength" = [1]\n', ["line 5", "belongs to Frantic Fiends", "expansion"]),
    ("absurd house rule", GOOD + '[rules]\n\n"loot.cattle.strength" = 99\n', ["line 6", "`loot.cattle.strength`", "from 1 to 15"]),
    ("house rule of another kind", GOOD + '[rules]\n"family.stables" = "many"\n', ["line 5", "`family.stables`", "whole number"]),
    ("house rule that cannot be played", GOOD + "[rules]\nrounds.last = 9\n", ["line 5", "round 9 is skipped with 2 players"]),
    ("house rule too short for the table", GOOD + '[rules]\n"start.food" = [1]\n', ["line 5", "`start.food`", "2 players"]),
    ("rules no table", GOOD + "rules = 3\n", ["line 4", "`rules`", "give a table"]),
    ("key twice", GOOD + "players = 3\n", ["line 4", "not valid TOML"]),
    ("value missing", 'name = "x"\nplayers =\n', ["line 2, column 10", "not valid TOML"]),
    ("text not closed", 'name = "x\nplayers = 3\n', ["line 1, column 10", "not valid TOML"]),
    ("no TOML at all", "hello there\nthis is no scenario\n", ["line 1, column 7", "not valid TOML"]),
    ("markdown", "# heading\n\n- a list\n", ["line 3", "not valid TOML"]),
    ("empty", "", ["the file is empty"]),
    ("only blanks", "  \n\n", ["the file is empty"]),
    ("nested too deeply", "x = " + "[" * 5000, ["not valid TOML"]),
]  # fmt: skip


@pytest.mark.parametrize(("text", "words"), [case[1:] for case in SCENARIOS], ids=[case[0].replace(" ", "_") for case in SCENARIOS])
def test_a_wrong_scenario_is_refused(text: str, words: list[str], tmp_path: Path, capsys: Capture) -> None:
    file = tmp_path / "mine.toml"
    file.write_text(text, encoding="utf-8")
    sentence = refused(capsys, "check", file)
    assert "mine.toml" in sentence
    for word in words:
        assert any(choice in sentence for choice in word.split("|")), sentence
    with pytest.raises(ScenarioError):
        load_scenario(file)
    if not text.strip().endswith("[" * 5000):
        refused(capsys, "watch", file)


def test_an_ambiguous_space_names_the_candidates(tmp_path: Path, capsys: Capture) -> None:
    """With 6 players there are two Drift mining spaces (R-SETUP-P6)."""
    file = tmp_path / "mine.toml"
    bots = ", ".join(['"random"'] * 6)
    file.write_text(f'name = "x"\nplayers = 6\nbots = [{bots}]\n[opening.seat_0]\nplace = [\n  "logging",\n  "drift_mining",\n]\n')
    sentence = refused(capsys, "check", file)
    assert "line 7" in sentence
    assert "ambiguous with 6 players" in sentence
    assert "`drift_mining_4_7` or `drift_mining_6_7`" in sentence


@pytest.mark.parametrize(
    ("content", "words"),
    [(b"\xff\xfe\x00\x01", "not a text file"), (b"name = 'x'\0", "not a text file"), (bytes(range(256)), "not a text file")],
)
@pytest.mark.parametrize("suffix", [".toml", ".json"])
def test_a_binary_file_is_refused(content: bytes, words: str, suffix: str, tmp_path: Path, capsys: Capture) -> None:
    file = tmp_path / f"mine{suffix}"
    file.write_bytes(content)
    assert words in refused(capsys, "check", file)


@pytest.mark.parametrize("command", ["check", "watch"])
def test_a_missing_file_is_refused(command: str, tmp_path: Path, capsys: Capture) -> None:
    assert "there is no such file" in refused(capsys, command, tmp_path / "nothing.toml")
    assert "did you mean `quickstart`?" in refused(capsys, command, "quickstrat")


def test_a_missing_position_is_refused(tmp_path: Path, capsys: Capture) -> None:
    assert "there is no such file" in refused(capsys, "check", tmp_path / "nothing.json")


@pytest.mark.parametrize("name", ["folder", "folder.toml", "folder.json"])
def test_a_directory_is_refused(name: str, tmp_path: Path, capsys: Capture) -> None:
    (tmp_path / name).mkdir()
    assert "this is a directory; give a file" in refused(capsys, "check", tmp_path / name)


def test_a_file_of_another_kind_is_refused(tmp_path: Path, capsys: Capture) -> None:
    file = tmp_path / "mine.txt"
    file.write_text(GOOD)
    sentence = refused(capsys, "check", file)
    assert ".toml" in sentence
    assert ".json" in sentence


def test_a_name_that_no_file_can_have_is_refused(capsys: Capture) -> None:
    refused(capsys, "check", "a\0b.toml")
    refused(capsys, "check", "x" * 5000 + ".toml")
    refused(capsys, "check", "")


# ---------------------------------------------------------------- positions

BROKEN_JSON: list[tuple[str, str, list[str]]] = [
    ("not closed", '{"players": 2,\n "seats": [', ["line 2, column 12", "not valid JSON"]),
    ("comma too many", '{"players": 2,}', ["line 1", "not valid JSON"]),
    ("no JSON", "players = 2\n", ["line 1, column 1", "not valid JSON"]),
    ("a list", "[1, 2]", ["give a table"]),
    ("null", "null", ["give a table"]),
    ("name twice", '{"players": 2, "players": 3}', ["`players` stands twice"]),
    ("not a number", '{"players": NaN}', ["NaN is not a number"]),
    ("endless digits", '{"players": ' + "9" * 5000 + "}", ["position `"]),
    ("nested too deeply", "[" * 200_000, ["nested too deeply"]),
    ("empty", "", ["the file is empty"]),
]


@pytest.mark.parametrize(("text", "words"), [case[1:] for case in BROKEN_JSON], ids=[case[0].replace(" ", "_") for case in BROKEN_JSON])
def test_a_file_that_is_no_position_is_refused(text: str, words: list[str], tmp_path: Path, capsys: Capture) -> None:
    file = tmp_path / "mine.json"
    file.write_text(text, encoding="utf-8")
    sentence = refused(capsys, "check", file)
    for word in words:
        assert word in sentence


def table(*seats: dict[str, Any], players: int = 2, round: int = 5, **fields: Any) -> dict[str, Any]:
    """A hand-written position; seats that are not given are at the start."""
    everybody = [*seats, *(seat() for _ in range(players - len(seats)))]
    return {"format": 1, "players": players, "round": round, "phase": "work", "to_move": 0, "seats": everybody, **fields}


def impossible(capsys: Capture, tmp_path: Path, position: dict[str, Any], *words: str) -> None:
    """Both doors refuse the position with the same words."""
    with pytest.raises(PositionError) as error:
        Game.from_dict(position)
    file = tmp_path / "mine.json"
    file.write_text(json.dumps(position), encoding="utf-8")
    sentence = refused(capsys, "check", file)
    assert "mine.json" in sentence
    for word in words:
        assert word in str(error.value)
        assert word in sentence


def test_a_sound_position_is_accepted(tmp_path: Path, capsys: Capture) -> None:
    file = tmp_path / "mine.json"
    file.write_text(json.dumps(table(seat(board={"F34": "small_pasture"}, sheep=2, wood=3))), encoding="utf-8")
    assert main(["check", str(file)]) == 0
    captured = capsys.readouterr()
    assert captured.out.startswith("ok: position `mine.json`: 2 players, round 5, work; seat 0 to move")
    assert captured.err == "" or "compil" in captured.err


@rule("R-WORK-2")
def test_two_dwarfs_on_a_space(capsys: Capture, tmp_path: Path) -> None:
    there = dwarf(at="supplies")
    impossible(capsys, tmp_path, table(seat(dwarfs=[there, there])), "`seats.0.dwarfs.1.at`", "two dwarfs", "`supplies`", "R-WORK-2")
    impossible(capsys, tmp_path, table(seat(dwarfs=[there, 0]), seat(dwarfs=[there, 0])), "`seats.1.dwarfs.0.at`", "R-WORK-2")


def test_spaces_and_dwarfs_must_tell_the_same(capsys: Capture, tmp_path: Path) -> None:
    spaces = {"supplies": {"used_by": 1}}
    impossible(capsys, tmp_path, table(spaces=spaces), "`spaces.supplies.used_by`", "seat 1 has no dwarf there")
    impossible(capsys, tmp_path, table(seat(dwarfs=[dwarf(at="supplies"), 0]), spaces=spaces), "seat 0 has its dwarf there")


@rule("R-ANIM-1", "R-ANIM-4")
def test_too_many_animals(capsys: Capture, tmp_path: Path) -> None:
    """The entry-level dwelling holds 2 of one type, a small pasture 2."""
    tiles = {"F34": "small_pasture"}
    Game.from_dict(table(seat(board=tiles, sheep=2, cattle=2)))
    impossible(capsys, tmp_path, table(seat(board=tiles, sheep=2, cattle=3)), "`seats.0.animals`", "no room", "R-ANIM")
    impossible(capsys, tmp_path, table(seat(board=tiles, sheep=1, cattle=1, donkey=1)), "`seats.0.animals`", "no room")


@rule("R-TILE-3", "R-TILE-4")
def test_a_tile_on_the_wrong_side(capsys: Capture, tmp_path: Path) -> None:
    impossible(capsys, tmp_path, table(seat(board={"M24": "field"})), "`seats.0.board.3.4`", "`field` belongs in the forest", "M24")
    impossible(capsys, tmp_path, table(seat(board={"F34": "tunnel"})), "`seats.0.board.3.2`", "`tunnel` belongs in the mountain", "F34")
    impossible(capsys, tmp_path, table(seat(board={"F34": "carpenter"})), "belongs in the mountain")
    impossible(capsys, tmp_path, table(seat(board={"M24": "."})), "`.` does not belong on M24")


def test_amounts_out_of_bounds(capsys: Capture, tmp_path: Path) -> None:
    impossible(capsys, tmp_path, table(seat(wood=-1)), "`seats.0.goods.wood`", "-1 is not allowed", "from 0")
    impossible(capsys, tmp_path, table(seat(begging=-1)), "`seats.0.begging`", "-1 is not allowed")
    impossible(capsys, tmp_path, table(seat(), {**seat(), "animals": {"dog": -2}}), "`seats.1.animals.dog`", "-2 is not allowed")
    impossible(capsys, tmp_path, table({**seat(), "goods": {"wood": 1.5}}), "`seats.0.goods.wood`", "1.5 is not allowed")
    impossible(capsys, tmp_path, table({**seat(), "goods": {"wod": 1}}), "`seats.0.goods.wod`", "unknown name `wod`", "did you mean `wood`")


@rule("R-COMP-3")
def test_a_sixth_dwarf_needs_its_dwelling(capsys: Capture, tmp_path: Path) -> None:
    family = [0] * 6
    Game.from_dict(table(seat(board={**DWELLINGS, "M33": "additional_dwelling"}, dwarfs=family)))
    board = {**DWELLINGS, "M33": "mixed_dwelling"}
    impossible(capsys, tmp_path, table(seat(board=board, dwarfs=family)), "`seats.0.dwarfs`", "6 dwarfs, the limit is 5", "R-COMP-3")
    impossible(capsys, tmp_path, table(seat(board={**DWELLINGS, "M33": "additional_dwelling"}, dwarfs=[0] * 7)), "7 dwarfs, the limit is 6")


@rule("R-FAM-1")
def test_dwarfs_need_rooms(capsys: Capture, tmp_path: Path) -> None:
    Game.from_dict(table(seat(board={"M24": "couple_dwelling"}, dwarfs=[0, 0, 0, 0])))
    impossible(capsys, tmp_path, table(seat(dwarfs=[0, 0, 0])), "`seats.0.dwarfs`", "3 dwarfs", "room for 2", "R-FAM-1")
    impossible(capsys, tmp_path, table(seat(board={"M24": "couple_dwelling"}, dwarfs=[0] * 5)), "5 dwarfs", "room for 4")


def test_unknown_names(capsys: Capture, tmp_path: Path) -> None:
    impossible(capsys, tmp_path, table(seat(board={"M24": "carpentre"})), "unknown cell `carpentre`", "did you mean `carpenter`")
    impossible(capsys, tmp_path, table(seat(board={"F34": "medow"})), "unknown cell `medow`", "`meadow`")
    impossible(capsys, tmp_path, table(seat(dwarfs=[dwarf(at="suplies"), 0])), "unknown name `suplies`", "`supplies`")
    impossible(capsys, tmp_path, table(supply=["carpentre"]), "`supply`", "unknown name `carpentre`", "`carpenter`")
    impossible(capsys, tmp_path, table(spaces={"loging_1_3": {}}), "unknown name `loging_1_3`", "`logging_1_3`")
    impossible(capsys, tmp_path, table(rond=5), "unknown name `rond`", "`round`")
    impossible(capsys, tmp_path, table({**seat(), "anmals": {}}), "`seats.0`", "unknown name `anmals`", "`animals`")
    impossible(capsys, tmp_path, {**table(), "phase": "wrok"}, "`phase`", "unknown name `wrok`", "`work`")
    impossible(capsys, tmp_path, table(rules={"start.fod": 1}), "`rules`", "did you mean `food`")


@rule("R-COMP-4")
def test_a_unique_furnishing_is_there_once(capsys: Capture, tmp_path: Path) -> None:
    twice = {"M24": "carpenter", "M23": "carpenter"}
    impossible(capsys, tmp_path, table(seat(board=twice)), "`seats.0.board", "`carpenter` exists only once", "R-COMP-4")
    once = seat(board={"M24": "carpenter"})
    impossible(capsys, tmp_path, table(once, once), "`seats.1.board`", "`carpenter` exists once and seat 0 has it", "R-COMP-4")
    impossible(capsys, tmp_path, table(once, supply=["carpenter"]), "`supply`", "`carpenter` is already built by seat 0", "R-COMP-4")
    Game.from_dict(table(seat(board={"M24": "dwelling", "M23": "dwelling"})))


@rule("R-TILE-3", "R-TILE-4")
def test_tiles_are_connected(capsys: Capture, tmp_path: Path) -> None:
    impossible(capsys, tmp_path, table(seat(board={"F11": "meadow"})), "`seats.0.board`", "F11 is not connected with F34", "R-TILE-4")
    impossible(capsys, tmp_path, table(seat(board={"F34": "meadow", "F22": "field"})), "F22 is not connected", "R-TILE-4")
    impossible(capsys, tmp_path, table(seat(board={"M31": "tunnel"})), "M31 is not connected with M14", "R-TILE-3")


@rule("R-STAB-1")
def test_a_stable_needs_its_ground(capsys: Capture, tmp_path: Path) -> None:
    tiles = {"F34": "field", "F33": "field:grain*3"}
    impossible(capsys, tmp_path, table(seat(board=tiles, stables=("F34",))), "`seats.0.stables`", "no stable can stand on F34", "R-STAB-1")
    impossible(capsys, tmp_path, table(seat(board=tiles, stables=("F33",))), "no stable can stand on F33", "R-STAB-1")
    impossible(capsys, tmp_path, table(seat(stables=("M12",))), "no stable can stand on M12", "R-STAB-1")
    impossible(capsys, tmp_path, table(seat(stables=("F11", "F11"))), "two stables on F11", "R-STAB-1")
    impossible(capsys, tmp_path, table(seat(stables=("F11", "F12", "F13", "F21"))), "4 stables, a player has 3", "R-COMP-3")
    impossible(capsys, tmp_path, table(seat(stables=("F9",))), "unknown cell `F9`")


@rule("R-SETUP-5", "R-2P-2")
def test_harvest_markers_are_four_leaves_and_three_question_marks(capsys: Capture, tmp_path: Path) -> None:
    rounds = range(6, 13)
    marks = ["leaf"] * 4 + ["question"] * 3
    good = {str(number): mark for number, mark in zip(rounds, marks, strict=True)}
    Game.from_dict(table(players=3, harvest_markers=good))
    impossible(capsys, tmp_path, table(players=3, harvest_markers={**good, "6": "question"}), "`harvest_markers`", "3", "R-SETUP-5")
    short = {number: mark for number, mark in good.items() if number != "12"}
    impossible(capsys, tmp_path, table(players=3, harvest_markers=short), "`harvest_markers`", "R-SETUP-5")
    impossible(capsys, tmp_path, table(players=3, harvest_markers={**good, "5": "leaf"}), "`harvest_markers`", "unknown name `5`")
    impossible(capsys, tmp_path, table(players=3, harvest_markers={**good, "6": "laef"}), "`harvest_markers.6`", "did you mean `leaf`")
    impossible(capsys, tmp_path, table(players=2, harvest_markers=good), "`harvest_markers`", "unknown name `9`")
    impossible(capsys, tmp_path, table(players=1, harvest_markers=good), "`harvest_markers`")


@rule("R-SETUP-4", "R-2P-1")
def test_cards_belong_to_their_stage(capsys: Capture, tmp_path: Path) -> None:
    cards = Game(3, seed=1).to_dict()["cards"]
    wrong = [cards[3], *cards[1:3], cards[0], *cards[4:]]
    impossible(capsys, tmp_path, table(players=3, cards=wrong), "`cards`", "cannot be the card of round 1", "R-SETUP-4")
    impossible(capsys, tmp_path, table(players=3, cards=[cards[0], cards[0], *cards[2:]]), "cannot be the card of round 2")
    impossible(capsys, tmp_path, table(players=3, cards=cards[:5]), "`cards`", "12 entries")
    impossible(capsys, tmp_path, table(players=2, round=9), "`round`", "round 9 is skipped with 2 players", "R-2P-1")


@rule("R-TILE-9")
def test_overhang_needs_the_office_room(capsys: Capture, tmp_path: Path) -> None:
    tiles = {"F34": "meadow"}
    overhang = [[4, 2, "field"]]
    Game.from_dict(table(seat(board={**tiles, "M24": "office_room"}, overhang=overhang)))
    impossible(capsys, tmp_path, table(seat(board=tiles, overhang=overhang)), "`seats.0.overhang`", "Office room", "R-TILE-9")
    office = {**tiles, "M24": "office_room"}
    impossible(capsys, tmp_path, table(seat(board=office, overhang=[[7, 7, "field"]])), "`seats.0.overhang.0`", "no place", "R-TILE-9")
    impossible(capsys, tmp_path, table(seat(board=office, overhang=[[4, 2, "medow"]])), "medow")


@rule("R-FENCE-2", "R-SOW-2", "R-BOARD-2")
def test_what_lies_on_the_home_board_is_possible(capsys: Capture, tmp_path: Path) -> None:
    apart = {"F34": "large_pasture:1", "F24": "meadow", "F14": "large_pasture:1"}
    impossible(capsys, tmp_path, table(seat(board=apart)), "`seats.0.board`", "two adjacent cells", "R-FENCE-2")
    impossible(capsys, tmp_path, table(seat(board={"F34": "large_pasture:1"})), "two adjacent cells", "R-FENCE-2")
    impossible(capsys, tmp_path, table(seat(board={"F34": "field:grain*4"})), "1 to 3 grain", "R-SOW-2")
    impossible(capsys, tmp_path, table(seat(board={"F34": "field:vegetable*0"})), "1 to 2 vegetable", "R-SOW-2")
    impossible(capsys, tmp_path, table(seat(board={"M14": "couple_dwelling"})), "M14", "R-BOARD-2")
    impossible(capsys, tmp_path, table(seat(board={"M14": "cavern", "M24": "couple_dwelling"})), "M14", "R-BOARD-2")
    impossible(capsys, tmp_path, table(seat(board={"M13": "^"})), "M13 is never empty", "R-BOARD-2")
    impossible(capsys, tmp_path, table({**seat(), "board": [["."] * 6] * 3}), "`seats.0.board`", "4 entries")
    impossible(capsys, tmp_path, table({name: value for name, value in seat().items() if name != "board"}), "the home board is missing")


@rule("R-FAM-2", "R-WEAP-3")
def test_dwarfs_are_possible(capsys: Capture, tmp_path: Path) -> None:
    impossible(capsys, tmp_path, table(seat(dwarfs=[15, 0])), "`seats.0.dwarfs.0.weapon`", "from 0 to 14")
    child = dwarf(2, at="supplies", newborn=True)
    impossible(capsys, tmp_path, table(seat(dwarfs=[dwarf(at="supplies"), child])), "`seats.0.dwarfs.1.weapon`", "unarmed", "R-FAM-2")
    impossible(capsys, tmp_path, table(seat(dwarfs=[])), "`seats.0.dwarfs`", "at least one dwarf")


def test_the_frame_of_a_position(capsys: Capture, tmp_path: Path) -> None:
    impossible(capsys, tmp_path, {**table(), "format": 2}, "`format`", "format 1")
    impossible(capsys, tmp_path, {**table(), "expansion": "forgotten"}, "`expansion`")
    impossible(capsys, tmp_path, {"seats": []}, "`players`", "missing")
    impossible(capsys, tmp_path, {**table(), "players": 9}, "`players`", "from 1 to 7")
    impossible(capsys, tmp_path, {**table(), "players": 3}, "`seats`", "3 entries")
    impossible(capsys, tmp_path, {**table(), "round": 13}, "`round`", "from 0 to 12")
    impossible(capsys, tmp_path, {**table(), "to_move": 2}, "`to_move`", "from 0 to 1")
    impossible(capsys, tmp_path, {**table(), "start_player": 2}, "`start_player`", "from 0 to 1")
    impossible(capsys, tmp_path, table(spaces={"logging_4_7": {}}), "not in play with 2 players", "R-SETUP-3")
    impossible(capsys, tmp_path, table(spaces={"logging_1_3": {"goods": {"ore": 1}}}), "no ore accumulates", "R-REPL-1")
    impossible(capsys, tmp_path, table(supply=["dwelling"]), "`dwelling` is not a unique furnishing")


def test_a_seat_that_has_nothing_to_decide_cannot_move(capsys: Capture, tmp_path: Path) -> None:
    away = [dwarf(at="supplies"), dwarf(at="wood_gathering")]
    impossible(capsys, tmp_path, table(seat(dwarfs=away)), "`to_move`", "seat 0 has nothing to decide now; seat 1 moves")


# ---------------------------------------------------------------- command lines


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["wach"], ["no command `wach`", "did you mean `watch`?"]),
        (["rule"], ["did you mean `rules`?"]),
        (["chekc"], ["did you mean `check`?"]),
        (["rnu"], ["no command `rnu`", "did you mean `run`?"]),
        (["--verson"], ["no option `--verson`", "did you mean `--version`?"]),
        (["watch"], ["name a scenario", "--players"]),
        (["watch", "--players", "9"], ["--players", "9 is not allowed", "from 1 to 7"]),
        (["watch", "--players", "0"], ["--players", "from 1 to 7"]),
        (["watch", "--players", "two"], ["--players", "'two' is not allowed"]),
        (["watch", "--players"], ["--players"]),
        (["watch", "base_2", "--players", "3"], ["the scenario is for 2 players, not 3"]),
        (["watch", "base_2", "--seed", "-1"], ["--seed", "-1 is not allowed|expected one argument"]),
        (["watch", "base_2", "--seed", "1.5"], ["--seed", "'1.5' is not allowed"]),
        (["watch", "base_2", "--index", "x"], ["--index", "'x' is not allowed"]),
        (["watch", "base_2", "--tiles", "ful"], ["--tiles", "did you mean `full`?"]),
        (["watch", "base_2", "--rounds", "0"], ["--rounds", "from 1 to 12"]),
        (["watch", "base_2", "--rounds", "5-3"], ["--rounds", "from 1 to 12"]),
        (["watch", "base_2", "--rounds", "13"], ["--rounds", "from 1 to 12"]),
        (["watch", "base_2", "--boards", "often"], ["--boards", "every-round"]),
        (["watch", "base_2", "--steps", "-3"], ["--steps"]),
        (["watch", "base_2", "--sede", "3"], ["unknown argument `--sede`", "`--seed`"]),
        (["watch", "base_2", "base_3"], ["unknown argument `base_3`"]),
        (["check"], ["FILE"]),
        (["check", "quickstart", "solo"], ["unknown argument `solo`"]),
        (["rules", "furnishngs"], ["no topic or item `furnishngs`", "did you mean `furnishings`"]),
        (["rules", "furnishings", "carpentre"], ["furnishings has no `carpentre`", "`carpenter`"]),
        (["rules", "spaces", "loging"], ["spaces has no `loging`", "`logging`"]),
        (["rules", "loot", "catle"], ["loot has no `catle`", "`cattle`"]),
        (["rules", "constants", "strat.food"], ["constants has no `strat.food`", "`start.food`"]),
        (["rules", "toggles", "discount_on_loot"], ["`discounts_on_loot`"]),
        (["rules", "--players", "8"], ["--players", "from 1 to 7"]),
        (["rules", "--scenario", "nothing.toml"], ["`nothing.toml`", "there is no such file"]),
        (["rules", "--scenario", "base_2", "--players", "3"], ["the scenario is for 2 players, not 3"]),
        (["bots", "random", "trader"], ["unknown argument `trader`"]),
        (["bots", "randmo"], ["`randmo`", "did you mean `random`"]),
    ],
)
def test_a_wrong_command_line_is_refused(arguments: list[str], words: list[str], capsys: Capture) -> None:
    sentence = refused(capsys, *arguments)
    for word in words:
        assert any(choice in sentence for choice in word.split("|")), sentence
