"""What the things of a game are called, in the order of their numbers: printed ones first, then those that house rules add."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from caverna_sim.games.caverna.box.tables import ids_of, printed_tables
from caverna_sim.games.caverna.expansions import EVERYTHING, module_of
from caverna_sim.kit.tables.house import Tables


@dataclass(frozen=True, eq=False)
class Names:
    """The names of one set of rules. Numbers of printed things are the same in all of them."""

    spaces: tuple[str, ...]
    furnishings: tuple[str, ...]
    titles: tuple[str, ...]  # [furnishing] as it is printed on the tile
    deals: tuple[tuple[str, ...], ...]  # [furnishing] its trades in words, such as "2 grain for 3 gold"
    meals: tuple[str, ...]  # what may feed a dwarf instead of food, such as "1 wood"
    loot: tuple[str, ...]
    traps: tuple[str, ...]
    long_strips: tuple[str, ...]
    bounties: tuple[str, ...]  # by the number of the field

    def __reduce__(self) -> Any:
        """Those of the printed rules stay what they are, in whatever process."""
        return (_printed, ()) if self is PRINTED else super().__reduce__()


def names_of(tables: Tables) -> Names:
    """The names of checked tables."""
    furnishings = ids_of(tables, "furnishing")
    printed = printed_tables(EVERYTHING)["furnishing"]
    rows = [tables["furnishing"].get(name) or printed[name] for name in furnishings]
    effects = [line for row in rows for line in row["effects"]]
    wing = module_of(EVERYTHING, "names")
    return Names(
        spaces=ids_of(tables, "space"),
        furnishings=furnishings,
        titles=tuple(str(row["name"]) for row in rows),
        deals=tuple(tuple(_deal(line) for line in row["effects"] if line["when"] == "any_time") for row in rows),
        meals=tuple(_amounts(meal) for line in effects if line["do"] == "feed_one_dwarf" for meal in line["options"]),
        loot=ids_of(tables, "loot"),
        traps=ids_of(tables, "trap"),
        long_strips=wing.long_strips_of(tables),
        bounties=wing.bounties_of(tables),
    )


def _deal(line: Mapping[str, Any]) -> str:
    return f"{_amounts(line['give'])} for {_amounts(line['get'])}" if line["do"] == "trade" else ""


def _amounts(wares: Mapping[str, int]) -> str:
    return " and ".join(f"{amount} {ware}" for ware, amount in wares.items() if amount) or "nothing"


PRINTED = names_of(printed_tables(EVERYTHING))


def _printed() -> Names:
    return PRINTED
