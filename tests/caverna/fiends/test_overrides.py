"""House rules on the tables of Frantic Fiends, and the file an owner of the game types what the sources do not tell."""

from __future__ import annotations

import json
import re
import tomllib
from pathlib import Path
from typing import Any

import pytest

from caverna_sim.cli import main
from caverna_sim.errors import RulesError, ScenarioError
from caverna_sim.games.caverna.box.assumed import check_box, is_box_file, template
from caverna_sim.games.caverna.box.catalog import catalog
from caverna_sim.games.caverna.box.tables import check_value, flatten, printed_tables, with_house_rules
from caverna_sim.kit.tables.house import marked_values
from caverna_sim.kit.tables.owner import with_path
from caverna_sim.scenario.scenario import load_scenario
from tests.caverna.table import rule

ASSUMED = dict(marked_values(printed_tables("fiends")))
FILLED = re.sub(r"^# (?=[\w-]+(\.\w+)* = )", "", template().partition("[movement_card]")[2], flags=re.MULTILINE)
FILLED = "[movement_card]" + FILLED


def played(rules: dict[str, Any], players: int = 2) -> Any:
    return catalog(players, rules, expansion="fiends")


@pytest.fixture
def box(tmp_path: Path) -> Any:
    """Writes a file of values and returns its path."""

    def write(text: str) -> str:
        path = tmp_path / "my-box.toml"
        path.write_text(text, encoding="utf-8")
        return str(path)

    return write


# ---------------------------------------------------------------- what is assumed

EXPECTED = {  # fiends.md section 23, English names aside: how many values each point is
    r"movement_card\..*\.steps": 27, r"movement_card\..*\.d_column": 27,
    r"orc_event\.\d\.stacks\.[A-D]": 12, r"orc_event\.[234]\.displace_cost": 3, r"bribe_marker\.[2-6]\.good": 5,
    r"orc\.[ACD]\.gold": 3, r"display_extension\.X[5-9]\.(top|middle|bottom)": 15, r"display_base\.middle": 1,
    r"furnishing\..*\.points": 13, r"bounty_short\.S[157]\.tiles": 3, r"loot\.(fight_orc|restock_mines)\.strength": 2,
    r"space\.ore_mining_(1_3|4_7)\.accumulates": 2, r"space\.logging_4_7\.accumulates": 1,
    r"milestone\.[1-4][ab]\.(metric|threshold|discount)": 22,
}  # fmt: skip


@pytest.mark.parametrize("pattern", EXPECTED)
def test_every_unknown_value_is_marked(pattern: str) -> None:
    assert len([path for path in ASSUMED if re.fullmatch(pattern, path)]) == EXPECTED[pattern]


def test_nothing_else_is_marked() -> None:
    assert len(ASSUMED) == sum(EXPECTED.values())


def test_confirmed_values_are_not_marked() -> None:
    """Worked examples confirm orc A's stack in event 1, D's in event 4, the gold of B, the wood of event 1, the stone marker."""
    for path in ("orc_event.1.stacks.A", "orc_event.4.stacks.D", "orc.B.gold", "orc_event.1.displace_cost", "bribe_marker.1.good"):
        assert path not in ASSUMED


def test_base_game_has_no_marks() -> None:
    assert marked_values(printed_tables()) == []


def test_a_house_rule_takes_its_mark_away() -> None:
    tables = with_house_rules({"orc.A.gold": 2, "orc_event.2.displace_cost": {"food": 1}, "movement_card.M1-1.steps": ["S"]}, "fiends")
    gone = set(ASSUMED) - {path for path, _ in marked_values(tables)}
    assert gone == {"orc.A.gold", "orc_event.2.displace_cost", "movement_card.M1-1.steps"}
    assert dict(marked_values(printed_tables("fiends"))) == ASSUMED  # the shipped tables keep theirs


# ---------------------------------------------------------------- the template


