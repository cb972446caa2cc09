"""Draws positions of Caverna: home boards, furnishings, dwarfs (kit/show/drawing.py). All shapes are our own."""

from __future__ import annotations

import textwrap
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from caverna_sim.games.caverna.expansions import EVERYTHING, module_of, modules
from caverna_sim.games.caverna.show.boards import Cell, amounts, cells_of, others_on, tile_name, ware_name
from caverna_sim.games.caverna.show.homes import one_way_to_stand
from caverna_sim.kit.show import drawing
from caverna_sim.kit.show.drawing import LINE, MORE, Pieces, Position, chip, disc, man, paragraphs, stock
from caverna_sim.kit.show.drawing import animals as tokens
from caverna_sim.report.html import escape
from caverna_sim.stats.words import readable

WIDTH, HEIGHT = 108, 80  # of a cell
LETTERS_IN_LINE = 12
_AREAS = "FM"


class Drawing(drawing.Drawing):
    """Home boards with forest and mountain."""

    package = "caverna_sim.games.caverna.show"
    beside = (("stock", LINE), ("dwarfs", LINE), ("more", MORE))
    left = "Furnishings left"
    between = module_of(EVERYTHING, "show").TABLE_TITLE

    def called(self, ware: str, amount: int) -> str:
        """What so many of a ware are called."""
        return ware_name(ware, amount)

    def starts(self, position: Position, number: int) -> str:
        """Who begins this round, and who the next."""
        is_next = position["next_start_player"] == number != position["start_player"]
        return super().starts(position, number) + ("<b>starts the next round</b>" if is_next else "")

    def seat(self, position: Position, number: int, rules: Any) -> Iterator[tuple[str, str]]:
        """Cells, wares, dwarfs."""
        seat, tables = position["seats"][number], rules.tables
        cells = cells_of(seat)
        standing, elsewhere = _animals(seat, cells, tables)
        words = {(cell.area, cell.row, cell.column): cell.word for cell in cells}
        for cell in cells:
            yield cell.name, _cell(cell, _open_sides(cell, words), standing.get(cell.name, {}), tables)
        yield "stock", stock(seat["goods"], ware_name) + stock(seat["animals"], ware_name)
        yield "dwarfs", "".join(_dwarf(dwarf) for dwarf in seat["dwarfs"])
        yield "more", _more(seat, elsewhere, tables)

    def board(self, seat: str, pieces: Pieces, fill: bool) -> str:
        """Forest and mountain side by side, or one above the other on a narrow screen."""
        return f'<div class="cv-board">{"".join(_half(seat, area, pieces, fill) for area in _AREAS)}</div>'

    def who(self, position: Position, space: str, seat: int) -> str:
        """Who stands on a space, with what weapon."""
        for dwarf in position["seats"][seat]["dwarfs"]:
            if dwarf.get("at") == space and not dwarf.get("newborn"):
                return disc(seat) + _weapon(dwarf)
        return " ".join((disc(seat), *others_on(position["seats"][seat], space)))

    def supply(self, position: Position, rules: Any) -> str:
        """Furnishings that are left, by colour."""
        by_colour: dict[str, list[str]] = {}
        for tile in position["supply"]:
            row = rules.tables["furnishing"][tile]
            by_colour.setdefault(str(row["colour"]), []).append(str(row["name"]))
        return "".join(chip(escape(name), f"cv-k-{colour}") for colour, names in by_colour.items() for name in names)

    def table(self, position: Position, rules: Any) -> str | None:
        """What an expansion adds to the table, as the terminal tells it."""
        if not position.get("expansion"):
            return None
        from rich.console import Console

        out = Console(width=110, record=True, file=None, quiet=False, force_terminal=False, color_system=None)
        with out.capture() as capture:
            out.print(module_of(position["expansion"], "show").table_view(position, rules.tables))
        return f"<pre>{escape(capture.get())}</pre>"


DRAWING = Drawing()


