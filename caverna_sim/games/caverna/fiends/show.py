"""What the terminal shows of a table with orcs, beside boards and spaces."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from rich.table import Table
from rich.text import Text

from caverna_sim.games.caverna.show.boards import SEAT_STYLES, TILE_STYLES, amounts, tile_name


def table_view(position: Mapping[str, Any], tables: Mapping[str, Any]) -> Table:
    """Orc events, bounty board, and what is left of traps and of tiles that exist several times."""
    table = Table.grid(padding=(0, 2, 0, 0))
    table.add_column(no_wrap=True, style="dim")
    table.add_column()
    events = position["events"]
    for number, ware in enumerate(events["bribe"], start=1):
        row = tables["orc_event"][str(number)]
        words = f"bribe with {ware}, displace for {amounts(row['displace_cost'])}"
        if number <= events["event"]:
            words += " (going on)" if number == events["event"] and position["phase"] in ("event", "after_orcs") else " (over)"
        table.add_row(f"orc event {number}", Text(words, "dim" if "over" in words else ""))
    if events.get("movement"):
        drawn = [f"seat {seat}: {card} ({' '.join(tables['movement_card'][card]['steps'])})" for seat, card in events["movement"].items()]
        table.add_row("movement", "; ".join(drawn))
    for long, short in position["bounty"]["strips"]:
        fields = [name for name, row in tables["bounty"].items() if row["strip"] == long]
        fields.sort(key=lambda name: int(tables["bounty"][name]["column"]))
        line = Text(" | ").join(_bounty(name, position) for name in fields)
        tiles = [tile_name(tile, tables) for tile in tables["bounty_short"][short]["tiles"] if tile in position["supply"]]
        line.append(f"   {', '.join(tiles)}", TILE_STYLES["yellow"])
        table.add_row(f"bounties {long}", line)
    table.add_row("traps", ", ".join(f"{number} {name.replace('_', ' ')}" for name, number in position["display"]["traps"].items()))
    copies = position["display"]["copies"].items()
    table.add_row("tiles", ", ".join(f"{number} {tile_name(tile, tables)}" for tile, number in copies))
    return table


def _bounty(name: str, position: Mapping[str, Any]) -> Text:
    token = position["bounty"]["tokens"].get(name)
    words = name.replace("_", " ")
    if token is None:
        return Text(words)
    return Text(f"{words} ({token['orc']} of seat {token['seat']})", SEAT_STYLES[token["seat"]])
