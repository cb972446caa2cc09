"""The command line: what it prints, its exit codes, pipes and interrupts (interface, section 4)."""

from __future__ import annotations

import io
import json
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from caverna_sim import CavernaError, Game, __version__, cli, play
from caverna_sim.cli import Command, commands, main
from caverna_sim.games.caverna.box.tables import printed_tables
from caverna_sim.games.caverna.fiends.show_rules import TOPICS
from caverna_sim.games.caverna.ids import score
from caverna_sim.games.caverna.show import boards, watch
from tests.caverna.table import rule, seat

Capture = pytest.CaptureFixture[str]
PROGRAM = [sys.executable, "-c", "from caverna_sim.cli import main; raise SystemExit(main())"]


@pytest.fixture(autouse=True)
def _plain_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("COLUMNS", "NO_COLOR", "FORCE_COLOR"):
        monkeypatch.delenv(name, raising=False)


def shown(capsys: Capture, *arguments: str | Path) -> str:
    """What a command line that succeeds prints."""
    code = main([str(argument) for argument in arguments])
    captured = capsys.readouterr()
    assert code == 0, captured.err
    return captured.out


def assert_fits(text: str, width: int) -> None:
    """Lines fit, nothing is cut off, and no line ends in blanks or holds control codes."""
    for line in text.splitlines():
        assert len(line) <= width, line
        assert line == line.rstrip()
        assert "…" not in line
        assert "\x1b" not in line


# ---------------------------------------------------------------- the door


@pytest.mark.parametrize("words", [(), ("--help",), ("-h",), ("help",)])
def test_help_lists_every_command(words: tuple[str, ...], capsys: Capture) -> None:
    text = shown(capsys, *words)
    for name, command in commands().items():
        assert re.search(rf"^  {name} +{re.escape(command.summary)}$", text, re.MULTILINE)


def test_only_what_there_is_is_offered() -> None:
    assert set(commands()) >= {"watch", "rules", "check", "bots"}


@pytest.mark.parametrize("name", commands())
def test_every_command_explains_itself(name: str, capsys: Capture) -> None:
    text = shown(capsys, name, "--help")
    assert f"usage: caverna-sim {name}" in text
    assert_fits(text, 100)


def test_the_version_is_told_and_what_the_cache_holds(capsys: Capture) -> None:
    from caverna_sim.compiling.cache import cache_root, source_hash

    version, held = shown(capsys, "--version").splitlines()
    assert version == f"caverna-sim {__version__}, engine {source_hash()}"
    assert re.match(rf"[\d.]+ \w+ of compiled code in {re.escape(str(cache_root()))}", held)


@pytest.mark.skipif(shutil.which("bash") is None, reason="no bash on this machine")
@pytest.mark.parametrize(
    ("line", "offered"),
    [
        ("tourn", ["tournament"]),
        ("run quicks", ["quickstart"]),
        ("run quickstart --resu", ["--resume"]),
        ("run quickstart --backend l", ["loky"]),
        ("campaign --bot bri", ["briber"]),
        ("tournament balanced peac", ["peaceful"]),
        ("compare base_4 food_0", ["food_0123"]),
        ("compare base_4 food_0123 --measure w", ["won"]),
        ("compare base_4 food_0123 --by bo", ["bot"]),
        ("rules furnishings weaving_p", ["weaving_parlor"]),
        ("sweep base_4 loot.cattle.str", ["loot.cattle.strength="]),
        ("plans balanced peac", ["peaceful"]),
        ("bots advent", ["adventurer"]),
    ],
)
def test_the_tab_key_completes(line: str, offered: list[str], capsys: Capture) -> None:
    words = ["caverna-sim", *line.split(" ")]
    code = f"{shown(capsys, 'completion', 'bash')}\nCOMP_WORDS=({' '.join(words)}); COMP_CWORD={len(words) - 1}; _caverna_sim"
    code += '; printf "%s\\n" "${COMPREPLY[@]}"'
    told = subprocess.run(["bash"], input=code, capture_output=True, text=True, check=True)  # too long for an argument
    assert told.stdout.split() == offered
    assert told.stderr == ""


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_completion_knows_every_command_and_option(shell: str, capsys: Capture) -> None:
    text = shown(capsys, "completion", shell)
    for name in commands():
        assert name in text
        for option in cli.parser_of(name)._option_string_actions:
            assert option.removeprefix("--") in text or option in ("-h", "--help")


