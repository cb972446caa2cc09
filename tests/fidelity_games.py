"""Fidelity pages of the games beside Caverna: docs/fidelity-NAME.md, written and checked by `python -m tests.fidelity`.

A game lists its IDs in `box/base/ids.toml`: `[chapter]` and `[rule]` with short titles, `[uncertain]` with what is played where the sources
leave a point open (left out, these are its rulings), `[example]` with the rules that worked examples are about. Where a rule is carried out
is found in docstrings that cite it and in rows of tables whose `cite` it is.
"""

from __future__ import annotations

import ast
import re
import tomllib
from collections.abc import Iterator, Mapping
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import Any

from caverna_sim import games
from tests.fidelity import IMPLEMENTED, MISSING, PACKAGE, PROJECT, TESTED, _cites, _links, citations

IDS = Path("box") / "base" / "ids.toml"
NAMES = tuple(name for name in games.names() if name != "caverna" and (PACKAGE / "games" / name / IDS).is_file())
PLACES_SHOWN = 2


@cache
def ids_of(game: str) -> Mapping[str, Mapping[str, Any]]:
    """The table of IDs of a game."""
    found = tomllib.loads((PACKAGE / "games" / game / IDS).read_text(encoding="utf-8"))
    rulings = {} if "uncertain" in found else tables_of(game)["ruling"]
    return {"uncertain": {row["cite"]: {"title": row["text"], "reading": _played(row)} for row in rulings.values()}, **found}


def _played(row: Mapping[str, Any]) -> str:
    """What is played of a ruling, and what can be."""
    others = "; ".join(map(str, row["alternatives"]))
    return f"{row['value']} (or: {others})" if others else str(row["value"])


def every_id(game: str) -> list[str]:
    """Rules, open points and worked examples."""
    return [name for kind in ("rule", "uncertain", "example") for name in ids_of(game)[kind]]


# ---------------------------------------------------------------- where it is


def cited_in(text: str) -> Iterator[str]:
    """IDs in a docstring; `AG-FNC-03 to -05` is three."""
    for start, end in re.findall(r"\b([A-Z]+(?:-[A-Z]+)?-\d+)(?: to -(\d+))?", text):
        head, _, first = start.rpartition("-")
        yield from (f"{head}-{number:0{len(first)}}" for number in range(int(first), int(end or first) + 1))


@cache
def places(game: str) -> Mapping[str, tuple[str, ...]]:
    """[ID] functions and classes whose docstring cites it, and rows of tables."""
    found: dict[str, list[str]] = {}
    folder = PACKAGE / "games" / game
    for file in sorted(folder.rglob("*.py")):
        module = ".".join(file.relative_to(folder).with_suffix("").parts)
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if isinstance(node, ast.FunctionDef | ast.ClassDef):
                for cited in dict.fromkeys(cited_in(ast.get_docstring(node) or "")):
                    found.setdefault(cited, []).append(f"{module}.{node.name}")
    for row, cited in cites(game):
        found.setdefault(cited, []).append(f"table:{row}")
    return {cited: tuple(dict.fromkeys(where)) for cited, where in found.items()}


def cites(game: str) -> Iterator[tuple[str, str]]:
    """Rows of the tables of a game, and what they cite."""
    yield from _cites(tables_of(game), "")


def tables_of(game: str) -> Mapping[str, Any]:
    """What is printed."""
    tables: Mapping[str, Any] = import_module(f"caverna_sim.games.{game}.box.tables").printed_tables()
    return tables


# ---------------------------------------------------------------- what shows it


def state_of(game: str, name: str) -> str:
    """tested, implemented or missing."""
    if tests_of(game, name):
        return TESTED
    return IMPLEMENTED if places_of(game, name) else MISSING


def _answered_by(game: str, name: str) -> tuple[str, ...]:
    """An ID, and rules that answer an open point."""
    row = ids_of(game)["uncertain"].get(name, {})
    return name, *row.get("rules", ())


def tests_of(game: str, name: str) -> list[str]:
    """Test functions that show an ID."""
    return list(dict.fromkeys(test for one in _answered_by(game, name) for test in citations(game).tests.get(one, ())))


