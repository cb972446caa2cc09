"""What good lines share, and what they lose without furnishings: told from lines that are played, by searches of equal length."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest

from caverna_sim import CavernaError
from caverna_sim.cli import main
from caverna_sim.games.caverna.planning.climber import Task
from caverna_sim.games.caverna.planning.lessons import Line, played, read_lines, told
from caverna_sim.kit.planning import worth
from caverna_sim.kit.planning.gather import gather
from caverna_sim.kit.planning.lessons import different
from caverna_sim.kit.planning.worth import CHUNK, Trial, Trials, planned, record_of, take_up

SOLO = Path(__file__).parents[3] / "reports" / "solo"
FULL, INTRODUCTORY = SOLO / "full.json", SOLO / "introductory.json"


def line(points: int, *tiles: str, **more: object) -> Line:
    """A line that builds furnishings, one in each round."""
    built = tuple((tile, number) for number, tile in enumerate(tiles, start=1))
    places, parts = (("housework", 1), ("logging_1_3", 2)), (("gold", points),)
    plain = Line(
        points=points, moves=tiles, built=built, places=places, parts=parts, dwarfs=((12, 2),), forged=(), strength=0, expeditions=0
    )
    return replace(plain, **more)  # type: ignore[arg-type]


# ---------------------------------------------------------------- what lines share


def test_a_line_tells_what_was_built_when() -> None:
    task, (one,) = read_lines([FULL])
    kept = json.loads(FULL.read_text(encoding="utf-8"))
    assert (one.points, list(one.moves)) == (kept["points"], kept["moves"]) and task == Task(tiles="full")
    assert len(one.built) == sum(move.startswith("furnish ") for move in kept["moves"])
    assert [name for name, _ in one.built] == [
        move.split(" with ")[1].split(" paying")[0] for move in kept["moves"] if move.startswith("furnish ")
    ]
    assert len(one.places) == sum(move.startswith("place a dwarf") for move in kept["moves"])
    assert [number for number, _ in one.dwarfs] == [1, 2, 3, 4, 5, 6, 7, 8, 10, 11, 12]
    assert one.dwarfs[-1][1] == 2 + sum(move == "grow the family" for move in kept["moves"])
    assert dict(one.parts)["dwarfs"] == one.dwarfs[-1][1] and sum(points for _, points in one.parts) == one.points
    assert len(one.forged) == sum(move.startswith("forge ") for move in kept["moves"])


def test_lines_differ_by_two_furnishings_and_come_close_to_the_best() -> None:
    best, same, alike, far = line(100, "a", "b"), line(99, "a", "b"), line(99, "a", "b", "c"), line(97, "a", "d")
    assert different([far, alike, same, best]) == [best, far]
    assert different([best, line(94, "x", "y"), line(95, "x", "z")]) == [best, line(95, "x", "z")]


def test_what_lines_share_is_counted_by_hand() -> None:
    lines = [line(100, "a", "b"), line(98, "b", "c", forged=((4, 3),), strength=5, expeditions=2), line(96, "b", "d")]
    found = told(lines)
    rows = {row["tile"]: row for row in found["furnishings"]}
    assert found["furnishings"][0]["tile"] == "b"
    assert (rows["b"]["share"], rows["b"]["first"], rows["b"]["round"], rows["b"]["last"]) == (1.0, 1, 1, 2)
    assert rows["b"]["place"] == pytest.approx(4 / 3) and rows["a"]["share"] == pytest.approx(1 / 3)
    assert found["weapons"] == {"armed": pytest.approx(1 / 3), "first": 4, "strength": 5, "expeditions": 2}
    assert found["order"] == ["b"] and found["apart"] == 2.0
    assert found["openings"] == [(("housework", "logging_1_3"), 3)] and found["turns"][0]["turns"] == 1.0
    assert found["parts"] == [{"part": "gold", "least": 96, "points": 98, "most": 100}]


def test_more_lines_are_found_that_differ() -> None:
    """Two searches of the shortest kind from a line of no merit; what is kept is legal, close and different."""
    task, lines = read_lines([INTRODUCTORY])
    found = gather(task, lines, 3, 2, seed=1)
    assert found[0] == lines[0] and len(found) <= 3
    assert different(found) == found
    assert gather(task, lines, 1, 5) == lines


def test_a_collection_is_read_again(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    place = tmp_path / "lines.json"
    assert main(["plan-lessons", str(FULL), str(FULL), "--keep", str(place)]) == 0
    said = capsys.readouterr().out
    assert said.startswith("1 line of ") and "Office room" in said and f"next: caverna-sim plan-worth {place}" in said
    assert max(map(len, said.splitlines()[:-3])) <= 400
    assert read_lines([place]) == read_lines([FULL])
    assert main(["plan-lessons", str(place), "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["lines"] == 1


@pytest.mark.parametrize(
    ("arguments", "problem"),
    [
        (["nothing.json"], "nothing.json"),
        ([str(FULL), str(INTRODUCTORY)], "about another game"),
        (["empty.json"], "no line in"),
        (["odd.json"], "this key is missing"),
        (["short.json"], "not over after its last move"),
        (["wrong.json"], "does not fit its game"),
        (["table.json"], "lessons are taken from solo games"),
        ([str(FULL), "--keep", "taken.json"], "taken.json"),
        ([str(FULL), "--lines", "0"], "--lines"),
    ],
)
def test_what_is_no_line_is_refused_in_a_sentence(
    arguments: list[str], problem: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    kept = json.loads(FULL.read_text(encoding="utf-8"))
    for name, data in {
        "empty": {"lines": []}, "odd": {"points": 3}, "short": {**kept, "moves": kept["moves"][:20]}, "taken": {"of": "somebody"},
        "wrong": {**kept, "moves": ["collect from logging_1_3"]}, "table": {**kept, "players": 2},
    }.items():  # fmt: skip
        (tmp_path / f"{name}.json").write_text(json.dumps(data))
    assert main(["plan-lessons", *arguments]) == 2
    said = capsys.readouterr().err
    assert said.startswith("error: ") and problem in said and said.count("\n") == 1


# ---------------------------------------------------------------- what furnishings are worth


@pytest.fixture(scope="module")
def searched() -> Trials:
    """Each search as short as there are, without a furnishing that the line builds."""
    task, lines = read_lines([INTRODUCTORY])
    trials = Trials(task, lines)
    for missing, tries, seed in planned(trials, trials.needed()[:2], 2, CHUNK, 1):
        trials.run(missing, tries, seed)
    return trials


def test_both_searches_begin_with_the_same_line_and_only_one_may_build_it(searched: Trials) -> None:
    first, second = searched.needed()[:2]
    assert [(one.missing, one.allowed) for one in searched.done] == [
        ((first,), False), ((first,), True), ((second,), False), ((second,), True), ((first, second), False), ((first, second), True),
    ]  # fmt: skip
    before = len(searched.done)
    searched.run((second, first), CHUNK, 0)
    assert len(searched.done) == before  # that was done
    again = Trials(searched.task, searched.lines)
    again.run((first,), CHUNK, 0)
    assert again.done == searched.done[:2]  # the same chances


def test_a_search_without_a_furnishing_finds_lines_without_it(searched: Trials) -> None:
    tile = searched.needed()[0]
    task = searched.task.without((tile,))
    repaired = task.climber(1).repaired(record_of(searched.task, searched.lines[0]))
    assert task.played(repaired).over and tile not in played(searched.task, repaired).owned


def test_only_what_every_best_line_builds_can_cost_anything() -> None:
    lines = [line(9, "state_parlor", "office_room", "dwelling"), line(9, "office_room", "dwelling"), line(8, "carpenter")]
    assert Trials(Task(tiles="full"), lines).needed() == ["office_room"]  # of the dwelling there are many


def test_what_is_lost_is_counted_by_hand() -> None:
    points = {(False, 0): 90, (True, 0): 97, (False, 1): 93, (True, 1): 96}
    done = [Trial(("a",), allowed, 10, seed, found) for (allowed, seed), found in points.items()] + [Trial(("b",), False, 10, 0, 80)]
    trials = Trials(Task(), [line(100, "a", "b"), line(92, "b")], done)
    (one,) = trials.worths()  # nothing is told of b, whose search with it was not made
    assert (one.missing, one.seeds, one.worth, one.without_here, one.without, one.lost) == (("a",), 2, 5.0, 93, 93, 7)
    assert one.high - one.worth == pytest.approx(12.7062 * 2.8284 / 1.4142, rel=1e-4)  # t with one degree of freedom
    assert trials.points_without(["b"]) == 80 and trials.points_without(["a", "b"]) == 0
    trials.done.append(Trial(("a", "c"), False, 10, 0, 95))
    assert trials.points_without(["a"]) == 95  # what does without more does without it


def test_searches_are_kept_and_gone_on_with(searched: Trials, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "worth.json"
    file.write_text(worth.text_of(searched))
    again = Trials(searched.task, searched.lines)
    take_up(again, file)
    assert again.done == searched.done
    tiles = searched.needed()[:2]
    arguments = [
        "plan-worth",
        str(INTRODUCTORY),
        "--tiles",
        *tiles,
        "--pairs",
        "2",
        "--tries",
        str(CHUNK),
        "--seeds",
        "1",
        "--out",
        str(file),
    ]
    assert main([*arguments, "--resume"]) == 0
    said = capsys.readouterr().out
    assert file.read_text() == worth.text_of(searched)  # nothing was searched again
    assert f"the best line makes {searched.best} points" in said and said.count(f"{CHUNK:,}") == 3
    with pytest.raises(CavernaError, match="began with other lines"):
        take_up(Trials(*_lines(FULL)), file)
    file.write_text('{"format": 1}')
    with pytest.raises(CavernaError, match="is missing"):
        take_up(again, file)


def _lines(file: Path) -> tuple[Task, list[Line]]:
    return read_lines([file])


@pytest.mark.parametrize(
    ("arguments", "problem"),
    [
        (["--tiles", "office_rom"], "did you mean"),
        (["--tiles", "dwelling"], "there is not exactly one of it"),
        (["--resume"], "--resume needs --out"),
        (["--tries", "10"], "--tries"),
        (["--out", "."], "--out"),
    ],
)
def test_what_cannot_be_searched_is_refused_in_a_sentence(
    arguments: list[str], problem: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    assert main(["plan-worth", str(FULL), *arguments]) == 2
    said = capsys.readouterr().err
    assert said.startswith("error: ") and problem in said and said.count("\n") == 1
