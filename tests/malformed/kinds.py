"""One maker of malformed inputs for every door: each gives attempts, things to call that must end well or in one sentence."""

from __future__ import annotations

import contextlib
import json
import os
import random
import socket
from collections.abc import Callable, Iterator
from dataclasses import asdict
from inspect import signature
from pathlib import Path
from typing import Any

import numpy as np

import caverna_sim as cs
from caverna_sim import cli
from caverna_sim.dataset.manifest import CHECKSUM, checksum_of
from caverna_sim.errors import CavernaError, DatasetError
from caverna_sim.experiments.studies import studies as all_studies
from caverna_sim.experiments.study import Options
from caverna_sim.experiments.tournament import tournament
from caverna_sim.files import packed_arrays, unpacked_arrays
from caverna_sim.games import found_at
from caverna_sim.games.caverna.bots.parameters import bot_record, judge_bytes, judge_record, packaged_bots, parameters_of
from caverna_sim.games.caverna.box.assumed import template
from caverna_sim.games.caverna.learning import learn
from caverna_sim.games.caverna.learning.tune import Task
from caverna_sim.games.caverna.planning.lines import read_line
from caverna_sim.kit.learning import tune
from caverna_sim.kit.learning.checkpoint import parameter_file
from caverna_sim.scenario.scenario import packaged_scenarios
from tests.malformed import agricola, asking
from tests.malformed.junk import OBJECTS, VALUES, spoilt_data, spoilt_json, spoilt_text
from tests.malformed.trying import command
from tests.stats.synthetic import made_up, on_disk

Attempt = Callable[[], Any]
Maker = Callable[[Path, random.Random], Iterator[Attempt]]

OWN_SCENARIO = """
name = "mine"
description = "of one's own"
players = 3
bots = ["random", "cautious", "balanced"]
seating = "rotate"
games = 100
seed = 7
record = ["games", "players"]
[rules]
"loot.cattle.strength" = 12
start.food = [0, 1, 2]
[supply]
without = ["office_room"]
random_absence = 0.2
[opening.seat_2]
place = ["starting_player", "logging"]
[bot.cautious]
base = "balanced"
temperature = 0.1
weights.begging = -8.0
"""


def written(path: Path, content: bytes) -> Path:
    path.write_bytes(content)
    return path


# ---------------------------------------------------------------- files of text


def scenarios(folder: Path, chance: random.Random) -> Iterator[Attempt]:
    texts = [OWN_SCENARIO, OWN_SCENARIO, *packaged_scenarios().values()]
    while True:
        file = written(folder / "mine.toml", spoilt_text(chance.choice(texts), chance))
        yield command("check", str(file))


def bots(folder: Path, chance: random.Random) -> Iterator[Attempt]:
    texts = ['base = "balanced"\ntemperature = 0.1\n[weights]\nbegging = -8.0\n[furnishing]\ncarpenter = 2.0\n', *packaged_bots().values()]
    while True:
        file = written(folder / "mine.toml", spoilt_text(chance.choice(texts), chance))
        yield command("bots", str(file)) if chance.random() < 0.1 else lambda file=file: bot_record(str(file))  # type: ignore[misc]


def boxes(folder: Path, chance: random.Random) -> Iterator[Attempt]:
    """Files with the values of an owner of Frantic Fiends, by themselves and named by a scenario."""
    filled = "\n".join(line.removeprefix("# ") for line in template().splitlines())
    scenario = 'name = "x"\nplayers = 1\nexpansion = "fiends"\nbots = ["random"]\n[rules]\noverrides = "box.toml"\n'
    written(folder / "mine.toml", scenario.encode())
    while True:
        file = written(folder / "box.toml", spoilt_text(filled, chance))
        yield command("check", str(file if chance.random() < 0.7 else folder / "mine.toml"))


# ---------------------------------------------------------------- positions and lines


def positions(folder: Path, chance: random.Random) -> Iterator[Attempt]:
    known = []
    for players, expansion in ((1, None), (2, None), (4, None), (1, "fiends"), (3, "fiends")):
        game = cs.Game(players, 5, expansion=expansion)
        for _ in range(chance.randint(0, 40)):
            game.play(chance.choice(game.legal()))
        known.append(game.to_dict())
    while True:
        if chance.random() < 0.5:
            position = spoilt_data(chance.choice(known), chance, OBJECTS)
            yield lambda position=position: cs.Game.from_dict(position).legal()  # type: ignore[misc]
        else:
            yield command("check", str(written(folder / "mine.json", spoilt_json(chance.choice(known), chance))))


