"""The solo planner: its lines are legal and worth what they say, it goes on where it was, and it refuses what it cannot plan."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Iterable, Iterator
from pathlib import Path

import numpy as np
import pytest

import caverna_sim as cs
from caverna_sim import CavernaError
from caverna_sim.cli import main
from caverna_sim.games.caverna.ids import act
from caverna_sim.games.caverna.planning import climb as kernels
from caverna_sim.games.caverna.planning.climber import Climber, Task
from caverna_sim.games.caverna.planning.plan import plan, task_of
from caverna_sim.games.caverna.planning.records import LINE, PLAN
from caverna_sim.games.caverna.planning.replay import placement_like
from caverna_sim.games.caverna.planning.tastes import Taste, any_taste, known_tastes
from caverna_sim.games.caverna.planning.vary import copy_turns, shift_furnishings
from caverna_sim.games.caverna.show.line_page import page_of, rounds_of
from caverna_sim.kit.planning import search as searching
from caverna_sim.kit.planning.archive import Archive, Found
from caverna_sim.kit.planning.plan import CloseChoice, Plan, best_of
from caverna_sim.kit.planning.records import CHILD, FAILED, INSTEAD, LEAVE_OUT, PARENT
from caverna_sim.kit.planning.search import Heat, Search
from caverna_sim.kit.planning.turns import note_edit
from caverna_sim.kit.records.codes import code, first_of, kind_of, second_of
from caverna_sim.report.frame import page_text
from caverna_sim.scenario.scenario import load_scenario
from tests.caverna.oracles.naive_scorer import score_position
from tests.caverna.table import rule

KEPT = sorted((Path(__file__).parents[3] / "reports" / "solo").glob("*.json"))


def found_soon(**options: object) -> Plan:
    """The best line of the shortest search, 10,000 lines tried by one worker: the same on any machine."""
    return plan(minutes=0, workers=1, **options)  # type: ignore[arg-type]


def confirmed(moves: tuple[str, ...] | list[str], task: Task) -> int:
    """Points of a line that is played by its texts, by the naive scorer."""
    game = task.game()
    for move in moves:
        game.play(move)
    assert game.over
    return int(score_position(game.to_dict())[0]["total"])


# ---------------------------------------------------------------- lines that are kept


@rule("R-SOLO-1", "R-SOLO-6", "R-SCORE-2")
@pytest.mark.parametrize("file", KEPT, ids=lambda file: file.stem)
def test_a_kept_line_is_legal_and_worth_what_it_says(file: Path) -> None:
    kept = json.loads(file.read_text(encoding="utf-8"))
    assert kept["players"] == 1
    task = Task(tiles=kept["tiles"], rules=kept["rules"], seed=kept["seed"], index=kept["index"])
    assert confirmed(kept["moves"], task) == kept["points"]
    assert task.tiles == ("introductory" if "introductory" in file.stem else "full")


def test_lines_of_both_sets_of_tiles_are_kept() -> None:
    assert {"full", "introductory"} <= {file.stem for file in KEPT}


# ---------------------------------------------------------------- a search


@rule("R-SOLO-1")
def test_what_is_found_can_be_played_by_its_texts_and_counted_by_anybody() -> None:
    found = found_soon()
    assert confirmed(found.moves, found.task) == found.points == sum(found.parts.values()) == found.game().scores()[0]["total"]
    assert found.curve[-1][1] == found.points
    assert found.points >= 60  # what is made up at the beginning makes about 50


def test_without_a_furnishing_no_line_has_it() -> None:
    found = found_soon(rules={"start.without": ["carpenter", "stone_carver"], "start.tiles": "introductory"})
    assert found.task.tiles == "introductory"
    assert not any("carpenter" in move or "stone_carver" in move or "office_room" in move for move in found.moves)
    assert confirmed(found.moves, found.task) == found.points


def test_a_scenario_with_a_house_rule_is_planned(tmp_path: Path) -> None:
    file = tmp_path / "rich.toml"
    file.write_text(
        'name = "rich"\nplayers = 1\nbots = ["balanced"]\n[rules]\n"start.food_solo" = 40\n[supply]\nwithout = ["dog_school"]\n'
    )
    found = found_soon(scenario=file)
    assert found.task.game().to_dict()["seats"][0]["goods"]["food"] == 40
    assert not any("dog_school" in move for move in found.moves)
    assert confirmed(found.moves, found.task) == found.points


def test_the_same_seed_tries_the_same_lines() -> None:
    lines = []
    for _ in range(2):
        climber = Climber(Task(), 7)
        climber.like(Taste(turn=1.0))
        climber.begin_anew()
        lines.append(climber.climb(2000, 1.0, 0.5, 1.0, 0.0).actions)
    assert lines[0] == lines[1]


def test_what_is_liked_shows_in_the_lines_found() -> None:
    def tile(taste: Taste) -> int:
        climber = Climber(Task(), 3)
        climber.like(taste)
        climber.begin_anew()
        return climber.climb(6000, 1.0, 0.5, 1.0, 1.0).things >> wanted & 1

    wanted = cs.Game(1).rules.names.furnishings.index("quarry")
    assert tile(Taste(tiles={wanted: 40.0})) == 1
    assert tile(Taste(tiles={wanted: -40.0})) == 0


def test_a_line_goes_on_from_itself_and_never_gets_worse() -> None:
    climber = Climber(Task(), 1)
    climber.begin_anew()
    first = climber.climb(3000, 1.0, 0.3, 0.0, 0.0)
    again = Climber(Task(), 2)
    assert again.begin_with(first.actions).points == first.points
    assert again.climb(1000, 0.3, 0.2, 0.0, 0.0).points >= first.points


def test_what_is_no_line_is_not_taken_up() -> None:
    climber = Climber(Task(), 1)
    climber.begin_anew()
    line = climber.climb(10, 1.0, 1.0, 0.0, 0.0).actions
    for spoilt in (line[:-1], line[1:], [*line[:5], 0, *line[5:]], []):
        with pytest.raises(CavernaError, match="cannot be played"):
            climber.begin_with(spoilt)


def test_tastes_name_furnishings_that_there_are() -> None:
    printed = set(cs.Game(1).rules.names.furnishings)
    assert all(set(row["tiles"]) <= printed for row in known_tastes())
    tiles = Climber(Task(tiles="introductory"), 1).things
    random = np.random.default_rng(1)
    assert all(set(any_taste(tiles, random).tiles) <= set(tiles.values()) for _ in range(50))


def test_the_best_of_every_heat_goes_on(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """With heats of one chunk: four searches, the best of them, and at the end of the last heat lines that are kept are bettered."""
    monkeypatch.setattr(searching, "HEATS", (Heat(1, 1.0, 0.8, 1.0, 0.5), Heat(1, 0.8, 0.5, 0.5, 0.2, of=2), Heat(1, 0.5, 0.3, 0.2, 0.0)))
    monkeypatch.setattr(searching, "CHUNK", 500)
    monkeypatch.setattr(searching, "BETTERED", 1)
    search = Search(Task(), 1)
    waiting = []
    for _ in range(4):
        search.run(0.0)
        waiting.append([one.heat for one in search.runners])
    assert waiting == [[1], [1, 1], [2], []]
    assert search.is_finalist
    before = search.archive.lines[0].points
    for _ in range(4):
        search.run(0.0)
    assert search.archive.lines[0].points >= before
    assert best_of(search).points == search.archive.lines[0].points
    assert search.tries == 8 * 500


@pytest.mark.parametrize(("workers", "chunks"), [(1, 740), (2, 520), (3, 480), (8, 440)])
def test_heats_are_as_long_as_there_is_time_for_on_the_busiest_worker(workers: int, chunks: int) -> None:
    """Six first heats of 40 chunks and two of 100 are shared among workers, the last one of 300 has a single one."""
    assert searching.chunks_of_a_line(workers) == chunks


def test_a_second_best_turn_goes_elsewhere_after_the_same_beginning() -> None:
    climber = Climber(Task(), 4)
    climber.begin_anew()
    best = climber.climb(3000, 1.0, 0.3, 0.0, 0.0)
    for turn in (0, 5, len(best.turns) - 1):
        other = climber.second_best(best, turn, 300)
        assert other is not None
        one = CloseChoice(turn, best, other, Task())
        assert other.actions[: best.turns[turn]] == best.actions[: best.turns[turn]]
        assert one.place != one.instead
        assert one.cost == best.points - other.points
        assert climber.begin_with(other.actions).points == other.points


def test_a_line_that_stands_worse_than_its_parent_is_given_up() -> None:
    climber = Climber(Task(), 1)
    climber.begin_anew()
    plans = climber._followed[0]
    for allowed, is_given_up in ((-1000.0, True), (0.0, False), (1000.0, False)):
        copy_turns(climber._lines[PARENT], plans[0])
        plans[0]["first"] = 1  # played again from the second turn on, as it was
        points = kernels.attempt(*climber._place, *climber._followed[:-1], allowed, climber._followed[-1])
        assert (points == FAILED) == is_given_up
    copy_turns(climber._lines[PARENT], plans[0])


def test_a_line_that_comes_to_a_state_of_its_parent_goes_on_as_it_did() -> None:
    """A change of one turn that comes to nothing: what is played again ends at once, and all choices are those of the parent."""
    climber = Climber(Task(), 1)
    climber.begin_anew()
    line = climber.climb(3000, 1.0, 0.5, 0.0, 0.0)
    climber.begin_with(line.actions)
    plans, cursors = climber._followed[:2]
    parent, child = climber._lines[PARENT], climber._lines[CHILD]
    for turn in range(int(parent["turns"]) - 1):
        copy_turns(parent, plans[0])
        plans[0]["first"] = plans[0]["last"] = turn
        assert kernels.attempt(*climber._place, *climber._followed[:-1], 0.0, climber._followed[-1]) == line.points
        assert cursors[0]["met"] == turn + 1
        assert all(np.array_equal(parent[name], child[name]) for name in LINE.names)


def test_every_line_that_is_followed_can_be_played_from_its_beginning() -> None:
    """Though only what comes after a change is played again, and not even that once a state of the parent is met."""
    climber, again = Climber(Task(), 3), Climber(Task(), 4)
    climber.begin_anew()
    for temperature in (2.0, 1.0, 0.5):
        climber.climb(3000, temperature, temperature, 0.0, 0.0)
        line = climber.now()
        assert again.begin_with(line.actions).points == line.points
        assert again.now().turns == line.turns
        assert np.array_equal(again.now().record["standing"], line.record["standing"])


@rule("R-WORK-2", "R-WORK-3", "R-WORK-4", "R-WORK-6")
def test_a_dwarf_of_a_plan_goes_where_it_may_go() -> None:
    random = np.random.default_rng(6)
    for index in range(4):
        game = cs.Game(1, 3, index)
        while not game.over:
            legal = game.legal()
            listed = {action.id for action in legal if kind_of(action.id) == act.PLACE}
            if listed:
                spaces = {first_of(one) for one in listed}
                for space in range(62):
                    for strength in (0, 3):
                        wanted = code(act.PLACE, space, strength, 0)
                        gone = placement_like(game.state, game.rules.record[0], 0, wanted)
                        assert (gone in listed and first_of(gone) == space) if space in spaces else gone < 0
                        assert gone == wanted or wanted not in listed
            game.play(legal[int(random.integers(len(legal)))])


def test_furnishings_give_way_to_one_that_is_built_earlier_or_later() -> None:
    """Each of those between is built in the turn and the cell of its neighbour; nothing is lost."""
    climber = Climber(Task(), 1)
    climber.begin_anew()
    line = climber.climb(3000, 1.0, 0.5, 0.0, 0.0).record
    plan = np.zeros(1, PLAN)[0]
    numbers = [at for at in range(line["choices"]) if kind_of(line["action"][at]) == act.FURNISH]
    assert len(numbers) > 3
    dice = np.array([5, 9])
    shifted = set()
    for _ in range(60):
        copy_turns(line, plan)
        shift_furnishings(line, plan, dice)
        changed = sorted(plan["edit_at"][: plan["edits"]].tolist())
        assert all(plan["edit"][: plan["edits"]] == INSTEAD)
        assert changed == [at for at in numbers if changed and changed[0] <= at <= changed[-1]][: len(changed)]
        edits = dict(zip(plan["edit_at"][: plan["edits"]].tolist(), plan["edit_action"].tolist(), strict=False))
        if len(edits) < len(plan["edit_at"]):  # no more than fit
            assert {first_of(one) for one in edits.values()} == {first_of(line["action"][at]) for at in edits}
        assert all(second_of(action) == second_of(line["action"][at]) for at, action in edits.items())
        shifted.add(len(edits))
    assert max(shifted) > 2


def test_a_furnishing_that_cannot_be_built_yet_is_built_later() -> None:
    """Another one in place of a dwelling, where nothing but dwellings is built: a dwelling is, and the other in a later turn."""
    task = Task(tiles="full")
    climber = Climber(task, 1)
    climber.begin_with(task.own_of(json.loads((KEPT[0].parent / "full.json").read_text(encoding="utf-8"))["moves"]))
    plans = climber._followed[0]
    parent, child = climber._lines[PARENT], climber._lines[CHILD]
    built = [at for at in range(parent["choices"]) if kind_of(parent["action"][at]) == act.FURNISH]
    dwelling = next(at for at in built if first_of(parent["action"][at]) not in climber.things.values())
    other = next(at for at in built if at > dwelling and first_of(parent["action"][at]) in climber.things.values())
    copy_turns(parent, plans[0])
    note_edit(parent, plans[0], INSTEAD, dwelling, code(act.FURNISH, first_of(parent["action"][other]), 0, 0))
    note_edit(parent, plans[0], LEAVE_OUT, other, 0)
    assert kernels.attempt(*climber._place, *climber._followed[:-1], 1000.0, climber._followed[-1]) != FAILED
    furnished = {first_of(one): at for at, one in enumerate(child["action"][: child["choices"]].tolist()) if kind_of(one) == act.FURNISH}
    assert first_of(child["action"][dwelling]) == first_of(parent["action"][dwelling])
    assert furnished[first_of(parent["action"][other])] >= other


# ---------------------------------------------------------------- a seat among others


def test_a_seat_is_planned_against_bots_that_play_as_in_the_batch(tmp_path: Path) -> None:
    """The other seats play the game of the scenario: what the seat's own bot did is one of the lines, and the best is at least as good."""
    file = tmp_path / "three.toml"
    file.write_text('name = "three"\nplayers = 3\nbots = ["balanced", "peaceful", "adventurer"]\nseed = 5\n')
    game = cs.play(cs.Game(scenario=file, index=4), list(cs.Game(scenario=file, index=4).planned.bots))
    task = task_of(file, seat=1, index=4)
    own = [entry.text for entry in game.log if entry.is_choice and entry.seat == 1]
    assert [action.text for action in task.played(own).actions] == [action.text for action in game.actions]
    climber = Climber(task, 1)
    line = climber.begin_with(ids_of(task, own))
    assert line.points == game.scores()[1]["total"]
    found = found_soon(scenario=file, seat=1, index=4, out=tmp_path / "line.json")
    kept = json.loads((tmp_path / "line.json").read_text())
    assert (kept["players"], kept["seat"], kept["points"]) == (3, 1, found.points)
    assert found.game().scores()[1]["total"] == found.points
    assert main(["watch", "--line", str(tmp_path / "line.json"), "--quiet"]) == 0
    assert found_soon(scenario=file, seat=1, index=4, out=tmp_path / "line.json", resume=True).points >= found.points


