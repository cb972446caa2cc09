"""Draws positions of Agricola: farmyards with rooms, fields, fences, stables and animals (kit/show/drawing.py). All shapes are our own."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from caverna_sim.games.agricola.box.catalog import Catalog
from caverna_sim.games.agricola.shape.board import COLUMNS, ROWS
from caverna_sim.games.agricola.show.boards import amounts, beside, improvement_name, ware_name, where
from caverna_sim.games.agricola.show.farm import PLACES, Farm, farm_of
from caverna_sim.kit.show import drawing
from caverna_sim.kit.show.drawing import LINE, MORE, Pieces, Position, chip, man, paragraphs, stock
from caverna_sim.kit.show.drawing import animals as tokens
from caverna_sim.report.html import escape
from caverna_sim.stats.words import readable

WIDTH, HEIGHT = 104, 80  # of a cell
RIM = 6  # around the farmyard, where outer fences stand
POST = 3.5
_CROPS = {"grain": "M0 0v-13M0-13q-5-3-4-8 5 3 4 8 0-6 4-8 1 5-4 8", "vegetable": "M0 0a6 6 0 1 1 .1 0M0-12q-5-3-6-8M0-12q0-5 4-9"}


class Drawing(drawing.Drawing):
    """Farmyards."""

    package = "caverna_sim.games.agricola.show"
    beside = (("stock", LINE), ("people", LINE), ("improvements", LINE), ("more", MORE))
    left = "Major improvements left"

    def called(self, ware: str, amount: int) -> str:
        """What so many of a ware are called."""
        return ware_name(ware, amount)

    def space_name(self, space: str, rules: Any) -> str:
        """What is printed on it."""
        return str(rules.tables["action_space"][space]["name"])

    def seat(self, position: Position, number: int, rules: Catalog) -> Iterator[tuple[str, str]]:
        """Cells, fences, wares, people, improvements."""
        seat = position["seats"][number]
        farm = farm_of(seat, rules)
        at_home = [one for one in seat["people"] if one["at"] in ("home", "passed")]
        for cell, word in farm.words.items():
            sleeper = at_home.pop() if word == "room" and at_home else None
            yield cell, _cell(cell, farm, str(seat["house"]), sleeper)
        yield "fences", "".join(_fence(name) for name in seat["fences"])
        yield "stock", stock(seat["goods"], ware_name) + stock(seat["animals"], ware_name)
        yield "people", "".join(_person(one) for one in seat["people"])
        yield "improvements", "".join(_major(name, rules) for name in seat["improvements"])
        yield "more", paragraphs([f"{name}: {told}" for name, told in beside(seat, farm, rules) if name != "improvements"])

    def board(self, seat: str, pieces: Pieces, fill: bool) -> str:
        """A farmyard: cells, and the fences above them."""
        cells = "".join(
            f'<g transform="translate({place.column * WIDTH} {place.row * HEIGHT})">'
            f'<g id="{seat}.{name}" class="cv-cell">{pieces[f"{seat}.{name}"] if fill else ""}</g></g>'
            for name, place in PLACES.items()
        )
        fences = f'<g id="{seat}.fences">{pieces[f"{seat}.fences"] if fill else ""}</g>'
        size = f"{-RIM} {-RIM} {COLUMNS * WIDTH + 2 * RIM} {ROWS * HEIGHT + 2 * RIM}"
        return (
            f'<div class="cv-board"><svg role="img" aria-label="farmyard of {seat.replace("s", "seat ")}" style="flex: 1" viewBox="{size}" '
            f'xmlns="http://www.w3.org/2000/svg">{cells}{fences}</svg></div>'
        )

    def supply(self, position: Position, rules: Catalog) -> str:
        """Major improvements on the supply board."""
        return "".join(_major(name, rules) for name in position["supply"])


DRAWING = Drawing()


def _cell(cell: str, farm: Farm, house: str, sleeper: Mapping[str, Any] | None) -> str:
    word, _, crop = farm.words[cell].partition(":")
    kind = {"room": f"{house}-room", "field": "field"}.get(word, "pasture" if cell in farm.fenced else "unused")
    told = f"{house} room" if word == "room" else f"{kind}{', stable' if word == 'stable' else ''}"
    parts = [f'<rect class="cv-k cv-k-{kind}" width="{WIDTH}" height="{HEIGHT}"><title>{cell}: {told}</title></rect>']
    if word == "room":
        parts.append(_room(sleeper))
    elif word == "field":
        parts.append(_field(crop))
    elif word == "stable":
        parts.append('<path class="cv-stable" d="M66 34v-16l14-11 14 11v16zM75 34v-10h10v10"><title>stable</title></path>')
    parts += tokens(farm.standing.get(cell, {}), HEIGHT - 16, ware_name)
    return "".join(parts)


def _room(sleeper: Mapping[str, Any] | None) -> str:
    """A roof, and who is at home."""
    roof = '<path class="cv-roof" d="M6 30L52 6l46 24z"/><path class="cv-wall" d="M14 30h76v44h-76z"/>'
    if sleeper is None:
        return roof
    size = 0.8 if sleeper.get("newborn") else 1.2
    figure = '<circle cx="6" cy="4" r="3.4"/><path d="M0 16q0-8 6-8t6 8z"/>'
    return f'{roof}<g class="cv-at-home" transform="translate(70 {66 - 16 * size}) scale({size})">{figure}</g>'


def _field(crop: str) -> str:
    """Furrows, and what grows in them."""
    parts = ['<path class="cv-furrow" d="M8 50h88M8 60h88M8 70h88"/>']
    if crop:
        name, amount = crop.split("*")
        for number in range(min(int(amount), 3)):
            parts.append(f'<path class="cv-crop cv-{name}" transform="translate({24 + 22 * number} 44)" d="{_CROPS[name]}"/>')
        parts.append(f'<text class="cv-t" x="90" y="40">{amount}<title>{amount} {ware_name(name, int(amount))}</title></text>')
    return "".join(parts)


def _fence(name: str) -> str:
    """A rail between two posts."""
    row, column = int(name[1]), int(name[2])
    x, y = column * WIDTH, row * HEIGHT
    x_end, y_end = (x + WIDTH, y) if name[0] == "h" else (x, y + HEIGHT)
    posts = "".join(f'<circle cx="{one}" cy="{other}" r="{POST}"/>' for one, other in ((x, y), (x_end, y_end)))
    return f'<g class="cv-rail"><path d="M{x} {y}L{x_end} {y_end}"/>{posts}</g>'


def _person(person: Mapping[str, Any]) -> str:
    who = "newborn" if person.get("newborn") else "adult"
    return man(escape(f"{who} {readable([where(person)])[0]}"))


def _major(name: str, rules: Catalog) -> str:
    row = rules.tables["major"][name]
    points = f"{row['points']} point{'s' if row['points'] != 1 else ''}"
    return chip(f'<b>{escape(improvement_name(name, rules))}</b> <span class="cv-cost">{escape(amounts(row["cost"]))}, {points}</span>')
