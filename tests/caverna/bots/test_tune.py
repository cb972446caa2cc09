"""Tuning: what may change, what candidates meet, and that seed and settings alone decide the file, interrupted or not."""

from __future__ import annotations

import io
import json
import pickle
import tomllib
from argparse import Namespace
from dataclasses import asdict
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from caverna_sim.cli import main
from caverna_sim.errors import CavernaError
from caverna_sim.files import packed_arrays
from caverna_sim.games.caverna.bots import parameters
from caverna_sim.games.caverna.bots.layout import JUDGE, SCALARS
from caverna_sim.games.caverna.box.catalog import FURNISHINGS
from caverna_sim.games.caverna.box.tables import printed_tables
from caverna_sim.games.caverna.learning.tune import Task, genes_of
from caverna_sim.games.caverna.scenario.reading import CavernaScenario
from caverna_sim.games.caverna.source import CavernaSource
from caverna_sim.kit.learning import tune
from caverna_sim.kit.learning.checkpoint import write_checkpoint
from caverna_sim.kit.learning.tune import Field, State, block_values, blocks_for, moved
from caverna_sim.kit.learning.tuning import Reporter
from caverna_sim.match.play import Match, play
from tests.caverna.bots.test_tournament import fake_record, taste

pytest.importorskip("cma")
Capture = pytest.CaptureFixture[str]
TINY = ["--players", "2", "--games", "4", "--candidates", "4", "--check-games", "40", "--workers", "1", "--seed", "7"]