def lines(folder: Path, chance: random.Random) -> Iterator[Attempt]:
    game = cs.Game(1, 3)
    moves = []
    while len(moves) < 12:
        action = chance.choice(game.legal())
        moves.append(action.text)
        game.play(action)
    line = {"players": 1, "tiles": "full", "rules": {}, "seed": 3, "points": 40, "moves": moves}
    while True:
        file = written(folder / "line.json", spoilt_json(line, chance))
        played = chance.random() < 0.1
        yield command("watch", "--line", str(file), "--quiet") if played else lambda file=file: read_line(str(file))  # type: ignore[misc]


# ---------------------------------------------------------------- runs


def manifests(folder: Path, chance: random.Random) -> Iterator[Attempt]:
    """Manifests with other values, half of them with a checksum that fits."""
    run = on_disk(made_up(8), folder / "run")
    sound = json.loads((run / "manifest.json").read_text())
    more = [{"tables": {name: sound["tables"]["games"]}} for name in ("/tmp/x", "../../outside", "..", "games/../players", "a" * 200)]
    while True:
        if chance.random() < 0.05:
            content = json.dumps({**sound, **chance.choice(more)}).encode()
        else:
            content = spoilt_json(sound, chance)
        if chance.random() < 0.5:
            with contextlib.suppress(ValueError, RecursionError, AttributeError, TypeError):
                data = json.loads(content)
                content = json.dumps({**data, CHECKSUM: checksum_of(data)}).encode()
        written(run / "manifest.json", content)

        def attempt() -> None:
            found = cs.load(run)
            for name in found.tables:
                found.table(name).collect()

        yield attempt if chance.random() < 0.97 else command("report", str(run), "--out", str(folder / "page.html"))


def resumed(folder: Path, chance: random.Random) -> Iterator[Attempt]:
    """A changed manifest, or parts of others, and a run that goes on with them."""
    run = on_disk(made_up(8), folder / "run")
    sound = json.loads((run / "manifest.json").read_text())
    others = ({"tables": {str(folder.parent / "outside"): {"columns": {}}}}, {"tables": {"../../outside": {"columns": {}}}})
    while True:
        data = {**sound, **chance.choice(others)} if chance.random() < 0.3 else spoilt_data(sound, chance)
        with contextlib.suppress(ValueError, RecursionError, AttributeError, TypeError):
            data = {**data, "status": "running"}
            data = {**data, CHECKSUM: checksum_of(data)}
            written(run / "manifest.json", json.dumps(data).encode())
        yield command("run", chance.choice(("base_2", str(run))), "--out", str(run), "--resume", "--games", "8", "--quiet")


def parts(folder: Path, chance: random.Random) -> Iterator[Attempt]:
    """Part files with other bytes; a table that is read must be the one that was written, also when nobody verifies."""
    run = on_disk(made_up(40), folder / "run")
    whole = cs.load(run).players.collect()
    file = run / "players" / "part-000000.parquet"
    sound, other = file.read_bytes(), (run / "games" / "part-000000.parquet").read_bytes()
    while True:
        content = bytearray(sound)
        fault = chance.randrange(5)
        if fault == 0:
            content = content[: chance.randrange(len(content))]
        elif fault == 1:
            content = bytearray(other)
        elif fault == 2:
            content = bytearray(chance.randbytes(chance.randrange(3000)))
        else:
            for _ in range(chance.randint(1, 3)):
                content[chance.randrange(len(content))] ^= 1 << chance.randrange(8)
        written(file, bytes(content))
        changed = bytes(content) != sound

        def attempt(changed: bool = changed) -> str:
            try:
                found = cs.load(run).players.collect()
            except DatasetError as error:
                return "" if changed and "players/part-000000.parquet" in str(error) and "--resume" in str(error) else str(error)
            return "" if found.equals(whole) else "other rows than were written"

        yield attempt


# ---------------------------------------------------------------- arrays