def _animals(seat: Mapping[str, Any], cells: Sequence[Cell], tables: Mapping[str, Any]) -> tuple[dict[str, dict[str, int]], dict[str, int]]:
    """Animals by cell, and those without one: where they must stand, or one way they can (R-ANIM-3)."""
    if seat.get("animals_at"):
        standing = {name: dict(animals) for name, animals in seat["animals_at"].items()}
        rest = {ware: amount - sum(one.get(ware, 0) for one in standing.values()) for ware, amount in seat["animals"].items()}
        return standing, {ware: amount for ware, amount in rest.items() if amount > 0}
    return one_way_to_stand(seat, cells, tables)


# ---------------------------------------------------------------- a cell


def _open_sides(cell: Cell, words: Mapping[tuple[int, int, int], str]) -> str:
    """The sides on which a large pasture goes on."""
    if not cell.word.startswith("large_pasture"):
        return ""
    sides = {"n": (-1, 0), "s": (1, 0), "w": (0, -1), "e": (0, 1)}
    return "".join(
        name for name, (down, right) in sides.items() if words.get((cell.area, cell.row + down, cell.column + right)) == cell.word
    )


def _cell(cell: Cell, open_sides: str, animals: Mapping[str, int], tables: Mapping[str, Any]) -> str:
    kind, lines = _kind_and_lines(cell, tables)
    parts = [f'<rect class="cv-k cv-k-{kind}" width="{WIDTH}" height="{HEIGHT}" rx="4"/>', *_texture(kind, open_sides)]
    if cell.has_stable:
        parts.append('<path class="cv-stable" d="M82 74v-17l11-9 11 9v17z"><title>stable</title></path>')
    first = 28 if len(lines) < 3 else 22
    parts += [f'<text class="cv-t" x="{WIDTH // 2}" y="{first + 14 * row}">{escape(line)}</text>' for row, line in enumerate(lines)]
    parts += tokens(animals, 68, ware_name)
    if cell.markers:
        below = HEIGHT - 18 if not animals else 18  # not over words where there is room
        parts += [_marker(cell.kind, text, 20 + 30 * index, below) for index, text in enumerate(cell.markers)]
    return "".join(parts)


def _kind_and_lines(cell: Cell, tables: Mapping[str, Any]) -> tuple[str, list[str]]:
    """What a cell is, and what is written on it."""
    kind, _, rest = cell.word.partition(":")
    if kind in (".", "^"):
        side = tables["board"]["forest" if cell.area == 0 else "mountain"]
        bonus = [f"+{amount} {ware_name(ware, amount)}" for ware, amount in side["bonus"].get(cell.name, {}).items()]
        return ("forest" if kind == "." else "rock"), [] if cell.has_stable else bonus
    if kind == "field" and rest:
        crop, amount = rest.split("*")
        return "field", [f"{amount} {ware_name(crop, int(amount))}"]
    if kind == "trap":
        name, _, state = rest.partition(":")
        return ("trap-used" if state else "trap"), textwrap.wrap(name.replace("_", " "), LETTERS_IN_LINE, break_long_words=False)
    kind, _, goods = kind.partition("*")
    if kind in tables["furnishing"]:
        row = tables["furnishing"][kind]
        return str(row["colour"]), textwrap.wrap(tile_name(kind, tables), LETTERS_IN_LINE, break_long_words=False)
    mined = [f"{goods} {ware_name(kind.removesuffix('_mine'), int(goods))}"] if goods else []
    return kind.replace("_", "-"), ([kind.replace("_", " ")] if kind.endswith(("mine", "cavern", "tunnel")) else []) + mined


