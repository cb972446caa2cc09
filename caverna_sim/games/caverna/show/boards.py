"""Draws home boards, action spaces and scores from positions as plain dicts (interface: "Position")."""

from __future__ import annotations

import re
import textwrap
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from rich.console import Group
from rich.table import Table
from rich.text import Text

from caverna_sim.games.caverna.expansions import modules
from caverna_sim.kit.show.canvas import Canvas
from caverna_sim.kit.show.tables import alike_together, lines_of_seat, seat_name, spaces_table, stock
from caverna_sim.kit.show.tables import amounts as in_words

LEAST_LINES, MOST_LINES = 2, 3  # inside a cell, below its name
WIDEST_CELL = 14
GAP = 3  # between forest and mountain

_CELL_STYLES = {
    "meadow": "green", "field": "yellow", "small_pasture": "bright_green", "large_pasture": "bright_green",
    "cavern": "white", "tunnel": "bright_black", "deep_tunnel": "bright_black", "ore_mine": "bright_blue",
    "ruby_mine": "bright_red",
}  # fmt: skip
_MARKER_STYLE = "bold red"
TILE_STYLES = {"orange": "dark_orange", "green": "bright_green", "yellow": "bright_yellow"}
_FOREST_WORDS = ("meadow", "field", "small_pasture", "large_pasture")


class Cell(NamedTuple):
    """A cell to draw: where it lies (area 0 forest, 1 mountain), what it is called and what it shows."""

    area: int
    row: int
    column: int
    name: str
    word: str
    has_stable: bool
    markers: tuple[str, ...] = ()  # of an expansion that stand here, and what they are
    kind: str = ""


# ---------------------------------------------------------------- what a cell shows


def tile_name(tile: str, tables: Mapping[str, Any]) -> str:
    """The name of a furnishing, short enough for a cell."""
    name = str(tables["furnishing"][tile]["name"])
    return re.sub(r"\((\d+) (\w)\w*, (\d+) (\w)\w*\)", r"\1\2\3\4", name)


def cell_lines(cell: Cell, tables: Mapping[str, Any], width: int) -> tuple[list[str], str]:
    """The lines inside a cell and their style."""
    word = cell.word
    if word in (".", "^"):
        if cell.has_stable:
            return ["stable"], "green"
        return _printed_on(cell, tables), "dim"
    if word.startswith("field:"):
        crop, amount = word.removeprefix("field:").split("*")
        return ["field", f"{amount} {ware_name(crop, int(amount))}"], "yellow"
    kind = word.split(":")[0]
    if kind == "trap":
        _, name, *state = word.split(":")
        return [*textwrap.wrap(name.replace("_", " "), width), *state], "dim" if state else "magenta"
    if "*" in kind:
        kind, goods = kind.split("*")
        ware = ware_name(kind.removesuffix("_mine"), int(goods))
        return [*textwrap.wrap(kind.replace("_", " "), width), f"{goods} {ware}"], _CELL_STYLES[kind]
    if kind in _CELL_STYLES:
        return [*textwrap.wrap(kind.replace("_", " "), width), *(["stable"] if cell.has_stable else [])], _CELL_STYLES[kind]
    lines = textwrap.wrap(tile_name(kind, tables), width)
    return lines, TILE_STYLES[tables["furnishing"][kind]["colour"]]


def _contents(cell: Cell, tables: Mapping[str, Any], width: int) -> list[tuple[str, str]]:
    """The lines inside a cell, each with its style; markers come first, and what one holds in the mountain is dim."""
    lines, style = cell_lines(cell, tables, width)
    if not cell.markers:
        return [(text, style) for text in lines]
    return [(" ".join((cell.kind, *cell.markers)), _MARKER_STYLE), *((text, "dim" if cell.area == 1 else style) for text in lines)]


