"""What a study found, in words and tables, without the runs behind it: all that its page needs, so that files can make it again."""

from __future__ import annotations

import json
import shlex
import subprocess
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass, field, replace
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

import polars as pl

from caverna_sim.experiments.alike import Alike
from caverna_sim.games import told_of
from caverna_sim.stats.source import facts_of, table
from caverna_sim.toml import toml_text

if TYPE_CHECKING:
    from caverna_sim.experiments.study import Study
    from caverna_sim.games.facts import Things
    from caverna_sim.stats.source import Run

SCRIPTED, STRONG = "scripted", "strong"
NOT_TRIED = "not tried"
MAIN = "table"  # the main table among those of a study
FAMILIES = "Intervals hold at 95 % confidence for all rows of a table together; a row is shown to matter when its interval leaves out 0."


@dataclass(frozen=True)
class Group:
    """A table that was played at."""

    name: str  # of the scenario
    title: str  # in words
    players: int
    strength: str  # strong or scripted
    bots: tuple[str, ...]
    judged: str = ""  # of a comparison there: different, equivalent or undecided


@dataclass(frozen=True)
class Thing:
    """A row of the rules that a study is about."""

    name: str
    kind: str = ""
    price: str = ""
    cost: int = 0  # goods of the price


@dataclass(frozen=True)
class Findings:
    """A study as its page tells it."""

    study: str  # its command
    question: str
    game: str
    groups: tuple[Group, ...]
    games: int  # all that were played
    tables: Mapping[str, pl.DataFrame]  # title -> table; MAIN is the first
    verdict: tuple[str, ...]  # of each table that was played at
    sentences: tuple[str, ...] = ()
    before: tuple[str, ...] = ()  # what is to be known before the answer
    warning: str = ""  # without which its game tells no result
    doubts: tuple[str, ...] = ()
    checks: tuple[str, ...] = ()  # controls that hold
    terms: Mapping[str, str] = field(default_factory=dict)  # column -> what it means
    signed: bool = True
    things: Mapping[str, Thing] = field(default_factory=dict)  # id -> how it is printed
    played: tuple[str, ...] = ()  # tables in words: who sat there, how they were seated
    judged: str = ""  # different, equivalent, undecided, or not tried: no finding is told then
    command: str = ""
    following: tuple[tuple[str, str], ...] = ()  # further questions and their commands
    files: Mapping[str, str] = field(default_factory=dict)  # name -> text of scenarios that do not come along
    versions: Mapping[str, str] = field(default_factory=dict)
    examples: Mapping[str, str] = field(default_factory=dict)  # id -> the command that shows a game in which it happened
    replays: Mapping[str, str] = field(default_factory=dict)  # id -> the page of that game, at the choice with which it happened
    date: str = ""
    commit: str = ""
    alike: tuple[Alike, ...] = ()
    how: str = FAMILIES  # how to read intervals

    @property
    def labels(self) -> dict[str, str]:
        """What tells tables apart that were played at, by name: how strong play was, or their own names where it was equally strong."""
        often = Counter((one.strength, one.players) for one in self.groups)
        names = [one.name for one in self.groups]
        if max(often.values()) == 1:
            return {one.name: one.strength for one in self.groups}
        of_one = len({name.rpartition("-")[0] for name in names}) == 1 and len(names) > 1  # a scenario at several strengths
        return {name: name.rpartition("-")[2] if of_one else name for name in names}

    @property
    def void(self) -> tuple[Group, ...]:
        """Tables whose controls say that their games tell nothing, where another one does tell something."""
        found = tuple(one for one in self.groups if any(text.startswith(f"At the table of {one.name}: not valid") for text in self.before))
        return found if len(found) < len(self.groups) else ()

    @property
    def names(self) -> dict[str, str]:
        """Printed names by id."""
        return {name: one.name for name, one in self.things.items()}


def of_study(study: Study) -> Findings:
    """What a study found."""
    from caverna_sim.experiments.study import parts_of
    from caverna_sim.report.study import command, next_questions

    found, runs = study.found, [run for parts in study.runs.values() for run in parts.values()]
    games = {name: sum(run.games_played for run in parts.values()) for name, parts in study.runs.items()}
    held = [text for text in found.doubts if text in found.held]
    typed = zip(study.given or study.scenarios, study.typed, strict=True)
    return Findings(
        study=study.question.name,
        question=study.question.title,
        game=study.scenarios[0].game,
        groups=tuple(map(group_of, study.scenarios)),
        games=study.games,
        tables={MAIN: study.table, **{title: table for title, table in found.tables.items() if len(table)}},
        verdict=tuple(parts_of(found.verdict)),
        sentences=found.sentences,
        before=found.before,
        warning=told_of(study.run.manifest).warning(facts_of(study.run)),
        doubts=tuple(text for text in found.doubts if text not in held),
        checks=tuple(held),
        terms=study.question.estimands,
        signed=study.question.signed,
        played=tuple(f"{one.name}: {one.description and f'{one.description} '}{one.told(games[one.name])}." for one in study.scenarios),
        judged=NOT_TRIED if found.verdict.startswith("No verdict") else "",
        things=things_of(study.run, study.names),
        command=command(study),
        following=tuple(next_questions(study)),
        files={f"{one.name}.toml": toml_text(one.to_data()).strip() for one, name in typed if name != one.name},
        versions=versions_of(runs),
        examples=examples_of(study),
        date=date_of(runs),
        commit=commit(),
        alike=found.alike,
    )


