"""The pages of published studies, from the tables and words that are kept beside them; the index of them all."""

from __future__ import annotations

import json
import re
import shlex
import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import cache, partial
from pathlib import Path
from typing import Any

import polars as pl
import polars.selectors as cs

from caverna_sim.files import write_whole
from caverna_sim.games import games, plays
from caverna_sim.report.answer import Line, first_view, rows_of, said_of
from caverna_sim.report.asked import Published, cited, write_findings
from caverna_sim.report.blocks import Block, blocks_of
from caverna_sim.report.compare import MOVED
from caverna_sim.report.findings import Findings, Group, from_data, to_data
from caverna_sim.report.layout import layout_of
from caverna_sim.report.preview import picture, png
from caverna_sim.report.rendering import rendered
from caverna_sim.scenario.scenario import packaged_scenarios
from caverna_sim.stats.words import capital, duration, listed, plural

ABOUT, PAGE, PREVIEW, INDEX, SAID, CHANGED = "about.json", "report.html", "preview.png", "index.html", "said.html", "changed.html"
LINES = "table"  # of a comparison: what was asked, which claims are decided by
COMMAND = "python -m reports.publish"
DIGITS = 7  # of a number in a table that is kept
BARE = ("low", "high", "pointwise")
USUAL = "4"  # players of the tab that is shown first
CARDS = Path(__file__).parent / "cards.toml"


def about(place: Path) -> dict[str, Any] | None:
    """What is kept of a published study, or None."""
    file = place / ABOUT
    return json.loads(file.read_text(encoding="utf-8")) if file.is_file() else None


def findings_at(place: Path) -> Findings | None:
    """A published study as its page tells it, or None."""
    told = about(place)
    if told is None:
        return None
    read = {title: file for title, file in told["tables"].items() if title != LINES or MOVED not in told["tables"]}
    tables = {title: pl.read_csv(place / file, infer_schema_length=None) for title, file in read.items()}
    return from_data(told["page"], tables)


def keep_page(place: Path, one: Findings) -> None:
    """Write down what the page of a published study tells, beside its tables."""
    told = about(place)
    assert told is not None, place
    write_whole(place / ABOUT, written({**told, "page": to_data(one)}))


def written(told: Mapping[str, Any]) -> bytes:
    """What is kept of a study as a file: a line for each thing, lists of numbers in one."""
    text = json.dumps(told, indent=1, ensure_ascii=False)
    return (re.sub(r"\[\n[-\d.e+,\s]+\]", lambda numbers: re.sub(r"\s+", "", numbers[0]), text) + "\n").encode()


def write_tables(place: Path, tables: Mapping[str, pl.DataFrame]) -> dict[str, str]:
    """Every table as a file; returns title -> file. What a column says again is left out."""
    files = {title: f"{_slug(title)}.csv" for title in tables}
    for title, frame in tables.items():
        kept = frame.drop(name for name in BARE if _is_said_twice(name, frame))
        write_whole(place / files[title], kept.with_columns(cs.float().round_sig_figs(DIGITS)).write_csv().encode())
    return files


def _is_said_twice(name: str, frame: pl.DataFrame) -> bool:
    """Whether an end of the first estimate stands under a name of its own, too."""
    return name in frame.columns and any(one.endswith(f"_{name}") and frame[one].equals(frame[name]) for one in frame.columns)


def _slug(title: str) -> str:
    """A title as the name of a file."""
    return re.sub(r"[^a-z0-9_]+", "-", title.lower()).strip("-")


def write_pages(names: Sequence[str], out: Path) -> list[Path]:
    """Every page that has its tables; no game is played."""
    found = {name: one for name in names if (one := findings_at(out / name)) is not None}
    return [_write(name, one, found, out) for name, one in found.items()]


def _write(name: str, one: Findings, found: Mapping[str, Findings], out: Path) -> Path:
    block, title, _, rows = first_of(one)
    png(rows, title, next(iter(block.estimates.values())).unit, out / name / PREVIEW)
    siblings = [(label, "" if other == name else f"../{other}/{PAGE}") for label, other in siblings_of(name, found)]
    one = with_titles(one, (about(out / name) or {})["games_of_a_run"])
    if len(siblings) > 1:  # the tabs say for how many players
        one = replace(one, question=f"{one.question.partition('?')[0]}?")
    beside = Published(
        links=(("All studies", f"../{index_of(one.game)}"), *((("What people say", f"../{SAID}"),) if index_of(one.game) == INDEX else ())),
        siblings=siblings if len(siblings) > 1 else (),
        preview=PREVIEW,
        tables=tuple(sorted(file.name for file in (out / name).glob("*.csv"))),
    )
    return write_findings(one, out / name / PAGE, published=beside)


