"""What the terminal shows of a table with orcs, beside boards and spaces."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from rich.table import Table
from rich.text import Text

from caverna_sim.games.caverna.show.boards import AT_HOME, TILE_STYLES, amounts, tile_name
from caverna_sim.kit.show.tables import SEAT_STYLES

MARKER = "orc"  # what stands on cells
TABLE_TITLE = "Orc events and bounties"


def markers(seat: Mapping[str, Any], cell: str) -> tuple[str, ...]:
    """Orcs that stand on a cell, each with its strength."""
    return tuple(f"{letter}{entry['strength']}" for letter, entry in seat.get("orcs", {}).items() if entry["at"] == cell)


def lines(seat: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    """What a seat has beside what every seat has: a name and what it says."""
    if seat.get("orcs"):
        yield "orcs", "; ".join(f"{name} {_orc_in_words(entry)}" for name, entry in seat["orcs"].items())


def working(seat: Mapping[str, Any], space: str) -> Iterator[str]:
    """Friendly orcs of a seat on a space."""
    for letter, one in seat.get("orcs", {}).items():
        if one.get("works") == space:
            yield f"orc {letter}"


def _orc_in_words(entry: Mapping[str, Any]) -> str:
    place = str(entry["at"])
    if place == "friendly":
        works = str(entry.get("works", "home"))
        where = {**AT_HOME, "captive": "captive"}.get(works, f"on {works}")
        return f"friendly, lives on {entry['room']}, {where}"
    if place == "defeated":
        reward = f", {str(entry['reward']).replace('_', ' ')}" if "reward" in entry else ""
        return f"{entry['fate']} in round {entry['round']}{reward}"
    where = {"waiting": "waits", "cave": "in the cave"}.get(place, f"on {place}")
    return f"strength {entry['strength']} {where}{' (held)' if entry.get('held') else ''}"


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
