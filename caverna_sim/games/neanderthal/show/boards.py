"""Draws the two rows and seats in the terminal from positions."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from rich.console import Group
from rich.table import Table
from rich.text import Text

from caverna_sim.games.neanderthal.box.catalog import Catalog
from caverna_sim.games.neanderthal.ids.things import COLOURS, PLACES, ROW_LENGTH, ROWS
from caverna_sim.games.neanderthal.position.write import ICE
from caverna_sim.kit.show.tables import SEAT_STYLES, lines_of_seat, seat_name

Position = Mapping[str, Any]


def title(name: str, rules: Catalog) -> str:
    """What is printed on a card."""
    row = rules.tables["biome"].get(name) or rules.tables["daughter"].get(name)
    return str(row["name"]) if row else name


def disks(amounts: Mapping[str, int]) -> str:
    """Disks by their first letters, `2o 1w`."""
    return " ".join(f"{amounts[colour]}{colour[0]}" for colour in COLOURS if amounts.get(colour)) or "none"


def people(group: Mapping[str, Any]) -> str:
    """Tribesmen, the alpha, wanderers."""
    words = [str(group["tribesmen"])] + (["alpha"] if group["alpha"] else [])
    return " + ".join([*words, *(f"{amount} {species}" for species, amount in group["wanderers"].items())])


def place_lines(position: Position, number: int, rules: Catalog) -> tuple[list[str], str]:
    """What lies at a place, and its style."""
    card = position[ROWS[number // ROW_LENGTH]][number % ROW_LENGTH]
    if card is None:
        return ["gap"], "dim"
    if card.startswith(ICE.removesuffix(":")):
        return ["ice"], "bright_cyan"
    row = rules.tables["biome"][card]
    hits = f"{row['hits']}x{'1' if row['hit_faces'] == 'one' else '1-2'}"
    icons = [row["class"] if not row["predator"] else "predator", hits, f"{row['babies']} babies"]
    icons += [disks(row["release"])] if any(row["release"].values()) else []
    icons += [f"tools {' '.join(colour[0] for colour in row['tools'])}"] if row["tools"] else []
    icons += [f"T{row['trophy']['points']}/{row['trophy']['match']}"] if "trophy" in row else []
    icons += [f"{row['hand']['kind'][0].upper()}/{row['hand']['match']}"] if "hand" in row else []
    return [title(card, rules), ", ".join(icons)], "red" if row["predator"] else ""


def hunters_at(position: Position, number: int) -> list[tuple[int, str]]:
    """Who hunts at a place: seat and people."""
    place = PLACES[number]
    return [(seat, people(own["hunters"][place])) for seat, own in enumerate(position["seats"]) if place in own["hunters"]]


def rows_view(position: Position, rules: Catalog) -> Table:
    """Both rows, northern above southern."""
    table = Table.grid(padding=(0, 2, 0, 0))
    table.add_column(no_wrap=True, style="dim")
    table.add_column()
    for number, name in enumerate(PLACES):
        lines, style = place_lines(position, number, rules)
        text = Text(lines[0], f"bold {style}" if style else "bold")
        text.append("".join(f"  {line}" for line in lines[1:]), "dim")
        for seat, who in hunters_at(position, number):
            text.append(f"  [{who}]", SEAT_STYLES[seat])
        table.add_row(name, text)
    return table


def seat_view(position: Position, number: int, rules: Catalog, bots: Sequence[str], points: int) -> Group:
    """Everything of a seat."""
    seat = position["seats"][number]
    head = Text.assemble(seat_name(number, bots), f"   {seat['species'].replace('_', ' ')}   {points} points as if the game ended now")
    if position["order"][0] == number:
        head.append("   starting player", "bold")
    return Group(head, lines_of_seat(lines(seat, rules)), Text())


def lines(seat: Mapping[str, Any], rules: Catalog) -> Iterator[tuple[str, str | Text]]:
    """What belongs to a seat, line by line."""
    yield "placard", f"{seat['side']}, {seat['mating']}"
    yield "unassigned", people(seat["unassigned"])
    yield "vocabulary", disks(seat["vocabulary"])
    if seat["portals"]:
        yield "portals", ", ".join(seat["portals"])
    names = {row["level"]: name for name, row in rules.tables["elder"].items()}
    if seat["elders"]:
        yield "elders", ", ".join(_elder(names[int(level)], one) for level, one in seat["elders"].items())
    for daughter in seat["daughters"]:
        yield "daughter", _daughter(daughter, rules)
    for key in ("animals", "inventions"):
        if seat[key]:
            yield key, ", ".join(title(one["id"], rules) + _young(one["disks"]) for one in seat[key])
    for key in ("trophies", "hand"):
        if seat[key]:
            yield key, ", ".join(title(one, rules) for one in seat[key])


def _young(on: Mapping[str, int]) -> str:
    return f" (young: {disks(on)})" if on else ""


def _elder(name: str, one: Mapping[str, Any]) -> str:
    return name + (f" (young: {one['disk']})" if one["disk"] else "") + (" (alpha)" if one["alpha"] else "")


def _daughter(daughter: Mapping[str, Any], rules: Catalog) -> str:
    husband = daughter["husband"]
    words = title(daughter["id"], rules) + _young(daughter["disks"])
    if husband:
        words += f", husband: {husband['species'].replace('_', ' ')}" + (" (young)" if husband["disk"] else "")
    if daughter["suitors"]:
        words += ", suitors: " + ", ".join(one["species"].replace("_", " ") for one in daughter["suitors"])
    return words
