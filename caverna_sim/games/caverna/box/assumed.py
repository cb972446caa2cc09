"""Values that no source confirms: the file to type them in, and a check of that file (kit/tables/owner.py)."""

from __future__ import annotations

from importlib import resources
from pathlib import Path

from caverna_sim.games.caverna.box.tables import check_value, flatten, printed_tables, with_house_rules
from caverna_sim.games.caverna.expansions import EVERYTHING
from caverna_sim.kit.tables import owner
from caverna_sim.kit.tables.owner import BoxCheck, read_box

TEMPLATE = "my-box.template.toml"


def template() -> str:
    """The file an owner of the game fills in, as shipped."""
    return (resources.files("caverna_sim.games.caverna.box") / EVERYTHING / TEMPLATE).read_text(encoding="utf-8")


def check_box(path: str | Path) -> BoxCheck:
    """Try every value of a file by itself, then all together, at the smallest and the largest table."""
    from caverna_sim.games.caverna.box.catalog import catalog

    given = flatten(read_box(str(path)))

    def together() -> None:
        for players in (1, 7):
            catalog(players, given, EVERYTHING)

    return owner.checked(
        given, lambda name, value: check_value(name, value, EVERYTHING), together, lambda: with_house_rules(given, EVERYTHING)
    )


def is_box_file(path: Path) -> bool:
    """Whether a TOML file holds values of the box."""
    return owner.is_box_file(path, printed_tables(EVERYTHING))