def test_the_scenarios_that_come_along_are_listed_and_printed(capsys: Capture) -> None:
    from caverna_sim.scenario.scenario import packaged_scenarios

    text = shown(capsys, "scenarios")
    assert [line.split()[0] for line in text.splitlines() if line[:1].strip() and "caverna-sim" not in line] == list(packaged_scenarios())
    assert shown(capsys, "scenarios", "quickstart") == packaged_scenarios()["quickstart"]
    assert set(json.loads(shown(capsys, "scenarios", "--json"))) == set(packaged_scenarios())
    with pytest.raises(CavernaError, match="no packaged scenario `quikstart`; did you mean `quickstart`"):
        cli.run_command(["scenarios", "quikstart"])


def _interrupted(_: object) -> int:
    raise KeyboardInterrupt


def _broken(_: object) -> int:
    raise RuntimeError("something\nunexpected")


@pytest.mark.parametrize(("function", "code", "words"), [("_interrupted", 130, "interrupted"), ("_broken", 1, "something unexpected")])
def test_interrupts_and_failures_have_their_exit_codes(
    function: str, code: int, words: str, capsys: Capture, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("CAVERNA_SIM_DEBUG", raising=False)
    own = {**commands(), "bots": Command("", lambda parser: None, f"{__name__}:{function}")}
    monkeypatch.setattr(cli, "commands", lambda game=None: own)
    assert main(["bots"]) == code
    captured = capsys.readouterr()
    assert words in captured.err
    assert captured.err.count("\n") == 1
    assert "Traceback" not in captured.err


def test_the_program_ends_with_its_exit_code() -> None:
    for arguments, code in ((["--version"], 0), (["wach"], 2), (["check", "nothing.toml"], 2), (["check", "quickstart"], 0)):
        result = subprocess.run([*PROGRAM, *arguments], capture_output=True, text=True, check=False, timeout=300)
        assert result.returncode == code
        assert bool(result.stderr) == (code == 2)
        assert "Traceback" not in result.stderr


@pytest.mark.skipif(sys.platform == "win32", reason="shells as on POSIX")
@pytest.mark.parametrize("closed", ["<&-", ">&-", "2>&-", "<&- >&- 2>&-"])
def test_closed_streams_do_no_harm(closed: str, tmp_path: Path) -> None:
    program = f'"{sys.executable}" -m caverna_sim scenarios {closed}; echo $? > "{tmp_path}/code"'
    subprocess.run(["sh", "-c", program], check=True, capture_output=True)
    assert (tmp_path / "code").read_text().strip() == "0"


def test_a_reader_that_goes_away_is_no_error() -> None:
    process = subprocess.Popen(
        [*PROGRAM, "watch", "solo", "--boards", "every-turn"], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )
    assert process.stdout is not None
    assert process.stderr is not None
    assert process.stdout.readline() == "solo\n"
    process.stdout.close()
    errors = process.stderr.read()
    process.stderr.close()
    assert process.wait(timeout=300) == 0
    assert "Traceback" not in errors
    assert "rror" not in errors


def test_small_commands_do_not_wait_for_the_compiler() -> None:
    code = (
        "from caverna_sim.cli import main\nimport sys\n"
        "for words in sys.argv[1:]:\n    main(words.split())\n    assert 'numba' not in sys.modules, words"
    )
    words = ["--help", "bots", "check quickstart", "rules loot", "rules furnishings carpenter", "watch --players 99", "check nothing.toml"]
    result = subprocess.run([sys.executable, "-c", code, *words], capture_output=True, text=True, check=False, timeout=300)
    assert result.returncode == 0, result.stderr


# ---------------------------------------------------------------- bots and check


def test_bots_lists_the_roster(capsys: Capture) -> None:
    assert re.search(r"^random +chooses uniformly", shown(capsys, "bots"), re.MULTILINE)
    assert "random" in json.loads(shown(capsys, "bots", "--json"))


def test_a_bot_that_weighs_nothing_cannot_be_tuned(tmp_path: Path, capsys: Capture) -> None:
    assert main(["tune", "random", "--out", str(tmp_path / "out.toml")]) == 2
    said = "error: tune: `random` draws its actions and weighs nothing; give a bot that does, such as `balanced`\n"
    assert capsys.readouterr().err == said
    assert not list(tmp_path.iterdir())


def test_check_says_ok_and_what_a_scenario_is(capsys: Capture, tmp_path: Path) -> None:
    bots = "balanced, peaceful, adventurer, ruby_miner"
    assert shown(capsys, "check", "quickstart").startswith(f"ok: scenario `quickstart`: 4 players; bots {bots}; seating balanced")
    file = tmp_path / "mine.toml"
    file.write_text('name = "mine"\nplayers = 1\nbots = ["random"]\n')
    assert shown(capsys, "check", file) == "ok: scenario `mine`: 1 player; bots random; seating balanced, 10,000 games, seed 1\n"
    assert json.loads(shown(capsys, "check", file, "--json"))["ok"] is True


def test_check_says_ok_and_where_a_position_stands(capsys: Capture, tmp_path: Path) -> None:
    game = Game(3, seed=5).play("place a dwarf of strength 0 on ruby_mining")
    file = tmp_path / "mine.json"
    file.write_text(json.dumps(game.to_dict()))
    legal = len(game.legal())
    expected = f"ok: position `mine.json`: 3 players, round 1, work; seat 1 to move, {legal} legal actions; points now -27 / -28 / -28\n"
    assert shown(capsys, "check", file) == expected
    assert json.loads(shown(capsys, "check", file, "--json"))["kind"] == "position"


# ---------------------------------------------------------------- rules


def test_rules_alone_tells_the_topics_and_what_is_assumed(capsys: Capture) -> None:
    text = shown(capsys, "rules")
    assert re.search(r"^furnishings +49 ", text, re.MULTILINE)
    assert re.search(r"^spaces +51 ", text, re.MULTILINE)
    assert re.search(r"^loot +23 ", text, re.MULTILINE)
    assumed = [f"space.{key}" for key, row in printed_tables()["space"].items() if row["source"] == "assumed"]
    assert f"{len(assumed) + 1} assumed values" in text  # and the least number of loot items
    for path in (*assumed, "expedition.least_items"):
        assert path in text


def test_an_overview_names_some_assumed_values_and_counts_the_others(capsys: Capture) -> None:
    """Of the third game 73 ran over twenty lines."""
    text = " ".join(shown(capsys, "rules", "--game", "neanderthal").split())
    some, others = re.findall(r"assumed values: (.*?) and (\d+) more, marked `assumed` in their topics", text)[0]
    assert f"{len(some.split(', ')) + int(others)} assumed values" in text


@pytest.mark.parametrize("topic", ["events", "traps", "bounties", "movement", "rulings"])
def test_no_head_of_a_table_is_cut(topic: str, capsys: Capture, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    head = shown(capsys, "rules", topic).splitlines()[0]
    assert head.split() == " ".join(TOPICS[topic][2]).split()


@pytest.mark.parametrize("topic", ["furnishings", "spaces", "loot", "constants", "rounds", "board", "toggles"])
@pytest.mark.parametrize("width", ["80", "100", "120"])
def test_every_topic_fits_the_terminal(topic: str, width: str, capsys: Capture, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", width)
    assert_fits(shown(capsys, "rules", topic), int(width))


@pytest.mark.parametrize(("topic", "table"), [("furnishings", "furnishing"), ("spaces", "space"), ("loot", "loot"), ("toggles", "toggle")])
def test_a_topic_lists_every_item(topic: str, table: str, capsys: Capture) -> None:
    text = shown(capsys, "rules", topic)
    for key in printed_tables()[table]:
        assert re.search(rf"^{key}\b", text, re.MULTILINE)


def test_a_furnishing_in_full(capsys: Capture) -> None:
    text = shown(capsys, "rules", "furnishings", "state_parlor")
    for words in (
        "State parlor",
        "5 gold, 3 stone",
        "F-state_parlor",
        "printed",
        "yellow",
        "adjacent dwelling",
        "4 points per adjacent dwelling",
    ):
        assert words in text.replace("\n              ", " ")


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["furnishings", "State parlor"], "F-state_parlor"),
        (["furnishings", "state", "parlor"], "F-state_parlor"),
        (["carpenter"], "F-carpenter"),
        (["F-carpenter"], "F-carpenter"),
        (["spaces", "Housework"], "A-housework"),
        (["loot", "sheep"], "L-sheep"),
        (["toggles", "discounts_on_loot"], "U-6"),
        (["U-12"], "expedition.least_items"),
        (["constants", "start.food"], "1, 1, 2, 3, 3, 3, 3"),
        (["R-FENCE-1"], "building.large_pasture.cost"),
        (["scoring"], "scoring.begging_marker"),
    ],
)
def test_an_item_is_found_by_id_name_or_rule(arguments: list[str], words: str, capsys: Capture) -> None:
    assert words in shown(capsys, "rules", *arguments)