@pytest.fixture(autouse=True)
def _small_roster(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(parameters, "bot_record", fake_record)
    monkeypatch.setattr(parameters, "parameters_of", lambda name: {"description": f"the bot {name}"})


def field_of(bot: Any, population: Any) -> Field:
    return Field(bot, nobody(len(bot)), population, nobody(len(population)))


def nobody(number: int) -> Any:
    """Judges of bots that do not judge."""
    return np.zeros(number, JUDGE)


def tuned(out: Path, *more: str, generations: int = 4) -> str:
    """The file that a tiny run writes."""
    assert (
        main(["tune", "plain", "--population", "hasty", *TINY, "--generations", str(generations), "--quiet", "--out", str(out), *more]) == 0
    )
    return out.read_text(encoding="utf-8")


# ---------------------------------------------------------------- what may change


def test_every_taste_may_change_but_not_how_a_bot_plays() -> None:
    genes = genes_of(taste()[0])
    assert {gene.field for gene in genes if gene.place is None} == set(SCALARS) - {"temperature", "begging", "protect", "lead"}
    tiles, spaces = (len(printed_tables()[table]) for table in ("furnishing", "space"))
    numbers = {"worth_early": 13, "worth_late": 13, "enough": 13, "furnishing": tiles, "furnishing_per_round": tiles}
    for name, number in {**numbers, "space": spaces}.items():
        assert [gene.place for gene in genes if gene.field == name] == list(range(number))


@pytest.mark.parametrize(
    ("only", "fields"),
    [
        (("weights.weapon",), ["weapon"]),
        (("furnishing.prayer_chamber",), ["furnishing", "furnishing_per_round"]),
        (("furnishing.prayer_chamber.per_round",), ["furnishing_per_round"]),
        (("worth.wood", "enough.ore"), ["worth_early", "worth_late", "enough"]),
        (("worth.late.wood",), ["worth_late"]),
        (("worth.early",), ["worth_early"] * 13),
        (("space.logging",), ["space"] * 2),
        (("space.logging_1_3",), ["space"]),
    ],
)
def test_only_what_is_named_changes(only: tuple[str, ...], fields: list[str]) -> None:
    assert [gene.field for gene in genes_of(taste()[0], only)] == fields


def test_what_is_kept_does_not_change() -> None:
    genes = genes_of(taste()[0], keep=("weights.weapon", "furnishing.prayer_chamber", "space"))
    kept = FURNISHINGS.index("prayer_chamber")
    assert not any(gene.field in ("weapon", "space") for gene in genes)
    assert not any(gene.field.startswith("furnishing") and gene.place == kept for gene in genes)
    assert len(genes) == len(genes_of(taste()[0])) - 1 - 2 - len(printed_tables()["space"])
    assert [gene.field for gene in genes_of(taste()[0], ("worth",), ("worth.early",))] == ["worth_late"] * 13


def test_what_is_never_tuned_may_be_kept_too() -> None:
    assert len(genes_of(taste()[0], keep=("weights.temperature",))) == len(genes_of(taste()[0]))


@pytest.mark.parametrize(("only", "words"), [(("weights.wepon",), "did you mean `weights.weapon`"), (("colour",), "no parameter")])
def test_names_that_mean_nothing_are_refused(only: tuple[str, ...], words: str) -> None:
    with pytest.raises(CavernaError, match=words):
        genes_of(taste()[0], only)
    with pytest.raises(CavernaError, match=words):
        genes_of(taste()[0], keep=only)


def test_something_must_be_left_to_change() -> None:
    with pytest.raises(CavernaError, match="nothing is left"):
        genes_of(taste()[0], ("weights",), ("weights",))


def test_a_step_is_a_scale_and_stops_at_the_box() -> None:
    start = taste(cell=1.0, tunnel=0.8)
    genes = genes_of(start[0], ("weights.cell", "weights.tunnel", "furnishing.dwelling"))
    there = moved(start, genes, np.array([1.0, -100.0, -100.0, 0.0]))
    assert there[0]["cell"] == pytest.approx(1.0 + 0.3)
    assert there[0]["tunnel"] == 0  # what is worth something never costs something
    assert there[0]["furnishing"][FURNISHINGS.index("dwelling")] == pytest.approx(-6 * 0.7)
    assert start[0]["cell"] == 1.0
    for name in ("cavern", "worth_early", "space", "furnishing_per_round"):
        assert np.array_equal(there[0][name], start[0][name])


def test_no_step_changes_nothing() -> None:
    start = taste()
    genes = genes_of(start[0])
    there = moved(start, genes, np.zeros(len(genes)))
    assert all(np.allclose(there[0][gene.field], start[0][gene.field], atol=1e-4) for gene in genes)


# ---------------------------------------------------------------- what candidates meet


def test_candidates_meet_the_same_blocks() -> None:
    """A candidate that is there twice achieves the same twice, block by block."""
    bots = np.concatenate([taste(), taste(temperature=3.0), taste()])
    values = block_values(Task("plain", ("hasty",), (2, 3)), field_of(taste(), taste(placement=0.2)), bots, nobody(len(bots)), 0, 5)
    assert values.shape == (2, 3, 5)
    assert np.array_equal(values[:, 0], values[:, 2])
    assert not np.array_equal(values[:, 0], values[:, 1])


def test_a_candidate_plays_with_the_population_and_not_with_other_candidates() -> None:
    task, opponents = Task("plain", ("hasty",), (3,)), field_of(taste(), taste(placement=0.2))
    other = np.concatenate([taste(), taste(temperature=30.0)])
    alone, beside = (block_values(task, opponents, bots, nobody(len(bots)), 0, 4) for bots in (taste(), other))
    assert np.array_equal(alone[0, 0], beside[0, 0])


def scores_by_hand(bot: Any, rival: Any, players: int, first_block: int, blocks: int) -> list[list[list[int]]]:
    """[seat of the bot][block][seat] scores of a bot among copies of its rival."""
    records = {"it": (bot, nobody(1)), "rival": (rival, nobody(1))}
    found = []
    for seat in range(players):
        names = tuple("it" if place == seat else "rival" for place in range(players))
        source = CavernaSource(CavernaScenario("by hand", players, names, seating="fixed", seed=0, record=("players",)), records)
        played = play([Match(source, blocks, first_block)], {"players": ("score",)})[0]
        found.append(played["players", "score"].reshape(blocks, players).tolist())
    return found


def test_the_value_is_the_mean_over_all_seats() -> None:
    bot, rival = taste(), taste(temperature=3.0)
    values = block_values(Task("plain", ("hasty",), (2,)), field_of(bot, rival), bot, nobody(1), 3, 2)
    games = scores_by_hand(bot, rival, 2, 3, 2)
    assert values[0, 0].tolist() == [(games[0][block][0] + games[1][block][1]) / 2 for block in range(2)]


def test_the_lead_may_count_beside_the_score() -> None:
    bot, rival = taste(), taste(temperature=3.0)
    values = block_values(Task("plain", ("hasty",), (3,), lead=0.5), field_of(bot, rival), bot, nobody(1), 0, 1)
    by_hand = []
    for seat, (game,) in enumerate(scores_by_hand(bot, rival, 3, 0, 1)):
        others = [points for place, points in enumerate(game) if place != seat]
        by_hand.append(game[seat] + 0.5 * (game[seat] - max(others)))
    assert values[0, 0, 0] == pytest.approx(sum(by_hand) / 3)


def test_a_scenario_says_what_else_is_to_be_known(tmp_path: Path) -> None:
    file = tmp_path / "rich.toml"
    file.write_text('name = "rich"\nplayers = 2\nbots = ["random", "novice"]\n[rules]\n"start.food" = [30, 30]\n', encoding="utf-8")
    values = [
        block_values(Task("plain", ("hasty",), (2,), scenario=name), field_of(taste(), taste()), taste(), nobody(1), 0, 3).mean()
        for name in (None, str(file))
    ]
    assert values[1] > values[0] + 5


def test_every_generation_meets_new_blocks_and_more_of_them(monkeypatch: pytest.MonkeyPatch) -> None:
    met: list[tuple[int, int]] = []

    def watched(*arguments: Any) -> Any:
        met.append((arguments[4], arguments[5]))
        return block_values(*arguments)

    monkeypatch.setattr(tune, "block_values", watched)
    monkeypatch.setattr(tune, "GAMES_GROW", 1.0)
    state, opponents, genes = begun(Task("plain", ("hasty",), (2,), games=2, candidates=4, check_games=40))
    for _ in range(5):
        tune.step(state, opponents, genes)
    blocks = [set(range(first, first + number)) for first, number in met]
    assert [len(one) for one in blocks[:5]] == [1, 2, 3, 4, 5]
    assert not set.intersection(blocks[0] | blocks[1] | blocks[2], blocks[3] | blocks[4])
    trained = set.union(*blocks[:5])
    assert all(trained.isdisjoint(checked) for checked in blocks[5:])  # the start and the favourite, held out
    assert blocks[5] == blocks[6]
    tune.measure(state, opponents, genes)
    last, number = met[-1]
    assert not set(range(last, last + number)) & (trained | blocks[5])


def test_games_of_a_candidate_are_whole_blocks() -> None:
    task = Task("plain", ("hasty",), (2, 3, 4))
    assert blocks_for(180, task) == 20
    assert blocks_for(181, task) == 21
    assert blocks_for(0.1, task) == 1


# ---------------------------------------------------------------- the search


def begun(task: Task, bot: Any = None, words: tuple[str, ...] = ("weights",)) -> tuple[State, Field, tuple[tune.Gene, ...]]:
    bot = taste() if bot is None else bot
    opponents = field_of(bot, taste(placement=0.2))
    genes = genes_of(bot[0], words)
    return tune.new_state(task, genes, bot, "x"), opponents, genes


def test_a_spoilt_bot_gets_better() -> None:
    """A bot that thinks nothing of its dwarfs, caves and meadows learns to."""
    spoilt = taste(placement=0.0, room=0.0, cell=0.0, meadow=0.0, field=0.0, cavern=0.0, ore_mine=0.0)
    task = Task("plain", ("hasty",), (2,), games=20, candidates=8, check_games=400, seed=2)
    state, opponents, genes = begun(task, spoilt)
    outcome = tune.tune(state, opponents, genes, 12, None)
    assert outcome.gain.low > 3
    assert outcome.gain.value == pytest.approx(outcome.result.value - outcome.start.value)
    assert outcome.by_players[2] == outcome.result


def test_values_stay_in_the_box() -> None:
    state, _, genes = begun(Task("plain", ("hasty",), candidates=6))
    for turn in range(3):
        asked = state.optimiser.ask()
        for steps in asked:
            record = moved(taste(), genes, steps)
            assert all(gene.low - 1e-3 <= float(record[0][gene.field]) <= gene.high + 1e-3 for gene in genes)
        state.optimiser.tell(asked, [float(turn + number) for number in range(len(asked))])


def test_the_draws_of_the_optimiser_are_its_own() -> None:
    """NumPy's global numbers do not change what is asked next."""
    one, two = (begun(Task("plain", ("hasty",), candidates=4, seed=3))[0] for _ in range(2))
    first = one.optimiser.ask()
    np.random.seed(99)
    assert np.array_equal(first, two.optimiser.ask())
    assert not np.array_equal(first, begun(Task("plain", ("hasty",), candidates=4, seed=4))[0].optimiser.ask())


def test_minutes_end_the_search() -> None:
    state, opponents, genes = begun(Task("plain", ("hasty",), (2,), games=2, candidates=4, check_games=4))
    now = iter(range(0, 10_000, 25))
    outcome = tune.tune(state, opponents, genes, None, 1.0, clock=lambda: float(next(now)))
    assert 1 <= outcome.state.generation <= 2


# ---------------------------------------------------------------- the file


def test_the_same_seed_and_settings_give_the_same_file(tmp_path: Path) -> None:
    one, two = tuned(tmp_path / "a.toml"), tuned(tmp_path / "b.toml")
    assert one == two
    assert one != tuned(tmp_path / "c.toml", "--seed", "8")
    assert not list(tmp_path.glob(".*"))


def test_an_interrupted_run_goes_on_to_the_same_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    whole = tuned(tmp_path / "whole.toml", generations=7)
    step, done = tune.step, []

    def dying(*arguments: Any) -> Any:
        if len(done) == 3:
            raise KeyboardInterrupt
        done.append(1)
        return step(*arguments)

    monkeypatch.setattr(tune, "step", dying)
    out = tmp_path / "killed.toml"
    arguments = ["tune", "plain", "--population", "hasty", *TINY, "--generations", "7", "--quiet", "--out", str(out)]
    assert main(arguments) == 130
    assert not out.exists()
    monkeypatch.setattr(tune, "step", step)
    np.random.seed(1)
    assert tuned(out, "--resume", generations=7) == whole
    history = json.loads((tmp_path / "killed.history.json").read_text())
    assert [line["generation"] for line in history["history"]] == [1, 2, 3, 4, 5, 6, 7]
    assert "held_out" in history["history"][4]


def test_more_generations_go_on_from_a_run_that_ended(tmp_path: Path) -> None:
    tuned(tmp_path / "two.toml", generations=2)
    assert tuned(tmp_path / "two.toml", "--resume", generations=3) == tuned(tmp_path / "three.toml", generations=3)


def test_the_file_tells_where_it_comes_from(tmp_path: Path) -> None:
    told = tomllib.loads(tuned(tmp_path / "a.toml"))
    origin = told["provenance"]
    assert told["description"] == "the bot plain"
    assert "base" not in told
    assert origin["generations"] == 4
    assert origin["population"] == ["hasty"]
    value, low, high = origin["gain"]
    assert low <= value <= high
    assert origin["result"][0] - origin["start"][0] == pytest.approx(value, abs=2e-3)
    again = tmp_path / "again.toml"
    words = origin["command"].split()
    assert words[0] == "caverna-sim"
    assert main([*words[1:], "--quiet", "--workers", "1", "--out", str(again)]) == 0
    assert again.read_text() == (tmp_path / "a.toml").read_text()


def test_the_file_holds_the_bot_that_was_measured(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    tuned(tmp_path / "a.toml", "--only", "weights,worth.wood")
    facts = tune.kept_facts(tmp_path / "a.toml")
    assert facts is not None
    genes = genes_of(taste()[0], ("weights", "worth.wood"))
    state = tune.rebuilt(
        facts, Task("plain", ("hasty",), candidates=facts["task"]["candidates"], seed=facts["task"]["seed"]), genes, taste()
    )
    measured = tune.result_of(state, field_of(taste(), taste()), genes)
    monkeypatch.undo()
    bot, _ = parameters.bot_record(str(tmp_path / "a.toml"))
    for name in ("tier", "temperature", *SCALARS, "worth_early", "worth_late", "enough", "furnishing", "furnishing_per_round", "space"):
        assert np.array_equal(bot[0][name], measured[0][name]), name
    assert bot[0]["cell"] != taste()[0]["cell"]
    assert np.array_equal(bot[0]["space"], taste()[0]["space"])


def test_a_run_that_was_not_finished_is_not_lost_by_mistake(tmp_path: Path, capsys: Capture) -> None:
    out = tmp_path / "a.toml"
    tuned(out)
    facts = tune.kept_facts(out)
    assert facts is not None
    write_checkpoint(tune.checkpoint_paths(out)[0], tune.KIND, {**facts, "is_finished": False}, {})
    assert main(["tune", "plain", "--population", "hasty", *TINY, "--out", str(out)]) == 2
    assert "add --resume or remove it" in capsys.readouterr().err


def test_only_the_same_task_is_resumed(tmp_path: Path, capsys: Capture, monkeypatch: pytest.MonkeyPatch) -> None:
    out = tmp_path / "a.toml"
    tuned(out, generations=1)
    assert main(["tune", "plain", "--population", "hasty", *TINY, "--games", "6", "--resume", "--out", str(out)]) == 2
    assert "games was 4, not 6" in capsys.readouterr().err
    monkeypatch.setitem(__import__("tests.caverna.bots.test_tournament", fromlist=["TASTES"]).TASTES, "hasty", {"placement": 1.0})
    assert main(["tune", "plain", "--population", "hasty", *TINY, "--resume", "--out", str(out)]) == 2
    assert "parameters have changed" in capsys.readouterr().err


class _Trap:
    """What runs code when it is unpickled."""

    def __init__(self, mark: Path) -> None:
        self.mark = mark

    def __reduce__(self) -> tuple[Any, ...]:
        return Path.touch, (self.mark,)


@pytest.mark.parametrize("options", [[], ["--resume"]])
def test_no_checkpoint_runs_code(options: list[str], tmp_path: Path, capsys: Capture) -> None:
    """A pickle in the place of a checkpoint, and an array of pickled objects within one."""
    out, mark = tmp_path / "a.toml", tmp_path / "mark"
    trap = np.empty(1, object)
    trap[0] = _Trap(mark)
    for content in (pickle.dumps(_Trap(mark)), _npz(facts=trap), _npz(facts=np.zeros(1, np.uint8), more=trap)):
        tune.checkpoint_paths(out)[0].write_bytes(content)
        assert main(["tune", "plain", "--population", "hasty", *TINY, "--out", str(out), *options]) == 2
        assert "damaged or of another version; remove it to start anew" in capsys.readouterr().err
        assert not mark.exists()
    assert not out.exists()


def _npz(**arrays: Any) -> bytes:
    stream = io.BytesIO()
    np.savez(stream, **arrays)
    return stream.getvalue()


@pytest.mark.parametrize(
    "change",
    [
        {"told": []}, {"told": [[1.0] * 4] * 4}, {"favourite": [0.0]}, {"generation": -1}, {"task": 3}, {"history": {}}, {"kind": "judge"},
        {"told": [[float("inf")] * 4]}, {"start_values": "x"}, {"fingerprint": "0"}, {"more": 1},
    ],
    ids=str,
)  # fmt: skip
def test_a_checkpoint_that_was_changed_is_told(change: dict[str, Any], tmp_path: Path, capsys: Capture) -> None:
    out = tmp_path / "a.toml"
    tuned(out)
    facts = tune.kept_facts(out)
    assert facts is not None
    path = tune.checkpoint_paths(out)[0]
    text = json.dumps({**facts, **change})
    path.write_bytes(packed_arrays({"facts": np.frombuffer(text.encode(), np.uint8)}))
    assert main(["tune", "plain", "--population", "hasty", *TINY, "--resume", "--out", str(out)]) == 2
    assert "remove it to start anew" in capsys.readouterr().err


def test_nothing_that_tune_has_not_written_is_overwritten(tmp_path: Path, capsys: Capture) -> None:
    out = tmp_path / "a.toml"
    arguments = ["tune", "plain", "--population", "hasty", *TINY, "--generations", "1", "--quiet", "--out", str(out)]
    out.write_text('base = "balanced"  # a year of work\n')
    assert main(arguments) == 2
    assert "was not written by this command" in capsys.readouterr().err
    assert out.read_text() == 'base = "balanced"  # a year of work\n'
    assert list(tmp_path.iterdir()) == [out]
    assert main([*arguments, "--overwrite"]) == 0
    assert main(arguments) == 0  # now it is its own


def test_a_damaged_checkpoint_is_told(tmp_path: Path, capsys: Capture) -> None:
    out = tmp_path / "a.toml"
    tune.checkpoint_paths(out)[0].write_bytes(b"rubbish")
    assert main(["tune", "plain", "--population", "hasty", *TINY, "--resume", "--out", str(out)]) == 2
    assert "damaged" in capsys.readouterr().err


def test_a_bot_names_what_it_keeps(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert tune.kept_by("plain", parameters.parameters_of("plain")) == ()
    monkeypatch.setattr(parameters, "parameters_of", lambda name: {"description": name, "tune": {"keep": ["weights.weapon"]}})
    told = tomllib.loads(tuned(tmp_path / "a.toml", "--only", "weights.weapon,weights.cell", generations=1))
    assert told["weights"]["weapon"] == pytest.approx(taste()[0]["weapon"])
    assert told["weights"]["cell"] != pytest.approx(taste()[0]["cell"])
    assert told["tune"] == {"keep": ["weights.weapon"]}
    monkeypatch.setattr(parameters, "parameters_of", lambda name: {"tune": {"keep": 3}})
    with pytest.raises(CavernaError, match="list of names"):
        tune.kept_by("plain", parameters.parameters_of("plain"))


# ---------------------------------------------------------------- the command


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["nobody"], "unknown bot `nobody`"),
        (["plain", "--players", "2,8"], "8 is not allowed"),
        (["plain", "--only", "wings"], "no parameter is called `wings`"),
        (["plain", "--only", "weights,,"], "names with commas"),
        (["plain", "--minutes", "nan"], "'nan' is not allowed"),
        (["plain", "--minutes", "1", "--generations", "1"], "not allowed with argument"),
        (["plain", "--out", "nowhere/a.toml"], "there is no folder"),
        (["plain", "--out", "a.txt"], "ends in .toml"),
    ],
)
def test_wrong_input_is_one_sentence(
    arguments: list[str], words: str, capsys: Capture, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    code = main(["tune", *arguments, *(["--population", "hasty"] if "--population" not in arguments else [])])
    captured = capsys.readouterr()
    assert (code, captured.out) == (2, "")
    assert words in captured.err
    assert captured.err.count("\n") == 1
    assert not list(tmp_path.iterdir())


def test_progress_and_summary(tmp_path: Path, capsys: Capture) -> None:
    out = tmp_path / "a.toml"
    assert main(["tune", "plain", "--population", "hasty", *TINY, "--generations", "5", "--out", str(out)]) == 0
    captured = capsys.readouterr()
    lines = [line for line in captured.err.splitlines() if line.startswith("generation")]
    assert len(lines) == 5
    assert all("mean" in line and "best" in line and "left" in line for line in lines)
    assert "held out" in lines[4]
    assert "held out" not in lines[3]
    assert all(len(line) <= 100 for line in captured.out.splitlines())
    for word in ("start", "result", "gain", "held-out games", str(out)):
        assert word in captured.out


def test_the_summary_for_machines(tmp_path: Path, capsys: Capture) -> None:
    tuned(tmp_path / "a.toml", "--json", generations=1)
    data = json.loads(capsys.readouterr().out)
    assert data["file"] == str(tmp_path / "a.toml")
    assert data["generations"] == 1
    assert len(data["gain"]) == 3


def test_without_the_library_it_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(__import__("sys").modules, "cma", None)
    with pytest.raises(CavernaError, match=r"library cma; .*\[tune\]"):
        begun(Task("plain", ("hasty",)))


def test_the_task_is_all_that_is_asked_for() -> None:
    """Every option that changes the result is part of the task, so that resuming notices it."""
    from argparse import ArgumentParser

    from caverna_sim.cli import commands

    parser = ArgumentParser()
    commands()["tune"].arguments(parser)
    options: Namespace = parser.parse_args(["plain"])
    no_part_of_it = {"minutes", "generations", "out", "resume", "workers", "quiet", "json", "overwrite", "anew"}
    assert set(vars(options)) - no_part_of_it == set(asdict(Task("plain", ())))
    for name in ("players", "games", "candidates", "check_games", "seed", "lead"):
        assert getattr(options, name) in (None, getattr(Task("plain", ()), name))


def test_a_line_of_progress_tells_the_time_left() -> None:
    state, opponents, genes = begun(Task("plain", ("hasty",), (2,), games=2, candidates=4, check_games=4))
    line = tune.step(state, opponents, genes)
    stream = io.StringIO()
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("sys.stderr", stream)
        Reporter(10, None)(state, line, 2.0)
    assert stream.getvalue().startswith("generation   1")
    assert "18 s left" in stream.getvalue()