def with_titles(one: Findings, games: Mapping[str, int]) -> Findings:
    """A comparison whose sentences name its tables by what they are, with the command of every strength."""
    words = shlex.split(one.command)
    if words[1:2] != ["compare"]:
        return one
    called = {Path(word).stem: title for word, title in zip(words[2:4], ("the printed table", "this rule"), strict=True)}

    def told(texts: Sequence[str]) -> tuple[str, ...]:
        for name, title in sorted(called.items(), key=lambda pair: -len(pair[0])):
            texts = [re.sub(rf"(^|[.] )?(?<![\w/.-]){re.escape(name)}(?![\w/-])", partial(_begun, title), text) for text in texts]
        return tuple(texts)

    names = [name if name in packaged_scenarios() else f"{name}.toml" for name in called]
    rest = words[words.index("--games") + 2 :]
    commands = [
        [*words[:2], *names, "--games", str(games[group.name]), *([] if place == 0 else ["--bots", *_typed(group, one.game)]), *rest]
        for place, group in enumerate(one.groups)
    ]
    one = replace(one, command="\n".join(map(shlex.join, commands)))
    return replace(one, **{name: told(getattr(one, name)) for name in ("verdict", "sentences", "before", "doubts")})


def _typed(group: Group, game: str) -> Sequence[str]:
    """Who sits at a table, as one types it: a pool by its name."""
    pools = plays(game).pools()
    return next(([name] for name, pool in pools.items() if [*pool] == [*group.bots]), group.bots)


def _begun(title: str, found: re.Match[str]) -> str:
    """A title that may begin a sentence."""
    return title if found[1] is None else f"{found[1]}{capital(title)}"


def first_of(one: Findings) -> tuple[Block, str, tuple[str, ...], list[Line]]:
    """Main block, title, answer, and the rows that are shown first."""
    block = blocks_of(one, layout_of(one.study, one.game))[0]
    return block, *said_of(block, one), rows_of(block, first_view(block, one))


def siblings_of(name: str, found: Mapping[str, Findings]) -> list[tuple[str, str]]:
    """The same question at other numbers of players: label and name."""
    stem = re.sub(r"-\d$", "", name)
    same = [other for other in found if re.sub(r"-\d$", "", other) == stem]
    return [(f"{other.rpartition('-')[2]} players", other) for other in sorted(same)] if re.search(r"-\d$", name) else []


# ---------------------------------------------------------------- the index


def index_of(game: str) -> str:
    """The page that leads to the studies of a game."""
    return INDEX if game == games()[0].name else f"{game}.html"


def write_index(names: Sequence[str], out: Path) -> list[Path]:
    """For each game a page that leads to all studies that are there: a card for each question, house rules as a table."""
    found = {name: one for name in names if (one := findings_at(out / name)) is not None}
    there = list(dict.fromkeys(one.game for one in found.values())) or [games()[0].name]
    return [_write_index(game, there, {name: one for name, one in found.items() if one.game == game}, out) for game in there]


def _write_index(game: str, there: Sequence[str], found: Mapping[str, Findings], out: Path) -> Path:
    kept = [told for name in found if (told := about(out / name)) is not None]
    kinds = [card["studies"] for card in told_cards()["card"]]
    cards = [_card(studies, found) for studies in kinds if any(one.study in studies for one in found.values())]
    rules = [_rule(name, one) for name, one in found.items() if not any(one.study in studies for studies in kinds)]
    played, seconds = sum(told["games"] for told in kept), sum(told["seconds"] for told in kept)
    count = plural(len(found), "study").replace("studys", "studies")
    void = {name: listed([one.labels[group.name] for group in one.void]) for name, one in found.items()}
    invalid = [
        (told["title"], f"{told['name']}/{PAGE}", void[told["name"]])
        for told in sorted(kept, key=lambda one: one["title"])
        if not told["is_valid"]
    ]
    titles = {one.name: one.title for one in games()}
    title, last = f"Studies of {titles[game]}", newest(found)
    place = out / index_of(game)
    has_said = place.name == INDEX and (out / SAID).is_file()
    place.write_text(
        rendered(
            "index.html", title=title,
            answer=[f"{count}, {played:,} games, {duration(seconds)} of playing and counting."],
            warnings=list(dict.fromkeys(one.warning for one in found.values() if one.warning)),
            others=[(titles[other], index_of(other)) for other in there if other != game],
            cards=cards, rules=rules, invalid=invalid, said=SAID if has_said else "", script="saving.js index.js",
            changed=CHANGED if place.name == INDEX and (out / CHANGED).is_file() else "",
            solo=solo_of(out) if place.name == INDEX else (),
            times=[(told["name"], told["games"], duration(told["seconds"]), told["rates"]) for told in kept],
            date=last.date if last else "", commit=last.commit if last else "", cite=cited(last, title, COMMAND) if last else "",
            preview=next((f"{name}/{PREVIEW}" for name in found), ""),
        ),
        encoding="utf-8",
    )  # fmt: skip
    return place


