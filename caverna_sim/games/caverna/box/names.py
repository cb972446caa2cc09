"""What the things of a game are called, in the order of their numbers, and what their trades and meals are in words."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from caverna_sim.games.caverna.box.pack import FURNISHINGS, LOOT, SPACES
from caverna_sim.games.caverna.box.tables import Tables, printed_tables
from caverna_sim.games.caverna.fiends.names import BOUNTIES, TRAPS
from caverna_sim.games.caverna.fiends.schema import EXPANSION


@dataclass(frozen=True, eq=False)
class Names:
    """The names of one set of rules; house rules may change trades, meals and titles."""

    titles: tuple[str, ...]  # [furnishing] as it is printed on the tile
    deals: tuple[tuple[str, ...], ...]  # [furnishing] its trades in words, such as "2 grain for 3 gold"
    meals: tuple[str, ...]  # what may feed a dwarf instead of food, such as "1 wood"
    spaces: tuple[str, ...] = SPACES
    furnishings: tuple[str, ...] = FURNISHINGS
    loot: tuple[str, ...] = LOOT
    traps: tuple[str, ...] = TRAPS
    bounties: tuple[str, ...] = BOUNTIES

    def __reduce__(self) -> Any:
        """Those of the printed rules stay what they are, in whatever process."""
        return (_printed, ()) if self is PRINTED else super().__reduce__()


def names_of(tables: Tables) -> Names:
    """The names of checked tables; in a base game those of Frantic Fiends are the printed ones."""
    printed = printed_tables(EXPANSION)["furnishing"]
    rows = [tables["furnishing"].get(name) or printed[name] for name in FURNISHINGS]
    effects = [line for row in rows for line in row["effects"]]
    return Names(
        titles=tuple(str(row["name"]) for row in rows),
        deals=tuple(tuple(_deal(line) for line in row["effects"] if line["when"] == "any_time") for row in rows),
        meals=tuple(_amounts(meal) for line in effects if line["do"] == "feed_one_dwarf" for meal in line["options"]),
    )


def _deal(line: Mapping[str, Any]) -> str:
    return f"{_amounts(line['give'])} for {_amounts(line['get'])}" if line["do"] == "trade" else ""


def _amounts(wares: Mapping[str, int]) -> str:
    return " and ".join(f"{amount} {ware}" for ware, amount in wares.items() if amount) or "nothing"


PRINTED = names_of(printed_tables(EXPANSION))


def _printed() -> Names:
    return PRINTED