OWN_BOT = (
    'name = "own"\nplayers = 3\nbots = ["mine", "peaceful", "adventurer"]\nseed = 5\n[bot.mine]\nbase = "balanced"\ntemperature = 0.3\n'
)


def test_a_seat_is_planned_in_a_game_that_was_played(tmp_path: Path) -> None:
    """Bots with lots of their own play once; then the others do as they did: the same game as long as the seat does as it did."""
    scenario = tmp_path / "own.toml"
    scenario.write_text(OWN_BOT)
    game = cs.play(cs.Game(scenario=scenario, index=4))
    moves = [action.text for action in game.actions]
    task = task_of(scenario, seat=1, index=4)
    assert list(task.recorded) == moves and not task.bots
    own = task.own_of(moves)
    assert [action.text for action in task.played(own).actions] == moves
    climber = Climber(task, 1)
    line = climber.begin_with(own)
    assert line.points == game.scores()[1]["total"]
    for _ in range(20):
        climber.climb(20, 5.0, 5.0, 0.0, 0.0)
        now = climber.now()
        assert task.played(now.actions).scores()[1]["total"] == now.points  # kernels and games follow the record alike
    file, out = tmp_path / "played.json", tmp_path / "line.json"
    file.write_text(json.dumps({"scenario": load_scenario(scenario).to_data(), "seed": 5, "index": 4, "moves": moves}))
    assert task_of(file, seat=1).recorded == task.recorded
    found = found_soon(scenario=file, seat=1, out=out)
    assert found.points >= line.points and found.game().scores()[1]["total"] == found.points
    assert found_soon(scenario=file, seat=1, out=out, resume=True).points >= found.points
    with pytest.raises(CavernaError, match="about another game"):
        found_soon(scenario=scenario, seat=1, index=5, out=out, resume=True)


