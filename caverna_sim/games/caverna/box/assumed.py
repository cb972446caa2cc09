"""Values that no source confirms: which they are, the file to type them in, and a check of that file."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from importlib import resources
from pathlib import Path
from typing import Any

from caverna_sim.errors import RulesError
from caverna_sim.games.caverna.box.owner import read_box
from caverna_sim.games.caverna.box.tables import check_value, flatten, printed_tables, with_house_rules
from caverna_sim.games.caverna.expansions import EVERYTHING
from caverna_sim.kit.tables.house import marked_values
from caverna_sim.toml import read_toml

TEMPLATE = "my-box.template.toml"


def template() -> str:
    """The file an owner of the game fills in, as shipped."""
    return (resources.files("caverna_sim.games.caverna.box") / EVERYTHING / TEMPLATE).read_text(encoding="utf-8")


@dataclass(frozen=True)
class BoxCheck:
    """What a file of values holds."""

    given: dict[str, Any]  # by dotted path
    missing: list[str]  # paths that are assumed still
    problems: list[str]  # one sentence for each wrong value


def check_box(path: str | Path) -> BoxCheck:
    """Try every value of a file by itself, then all together."""
    given = flatten(read_box(str(path)))
    problems = list(_problems(given))
    if problems:
        return BoxCheck(given, [], problems)
    return BoxCheck(given, [name for name, _ in marked_values(with_house_rules(given, EVERYTHING))], [])


def _problems(given: Mapping[str, Any]) -> Iterator[str]:
    from caverna_sim.games.caverna.box.catalog import catalog

    wrong = False
    for path, value in given.items():
        try:
            check_value(path, value, EVERYTHING)
        except RulesError as error:
            wrong = True
            yield str(error)
    if wrong:
        return
    try:
        for players in (1, 7):
            catalog(players, given, EVERYTHING)
    except RulesError as error:
        yield str(error)


def is_box_file(path: Path) -> bool:
    """Whether a TOML file holds values of a box, and not a scenario: tables only, one of them at least of the rules."""
    try:
        data = read_toml(path, "", RulesError)
    except RulesError:
        return False  # said where a scenario is read
    return any(name in printed_tables(EVERYTHING) for name in data) and all(isinstance(value, Mapping) for value in data.values())