def test_template_lists_exactly_what_is_assumed() -> None:
    assert flatten(tomllib.loads(FILLED)) == ASSUMED


@rule("C-8")
def test_the_page_says_where_board_and_figure_disagree() -> None:
    """The printed fields are played, and stay assumed; the setup figure shows two other tiles (C-8)."""
    tables = printed_tables("fiends")
    assert "display_base.middle" in ASSUMED
    assert tables["display_base"]["middle"] == ["wood_supplier", "slaughtering_cave", "stone_supplier"]
    note = template().partition("[display_base]")[0].splitlines()[-2:]
    docs = (Path(__file__).parents[3] / "docs" / "fiends.md").read_text(encoding="utf-8")
    for shown in ("carpenter", "stone_carver"):
        assert shown in " ".join(note)
        assert tables["furnishing"][shown]["name"].lower() in docs


def test_template_as_shipped_says_nothing() -> None:
    assert flatten(tomllib.loads(template())) == {}


def test_a_filled_template_confirms_everything_and_changes_nothing(box: Any) -> None:
    confirmed = played({"overrides": box(FILLED)})
    assert marked_values(confirmed.tables) == []
    assert confirmed.hash == played({}).hash
    assert confirmed.overrides == ASSUMED


def test_values_of_the_file_are_played(box: Any) -> None:
    file = box('[orc]\nD.gold = 1\n[movement_card]\nM2-1.steps = ["N", "SE"]\n')
    orcs = played({"overrides": file}).record[0]["orcs"]
    assert orcs["gold"].tolist() == [1, 1, 2, 1]
    assert orcs["card"][9].tolist() == [0, 3, -1]


def test_a_house_rule_beside_the_file_wins(box: Any) -> None:
    file = box("[orc]\nD.gold = 1\n")
    assert played({"overrides": file, "orc.D.gold": 0}).record[0]["orcs"]["gold"][3] == 0


def test_the_file_is_named_from_the_folder_of_the_scenario(tmp_path: Path) -> None:
    assert with_path({"overrides": "my-box.toml", "start.dwarfs": 2}, tmp_path) == {
        "overrides": str(tmp_path / "my-box.toml"), "start.dwarfs": 2
    }  # fmt: skip
    assert with_path({"start.dwarfs": 2}, tmp_path) == {"start.dwarfs": 2}


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("[orc\n", "not valid TOML"),
        ('overrides = "other.toml"\n', "such a file names no other file"),
        ("[orc]\nA.gold = 10\n", "`orc.A.gold`: 10 is not allowed; give a whole number from 0 to 9"),
        ("[orcs]\nA.gold = 1\n", "unknown name `orcs` in the rules; did you mean `orc`"),
    ],
)
def test_a_wrong_file_is_told_in_a_sentence(box: Any, text: str, sentence: str) -> None:
    with pytest.raises(RulesError, match=re.escape(sentence)):
        played({"overrides": box(text)})


def test_a_missing_file_is_told_in_a_sentence() -> None:
    with pytest.raises(RulesError, match=r"house rules of `nowhere\.toml`: there is no such file; `caverna-sim rules box`"):
        played({"overrides": "nowhere.toml"})
    with pytest.raises(RulesError, match=r"house rule `overrides`: 3 is not allowed; give the name of a file"):
        played({"overrides": 3})


# ---------------------------------------------------------------- checking the file


def test_check_tells_what_is_still_assumed(box: Any) -> None:
    found = check_box(box("[orc]\nA.gold = 2\n[bribe_marker]\n2.good = 'stone'\n"))
    assert found.given == {"orc.A.gold": 2, "bribe_marker.2.good": "stone"}
    assert set(found.missing) == set(ASSUMED) - set(found.given)
    assert found.problems == []