def test_others_do_as_they_did_where_they_can(tmp_path: Path) -> None:
    """Another seat goes where its dwarf went in that round whenever it still may, and elsewhere only when it may not."""
    scenario = tmp_path / "own.toml"
    scenario.write_text(OWN_BOT)
    task = task_of(scenario, seat=1, index=0)
    recorded = {key: move for key, move, _ in placed(task, task.recorded)}
    climber = Climber(task, 3)
    climber.begin_with(task.own_of(task.recorded))
    same = other = 0
    for _ in range(5):
        climber.climb(50, 9.0, 9.0, 0.0, 0.0)
        moves = [action.text for action in task.played(climber.now().actions).actions]
        for key, move, legal in placed(task, moves):
            if recorded.get(key) in legal:
                assert move == recorded[key]
            same, other = same + (move == recorded.get(key)), other + (move != recorded.get(key))
    assert same > 100 and other > 0


def placed(task: Task, moves: Iterable[str]) -> Iterator[tuple[tuple[int, int, int], str, set[str]]]:
    """Where dwarfs of the others go: round, seat and its turn in the round; the move; and all that it might have been."""
    game = task.game()
    turns: Counter[tuple[int, int]] = Counter()
    for move in moves:
        assert game.player is not None
        mover = game.round, game.player
        legal = {action.text for action in game.legal()} if move.startswith("place a dwarf") else set()
        game.play(move)
        if legal and mover[1] != task.seat:
            yield (*mover, turns[mover]), move, legal
            turns[mover] += 1