def _spoilt_arrays(content: bytes, chance: random.Random) -> bytes:
    """An npz file with other bytes or other arrays."""
    if chance.random() < 0.4:
        changed = bytearray(content)
        for _ in range(chance.randint(1, 5)):
            changed[chance.randrange(len(changed))] ^= 1 << chance.randrange(8)
        return bytes(changed[: chance.choice((len(changed), chance.randrange(len(changed))))])
    arrays = unpacked_arrays(content, 10**10)
    name = chance.choice(list(arrays))
    before = arrays.pop(name)
    others: tuple[Any, ...] = (
        np.full(before.shape, np.nan),
        np.full(before.shape, np.inf),
        np.full(before.shape, 1e30),
        before.astype("S9"),
        np.zeros(0),
        np.zeros((3, 3, 3)),
        np.array("text"),
        before[..., None],
        np.zeros(before.shape, complex),
        np.zeros(before.shape, "M8[s]"),
    )
    if chance.random() < 0.85:
        arrays[name] = chance.choice(others)
    return packed_arrays(arrays)


def _all_finite(record: np.void) -> bool:
    fields = (record[name] for name in record.dtype.names or ())
    return all(_all_finite(field) if field.dtype.names else bool(np.isfinite(field).all()) for field in fields)


def judges(folder: Path, chance: random.Random) -> Iterator[Attempt]:
    """A judge that is read at all holds finite numbers only."""
    content = judge_bytes(judge_record("value"))
    while True:
        file = written(folder / "mine.npz", _spoilt_arrays(content, chance))

        def attempt(file: Path = file) -> str:
            judge = judge_record(str(file))[0]
            return "" if _all_finite(judge) else "a judge without numbers"

        yield attempt


def checkpoints(folder: Path, chance: random.Random) -> Iterator[Attempt]:
    """Checkpoints of both kinds of tuning."""
    task = Task("balanced", ("balanced",), (2,), 4, 4, 40)
    facts = {
        "task": asdict(task),
        "generation": 1,
        "games": 8,
        "history": [{"generation": 1}],
        "is_finished": False,
        "fingerprint": "0" * 64,
        "told": [[1.0, 2.0, 3.0, 4.0]],
        "start_values": None,
        "favourite": [0.0],
    }
    state = learn.new_state(learn.Task("value", (2,), 320, 7))
    out = folder / "a.toml"
    learn.COURSE.saved.save(state, tune.checkpoint_paths(out)[0])
    learned = tune.checkpoint_paths(out)[0].read_bytes()
    from caverna_sim.kit.learning.checkpoint import write_checkpoint

    file = tune.checkpoint_paths(out)[0]
    while True:
        if chance.random() < 0.7:
            write_checkpoint(file, tune.KIND, facts, {})
            if chance.random() < 0.7:
                arrays = unpacked_arrays(file.read_bytes(), 10**9)
                text = spoilt_json(json.loads(arrays["facts"].tobytes()), chance)
                written(file, packed_arrays({"facts": np.frombuffer(text, np.uint8)}))
            else:
                written(file, _spoilt_arrays(file.read_bytes(), chance))
            yield lambda: tune.kept_facts(out)
        else:
            written(file, _spoilt_arrays(learned, chance))
            yield lambda: learn.COURSE.saved.load(file)


# ---------------------------------------------------------------- things that are no files


