"""Writes docs/fidelity.md: every rule, space, tile, loot item and open point with its state and the tests that show it.

    python -m tests.fidelity            writes the page
    python -m tests.fidelity --check    exit 1 when the page is stale, something is not tested or an unknown ID is cited

The IDs come from caverna_sim/games/caverna/box/base, the tests from pytest's own collection: a test counts for the IDs in its
`rule` marker unless it is marked as skipped or as an expected failure. One that cites a dozen IDs and more at once, such
as a comparison over random games, shows none of them in particular and does not count either.
"""

from __future__ import annotations

import ast
import json
import os
import re
import subprocess
import sys
import tempfile
import tomllib
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from caverna_sim import games
from caverna_sim.games.caverna.box.tables import printed_tables

PROJECT = Path(__file__).parents[1]
PACKAGE = PROJECT / "caverna_sim"
GAME = PACKAGE / "games" / "caverna"
PAGE = PROJECT / "docs" / "fidelity.md"
TESTED, IMPLEMENTED, SIMPLIFIED, MISSING = STATES = ("tested", "implemented", "simplified", "missing")
TESTS_SHOWN = 3
PLAIN_TESTS = ("rulebook/", "tiles/", "spaces/", "loot/", "fiends/")  # shown before oracles and random play
FIENDS = "Frantic Fiends"
OF_OTHER_GAMES = tuple(f"{name}/" for name in games.names() if name != "caverna")  # their tests cite rules of their own
MOST_IDS = 12  # a test that cites more at once does not count
PRINTED_ONLY = "entry_level_dwelling"  # a furnishing of the home board, not a tile of its own (R-BOARD-2)


@dataclass(frozen=True)
class Entry:
    """One ID of the reference."""

    id: str
    group: str
    title: str
    where: tuple[str, ...] = ()
    decided: tuple[str, ...] = ()  # open points only: toggles, tables or "settled"
    reading: str = ""
    simplified: str = ""

    @property
    def is_open_point(self) -> bool:
        """A point that the sources leave open; the toggle or table that decides it is tested instead."""
        return self.id[0] in "UD"

    @property
    def is_check_value(self) -> bool:
        """A worked example: it stands nowhere but in tests."""
        return self.id.startswith(("X-", "T-"))

    @property
    def is_fiends(self) -> bool:
        """Of Frantic Fiends; a capital after F- tells its rules from furnishings of the base game."""
        return self.group.startswith(FIENDS)


@dataclass
class Citations:
    """What the collected tests say."""

    tests: dict[str, list[str]] = field(default_factory=dict)  # ID -> test functions that show it
    broad: dict[str, list[str]] = field(default_factory=dict)  # ID -> test functions that cite too much to show it
    broken: list[str] = field(default_factory=list)  # files that could not be collected


# ---------------------------------------------------------------- what there is


@cache
def ids_table() -> dict[str, Any]:
    """The IDs that no other table holds."""
    return tomllib.loads((GAME / "box" / "base" / "ids.toml").read_text(encoding="utf-8"))


@cache
def entries() -> tuple[Entry, ...]:
    """Every ID in the order of the page."""
    base = (_rules(), _components(), _toggles(), _open_points(), _check_values())
    return tuple(entry for part in (*base, _fiends()) for entry in part)


def _rules() -> Iterator[Entry]:
    chapters = ids_table()["chapter"]
    for rule_id, row in ids_table()["rule"].items():
        chapter = chapters[rule_id.split("-")[1]]
        yield Entry(rule_id, f"Rules: {chapter}", row["title"], tuple(row["where"]), simplified=row.get("simplified", ""))


def _components() -> Iterator[Entry]:
    for table, letter, group in (("space", "A", "Action spaces"), ("furnishing", "F", "Furnishings"), ("loot", "L", "Loot")):
        for name, row in printed_tables()[table].items():
            if name != PRINTED_ONLY:
                yield Entry(f"{letter}-{name}", group, _component_title(table, row), (f"table:{table}.{name}",))