def _printed_on(cell: Cell, tables: Mapping[str, Any]) -> list[str]:
    """The bonus of a cell without a tile, and the cell where the forest begins."""
    side = tables["board"]["forest" if cell.area == 0 else "mountain"]
    bonus = side["bonus"].get(cell.name, {})
    lines = [f"+{amount} {ware_name(ware, amount)}" for ware, amount in bonus.items()]
    if side.get("entrance") == cell.name:
        lines.append("entrance")
    return lines


def cells_of(seat: Mapping[str, Any]) -> list[Cell]:
    """All cells of a home board, and the halves that stick out."""
    cells = []
    for row, words in enumerate(seat["board"]):
        for column, word in enumerate(words):
            cells.append(_cell(seat, column // 3, row, column % 3, word))
    for row, column, word in seat.get("overhang", []):
        is_forest = str(word).split(":")[0] in _FOREST_WORDS
        if column == "middle":
            cells.append(_cell(seat, 0 if is_forest else 1, row, 3 if is_forest else -1, word))
        else:
            area = 0 if column < 3 else 1
            cells.append(_cell(seat, area, row, column - 3 * area, word))
    return cells


def _cell(seat: Mapping[str, Any], area: int, row: int, column: int, word: str) -> Cell:
    name = f"{'FM'[area]}{column + 1}{row + 1}"
    cell = Cell(area, row, column, name, str(word), name in seat.get("stables", []))
    for share in modules("show"):
        if standing := share.markers(seat, name):
            cell = cell._replace(markers=standing, kind=share.MARKER)
    return cell


# ---------------------------------------------------------------- drawing


def board(seat: Mapping[str, Any], tables: Mapping[str, Any], width: int, ascii_only: bool = False) -> Text:
    """A home board: forest on the left, mountain on the right, each cell with its name; large pastures are one cell."""
    cells = {(cell.area, cell.row, cell.column): cell for cell in cells_of(seat)}
    rows = sorted({row for _, row, _ in cells})
    columns = [(area, column) for area in (0, 1) for column in range(-1, 4) if any((area, row, column) in cells for row in rows)]
    inner = max(6, min(WIDEST_CELL, (width - GAP - 2) // len(columns) - 1))
    contents = {place: _contents(cell, tables, inner) for place, cell in cells.items()}
    height = min(MOST_LINES, max(LEAST_LINES, *(len(lines) for lines in contents.values())))
    step_x, step_y = inner + 1, height + 1
    lefts = {place: index * step_x + (GAP + 1 if place[0] == 1 else 0) for index, place in enumerate(columns)}
    canvas = Canvas(len(columns) * step_x + GAP + 2, len(rows) * step_y + 1)
    joined = {(place, other) for place in cells for other in _right_and_below(place) if _is_one_pasture(cells, place, other)}
    for place in cells:
        area, row, column = place
        x, y = lefts[area, column], (row - rows[0]) * step_y
        right, below = (area, row, column + 1), (area, row + 1, column)
        left, above = (area, row, column - 1), (area, row - 1, column)
        if (above, place) not in joined:
            canvas.line(x, y, x + step_x, y)
        if (place, below) not in joined:
            canvas.line(x, y + step_y, x + step_x, y + step_y)
        if (left, place) not in joined:
            canvas.line(x, y, x, y + step_y)
        if (place, right) not in joined:
            canvas.line(x + step_x, y, x + step_x, y + step_y)
        for index, (text, style) in enumerate(contents[place][:height]):
            canvas.write(x + 1, y + 1 + index, text[:inner].center(inner), style)
    for (area, row, column), cell in cells.items():
        canvas.write(lefts[area, column] + 2, (row - rows[0]) * step_y, cell.name, "dim")
    return canvas.text(ascii_only)


_Place = tuple[int, int, int]


def _right_and_below(place: _Place) -> list[_Place]:
    area, row, column = place
    return [(area, row, column + 1), (area, row + 1, column)]


def _is_one_pasture(cells: Mapping[_Place, Cell], place: _Place, other: _Place) -> bool:
    return other in cells and cells[place].word.startswith("large_pasture") and cells[place].word == cells[other].word


# ---------------------------------------------------------------- a seat


_PLURALS = {"ruby": "rubies", "vegetable": "vegetables", "dog": "dogs", "donkey": "donkeys", "wild_boar": "wild boars"}


def ware_name(ware: str, amount: int) -> str:
    """What so many of a ware are called."""
    return _PLURALS.get(ware, ware) if amount != 1 else ware.replace("_", " ")


def amounts(wares: Mapping[str, int]) -> str:
    """Amounts in words, without those of nothing."""
    return in_words(wares, ware_name)


def seat_view(
    position: Mapping[str, Any], number: int, tables: Mapping[str, Any], bots: Sequence[str], points: int, width: int, ascii_only: bool
) -> Group:
    """Everything of a seat: home board, goods, animals, dwarfs."""
    seat = position["seats"][number]
    title = Text.assemble(seat_name(number, bots), f"   {points} points as if the game ended now")
    if position["start_player"] == number:
        title.append("   starting player", "bold")
    if position["next_start_player"] == number != position["start_player"]:
        title.append("   starting player from the next round on", "bold")
    return Group(title, board(seat, tables, width, ascii_only), lines_of_seat(_lines(seat, tables)), Text())


def _lines(seat: Mapping[str, Any], tables: Mapping[str, Any]) -> Iterator[tuple[str, str | Text]]:
    """What stands below a board."""
    yield "goods", stock(seat["goods"], ware_name)
    yield "animals", stock(seat["animals"], ware_name)
    yield "dwarfs", dwarfs_in_words(seat["dwarfs"])
    for share in modules("show"):
        yield from share.lines(seat)
    if seat.get("animals_at"):
        yield "places", "; ".join(f"{cell}: {amounts(animals)}" for cell, animals in seat["animals_at"].items())
    if seat["begging"]:
        yield "begging", f"{seat['begging']} marker{'s' if seat['begging'] > 1 else ''}"
    coming = [f"round {number}: {amounts(wares)}" for number, wares in seat.get("round_goods", {}).items() if amounts(wares)]
    if coming:
        yield "to come", "; ".join(coming)
    if seat.get("covered"):
        yield "built over", ", ".join(tile_name(tile, tables) for tile in seat["covered"])


AT_HOME = {"home": "at home", "stays_home": "at home, found no space"}


def dwarfs_in_words(dwarfs: Sequence[Mapping[str, Any]]) -> str:
    """The family: strength and place of each, alike ones together."""
    return alike_together(_dwarf_in_words(dwarf) for dwarf in dwarfs)


def _dwarf_in_words(dwarf: Mapping[str, Any]) -> str:
    kind = "newborn" if dwarf.get("newborn") else (f"strength {dwarf['weapon']}" if dwarf.get("weapon") else "unarmed")
    place = str(dwarf.get("at", "home"))
    where = {**AT_HOME, "captive": f"captive on {dwarf.get('home')}"}.get(place, f"on {place}")
    return f"{kind} {where}"


# ---------------------------------------------------------------- the table in the middle


def spaces_view(position: Mapping[str, Any], width: int) -> Table:
    """The action spaces with what lies there and who uses them, in columns."""
    return spaces_table(position["spaces"], ware_name, lambda space, seat: _user(position, space, seat), width)


def _user(position: Mapping[str, Any], space: str, seat: int) -> str:
    for dwarf in position["seats"][seat]["dwarfs"]:
        if dwarf.get("at") == space and not dwarf.get("newborn"):
            return f"seat {seat}" + (f", strength {dwarf['weapon']}" if dwarf.get("weapon") else "")
    return ", ".join((f"seat {seat}", *others_on(position["seats"][seat], space)))


def others_on(seat: Mapping[str, Any], space: str) -> list[str]:
    """Who of a seat stands on a space beside dwarfs."""
    return [who for share in modules("show") for who in share.working(seat, space)]