def special_files(folder: Path, chance: random.Random) -> Iterator[Attempt]:
    """Pipes, devices, folders, sockets and huge files in every place where a file is read."""
    places: list[str] = []
    for suffix in ("toml", "json", "npz", "checkpoint"):
        pipe, huge, loop, link = (folder / f"{name}.{suffix}" for name in ("pipe", "huge", "loop", "link"))
        os.mkfifo(pipe)
        with huge.open("wb") as file:
            file.truncate(1_500_000_000)
        loop.symlink_to(loop)
        link.symlink_to("/dev/zero")
        (folder / f"folder.{suffix}").mkdir()
        places += [str(path) for path in (pipe, huge, loop, link, folder / f"folder.{suffix}", folder / f"nothing.{suffix}")]
    with contextlib.suppress(OSError):
        socket.socket(socket.AF_UNIX).bind(str(folder / "socket.toml"))
        places.append(str(folder / "socket.toml"))
    places += [
        "/dev/zero",
        "/dev/urandom",
        "/dev/tty",
        "/proc/self/mem",
        "~nobody/x.toml",
        "a\0b.toml",
        "x" * 5000 + ".toml",
        "/",
        "",
        "..",
        "\x1b[2J.toml",
    ]
    doors: tuple[Callable[[str], Attempt], ...] = (
        lambda place: command("check", place),
        lambda place: command("bots", place),
        lambda place: command("watch", place, "--quiet"),
        lambda place: command("watch", "--line", place),
        lambda place: command("report", place),
        lambda place: command("compare", place, place),
        lambda place: command("tune", place),
        lambda place: command("tournament", place, "balanced"),
        lambda place: command("run", place, "--resume"),
        lambda place: command("campaign", "--bot", place),
        lambda place: lambda: cs.load(place),
        lambda place: lambda: parameters_of(place),
        lambda place: lambda: judge_record(place or "/"),
        lambda place: lambda: cs.Game(scenario=place),
        lambda place: lambda: cs.compare(place, place),
        lambda place: lambda: cs.Game(2, rules={"overrides": place}, expansion="fiends"),
        lambda place: lambda: tune.kept_facts(parameter_file(place, overwrite=True).path),
        lambda place: lambda: parameters_of("balanced", {"tier": "value", "judge": place}),
        lambda place: command("rules", "furnishings", "--scenario", place),
    )
    while True:
        for door in doors:
            for place in places:
                yield door(place)


OPTIONS = (
    "--games",
    "--seed",
    "--out",
    "--workers",
    "--backend",
    "--scheduler",
    "--until",
    "--resume",
    "--quiet",
    "--json",
    "--players",
    "--index",
    "--rounds",
    "--boards",
    "--tiles",
    "--steps",
    "--html",
    "--line",
    "--smallest-effect",
    "--by",
    "--measure",
    "--log",
    "--bot",
    "--campaigns",
    "--side",
    "--purchases",
    "--strengths",
    "--keep",
    "--only",
    "--population",
    "--candidates",
    "--precision",
    "--bots",
    "--length",
    "--pool",
    "--target",
    "--share",
    "--overwrite",
    "--trust",
    "--anew",
    "--x",
    "-h",
    "--",
)
WORDS = (
    "quickstart",
    "base_2",
    "balanced",
    "random",
    "nobody",
    "",
    " ",
    "\x1b[31m",
    "a\0b",
    "-1",
    "0",
    "3",
    "2,3",
    "nan",
    "1e9",
    "9" * 400,
    "1_0",
    "../../outside",
    "/dev/zero",
    "$(id)",
    "`id`",
    "%s",
    "\ud800",
    "x" * 3000,
    "5/7/9/12",
    "99/1/1/1",
    "fiends",
    "seat,bot",
    "full",
    "NaN",
    "furnishings",
    "\N{CJK UNIFIED IDEOGRAPH-6F22}",
    "1-99",
    "true",
    "start.food=1,2",
    "*=" + "[" * 5000,
    "x=" + "9" * 5000,
    "a=+" + "9" * 400,
    "=",
)


def command_lines(folder: Path, chance: random.Random) -> Iterator[Attempt]:
    """Words and options in any order. What would play for long only has its arguments read."""
    quick = ("check", "bots", "rules", "report", "scenarios")
    stubs = {
        name: entry if name in quick else entry._replace(function="tests.malformed.kinds:nothing") for name, entry in cli.commands().items()
    }
    names = [*stubs, "chek", "", "--help", "--version", "\x1b[2J", "-x"]
    while True:
        words = [chance.choice(names)]
        words += [chance.choice((*OPTIONS, *WORDS, *WORDS)) for _ in range(chance.randint(0, 5))]

        def attempt(words: list[str] = words) -> Any:
            before = cli.commands
            cli.commands = lambda game=None: stubs  # type: ignore[assignment]
            try:
                return command(*words)()
            finally:
                cli.commands = before

        yield attempt


def nothing(_: Any) -> int:
    """In the place of a command that plays."""
    return 0


