"""Malformed inputs for what asks about games: `analyse`, `play`, `watch --annotate`, `explore`, `tile`, and lines that `play` keeps."""

from __future__ import annotations

import io
import json
import random
import sys
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import caverna_sim as cs
from caverna_sim import cli
from caverna_sim.asking.source import asked, asked_scenario, go_to
from caverna_sim.errors import CavernaError
from caverna_sim.scenario.scenario import load_scenario
from tests.malformed.junk import OBJECTS, VALUES, spoilt_data, spoilt_json
from tests.malformed.trying import command

Attempt = Callable[[], Any]

TABLES = ("base_2", "fiends_2", "agricola_2", "neanderthal_2")
LITTLE = ("--effort", "8", "--workers", "1", "--quiet")  # the last of several counts
OPTIONS = (
    "--index", "--round", "--seat", "--turn", "--bots", "--strength", "--by", "--every", "--effort", "--seed", "--workers", "--json",
    "--out", "--overwrite", "--hints", "--game", "--depth", "--replays", "--trust", "--games", "--line", "--annotate", "--annotate-bots",
    "--steps", "--x",
)  # fmt: skip
WORDS = (
    *TABLES, "nobody", "balanced", "random", "value", "quick", "both", "wins", "points", "carpenter", "well", "bazaar", "caverna",
    "neanderthal", "", " ", "-1", "0", "1", "3", "99", "nan", "1e9", "1,2", "1_0", "9" * 400, "x" * 3000, "$(id)", "../../outside",
    "/dev/zero", "/dev/null", "..", "line.json", "run", "none.json", "\x1b[31m", "a\0b", "\ud800", "\N{CJK UNIFIED IDEOGRAPH-6F22}",
)  # fmt: skip
TYPED = (
    "?", "h", "u", "b", "s", "l", "c", "a", "1", "2", "0", "-1", "99", "+1", "1 ", "1.5", "16777216", "9" * 5000, "", " ", "undo", "pass",
    "logging", "forest", "{}", "%s", "(", "[a-z", "\\", "x" * 3000, "\x1b[2J", "a\0b", "\N{CJK UNIFIED IDEOGRAPH-6F22}",
    "take the \N{HORIZONTAL ELLIPSIS} side", "place a dwarf of strength 0 on logging_1_3",
    "place a dwarf of strength 99999999999 on logging_1_3", "place a person on forest", "bid 1 disks",
)  # fmt: skip


def _begun(name: str, moves: int, chance: random.Random) -> dict[str, Any]:
    """A line of moves of a scenario, as `play` keeps it."""
    about = asked_scenario(load_scenario(name), 3, 5)
    while len(about.game.actions) < moves and not about.game.over:
        about.game.play(chance.choice(about.game.legal()))
    return about.line(chance.randrange(about.game.players))


def lines(folder: Path, chance: random.Random) -> Iterator[Attempt]:
    """Games that `play` has kept, of every game and with their scenario inside; what is read can be asked about and played on."""
    known = [_begun(name, moves, chance) for name in TABLES for moves in (3, 30)]
    file = folder / "line.json"

    def played() -> None:
        about = asked(str(file))
        go_to(about, None, None)
        about.game.legal()

    while True:
        file.write_bytes(spoilt_json(chance.choice(known), chance))
        door = chance.random()
        if door < 0.75:
            yield played
        elif door < 0.85:
            yield command("watch", "--line", str(file), "--quiet")
        elif door < 0.95:
            yield _typing("q\n", "play", str(file), "--quiet", "--overwrite")
        else:
            yield command("analyse", str(file), *LITTLE)


def _typing(text: str, *words: str) -> Attempt:
    """A command to which somebody types this."""

    def attempt() -> Any:
        before = sys.stdin
        sys.stdin = io.StringIO(text)
        try:
            return command(*words)()
        finally:
            sys.stdin = before

    return attempt


def typed(folder: Path, chance: random.Random) -> Iterator[Attempt]:
    """Whatever somebody types at the table."""
    words = ("--bots", "random", "--seed", "7", "--hints", "8", "--quiet", "--overwrite", "--out", "kept.json")
    while True:
        said = "\n".join(chance.choice(TYPED) for _ in range(chance.randint(1, 12)))
        table, seat = chance.choice(TABLES), str(chance.randrange(2))
        yield _typing(said, "play", table, "--seat", seat, *words)