def group_of(scenario: Any) -> Group:
    """A table that was played at."""
    data = scenario.to_data()
    title = scenario.description.partition(":")[0].rstrip(".") or scenario.name.replace("_", " ")
    return Group(scenario.name, title, scenario.players, strength_of(scenario.bots, scenario.name, data), tuple(scenario.bots))


def strength_of(bots: Sequence[str], name: str, scenario: Mapping[str, Any]) -> str:
    """Strong where everybody is a bot that its game calls strong, or is made from one or named so."""
    game, own = told_of(scenario), scenario.get("bot", {})
    strong = (*game.strong_bots.values(), *game.strong_too)
    is_strong = all(bot in strong or own.get(bot, {}).get("base") in strong or bot.startswith(f"{STRONG}_") for bot in bots)
    return STRONG if is_strong or name.startswith(f"{STRONG}_") else SCRIPTED


def things_of(run: Run, names: Mapping[str, str]) -> dict[str, Thing]:
    """Printed names, kinds and prices by id."""
    game, facts = told_of(run.manifest), facts_of(run)
    known = game.printed(facts)
    return {name: Thing(title, **known.get(name, {})) for name, title in names.items()}


def examples_of(study: Study) -> dict[str, str]:
    """A game for each row in which that thing was got, or that place was taken early, with the command that shows it."""
    wanted = {one for name in study.table.columns if study.table[name].dtype == pl.String for one in study.table[name].unique().to_list()}
    game, typed = told_of(study.run.manifest), dict(zip((one.name for one in study.given or study.scenarios), study.typed, strict=True))
    found: dict[str, str] = {}
    if not game.watch:
        return found
    for scenario in study.scenarios:
        for run in study.runs[scenario.name].values():
            is_plain = _bare(run.manifest.get("scenario")) == _bare(scenario.to_data()) and typed.get(scenario.name) == scenario.name
            name = scenario.name if is_plain else str(run.path)
            for things in (game.built, game.places):
                for one, index in _first_games(run, things).items() if things else ():
                    if one in wanted:
                        found.setdefault(one, game.watch.format(run=shlex.quote(name), index=index))
    return found


def _bare(scenario: Any) -> dict[str, Any]:
    """What decides its games."""
    return {name: value for name, value in dict(scenario or {}).items() if name not in ("games", "record", "description")}


def _first_games(run: Run, things: Things) -> dict[str, int]:
    """Thing -> the game that had it first: the earliest by round, where rounds are known."""
    frame = table(run, things.table)
    if frame is None:
        return {}
    order = [name for name in ("round", "game") if name in frame.collect_schema().names()]
    first = frame.sort(order).group_by(pl.col(things.column).cast(pl.String)).agg(pl.col("game").first()).collect()
    return dict(first.iter_rows())


def versions_of(runs: Sequence[Run]) -> dict[str, str]:
    """What made the games."""
    manifest = runs[0].manifest
    told = {"rules": manifest.get("rules_hash"), "engine": manifest.get("engine"), **dict(manifest.get("versions") or {})}
    return {name: str(value) for name, value in told.items() if value}


def date_of(runs: Iterable[Run]) -> str:
    """The day on which the last game was played."""
    return max((str(run.manifest.get("ended") or "") for run in runs), default="")[:10]


@cache
def commit() -> str:
    """The commit of the code that runs; nothing where it is not from a repository."""
    return _git("rev-parse", "--short", "HEAD")


@cache
def commit_day() -> str:
    """The day of that commit."""
    return _git("show", "--no-patch", "--format=%cs", "HEAD")


def _git(*words: str) -> str:
    try:
        told = subprocess.run(["git", "-C", str(Path(__file__).parent), *words], capture_output=True, text=True, timeout=5, check=False)
    except (OSError, subprocess.SubprocessError):
        return ""
    return told.stdout.strip() if told.returncode == 0 else ""


# ---------------------------------------------------------------- kept beside tables


def to_data(found: Findings) -> dict[str, Any]:
    """Everything but the tables, fit for JSON."""
    told: dict[str, Any] = json.loads(json.dumps(asdict(replace(found, tables={}))))
    return {name: value for name, value in told.items() if name != "tables"}


def from_data(data: Mapping[str, Any], tables: Mapping[str, pl.DataFrame]) -> Findings:
    """What `to_data` has written, with the tables."""
    kept: dict[str, Any] = {
        **{name: tuple(value) if isinstance(value, list) else value for name, value in data.items()},
        "groups": tuple(Group(**{**one, "bots": tuple(one["bots"])}) for one in data["groups"]),
        "things": {name: Thing(**one) for name, one in data["things"].items()},
        "alike": tuple(Alike(one["estimate"], tuple(one["rows"]), tuple(one["thousandths"])) for one in data["alike"]),
        "following": tuple((title, command) for title, command in data["following"]),
        "tables": tables,
    }  # fmt: skip
    return Findings(**kept)