def _component_title(table: str, row: Mapping[str, Any]) -> str:
    if table == "space":
        low, high = min(row["players"], default=0), max(row["players"], default=0)
        return f"{row['name']} ({low if low == high else f'{low}-{high}'} players)"
    return f"{row['name']}, strength {row['strength']}" if table == "loot" else str(row["name"])


def _toggles() -> Iterator[Entry]:
    for name, row in printed_tables()["toggle"].items():
        values = [row["value"], *row["alternatives"]]
        shown = ", ".join(json.dumps(value) for value in values)
        yield Entry(f"toggle:{name}", "Toggles", f"{row['text']} ({shown})", (f"table:toggle.{name}",))


def _open_points() -> Iterator[Entry]:
    for table, group in (("uncertain", "Uncertain points"), ("disputed", "Points where sources disagree")):
        for point, row in ids_table()[table].items():
            yield Entry(point, group, row["title"], decided=tuple(row["decided"]), reading=row["reading"])


def _check_values() -> Iterator[Entry]:
    for value, title in ids_table()["check_value"].items():
        yield Entry(value, "Check values", title)


# ---------------------------------------------------------------- what Frantic Fiends adds


def _fiends() -> Iterator[Entry]:
    """Rules, components, rulings and worked examples of Frantic Fiends; its tiles and traps are rules of their own."""
    for rule_id, row in fiends_table()["rule"].items():
        chapter = fiends_table()["chapter"][rule_id.split("-")[1]]
        yield Entry(rule_id, f"{FIENDS}: {chapter}", row["title"], tuple(row["where"]), simplified=row.get("simplified", ""))
    for name, row in fiends_table()["correction"].items():
        yield Entry(name, f"{FIENDS}: Corrections from a second reading", row["title"], tuple(row["where"]))
    yield from _new_spaces_and_loot()
    yield from _named_rows()
    yield from _stacks()
    yield from _rulings()
    for value, title in fiends_table()["check_value"].items():
        yield Entry(value, f"{FIENDS}: Check values", title)


def _new_spaces_and_loot() -> Iterator[Entry]:
    base, fiends = printed_tables(), printed_tables("fiends")
    for table, letter in (("space", "A"), ("loot", "L")):
        for name, row in fiends[table].items():
            if name not in base[table] and row.get("players") != []:  # programs of rewards have no players
                yield Entry(f"{letter}-{name}", f"{FIENDS}: New spaces and loot", _component_title(table, row), (f"table:{table}.{name}",))


def _named_rows() -> Iterator[Entry]:
    """Rewards, event boards and milestones by the names of their rows."""
    tables = printed_tables("fiends")
    for name, row in tables["bounty"].items():
        title = f"{row['name']} ({row['strip']}, column {row['column']}): {row['text']}"
        yield Entry(f"bounty:{name}", f"{FIENDS}: Bounties", title, (f"table:bounty.{name}",))
    for number, row in tables["orc_event"].items():
        stacks = ", ".join(f"{orc} {stack}" for orc, stack in row["stacks"].items() if stack)
        price = ", ".join(f"{amount} {ware}" for ware, amount in row["displace_cost"].items())
        title = f"Event {number}: stacks {stacks}; displacing costs {price}; harvest {row['harvest']}"
        yield Entry(f"event:{number}", f"{FIENDS}: Event boards and movement cards", title, (f"table:orc_event.{number}",))
    for name, row in tables["milestone"].items():
        title = f"{row['threshold']} {row['metric']}: {row['discount']} points less to pay"
        yield Entry(f"milestone:{name}", f"{FIENDS}: Milestones", title, (f"table:milestone.{name}",))


def _stacks() -> Iterator[Entry]:
    """The movement cards, stack by stack."""
    cards = printed_tables("fiends")["movement_card"]
    for stack in sorted({card["stack"] for card in cards.values()}):
        own = [name for name, card in cards.items() if card["stack"] == stack]
        walks = "; ".join(", ".join(cards[name]["steps"]) for name in own)
        where = tuple(f"table:movement_card.{name}" for name in own)
        yield Entry(f"stack:{stack}", f"{FIENDS}: Event boards and movement cards", f"Stack {stack}: {walks}", where)


