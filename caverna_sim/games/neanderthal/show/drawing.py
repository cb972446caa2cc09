"""Draws positions of Neanderthal as HTML: two rows of biomes, placards, tableaus (kit/show/drawing.py)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from caverna_sim.games.neanderthal.box.catalog import Catalog
from caverna_sim.games.neanderthal.ids.things import PLACES
from caverna_sim.games.neanderthal.show.boards import hunters_at, lines, place_lines, title
from caverna_sim.kit.show import drawing
from caverna_sim.kit.show.drawing import MORE, Pieces, Position, disc
from caverna_sim.report.html import escape


class Drawing(drawing.Drawing):
    """Rows and tableaus."""

    package = "caverna_sim.games.neanderthal.show"
    beside = (("more", MORE),)
    places = "Biomes, north above south"
    left = "Card of the turn, cards to come, deck"

    def called(self, ware: str, amount: int) -> str:
        """Nothing lies on places."""
        return ware

    def starts(self, position: Position, number: int) -> str:
        """Who goes first in this turn."""
        return "<b>starting player</b>" if position["order"][0] == number else ""

    def seat(self, position: Position, number: int, rules: Catalog) -> Iterator[tuple[str, str]]:
        """Placard first, then the tableau."""
        told = list(lines(position["seats"][number], rules))
        species = position["seats"][number]["species"].replace("_", " ")
        first = [("species", species), *told[:3]]
        yield "board", "".join(f"<p><b>{escape(name)}</b> {escape(str(text))}</p>" for name, text in first)
        yield "more", "".join(f"<p>{escape(name)}: {escape(str(text))}</p>" for name, text in told[3:])

    def board(self, seat: str, pieces: Pieces, fill: bool) -> str:
        """The placard."""
        return drawing.placed(pieces, f"{seat}.board", "div", "cv-board-n", fill)

    def supply(self, position: Position, rules: Catalog) -> str:
        """The card of the turn, and how many turns are left."""
        event = title(position["event"], rules) if position["event"] else "none"
        left = len(position["event_deck"])
        return f"<p>{escape(event)}; {left} more turn{'' if left == 1 else 's'}; {escape(rules.deck.banner)}</p>"

    def pieces_of(self, position: Position, scores: Sequence[Mapping[str, Any]], rules: Any, bots: Sequence[str] = ()) -> Pieces:
        """Places take the place of action spaces."""
        return super().pieces_of({**position, "spaces": dict.fromkeys(PLACES)}, scores, rules, bots)

    def _space(self, position: Position, space: str, rules: Any) -> str:
        number = PLACES.index(space)
        told = place_lines(position, number, rules)[0]
        who = "".join(f'<span class="cv-on">{disc(seat)} {escape(text)}</span>' for seat, text in hunters_at(position, number))
        rest = "".join(f'<span class="cv-held">{escape(line)}</span>' for line in told[1:])
        return f"<b>{space} {escape(told[0])}</b>{rest}{who}"


DRAWING = Drawing()