def _texture(kind: str, open_sides: str) -> Iterator[str]:
    """What tells kinds apart without colours: trees, rock, furrows, fences, arches, gems."""
    if kind == "forest":
        yield '<path class="cv-tree" d="M22 62l9-20 9 20zM50 70l10-24 10 24zM78 60l8-18 8 18z"/>'
    elif kind == "rock":
        yield '<path class="cv-rock" d="M8 74l22-34 14 18 18-28 34 44z"/>'
    elif kind == "field":
        yield '<path class="cv-furrow" d="M6 50h96M6 60h96M6 70h96"/>'
    elif kind in ("small-pasture", "large-pasture"):
        sides = {"n": "M3 4h102", "s": "M3 76h102", "w": "M4 3v74", "e": "M104 3v74"}
        yield f'<path class="cv-fence" d="{"".join(path for side, path in sides.items() if side not in open_sides)}"/>'
    elif kind in ("tunnel", "deep-tunnel", "ore-mine", "ruby-mine"):
        if kind.endswith("mine"):  # beside the donkey
            yield f'<path class="cv-arch" d="M64 76v-14a18 18 0 0 1 36 0v14z"/><path class="cv-gem cv-{kind}" d="M82 54l8 7-8 9-8-9z"/>'
        else:
            yield '<path class="cv-arch" d="M36 76v-14a18 18 0 0 1 36 0v14z"/>'
    elif kind.startswith("trap"):
        yield '<path class="cv-teeth" d="M20 76l7-12 7 12 7-12 7 12 7-12 7 12 7-12 7 12 7-12 7 12z"/>'


def _marker(kind: str, text: str, x: int, y: int) -> str:
    return f'<g class="cv-{kind}"><circle cx="{x}" cy="{y}" r="14"/><text class="cv-t" x="{x}" y="{y + 5}">{escape(text)}</text></g>'


# ---------------------------------------------------------------- beside the board


_AT_HOME = {"home": "at home", "stays_home": "at home, found no space", "captive": "captive"}


def _weapon(dwarf: Mapping[str, Any]) -> str:
    return f'<b class="cv-weapon">{dwarf["weapon"]}</b>' if dwarf.get("weapon") else ""


def _dwarf(dwarf: Mapping[str, Any]) -> str:
    place = str(dwarf.get("at", "home"))
    where = _AT_HOME.get(place) or f"on {readable([place])[0]}"
    return man(f"{'newborn' if dwarf.get('newborn') else 'dwarf'} {_weapon(dwarf)} {where}")


def _more(seat: Mapping[str, Any], elsewhere: Mapping[str, int], tables: Mapping[str, Any]) -> str:
    """Begging markers, what is to come, what is built over."""
    told = []
    if elsewhere:
        told.append(f"on other places: {amounts(elsewhere)}")
    told += [": ".join(line) for share in modules("show") for line in share.lines(seat)]
    if seat["begging"]:
        told.append(f"{seat['begging']} begging marker{'s' if seat['begging'] > 1 else ''}")
    coming = [f"round {number}: {amounts(wares)}" for number, wares in seat.get("round_goods", {}).items() if amounts(wares)]
    if coming:
        told.append(f"to come: {'; '.join(coming)}")
    if seat.get("covered"):
        told.append(f"built over: {', '.join(tile_name(tile, tables) for tile in seat['covered'])}")
    return paragraphs(told)


# ---------------------------------------------------------------- the board


def _half(seat: str, area: str, pieces: Pieces, fill: bool) -> str:
    """Forest or mountain: each cell at its place, with room for what sticks out."""
    places = {name: _place(name.split(".")[1]) for name in pieces if name.startswith(f"{seat}.{area}")}
    left, top = (min(place[side] for place in places.values()) - 2 for side in (0, 1))
    width, height = (max(place[side] for place in places.values()) + 2 + size for side, size in ((0, WIDTH - left), (1, HEIGHT - top)))
    cells = "".join(
        f'<g transform="translate({x} {y})"><g id="{name}" class="cv-cell">{pieces[name] if fill else ""}</g>'
        f'<text class="cv-name" x="5" y="12">{name.split(".")[1]}</text></g>'
        for name, (x, y) in places.items()
    )
    label = f"{'forest' if area == 'F' else 'mountain'} of {seat.replace('s', 'seat ')}"
    return (
        f'<svg role="img" aria-label="{label}" style="flex: {width}" viewBox="{left} {top} {width} {height}" '
        f'xmlns="http://www.w3.org/2000/svg">{cells}</svg>'
    )


def _place(cell: str) -> tuple[int, int]:
    """Where a cell is drawn; columns and rows of overhanging tiles stick out."""
    return (int(cell[1]) - 1) * (WIDTH + 2), (int(cell[2]) - 1) * (HEIGHT + 2)