def test_check_has_one_sentence_for_each_wrong_value(box: Any) -> None:
    cards = '[movement_card]\nM1-1.steps = ["S", "S"]\nM1-2.steps = ["SX"]\n'
    found = check_box(box(cards + '[orc]\nA.gold = 40\nB.silver = 1\n[bribe_marker]\n2.good = "wod"\n'))
    paths = [(re.search(r"`([^`]+)`", problem) or [""])[1] for problem in found.problems]
    assert paths == ["movement_card.M1-1.steps", "movement_card.M1-2.steps.0", "orc.A.gold", "orc.B.silver", "bribe_marker.2.good"]
    assert "2 steps on a card of stack 1; a card has as many steps as the number of its stack" in found.problems[0]
    assert "did you mean `S`" in found.problems[1]


def test_check_finds_values_that_do_not_fit_together(box: Any) -> None:
    found = check_box(box('[display_base]\nmiddle = ["carpenter", "slaughtering_cave", "stone_carver"]\n'))
    assert len(found.problems) == 1
    assert "`carpenter` is on offer at `display_base.middle.0` already" in found.problems[0]


def test_values_that_only_fit_together_are_right(box: Any) -> None:
    found = check_box(box('[display_extension]\nX5.top = "guest_dwelling"\nX6.top = "forger_dwelling"\n'))
    assert found.problems == []


def test_a_scenario_is_no_file_of_values(box: Any, tmp_path: Path) -> None:
    assert is_box_file(Path(box(template())))
    assert is_box_file(Path(box(FILLED)))
    assert not is_box_file(Path(box('name = "x"\nplayers = 2\n[rules]\n')))
    assert not is_box_file(tmp_path / "nowhere.toml")


def test_command_check(box: Any, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["check", box("[orc]\nA.gold = 2\n")]) == 0
    assert capsys.readouterr().out.startswith("ok: box `my-box.toml`: 1 value of Frantic Fiends; still assumed: ")
    assert main(["check", box(FILLED)]) == 0
    assert capsys.readouterr().out == "ok: box `my-box.toml`: 136 values of Frantic Fiends; nothing is assumed any more\n"
    assert main(["check", box("[orc]\nA.gold = 40\nC.gold = -1\n")]) == 2
    lines = capsys.readouterr().err.splitlines()
    assert [line.partition(": ")[0] for line in lines] == ["error", "error"]


# ---------------------------------------------------------------- house rules


def test_paths_of_the_expansion_need_it() -> None:
    for path, value in (("orc.strength", [7, 9, 11, 14]), ("loot.fight_orc.strength", 2), ("ruling.captives_eat", False)):
        with pytest.raises(RulesError, match=rf'house rule `{re.escape(path)}`: this belongs to Frantic Fiends; set expansion = "fiends"'):
            catalog(2, {path: value})
        assert catalog(2, {path: value}, expansion="fiends").overrides == {path: value}


@pytest.mark.parametrize("path", ["bounty.own", "trap.own", "orc.A.gold"])
def test_a_value_by_itself_needs_it_too(path: str) -> None:
    with pytest.raises(RulesError, match=rf'house rule `{path}`: this belongs to Frantic Fiends; set expansion = "fiends" to use it'):
        check_value(path, {"strip": "L9"} if path.endswith("own") else 3)


def test_nested_tables_work_too() -> None:
    rules = {"orc_event": {"3": {"displace_cost": {"ruby": 1}, "stacks": {"D": 2}}}, "ruling": {"captives_eat": False}}
    assert flatten(rules) == {"orc_event.3.displace_cost": {"ruby": 1}, "orc_event.3.stacks.D": 2, "ruling.captives_eat": False}
    assert played(rules).record[0]["orcs"]["event"][3]["stacks"].tolist() == [3, 2, 1, 2]