@pytest.mark.parametrize(
    ("change", "arguments", "problem"),
    [
        ({"moves": []}, [], "its game is not over"),
        ({"moves": ["pass"]}, [], "does not fit its game"),
        ({}, ["--tiles", "full"], "leave tiles and rules as they were"),
        ({"expansion": "fiends"}, [], "has an expansion"),
        ({}, ["--seat", "1"], "there is no seat 1"),
    ],
)
def test_a_game_that_was_not_played_so_is_refused_in_a_sentence(
    change: dict[str, object], arguments: list[str], problem: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "line.json"
    file.write_text(json.dumps({**json.loads(KEPT[0].read_text(encoding="utf-8")), **change}))
    assert main(["plan", str(file), "--out", str(tmp_path / "better.json"), *arguments]) == 2
    said = capsys.readouterr().err
    assert said.startswith("error: ") and problem in said and said.count("\n") == 1


def ids_of(task: Task, texts: list[str]) -> list[int]:
    """Decisions of a seat as numbers."""
    names = task.game().rules.names
    return [cs.Action.parse(text, names).id for text in texts]


# ---------------------------------------------------------------- what is kept of it


def line(points: int, kind: tuple[int, ...] = (0,), things: int = 0) -> Found:
    return Found(points, [], kind, things)


def test_the_archive_keeps_the_best_of_every_kind() -> None:
    archive = Archive()
    assert all(archive.add(line(points, things=points)) for points in (10, 30, 20))
    assert archive.add(line(5, kind=(1,)))
    assert not archive.add(line(9, things=9))  # there are three better ones of its kind
    assert archive.add(line(25, things=25))
    assert not archive.add(line(24, things=25))  # the same things, fewer points
    assert [one.points for one in archive.lines] == [30, 25, 20, 5]


def test_a_search_goes_on_where_it_was(tmp_path: Path) -> None:
    out = tmp_path / "line.json"
    first = found_soon(out=out)
    kept = json.loads((tmp_path / "line.search.json").read_text())
    again = found_soon(out=out, resume=True)
    assert again.points >= first.points
    assert again.tries > first.tries == kept["tries"]
    assert again.curve[: len(first.curve)] == first.curve
    assert set(first.others) <= set(again.others) or again.points > first.points
    (tmp_path / "line.search.json").unlink()
    from_line = found_soon(out=out, resume=True)
    assert from_line.points >= first.points
    assert json.loads(out.read_text())["points"] == from_line.points


def test_a_file_that_is_there_is_not_lost(tmp_path: Path) -> None:
    out = tmp_path / "line.json"
    found_soon(out=out)
    for options, problem in (
        ({}, "is there already; --resume goes on from it"),
        ({"resume": True, "tiles": "introductory"}, "is about another game"),
    ):
        with pytest.raises(CavernaError, match=problem):
            found_soon(out=out, **options)
    (tmp_path / "line.search.json").write_text('{"format": 1}')
    with pytest.raises(CavernaError, match=r"is missing"):
        found_soon(out=out, resume=True)


@pytest.mark.parametrize(
    ("arguments", "problem"),
    [
        (["base_4", "--seat", "4"], "there is no seat 4"),
        (["fiends_3"], "has an expansion"),
        (["--tiles", "some"], "`full`, `introductory`"),
        (["--minutes", "0"], "--minutes"),
        (["--players", "2"], "--players"),
        (["--html", "."], "give another file with --html"),
        (["--out", "line.txt"], "ends in .json"),
        (["nothing"], "nothing"),
    ],
)
def test_what_cannot_be_planned_is_refused_in_a_sentence(
    arguments: list[str], problem: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    assert main(["plan", *arguments]) == 2
    said = capsys.readouterr().err
    assert said.startswith("error: ") and problem in said and said.count("\n") == 1
    assert not list(tmp_path.iterdir())


def test_the_command_keeps_a_line_that_watch_plays(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    assert main(["plan", "--minutes", "0.02", "--workers", "1"]) == 0
    told = capsys.readouterr().out
    points = json.loads((tmp_path / "plan-full.json").read_text())["points"]
    assert told.startswith(f"{points} points") and "caverna-sim watch --line plan-full.json" in told
    assert main(["watch", "--line", "plan-full.json", "--quiet"]) == 0
    assert str(points) in capsys.readouterr().out


def test_the_page_of_a_line_tells_rounds_points_and_second_best_turns() -> None:
    found = found_soon()
    rounds = rounds_of(found)
    assert [one.number for one in rounds] == [1, 2, 3, 4, 5, 6, 7, 8, 10, 11, 12]
    assert rounds[-1].points == found.points
    choices = found.close_choices(tries=20)
    assert len(choices) == sum(len(one.turns) for one in rounds)
    told = page_text(page_of(found, choices))
    assert f"{found.points} points with all furnishings" in told and "Round 12: " in told and "Which choices are close" in told
    ids = re.findall(r' id="([^"]+)"', told)
    assert len(ids) == len(set(ids))


@pytest.mark.slow
def test_interrupted_it_keeps_the_best_line(tmp_path: Path) -> None:
    out = tmp_path / "line.json"
    program = [sys.executable, "-c", "from caverna_sim.cli import main; raise SystemExit(main())", "plan", "--out", str(out)]
    process = subprocess.Popen([*program, "--workers", "1", "--quiet"], stderr=subprocess.PIPE, text=True, env=dict(os.environ))
    deadline = time.monotonic() + 300
    while not out.exists() and time.monotonic() < deadline:
        time.sleep(0.5)
    process.send_signal(signal.SIGINT)
    _, said = process.communicate(timeout=120)
    kept = json.loads(out.read_text())
    assert process.returncode == 130
    assert f"a line of {kept['points']} points is kept in {out}" in said and "--resume" in said
    assert confirmed(kept["moves"], Task()) == kept["points"]