def options(folder: Path, chance: random.Random) -> Iterator[Attempt]:
    """Options in any order. What would take long has its arguments read and its position found; `analyse` answers with few playouts."""
    (folder / "line.json").write_text(json.dumps(_begun("base_2", 6, chance)))
    cs.run("base_2", games=16, out=folder / "run", workers=1)
    sources = {
        "analyse": (*TABLES, "line.json", "run"),
        "play": (*TABLES, "line.json"),
        "explore": ("run",),
        "tile": TABLES,
        "watch": TABLES,
    }
    stubs = {
        name: entry._replace(function="tests.malformed.asking:nothing") if name in ("tile", "watch") else entry
        for name, entry in cli.commands().items()
    }
    while True:
        name = chance.choice(list(sources))
        words = [name, chance.choice((*sources[name], *sources[name], *WORDS))]
        words += ["carpenter"] if name == "tile" and chance.random() < 0.7 else []
        words += [chance.choice((*OPTIONS, *WORDS)) for _ in range(chance.randint(0, 5))]
        words += LITTLE if name == "analyse" else ["--replays", "0"] if name == "explore" else ["--quiet"]

        def attempt(words: list[str] = words) -> Any:
            before = cli.commands
            cli.commands = lambda game=None: stubs  # type: ignore[assignment]
            try:
                return _typing("q\n", *words)()
            finally:
                cli.commands = before

        yield attempt


def nothing(_: Any) -> int:
    """In the place of a command that plays."""
    return 0


def calls(folder: Path, chance: random.Random) -> Iterator[Attempt]:
    """Python calls with one argument that nobody meant."""
    games = [cs.Game(scenario=name) for name in TABLES]
    small = {"name": "x", "players": 2, "bots": ["random", "random"], "games": 2}
    run = cs.run("base_2", games=16, out=folder / "run", workers=1)

    def never(*_: Any) -> None:
        raise CavernaError("it would play")

    for game in games:
        cs.analyse(game, "random", effort=8, workers=1)  # so that what is compiled is there
    cs.explore(run)
    with suppress(CavernaError):
        cs.tile(small, "carpenter", on_games=never)
    names = ("bots", "strength", "effort", "seed", "by", "keep", "workers", "on_lap")

    def analysed(**given: Any) -> Any:
        return cs.analyse(chance.choice(games).copy(), **{"bots": "random", "effort": 8, "workers": 1, **given})

    doors: tuple[Callable[[Any], Any], ...] = (
        lambda one: cs.analyse(one),
        *(lambda one, name=name: analysed(**{name: one}) for name in names),
        lambda one: analysed(bots=[one, one]),
        lambda one: analysed().of(one),
        lambda one: analysed().plot(one),
        lambda one: cs.explore(one),
        lambda one: cs.explore(run, one),
        lambda one: cs.explore(run).path(one),
        lambda one: cs.tile(one, "carpenter", on_games=never),
        lambda one: cs.tile(small, one, on_games=never),
        *(
            lambda one, name=name: cs.tile(small, "carpenter", **{"on_games": never, name: one})
            for name in ("games", "bots", "seed", "workers", "on_games")
        ),
    )
    while True:
        for one in OBJECTS:
            for door in chance.sample(doors, 6):
                if callable(one):  # is called as asked: what it says of that is its own
                    continue
                yield lambda door=door, one=one: _void(door(one))  # type: ignore[misc]
        for _ in VALUES:
            data = spoilt_data(small, chance, OBJECTS)
            yield lambda data=data: _void(cs.tile(data, "carpenter", on_games=never))  # type: ignore[misc]


def _void(_: object) -> None:
    """What comes of a call does not matter."""


KINDS = {  # and how many are tried in bulk
    "lines that `play` keeps": (lines, 800),
    "what is typed at the table": (typed, 300),
    "options of what asks about a game": (options, 800),
    "Python calls that ask about a game": (calls, 600),
}