def calls(folder: Path, chance: random.Random) -> Iterator[Attempt]:
    """Python calls with one argument that nobody meant."""
    game = cs.Game(2, 1)
    first = cs.load(on_disk(made_up(60), folder / "one"))
    small = {"name": "x", "players": 2, "bots": ["random", "random"], "games": 2}

    def never(done: Any) -> None:
        raise CavernaError("it would play")

    doors: tuple[Callable[[Any], Any], ...] = (
        lambda one: cs.Game(one, 1),
        lambda one: cs.Game(2, one),
        lambda one: cs.Game(2, 1, one),
        lambda one: cs.Game(2, rules=one),
        lambda one: cs.Game(2, expansion=one),
        lambda one: cs.Game(2, tiles=one),
        lambda one: cs.Game(scenario=one),
        lambda one: cs.Game(2, auto=one),
        lambda one: game.play(one),
        lambda one: cs.Action(one),
        lambda one: cs.Action.parse(one),
        lambda one: cs.Game.from_dict(one),
        lambda one: cs.play(one, ["random", "random"]),
        lambda one: cs.play(game.copy(), one),
        lambda one: cs.play(game.copy(), [one, one]),
        lambda one: cs.load(one),
        lambda one: cs.load(first.path, one),
        lambda one: first.table(one),
        lambda one: cs.compare(one, first),
        lambda one: cs.compare(first, first, measure=one),
        lambda one: cs.compare(first, first, by=one),
        lambda one: cs.compare(first, first, level=one),
        lambda one: cs.compare(first, first, smallest_effect=one),
        lambda one: cs.pilot(first, first, power=one),
        lambda one: cs.pilot(one, one),
        lambda one: cs.orc_study(one),
        lambda one: cs.compare_many(one),
        lambda one: cs.compare_many({"x": (first, one)}),
        lambda one: cs.compare_many({"x": (first, first)}, measure=one),
        lambda one: cs.compare(first, first).page(one, overwrite=False),
        lambda one: cs.compare(first, first).plot(one),
        lambda one: cs.write_report(first, one),
        lambda one: cs.write_report(one, folder / "p.html"),
        lambda one: cs.run(one, out=folder / "never", on_progress=never),
        lambda one: cs.run(small, games=one, out=folder / "never", on_progress=never),
        lambda one: cs.run(small, seed=one, out=folder / "never", on_progress=never),
        lambda one: cs.run(small, out=one, on_progress=never),
        lambda one: cs.run(small, workers=one, out=folder / "never", on_progress=never),
        lambda one: cs.run(small, backend=one, out=folder / "never", on_progress=never),
        lambda one: cs.run(small, until=one, out=folder / "never", on_progress=never),
        lambda one: cs.run(small, chunk_games=one, out=folder / "never", on_progress=never),
        lambda one: cs.run(small, resume=one, out=folder / "never", on_progress=never),
        lambda one: cs.run({**small, "name": one}, out=folder / "never", on_progress=never),
        lambda one: cs.run({**small, "bots": one}, out=folder / "never", on_progress=never),
        lambda one: cs.campaign("nobody", one),
        lambda one: cs.campaign(one, "x"),
        lambda one: cs.campaign("nobody", rules=one),
        lambda one: cs.campaign("nobody", side=one),
        lambda one: cs.campaign("nobody", purchases=one),
        lambda one: cs.campaigns("nobody", one),
        lambda one: cs.campaigns("nobody", level=one),
        lambda one: tournament(one),
        lambda one: tournament([one, "nobody"]),
        lambda one: tournament(["nobody", "random"], one),
        lambda one: tournament(["nobody", "random"], games=one),
        lambda one: tournament(["nobody", "random"], seed=one),
        lambda one: tournament(["nobody", "random"], workers=one),
        lambda one: tournament(["nobody", "random"], scenario=one),
        lambda one: tournament(["nobody", "random"], on_games=one),
        lambda one: parameters_of(one),
        lambda one: parameters_of("balanced", one),
        lambda one: parameters_of("balanced", {"weights": one}),
        lambda one: parameters_of("balanced", {"temperature": one}),
        lambda one: bot_record(one),
    )
    while True:
        for one in OBJECTS:
            for door in chance.sample(doors, 20):
                yield lambda door=door, one=one: void(door(one))  # type: ignore[misc]
        for one in VALUES:
            data = spoilt_data(small, chance, OBJECTS)
            yield lambda data=data: void(cs.run(data, out=folder / "never", on_progress=never))  # type: ignore[misc]
            yield lambda one=one: void(cs.Game(2, rules={chance.choice(("start.food", "x", "loot.cattle", "space")): one}))  # type: ignore[misc]