def test_rulings_take_their_readings_only() -> None:
    rehousing = played({"ruling.friendly_orc_rehousing": "any time"}).record[0]["orcs"]["ruling"]
    assert rehousing.tolist() == [2 if name == "friendly_orc_rehousing" else 0 for name in printed_tables("fiends")["ruling"]]
    with pytest.raises(RulesError, match=r"`ruling\.captives_eat`: 0 is not allowed; allowed: True, False"):
        played({"ruling.captives_eat": 0})
    with pytest.raises(RulesError, match=r"unknown ruling `captive_eat`; did you mean `captives_eat`"):
        played({"ruling.captive_eat": False})
    with pytest.raises(RulesError, match=r"`ruling\.captives_eat`: 5 is not allowed; allowed: True, False"):
        played({"ruling.captives_eat.value": 5})
    with pytest.raises(
        RulesError, match=r"`ruling\.captives_eat\.alternatives\.0`: only its reading can be chosen; give `ruling\.captives_eat`"
    ):
        played({"ruling.captives_eat.alternatives.0": 5})
    whole, value = (played({f"ruling.captives_eat{part}": False}) for part in ("", ".value"))
    assert whole.hash == value.hash


@pytest.mark.parametrize("name", printed_tables("fiends")["ruling"])
def test_every_reading_of_every_ruling_can_be_played(name: str) -> None:
    row = printed_tables("fiends")["ruling"][name]
    for number, value in enumerate((row["value"], *row["alternatives"])):
        record = played({f"ruling.{name}": value}).record[0]
        assert record["orcs"]["ruling"][list(printed_tables("fiends")["ruling"]).index(name)] == number


@pytest.mark.parametrize(
    ("rules", "sentence"),
    [
        ({"orc.side": "hart"}, "`orc.side`: 'hart' is not allowed; did you mean `hard`?"),
        ({"orc.strength": [5, 7, 9]}, "`orc.strength`: [5, 7, 9] is not allowed; give a list of 4 entries"),
        ({"orc.strength": [5, 7, 9, 400]}, "`orc.strength.3`: 400 is not allowed; give a whole number from 1 to 40"),
        ({"orc.hard_seats": [2]}, "there is no seat 2 with 2 players; seats are 0 to 1"),
        ({"orc.strength_by_seat": [[1, 2, 3, 4]]}, "1 seats for 2 players; give four strengths for each seat"),
        ({"orc.side": "hard", "orc.strength": [1, 2, 3, 4]}, "the strengths of `orc.hard` are played"),
        ({"orc.A.start_cell": "M13"}, "`M13` lies in the mountain"),
        ({"trap.net.limits": 3}, "unknown name `limits` in trap.net; did you mean `limit`?"),
        ({"trapp.net.limit": 3}, "unknown name `trapp` in the rules; did you mean `trap`?"),
        ({"trap.pitfall.kind": "weakening"}, "`trap.pitfall`: the field `weakens` is missing for a weakening trap"),
        ({"display.extensions": ["X1"]}, "1 extensions for 2 players; 2 are needed"),
        ({"display.extensions": ["X1", "X1"]}, "names one display extension twice"),
        ({"display_extension.X5.bottom": "nett"}, "unknown trap `nett`; did you mean `net`?"),
        ({"display_extension.X5.middle": "dwelling"}, "`dwelling` is a dwelling; the middle row holds other furnishings"),
        ({"display_extension.X5.top": "quarry"}, "`quarry` is no dwelling"),
        ({"bounty_short.S1.tiles": ["quarry", "beer_parlor"]}, "`quarry` is not a yellow furnishing"),
        ({"bounty_board.long": []}, "`bounty_board.long`: [] is not allowed"),
        ({"bounty.farmer.column": 2}, "`farmer` is in column 2 of strip L1 already"),
        ({"movement_card.M3-1.stack": 1, "movement_card.M3-1.steps": ["S"]}, "10 cards in stack 1; each stack has 9"),
        ({"movement_card.M2-1.d_column": "centre"}, "`movement_card.M2-1.d_column`"),
        ({"orc_event.4.harvest": "skip"}, "`orc_event.4.harvest`: 'skip' is not allowed"),
        ({"campaign_bonus.trap.program": "campaign_traps"}, "unknown space `campaign_traps`; did you mean `campaign_trap`"),
        ({"milestone.1a.metric": "pigs"}, "`milestone.1a.metric`: 'pigs' is not allowed"),
    ],
)
def test_absurd_house_rules_are_told_in_a_sentence(rules: dict[str, Any], sentence: str) -> None:
    with pytest.raises(RulesError, match=re.escape(sentence)):
        played(rules)