def _rulings() -> Iterator[Entry]:
    """What is played first, then the alternatives; unlike open points of the base game each needs a test."""
    for name, row in printed_tables("fiends")["ruling"].items():
        shown = "; ".join(json.dumps(value) for value in [row["value"], *row["alternatives"]])
        where = (f"table:ruling.{name}", fiends_table()["ruling"][name])
        yield Entry(f"ruling:{name}", f"{FIENDS}: Rulings", f"{row['text']} ({shown})", where)


@cache
def fiends_table() -> dict[str, Any]:
    """The IDs of Frantic Fiends that no other table holds."""
    return tomllib.loads((GAME / "box" / "fiends" / "ids.toml").read_text(encoding="utf-8"))


# ---------------------------------------------------------------- where it is


def place_exists(place: str) -> bool:
    """Whether a `where` or `decided` names something that exists."""
    kind, _, name = place.rpartition(":")
    if kind == "toggle":
        return name in printed_tables()["toggle"]
    if kind == "table":
        return _table_path_exists(name)
    return place == "settled" or _code_exists(place)


def _table_path_exists(path: str) -> bool:
    value: Any = printed_tables("fiends")
    for word in path.split("."):
        if not isinstance(value, Mapping) or word not in value:
            return False
        value = value[word]
    return True


def _code_exists(path: str) -> bool:
    words = path.split(".")
    for depth in range(len(words) - 1, 0, -1):
        for folder in (GAME, PACKAGE):
            file = folder.joinpath(*words[:depth]).with_suffix(".py")
            if file.exists():
                return ".".join(words[depth:]) in _names_in(file)
    return False


@cache
def _names_in(file: Path) -> frozenset[str]:
    """Functions, classes, methods and values a module defines, read without importing it."""
    return frozenset(_defined(ast.parse(file.read_text(encoding="utf-8")).body, ""))


def _defined(body: list[ast.stmt], prefix: str) -> Iterator[str]:
    for node in body:
        if isinstance(node, ast.FunctionDef | ast.ClassDef):
            yield prefix + node.name
        if isinstance(node, ast.ClassDef):
            yield from _defined(node.body, f"{prefix}{node.name}.")
        targets = node.targets if isinstance(node, ast.Assign) else [node.target] if isinstance(node, ast.AnnAssign) else []
        yield from (prefix + target.id for target in targets if isinstance(target, ast.Name))


# ---------------------------------------------------------------- what the tests cite


def pytest_addoption(parser: pytest.Parser) -> None:
    """As a plugin of pytest this module only writes down what is cited."""
    parser.addoption("--citations", type=Path)


def pytest_collection_finish(session: pytest.Session) -> None:
    """Write down what is cited."""
    session.config.getoption("--citations").write_text(json.dumps(cited_by(session.items)), encoding="utf-8")


def cited_by(items: Iterable[pytest.Item]) -> dict[str, dict[str, list[str]]]:
    """Every collected test with the IDs of its `rule` markers."""
    found: dict[str, dict[str, list[str]]] = {"tests": {}, "broad": {}}
    for item in items:
        function = item.nodeid.split("[")[0].removeprefix("tests/")
        if item.get_closest_marker("skip") or item.get_closest_marker("xfail"):
            continue
        cited = {str(rule_id): None for marker in item.iter_markers("rule") for rule_id in marker.args}
        cited |= {f"T-{number}": None for number in re.findall(r"_[Tt]_?(\d\d)(?=_|$)", function)}  # test_T_01_...
        kind = found["tests" if len(cited) <= MOST_IDS else "broad"]
        for rule_id in cited:
            if function not in kind.setdefault(rule_id, []):
                kind[rule_id].append(function)
    return found


