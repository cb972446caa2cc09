"""Draws farmyards and action spaces in the terminal from positions."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from rich.console import Group
from rich.table import Table
from rich.text import Text

from caverna_sim.games.agricola.box.catalog import Catalog
from caverna_sim.games.agricola.shape.board import COLUMNS, ROWS
from caverna_sim.games.agricola.show.farm import PLACES, Farm, farm_of
from caverna_sim.kit.show.canvas import Canvas
from caverna_sim.kit.show.tables import alike_together, lines_of_seat, seat_name, spaces_table, stock
from caverna_sim.kit.show.tables import amounts as in_words

LEAST_LINES, MOST_LINES = 1, 3  # inside a cell
WIDEST_CELL = 16
_STYLES = {"room": "bright_white", "field": "yellow", "stable": "red", "pasture": "bright_green"}
_PLURALS = {"vegetable": "vegetables", "wild_boar": "wild boar"}
_WHERE = {"home": "at home", "passed": "at home, found no space"}


def ware_name(ware: str, amount: int) -> str:
    """What so many of a ware are called."""
    return (_PLURALS.get(ware, ware) if amount != 1 else ware).replace("_", " ")


def amounts(wares: Mapping[str, int]) -> str:
    """Amounts in words, without those of nothing."""
    return in_words(wares, ware_name)


def cell_lines(cell: str, farm: Farm, house: str) -> tuple[list[str], str]:
    """What a cell shows, and its style."""
    kind, _, crop = farm.words[cell].partition(":")
    lines = []
    if kind == "room":
        lines.append(f"{house} room")
    elif kind == "field":
        lines.append("field")
        if crop:
            name, amount = crop.split("*")
            lines.append(f"{amount} {ware_name(name, int(amount))}")
    elif kind == "stable":
        lines.append("stable")
    is_pasture = cell in farm.fenced
    if is_pasture and kind == ".":
        lines.append("pasture")
    lines += [f"{amount} {ware_name(ware, amount)}" for ware, amount in farm.standing.get(cell, {}).items()]
    return lines, _STYLES["pasture" if is_pasture else kind] if lines else ""


def board(seat: Mapping[str, Any], farm: Farm, width: int, ascii_only: bool = False) -> Text:
    """A farmyard with its fences as lines; corners without a fence are dots."""
    inner = max(9, min(WIDEST_CELL, (width - 1) // COLUMNS - 1))
    shown = {cell: cell_lines(cell, farm, str(seat["house"])) for cell in PLACES}
    height = min(MOST_LINES, max(LEAST_LINES, *(len(lines) for lines, _ in shown.values())))
    right, down = inner + 1, height + 1
    canvas = Canvas(COLUMNS * right + 1, ROWS * down + 1, "bright_yellow")
    for row in range(ROWS + 1):
        for column in range(COLUMNS + 1):
            canvas.write(column * right, row * down, "." if ascii_only else "·", "dim")
    for cell, place in PLACES.items():
        x, y = place.column * right, place.row * down
        ends = ((0, 0, 1, 0), (0, 1, 1, 1), (0, 0, 0, 1), (1, 0, 1, 1))  # of the fences above, below, left and right
        for fence, (x_begin, y_begin, x_end, y_end) in zip(place.sides(), ends, strict=True):
            if fence in farm.fences:
                canvas.line(x + x_begin * right, y + y_begin * down, x + x_end * right, y + y_end * down)
        lines, style = shown[cell]
        for index, text in enumerate(lines[:height]):
            canvas.write(x + 1, y + 1 + index, text[:inner].center(inner), style)
    for cell, place in PLACES.items():
        canvas.write(place.column * right + 2, place.row * down, cell, "dim")
    return canvas.text(ascii_only)


def seat_view(
    position: Mapping[str, Any], number: int, rules: Catalog, bots: Sequence[str], points: int, width: int, ascii_only: bool
) -> Group:
    """Everything of a seat: farmyard, goods, animals, people, improvements."""
    seat = position["seats"][number]
    farm = farm_of(seat, rules)
    title = Text.assemble(seat_name(number, bots), f"   {points} points as if the game ended now")
    if position["start_player"] == number:
        title.append("   starting player", "bold")
    return Group(title, board(seat, farm, width, ascii_only), lines_of_seat(_lines(seat, farm, rules)), Text())


def _lines(seat: Mapping[str, Any], farm: Farm, rules: Catalog) -> Iterator[tuple[str, str | Text]]:
    """What stands below a farmyard."""
    yield "goods", stock(seat["goods"], ware_name)
    yield "animals", stock(seat["animals"], ware_name)
    yield "people", people_in_words(seat["people"])
    yield from beside(seat, farm, rules)


def beside(seat: Mapping[str, Any], farm: Farm, rules: Catalog) -> Iterator[tuple[str, str]]:
    """What a seat has only now and then."""
    if seat["improvements"]:
        yield "improvements", ", ".join(improvement_name(name, rules) for name in seat["improvements"])
    if farm.elsewhere:
        yield "without a place", amounts(farm.elsewhere)
    if seat["begging"]:
        yield "begging", f"{seat['begging']} marker{'s' if seat['begging'] > 1 else ''}"
    coming = [f"round {number}: {amounts(wares)}" for number, wares in seat["promised"].items()]
    if coming:
        yield "to come", "; ".join(coming)


def improvement_name(name: str, rules: Catalog) -> str:
    """What is printed on an improvement."""
    return str(rules.tables["major"][name]["name"])


def people_in_words(people: Sequence[Mapping[str, Any]]) -> str:
    """The family and where it is, alike ones together."""
    return alike_together(f"{'newborn' if one.get('newborn') else 'adult'} {where(one)}" for one in people)


def where(person: Mapping[str, Any]) -> str:
    """Where somebody is."""
    place = str(person["at"])
    return _WHERE.get(place, f"on {place}")


def spaces_view(position: Mapping[str, Any], width: int) -> Table:
    """The action spaces with what lies there and who uses them, in columns."""
    return spaces_table(position["spaces"], ware_name, lambda _, seat: f"seat {seat}", width)