def places_of(game: str, name: str) -> tuple[str, ...]:
    """Where it is carried out."""
    return tuple(dict.fromkeys(place for one in _answered_by(game, name) for place in places(game).get(one, ())))


def problems(game: str) -> list[str]:
    """Everything that keeps the page from being true and complete, one line each."""
    known, page = set(every_id(game)), page_of(game)
    everything = [*citations(game).tests, *citations(game).broad]
    found = [f"unknown ID {cited}, cited by a test" for cited in everything if _is_own(game, cited) and cited not in known]
    found += [f"unknown ID {cited} in {where[0]}" for cited, where in places(game).items() if _is_own(game, cited) and cited not in known]
    must = every_id(game)
    found += [f"{name} is {state_of(game, name)}, and no test shows it" for name in must if state_of(game, name) != TESTED]
    examples = {cited for about in ids_of(game)["example"].values() for cited in about}
    found += [f"unknown ID {cited} of an example" for cited in sorted(examples - known) if _is_own(game, cited)]
    if not page.exists() or page.read_text(encoding="utf-8") != text_of(game):
        found.append(f"{page.relative_to(PROJECT)} is stale; run `python -m tests.fidelity`")
    return found


def _is_own(game: str, cited: str) -> bool:
    """Whether an ID is of a kind that the table lists, and none of what is to come later."""
    kinds = {name.rpartition("-")[0] for name in every_id(game)}
    return cited.rpartition("-")[0] in kinds and cited not in ids_of(game).get("later", {}).get("rules", ())


# ---------------------------------------------------------------- the page


def page_of(game: str) -> Path:
    """Where the page of a game stands."""
    return PROJECT / "docs" / f"fidelity-{game}.md"


def text_of(game: str) -> str:
    """The whole page."""
    table, title = ids_of(game), games.facts_of(game).title
    lines = [
        f"# Fidelity of {title}: what is played, where it stands, which test shows it",
        "",
        "Written by `python -m tests.fidelity` and checked by the test suite; do not edit. States are as on [Caverna's page](fidelity.md).",
        f"IDs and titles are those of `caverna_sim/games/{game}/{IDS.as_posix()}`; a test cites them with `@rule(...)`.",
        "",
        f"| | IDs | {TESTED} | {IMPLEMENTED} | {MISSING} |",
        "| --- | ---: | ---: | ---: | ---: |",
        *_summary(game),
    ]
    for key, chapter in table["chapter"].items():
        lines += ["", f"## {chapter}", "", "| ID | rule | where | state | tests |", "| --- | --- | --- | --- | --- |"]
        lines += [_line(game, name, (what,)) for name, what in table["rule"].items() if name.split("-")[1] == key]
    lines += ["", "## Points that the sources leave open", "", "| ID | point | what is played | where | state | tests |"]
    lines += ["| --- | --- | --- | --- | --- | --- |"]
    lines += [_line(game, name, (row["title"], row["reading"])) for name, row in table["uncertain"].items()]
    lines += ["", "## Worked examples", "", "| ID | rules | state | tests |", "| --- | --- | --- | --- |"]
    for name, about in table["example"].items():
        lines.append(f"| {name} | {', '.join(about)} | {state_of(game, name)} | {_links(tests_of(game, name))} |")
    return "\n".join(lines) + "\n"


def _summary(game: str) -> Iterator[str]:
    for kind, word in (("rule", "Rules"), ("uncertain", "Open points"), ("example", "Worked examples")):
        states = [state_of(game, name) for name in ids_of(game)[kind]]
        counts = " | ".join(str(states.count(state)) for state in (TESTED, IMPLEMENTED, MISSING))
        yield f"| {word} | {len(states)} | {counts} |"


def _line(game: str, name: str, texts: tuple[str, ...]) -> str:
    where = places_of(game, name)
    shown = ", ".join(f"`{place}`" for place in where[:PLACES_SHOWN])
    more = f", {len(where) - PLACES_SHOWN} more" if len(where) > PLACES_SHOWN else ""
    tests = _links(tests_of(game, name))
    return f"| {name} | {' | '.join(texts)} | {shown}{more} | {state_of(game, name)} | {tests} |"


def write() -> None:
    """Write all pages."""
    for game in NAMES:
        page_of(game).write_text(text_of(game), encoding="utf-8")