@pytest.mark.parametrize("topic", ["furnishing", "space", "toggle"])
def test_the_singular_of_a_topic_is_the_topic(topic: str, capsys: Capture) -> None:
    assert shown(capsys, "rules", topic) == shown(capsys, "rules", f"{topic}s")


def test_many_rows_of_one_name_keep_the_notes_below(capsys: Capture) -> None:
    assert "rule IDs: A-<id> where no other is given" in shown(capsys, "rules", "imitation")


@pytest.mark.parametrize("columns", ["60", "80", "120"])
def test_bots_shows_every_figure_at_any_width(columns: str, capsys: Capture, monkeypatch: pytest.MonkeyPatch) -> None:
    from caverna_sim.games.caverna.bots.roster import bots as roster_of
    from caverna_sim.kit.show.bots import _points

    monkeypatch.setenv("COLUMNS", columns)
    text = shown(capsys, "bots")
    assert max(map(len, text.splitlines())) <= int(columns)
    for name, info in roster_of().items():
        line = next(line for line in text.splitlines() if line.startswith(f"{name} "))
        assert line.endswith(_points(info) or line)


def test_the_hint_to_install_an_extra_fits_where_the_package_lies(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    from caverna_sim import errors

    assert errors.install_hint("tune").startswith("`pip install -e '.[tune]'` in ")
    monkeypatch.setattr(errors, "__file__", str(tmp_path / "site-packages" / "caverna_sim" / "errors.py"))
    assert errors.install_hint("tune") == "`pip install 'caverna_sim[tune]'` brings it"


def test_all_variants_of_a_space_are_shown(capsys: Capture) -> None:
    text = shown(capsys, "rules", "spaces", "logging")
    assert "A-logging_1_3" in text
    assert "A-logging_4_7" in text
    assert "3(1) wood" in text


@rule("R-SETUP-3")
def test_spaces_of_a_player_count(capsys: Capture) -> None:
    text = shown(capsys, "rules", "spaces", "--players", "3")
    assert "strip_mining" in text
    assert "logging_1_3" in text
    assert "logging_4_7" not in text
    assert "1 ore (1 stone)" in text
    assert "assumed" in text


HOUSE_RULES = """
name = "house"
players = 4
bots = ["random", "random", "random", "random"]
[rules]
"furnishing.state_parlor.cost.gold" = 7
"furnishing.carpenter.effects.0.goods.wood" = 2
"loot.cattle.strength" = 12
"start.food" = [0, 1, 2, 3]
"toggle.discounts_on_loot" = false
"space.logging_4_7.accumulates.0.later" = 2
[supply]
without = ["office_room"]
"""


def test_house_rules_are_marked_old_and_new(capsys: Capture, tmp_path: Path) -> None:
    file = tmp_path / "house.toml"
    file.write_text(HOUSE_RULES)

    def told(*arguments: str) -> str:
        return " ".join(shown(capsys, "rules", *arguments, "--scenario", file).split())

    overview = told()
    for words in (
        "furnishing.state_parlor.cost.gold: 5 -> 7",
        "toggle.discounts_on_loot: yes -> no",
        "start.without: nothing -> office_room",
    ):
        assert words in overview
    assert "5 gold, 3 stone -> 7 gold, 3 stone" in told("state_parlor")
    assert "10 -> 12" in told("loot")
    assert "1, 1, 2, 3, 3, 3, 3 -> 0, 1, 2, 3" in told("constants")
    assert "played: yes -> no" in told("toggles")
    assert "3 wood -> 3(2) wood" in told("spaces")
    assert "not in the box" in told("office_room")
    assert "1 wood -> 2 wood" in told("furnishings").replace("house rule: ", "")
    assert "logging_1_3" not in told("spaces")
    assert "->" not in shown(capsys, "rules", "loot")


def test_rules_for_machines(capsys: Capture, tmp_path: Path) -> None:
    file = tmp_path / "house.toml"
    file.write_text(HOUSE_RULES)
    data = json.loads(shown(capsys, "rules", "furnishings", "--json", "--scenario", file))
    parlor = data["topics"]["furnishings"]["state_parlor"]
    assert (parlor["rule"], parlor["source"], parlor["value"]["cost"]) == ("F-state_parlor", "printed", {"gold": 7, "stone": 3})
    assert {"path": "loot.cattle.strength", "printed": 10, "played": 12} in data["house_rules"]
    assert set(json.loads(shown(capsys, "rules", "--json"))["topics"]) >= {"furnishings", "spaces", "loot", "constants", "toggles"}


# ---------------------------------------------------------------- boards


def drawn(board: dict[str, str], width: int = 100, **extra: object) -> str:
    """A home board as text."""
    entry = {**seat(board=board), **extra}
    return boards.board(entry, printed_tables(), width).plain


def test_a_board_shows_every_cell_with_its_name_and_contents() -> None:
    tiles = {
        "F34": "meadow", "F33": "field:grain*3", "F32": "field:vegetable*1", "F31": "small_pasture", "M12": "tunnel",
        "M11": "deep_tunnel", "M21": "ore_mine", "M22": "ruby_mine", "M24": "blacksmithing_parlor", "M23": "simple_dwelling_4w2s",
    }  # fmt: skip
    text = drawn(tiles, stables=["F34", "F11"])
    for column in "123":
        for row in "1234":
            assert f"F{column}{row}" in text
            assert f"M{column}{row}" in text
    words = (
        "3 grain",
        "1 vegetable",
        "small pasture",
        "tunnel",
        "deep tunnel",
        "ore mine",
        "ruby mine",
        "Blacksmithing",
        "parlor",
        "Entry-level",
        "4w2s",
    )
    for word in words:
        assert word in text
    assert text.count("stable") == 2
    assert_fits(text, 100)


@rule("R-BOARD-3", "R-TILE-4")
def test_bonuses_are_shown_until_they_are_covered() -> None:
    assert drawn({}).count("+1 wild boar") == 2
    assert drawn({}).count("+1 food") == 2
    assert drawn({}).count("+2 food") == 1
    assert "entrance" in drawn({})
    covered = drawn({"F34": "meadow", "F24": "field"})
    assert "entrance" not in covered
    assert covered.count("+1 food") == 1


def test_the_halves_of_a_large_pasture_have_no_line_between_them() -> None:
    def lines(**tiles: str) -> list[str]:
        return drawn(tiles).splitlines()

    beside = next(line for line in lines(F24="large_pasture:1", F34="large_pasture:1") if "large pasture" in line)
    assert re.search(r"│large pasture +large pasture +│", beside)
    apart = next(line for line in lines(F24="small_pasture", F34="small_pasture") if "small pasture" in line)
    assert re.search(r"│small pasture +│small pasture +│", apart)
    below = next(line for line in lines(F34="large_pasture:1", F33="large_pasture:1") if "F34" in line)
    assert re.search(r"[│┤] F34 +│", below)


@rule("R-TILE-9")
def test_halves_that_stick_out_are_drawn_outside() -> None:
    text = drawn({"F34": "meadow", "M13": "office_room"}, overhang=[[4, 2, "field"], [1, 6, "cavern"]])
    lines = text.splitlines()
    assert "field" in lines[-2] + lines[-3]
    assert "F35" in text
    assert "M42" in text
    assert_fits(text, 100)


@pytest.mark.parametrize("width", [60, 80, 100, 120, 140])
def test_boards_fit_the_width(width: int) -> None:
    tiles = {"F34": "large_pasture:1", "F33": "large_pasture:1", "M24": "blacksmithing_parlor", "M23": "simple_dwelling_4w2s"}
    text = drawn(tiles, width, stables=["F34"])
    assert_fits(text, width)
    assert "stable" in text


def test_dwarfs_are_told_with_weapon_and_place() -> None:
    family = [{"weapon": 0, "at": "home"}, {"weapon": 0, "at": "home"}, {"weapon": 8, "at": "logging_1_3"}]
    newborn = {"weapon": 0, "at": "family_life", "newborn": True}
    assert boards.dwarfs_in_words([*family, newborn]) == "2 unarmed at home; strength 8 on logging_1_3; newborn on family_life"


# ---------------------------------------------------------------- watch


@pytest.fixture(scope="module")
def whole_game() -> str:
    """A game of two players, from the first to the last line."""
    out = io.StringIO()
    real, sys.stdout = sys.stdout, out
    try:
        with pytest.MonkeyPatch.context() as patch:
            patch.setenv("COLUMNS", "100")
            assert main(["watch", "base_2", "--seed", "5", "--index", "3"]) == 0
    finally:
        sys.stdout = real
    return out.getvalue()


def by_hand() -> Game:
    """The same game, played in Python."""
    return play(Game(scenario="base_2", seed=5, index=3))


def test_watch_shows_every_choice_in_order(whole_game: str) -> None:
    place = 0
    for action in by_hand().actions:
        place = whole_game.index(f"\n  {action.text}\n", place)


def test_watch_shows_every_consequence(whole_game: str) -> None:
    for entry in by_hand().log:
        if entry.seat is not None:
            assert entry.text in whole_game


def test_watch_shows_scenario_seed_and_rounds(whole_game: str) -> None:
    assert whole_game.startswith("base_2\n")
    assert "2 players, seed 5, game 3 (block 1, seating 1)" in whole_game
    rounds = [int(number) for number in re.findall(r"━ round (\d+) ━", whole_game)]
    assert rounds == [*range(1, 9), 10, 11, 12]  # R-2P-1
    assert [int(number) for number in re.findall(r"─ end of round (\d+) ─", whole_game)] == rounds


def test_watch_draws_both_boards_at_the_end_of_each_round(whole_game: str) -> None:
    assert whole_game.count("│ Entry-level  │") == 2 * 11
    assert whole_game.count("points as if the game ended now") == 2 * 11
    assert len(re.findall(r"^goods  ", whole_game, re.MULTILINE)) == 2 * 11
    assert len(re.findall(r"^dwarfs .* at home", whole_game, re.MULTILINE)) == 2 * 11


def test_watch_shows_who_stood_where(whole_game: str) -> None:
    """Every placement is found again among the action spaces at the end of its round."""
    for text in whole_game.split("━ round ")[1:]:
        turns, after = text.split("action spaces, as they were left")
        for space in re.findall(r"place a dwarf of strength \d+ on (\w+)", turns):
            assert re.search(rf"\b{space}\b +[^\n]*seat [01]", after)


@rule("R-SCORE-2")
def test_watch_ends_with_the_score_part_by_part(whole_game: str) -> None:
    final = whole_game.split("final score")[1]
    scores = by_hand().scores()
    for part in score.NAMES[: score.NUM_BASE]:
        points = [str(result["parts"][part]) for result in scores]
        assert re.search(rf"^{part.replace('_', ' ')} +{points[0]} +{points[1]}$", final, re.MULTILINE)
    assert re.search(rf"^total +{scores[0]['total']} +{scores[1]['total']}$", final, re.MULTILINE)
    best = 0 if scores[0]["rank"] == 1 else 1
    assert f"seat {best} wins" in final


def test_watch_fits_a_pipe(whole_game: str) -> None:
    assert_fits(whole_game, 100)


@pytest.mark.parametrize("width", ["80", "120"])
@pytest.mark.parametrize("players", ["1", "7"])
def test_watch_fits_the_terminal(width: str, players: str, capsys: Capture, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", width)
    text = shown(capsys, "watch", "--players", players, "--steps", "60", "--boards", "every-turn")
    assert_fits(text, int(width))
    assert "score as if the game ended now" in text


def test_watch_every_turn_draws_the_board_of_who_moved(capsys: Capture) -> None:
    text = shown(capsys, "watch", "base_2", "--rounds", "1", "--boards", "every-turn")
    turns = text.split("━ round 1 ━")[1].split("end of round 1")[0]
    assert turns.count("│ Entry-level  │") == 4  # two players place two dwarfs each
    assert len(re.findall(r"dwarfs +(unarmed on \w+; unarmed at home|unarmed on \w+; unarmed on \w+)", turns)) == 4


def test_watch_shows_only_the_rounds_asked_for(capsys: Capture) -> None:
    text = shown(capsys, "watch", "base_2", "--rounds", "2,5-6", "--boards", "never")
    assert re.findall(r"━ round (\d+) ━", text) == ["2", "5", "6"]
    assert "Entry-level" not in text
    assert "final score" in text


def test_watch_stops_after_some_steps(capsys: Capture) -> None:
    text = shown(capsys, "watch", "base_2", "--steps", "3")
    assert len(re.findall(r"^  \w", text, re.MULTILINE)) == 3
    assert "after 3 choices" in text
    assert "as if the game ended now (round 1)" in text


def test_watch_quiet_is_the_score_alone(capsys: Capture) -> None:
    assert main(["watch", "base_2", "--seed", "5", "--index", "3", "--quiet"]) == 0
    captured = capsys.readouterr()
    assert captured.err == ""
    assert captured.out.strip().startswith("final score")
    assert str(by_hand().scores()[0]["total"]) in captured.out


def test_watch_for_machines(capsys: Capture) -> None:
    data = json.loads(shown(capsys, "watch", "base_2", "--seed", "5", "--index", "3", "--json"))
    game = by_hand()
    assert data["actions"] == [action.text for action in game.actions]
    assert data["scores"] == game.scores()
    assert data["bots"] == ["balanced", "ruby_miner"]
    assert len(data["log"]) == len(game.log)
    assert Game.from_dict(data["position"]).over


@rule("R-COMP-6")
def test_watch_plays_the_tiles_asked_for(capsys: Capture) -> None:
    data = json.loads(shown(capsys, "watch", "--players", "2", "--tiles", "introductory", "--json", "--steps", "1"))
    assert len(data["position"]["supply"]) == 26


def test_watch_uses_the_seed_of_the_scenario(capsys: Capture, tmp_path: Path) -> None:
    file = tmp_path / "mine.toml"
    file.write_text('name = "mine"\nplayers = 2\nbots = ["random", "random"]\nseed = 77\n')
    assert "seed 77, game 0" in shown(capsys, "watch", file, "--steps", "1", "--boards", "never")
    assert "seed 78, game 0" in shown(capsys, "watch", file, "--steps", "1", "--boards", "never", "--seed", "78")


def test_watch_begins_with_the_openings_of_the_scenario(capsys: Capture, tmp_path: Path) -> None:
    file = tmp_path / "mine.toml"
    file.write_text(
        'name = "mine"\nplayers = 2\nbots = ["mine", "random"]\n[opening.seat_1]\nplace = ["housework", "supplies"]\n'
        '[bot.mine]\nbase = "random"\n[opening.seat_0]\nplace = ["starting_player"]\n'
    )
    for index in range(4):
        data = json.loads(shown(capsys, "watch", file, "--index", str(index), "--json", "--steps", "60"))
        placed = {0: [], 1: []}  # type: dict[int, list[str]]
        for entry in data["log"]:
            if entry["choice"] and entry["text"].startswith("place a dwarf"):
                placed[entry["seat"]].append(entry["text"].split()[-1])
        assert placed[0][0] == "starting_player_1_3"
        assert placed[1][0] == "housework"
        assert placed[1][1] == "supplies" or placed[0][1] == "supplies"


def test_watch_tells_what_is_special_about_a_game(capsys: Capture, tmp_path: Path) -> None:
    file = tmp_path / "house.toml"
    file.write_text(HOUSE_RULES + "random_absence = 0.5\n[opening.seat_2]\nplace = ['logging']\n")
    text = shown(capsys, "watch", file, "--steps", "0")
    assert "house rule: loot.cattle.strength: 10 -> 12" in text
    assert "absent in this block: " in text
    assert "seat 2 is to open with logging_4_7" in text


def test_watch_pauses_after_every_turn_until_q(capsys: Capture, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO("\n\nq\n"))
    assert main(["watch", "base_4", "--pause", "--boards", "never"]) == 0
    captured = capsys.readouterr()
    assert captured.err.count("Enter for the next turn") == 3
    assert len(re.findall(r"^seat \d \(\w+\)$", captured.out, re.MULTILINE)) == 3


def test_colour_is_for_terminals_and_only_if_wanted(monkeypatch: pytest.MonkeyPatch) -> None:
    class Terminal(io.StringIO):
        encoding = "utf-8"  # type: ignore[assignment]

        def isatty(self) -> bool:
            return True

    def printed() -> str:
        terminal = Terminal()
        monkeypatch.setattr("sys.stdout", terminal)
        assert main(["bots"]) == 0
        return terminal.getvalue()

    monkeypatch.setenv("TERM", "xterm-256color")
    assert "\x1b[" in printed()
    monkeypatch.setenv("NO_COLOR", "1")
    assert "\x1b[" not in printed()


def test_a_terminal_without_box_characters_gets_plain_lines(monkeypatch: pytest.MonkeyPatch) -> None:
    raw = io.BytesIO()
    stream = io.TextIOWrapper(raw, encoding="ascii")
    monkeypatch.setattr("sys.stdout", stream)
    assert main(["watch", "base_2", "--steps", "1"]) == 0
    stream.flush()
    text = raw.getvalue().decode("ascii")
    assert "+-F12------" in text
    assert "?" not in text


def test_the_words_watch_looks_for_are_those_of_the_log() -> None:
    with_orcs = play(Game(players=2, seed=1, expansion="fiends"), ["random", "random"])  # random players leave some
    texts = {entry.text for game in (by_hand(), with_orcs) for entry in game.log}
    for word in (*watch.STAGE.phases, *watch.STAGE.headings):
        assert word in texts