def solo_of(out: Path) -> list[tuple[str, str, int]]:
    """Pages of the best solo lines that are known: what each plays, where it stands, its points."""
    about = tomllib.loads((Path(__file__).parent / "solo.toml").read_text(encoding="utf-8"))["line"]
    lines = {name: out / "solo" / f"{name}.json" for name in about if (out / "solo" / f"{name}.html").is_file()}
    return [
        (about[name]["title"], f"solo/{name}.html", int(json.loads(file.read_text(encoding="utf-8"))["points"]))
        for name, file in lines.items()
    ]


def newest(found: Mapping[str, Findings]) -> Findings | None:
    """The study that was played last."""
    return max(found.values(), key=lambda one: one.date, default=None)


@cache
def told_cards() -> dict[str, Any]:
    """What stands on a card of the index, and what tabs are called."""
    return tomllib.loads(CARDS.read_text(encoding="utf-8"))


def _card(studies: Sequence[str], found: Mapping[str, Findings]) -> dict[str, Any]:
    """A question: the finding at each number of players and of each study beside it, with its picture."""
    studies = [study for study in studies if any(one.study == study for one in found.values())]
    own = [(_apart(name, one, studies[0]), name, one) for name, one in found.items() if one.study in studies]
    own.sort(key=lambda each: (bool(each[0]), studies.index(each[2].study), [group.players for group in each[2].groups], each[1]))
    question = _asked(own[0][2])
    faces = [_face(apart, name, one, question) for apart, name, one in own]
    numbers = sum(not apart for apart, _, _ in own)
    usual = next((place for place, face in enumerate(faces[:numbers]) if face["label"].startswith(USUAL)), numbers - 1)
    mixed = next((place for place, face in enumerate(faces) if face["label"] == told_cards()["best"]), usual)
    return {"question": question, "faces": faces, "first": mixed, "numbers": numbers}


def _face(apart: str, name: str, one: Findings, question: str) -> dict[str, Any]:
    """What a card shows of a study: its finding and its picture; its question where that is another one."""
    _, title, _, rows = first_of(one)
    asked = _asked(one)
    return {
        "label": apart or _players(one), "title": title, "href": f"{name}/{PAGE}", "picture": picture(rows, title),
        "question": asked if asked != question else "",
    }  # fmt: skip


def _asked(one: Findings) -> str:
    return f"{one.question.partition('?')[0]}?"


def _players(one: Findings) -> str:
    players = sorted({group.players for group in one.groups})
    return str(players[0]) if len(players) == 1 else f"{players[0]} to {players[-1]}"


def _apart(name: str, one: Findings, first: str) -> str:
    """What sets a study apart from the first of its card at so many players, as its tab says it; nothing for that one."""
    of_game = re.sub(r"^(agricola|neanderthal)-", "", name)
    special = re.sub(r"-?\d+$", "", of_game).removeprefix(first).strip("-")
    return str(told_cards()["tabs"].get(special, special.replace("-", " ")))


def _rule(name: str, one: Findings) -> dict[str, Any]:
    """A house rule: what the table scores with it, at each strength."""
    block = first_of(one)[0]
    cells = {}
    for strength in ("strong", "scripted"):
        view = first_view(block, one, strength)
        lines = [] if view is None else [line for line in view.lines if line.id == "table"] or list(view.lines)
        only = len(lines) == 1
        cells[strength] = [{"text": line.text, "name": "" if only else line.name, "shown": line.shown} for line in lines]
    question = re.sub(r"^House rules?(?: for)?:? |[.?] \d players$", "", one.question)
    return {"question": question, "href": f"{name}/{PAGE}", "cells": cells}