@cache
def citations(game: str = "caverna") -> Citations:
    """What is cited by the tests of a game; those of no other game are Caverna's."""

    def is_its(test: str) -> bool:
        return test.startswith(f"{game}/") if game != "caverna" else not test.startswith(OF_OTHER_GAMES)

    def only(cited: Mapping[str, list[str]]) -> dict[str, list[str]]:
        return {rule_id: own for rule_id, tests in cited.items() if (own := [test for test in tests if is_its(test)])}

    found = _collected()
    return Citations(only(found.tests), only(found.broad), found.broken)


KNOWN: list[dict[str, dict[str, list[str]]]] = []  # what the tests cite that are being run, if that is all of them


@cache
def _collected() -> Citations:
    """What the test suite cites: it is collected in a process of its own, unless it is being run."""
    if KNOWN:
        return Citations(**KNOWN[0])
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "citations.json"
        command = [sys.executable, "-m", "pytest", "--collect-only", "-q", "-p", "tests.fidelity", "-p", "no:cacheprovider"]
        environment = {name: value for name, value in os.environ.items() if not name.startswith("PYTEST_")}
        run = subprocess.run(
            [*command, "--citations", str(file), "tests"], cwd=PROJECT, env=environment, capture_output=True, text=True, check=False
        )
        broken = [line.removeprefix("ERROR ").split(" - ")[0] for line in run.stdout.splitlines() if line.startswith("ERROR ")]
        if not file.exists():
            return Citations(broken=broken or [f"pytest could not collect: {(run.stdout + run.stderr)[-500:]}"])
        return Citations(**json.loads(file.read_text(encoding="utf-8")), broken=broken)


def tests_of(entry: Entry) -> list[str]:
    """Test functions that show an ID; an open point is shown by the tests of its toggles too."""
    found = list(citations().tests.get(entry.id, []))
    for place in entry.decided:
        found += [test for test in citations().tests.get(place, []) if test not in found]
    return sorted(found, key=lambda test: not test.startswith(PLAIN_TESTS))


def state_of(entry: Entry) -> str:
    """tested, implemented, simplified or missing."""
    places = entry.where or entry.decided
    if not entry.is_check_value and not any(place_exists(place) for place in places):
        return MISSING
    if entry.simplified:
        return SIMPLIFIED
    if tests_of(entry):
        return TESTED
    return MISSING if entry.is_check_value else IMPLEMENTED


def is_shown(entry: Entry) -> bool:
    """Whether tests show it; of what is simplified they show the part that is played."""
    return state_of(entry) in (TESTED, SIMPLIFIED) and bool(tests_of(entry))


# ---------------------------------------------------------------- the page


def page() -> str:
    """The whole page."""
    lines = [
        "# Fidelity: what is played, where it stands, which test shows it",
        "",
        "Written by `python -m tests.fidelity` and checked by the test suite; do not edit. *tested*: at least one test cites",
        "the ID (one that cites more than a dozen does not count). *implemented*: the code or table exists, no test cites it.",
        "*simplified*: less than the rule says, and why. *missing* speaks for itself.",
        "IDs are those of `caverna_sim/games/caverna/box/base`; a test cites them with `@rule(...)`.",
        "",
        *_summary(),
    ]
    group = ""
    for entry in entries():
        if entry.group != group:
            group = entry.group
            lines += ["", f"## {group}", "", *_head(entry)]
        lines.append(_line(entry))
    return "\n".join(lines) + "\n"


def _summary() -> list[str]:
    lines = ["| | IDs | " + " | ".join(STATES) + " |", "| --- | ---: |" + " ---: |" * len(STATES)]
    kinds: dict[str, list[str]] = {}
    for entry in entries():
        kinds.setdefault(entry.group.split(":")[0], []).append(state_of(entry))
    for kind, states in kinds.items():
        lines.append(f"| {kind} | {len(states)} | " + " | ".join(str(states.count(state)) for state in STATES) + " |")
    return lines


def _head(entry: Entry) -> list[str]:
    if entry.is_open_point:
        return ["| ID | point | decided by | what is played | state | tests |", "| --- | --- | --- | --- | --- | --- |"]
    if _is_rule(entry):
        return [
            f"| ID | {'question (what is played; alternatives)' if 'Rulings' in entry.group else 'rule'} | where | state | tests |",
            "| --- | --- | --- | --- | --- |",
        ]
    return ["| ID | what | state | tests |", "| --- | --- | --- | --- |"]