def studies(folder: Path, chance: random.Random) -> Iterator[Attempt]:
    """Every study there is with one argument that nobody meant, and house rules with values of any kind."""
    small = {"name": "x", "players": 2, "bots": ["random", "balanced"], "games": 2}
    fiends = {"name": "y", "players": 1, "expansion": "fiends", "bots": ["random"], "games": 2}
    known = [(one, found_at(one.study)) for one in all_studies()]
    common = [name for name in Options.__annotations__ if name != "on_progress"]
    paths = ("start.food", "furnishing.*.cost.wood", "*", "*a" * 40, "x", "loot.cattle.strength", "furnishing.[a-z]*.points", "a" * 300)
    count = 0

    def never(_: str) -> Any:
        raise CavernaError("it would play")

    def conducted(study: Callable[..., Any], scenario: Any, given: dict[str, Any]) -> Attempt:
        needed: dict[Any, dict[str, Any]] = {
            cs.sweep: {"path": "start.food", "values": [[1], [2]]},
            cs.factor_study: {"rules": [("start.food", [1] * 7), ("loot.cattle.strength", 12)]},
        }
        more = needed.get(study, {})
        return lambda: void(study(scenario, **{"out": folder / "s" / str(count), "on_progress": never, **more, **given}))

    while True:
        for one in OBJECTS:
            for about, study in known:
                count += 1
                own = [name for name, what in list(signature(study).parameters.items())[1:] if what.kind is not what.VAR_KEYWORD]
                yield conducted(study, fiends if about.name == "orcs" else small, {chance.choice([*common, *own, *own]): one})
            study = chance.choice(known)[1]
            yield conducted(study, chance.choice((one, [small, one], [fiends, one], spoilt_data(small, chance, OBJECTS))), {})
            yield conducted(cs.sweep, chance.choice((small, fiends)), {"path": chance.choice(paths), "values": [one]})
            change = f"{chance.choice('+-x')}{chance.choice(('1', '0.5', '9' * 400, '1e9', '', '-1'))}"
            yield conducted(cs.sweep, small, {"path": chance.choice(paths), "values": [change]})


def study_folders(folder: Path, chance: random.Random) -> Iterator[Attempt]:
    """What a study has written, spoilt; the same call then finds the same, or says what is the matter."""
    out, small = folder / "study", {"name": "x", "players": 2, "bots": ["random", "random"], "games": 8}
    whole = cs.seat_study(small, games=8, out=out, workers=1)
    whole.page()
    files = {file: file.read_bytes() for file in sorted(out.rglob("*")) if file.is_file()}
    asked = json.loads(files[out / "study.json"])

    def attempt() -> str:
        found = cs.seat_study(small, games=8, out=out, workers=1)
        return "" if found.table.equals(whole.table) else "another table than before"

    while True:
        for file, content in files.items():
            written(file, content)
        file = chance.choice([*files, *[out / "study.json"] * len(files)])
        if chance.random() < 0.1:
            file.unlink()
        elif file.suffix == ".json":
            written(file, spoilt_json(asked if file.name == "study.json" else json.loads(files[file]), chance))
        else:
            changed = bytearray(files[file])
            for _ in range(chance.randint(1, 4)):
                changed[chance.randrange(len(changed))] ^= 1 << chance.randrange(8)
            written(file, bytes(changed[: chance.choice((len(changed), chance.randrange(len(changed))))]))
        yield attempt


def void(_: object) -> None:
    """What comes of a call does not matter."""


KINDS: dict[str, tuple[Maker, int]] = {  # and how many are tried in bulk
    "scenario files": (scenarios, 2000),
    "parameter files": (bots, 1500),
    "owners' files": (boxes, 800),
    "positions": (positions, 2000),
    "lines of moves": (lines, 700),
    "manifests": (manifests, 1500),
    "runs that go on": (resumed, 150),
    "part files": (parts, 400),
    "judges": (judges, 500),
    "checkpoints": (checkpoints, 500),
    "pipes, devices, huge files": (special_files, 700),
    "command lines": (command_lines, 1500),
    "Python calls": (calls, 1500),
    "studies": (studies, 700),
    "folders of studies": (study_folders, 150),
    **agricola.KINDS,
    **asking.KINDS,
}