# ---------------------------------------------------------------- the command `rules`

TOPICS = ("orcs", "events", "movement", "bribes", "bounties", "traps", "display", "rulings", "campaign")


@pytest.mark.parametrize("topic", TOPICS)
def test_topics_of_the_expansion(topic: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["rules", topic]) == 0
    assert "the printed rules, Frantic Fiends" in " ".join(capsys.readouterr().out.split())
    assert main(["rules", topic, "--json"]) == 0
    data = json.loads(capsys.readouterr().out)
    assert data["expansion"] == "fiends"
    assert list(data["topics"]) == [topic]


def test_changed_spaces_and_new_tiles_are_shown(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["rules", "spaces", "--expansion", "fiends", "--players", "2", "--json"]) == 0
    spaces = json.loads(capsys.readouterr().out)["topics"]["spaces"]
    assert "armory" in spaces
    assert "wood_gathering" not in spaces
    assert main(["rules", "furnishings", "--expansion", "fiends", "--json"]) == 0
    tiles = json.loads(capsys.readouterr().out)["topics"]["furnishings"]
    assert {"orc_dwelling", "dwelling", "entry_level_dwelling"} < set(tiles)
    assert "state_parlor" not in tiles  # on no display


def test_assumed_values_are_marked(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["rules", "furnishings", "orc_dwelling", "--expansion", "fiends"]) == 0
    assert "points: no source confirms it" in capsys.readouterr().out
    assert main(["rules", "events"]) == 0
    assert "assumed: stacks, displace cost" in " ".join(capsys.readouterr().out.split())


def test_base_rules_are_shown_without_it(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["rules", "--json"]) == 0
    assert set(TOPICS).isdisjoint(json.loads(capsys.readouterr().out)["topics"])
    assert main(["rules", "net"]) == 2
    assert "`net` belongs to Frantic Fiends; give --expansion fiends" in capsys.readouterr().err


def test_rules_box_prints_the_template(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["rules", "box"]) == 0
    assert capsys.readouterr().out == template()
    assert main(["rules", "box", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["assumed"] == ASSUMED
    assert main(["rules", "box", "net"]) == 2
    assert capsys.readouterr() == ("", "error: rules: `box` prints a whole file and takes no name; leave `net` out\n")


# ---------------------------------------------------------------- a scenario with such a file

SCENARIO = """name = "with a box"
players = 1
expansion = "fiends"
bots = ["balanced"]
[rules]
overrides = "my-box.toml"
"orc.C.gold" = 3
"""


def test_a_scenario_names_the_file_beside_it(box: Any, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    box("[orc]\nA.gold = 2\nC.gold = 1\n")
    file = tmp_path / "scenario.toml"
    file.write_text(SCENARIO, encoding="utf-8")
    assert load_scenario(file).rules == {"orc.A.gold": 2, "orc.C.gold": 3}  # what is played, so that a run needs no other file
    assert main(["rules", "orcs", "--scenario", str(file)]) == 0
    assert re.search(r"orc\.A\.gold +1 -> 2 +F-BOUNTY-1\n", capsys.readouterr().out)


def test_a_scenario_without_the_expansion_may_not(box: Any, tmp_path: Path) -> None:
    box("[orc]\nA.gold = 2\n")
    file = tmp_path / "scenario.toml"
    file.write_text(SCENARIO.replace('expansion = "fiends"\n', ""), encoding="utf-8")
    with pytest.raises(ScenarioError, match=r'line 4: house rule `orc\.A\.gold`: this belongs to Frantic Fiends; set expansion = "fiends"'):
        load_scenario(file)