def _is_rule(entry: Entry) -> bool:
    """Whether the page tells where it is carried out; of components that is their row."""
    return re.match(r"R-|F-[A-Z]+-\d|C-\d|ruling:", entry.id) is not None


def _line(entry: Entry) -> str:
    state = state_of(entry)
    if entry.simplified:
        state += f": {entry.simplified}"
    columns = [entry.id, entry.title.replace("|", "\\|")]
    if entry.is_open_point:
        columns += [_code(entry.decided), entry.reading]
    elif _is_rule(entry):
        columns.append(_code(entry.where))
    return "| " + " | ".join([*columns, state, _links(tests_of(entry))]) + " |"


def _code(places: tuple[str, ...]) -> str:
    return ", ".join(place if place == "settled" else f"`{place}`" for place in places)


def _links(tests: list[str]) -> str:
    """The first tests with links to their files, and how many more there are."""
    shown = []
    for test in tests[:TESTS_SHOWN]:
        file, _, function = test.partition("::")
        shown.append(f"[{function.removeprefix('test_')}](../tests/{file})")
    if len(tests) > TESTS_SHOWN:
        shown.append(f"{len(tests) - TESTS_SHOWN} more")
    return ", ".join(shown)


# ---------------------------------------------------------------- the check


def unknown_ids() -> dict[str, list[str]]:
    """Cited IDs that do not exist, with the tests that cite them."""
    known = {entry.id for entry in entries()}
    everything = [*citations().tests.items(), *citations().broad.items()]
    return {cited: tests for cited, tests in everything if cited not in known}


def unknown_cites() -> list[str]:
    """Rows of the rules tables whose `cite` is no ID."""
    known = {entry.id for entry in entries()}
    return [f"{where}: {cite}" for where, cite in _cites(printed_tables("fiends"), "") if cite not in known]


def _cites(table: Mapping[str, Any], path: str) -> Iterator[tuple[str, str]]:
    for name, value in table.items():
        if name == "cite":
            yield path, value
        elif isinstance(value, Mapping):
            yield from _cites(value, f"{path}.{name}".removeprefix("."))


def problems() -> list[str]:
    """Everything that keeps the page from being true and complete, one line each."""
    found = [f"cannot be collected: {file}" for file in citations().broken]
    found += [f"unknown ID {cited}, cited by {', '.join(tests)}" for cited, tests in unknown_ids().items()]
    found += [f"unknown ID in the rules data, {cite}" for cite in unknown_cites()]
    for entry in entries():
        found += [f"{entry.id}: `{place}` does not exist" for place in (*entry.where, *entry.decided) if not place_exists(place)]
        if not is_shown(entry) and not (entry.is_open_point and state_of(entry) == IMPLEMENTED):
            found.append(f"{entry.id} ({entry.title}) is {state_of(entry)}, and no test shows it")
    if not PAGE.exists() or PAGE.read_text(encoding="utf-8") != page():
        found.append(f"{PAGE.relative_to(PROJECT)} is stale; run `python -m tests.fidelity`")
    return found


def main(arguments: list[str]) -> int:
    """Write the pages, or check them."""
    from tests import fidelity_games

    if arguments not in ([], ["--check"]):
        sys.stderr.write("usage: python -m tests.fidelity [--check]\n")
        return 2
    if not arguments:
        fidelity_games.write()
        PAGE.parent.mkdir(exist_ok=True)
        PAGE.write_text(page(), encoding="utf-8")
        sys.stdout.write("\n".join(_summary()) + "\n")
        return 0
    found = [*problems(), *(problem for game in fidelity_games.NAMES for problem in fidelity_games.problems(game))]
    sys.stdout.write("".join(f"{line}\n" for line in found) or "every ID is tested and docs/fidelity.md is up to date\n")
    return 1 if found else 0


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
