"""How a game is told and drawn: in the terminal, and on pages (kit/show/stage.py, kit/show/drawing.py)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from rich.console import Group, RenderableType
from rich.text import Text

from caverna_sim.kit.show import drawing
from caverna_sim.kit.show.commands import Own
from caverna_sim.kit.show.drawing import Pieces, Position
from caverna_sim.kit.show.drawing import stock as chips
from caverna_sim.kit.show.stage import Stage
from caverna_sim.kit.show.tables import seat_name, spaces_table, stock
from tests.orchard.course.core import PLACE_STEP
from tests.orchard.game import Game
from tests.orchard.ids import HOME, OVER


def ware_name(ware: str, amount: int) -> str:
    """What so many of a ware are called."""
    return ware if amount == 1 else f"{ware}s"


class Drawing(drawing.Drawing):
    """Baskets and places."""

    package = "tests.orchard.show"
    beside = ()
    places, left = "Places", "Prices so far"

    def called(self, ware: str, amount: int) -> str:
        """What so many of a ware are called."""
        return ware_name(ware, amount)

    def seat(self, position: Position, number: int, rules: Any) -> Iterator[tuple[str, str]]:
        """Coins and fruit."""
        seat = position["seats"][number]
        yield "basket", chips({"coin": seat["coins"], **seat["goods"]}, ware_name)

    def board(self, seat: str, pieces: Pieces, fill: bool) -> str:
        """The basket."""
        return drawing.placed(pieces, f"{seat}.basket", "div", drawing.LINE, fill)

    def supply(self, position: Position, rules: Any) -> str:
        """What the stall has paid."""
        return ", ".join(map(str, position["prices"][: position["round"]]))


class OrchardStage(Stage):
    """How its games are begun, told and drawn."""

    kind = Game
    place, returning, ends, phases = PLACE_STEP, HOME, (HOME, OVER), ()
    drawing = Drawing()

    def seat_view(
        self, position: Mapping[str, Any], seat: int, rules: Any, bots: Sequence[str], points: int, width: int, ascii_only: bool
    ) -> RenderableType:
        """Coins and fruit."""
        own = position["seats"][seat]
        title = Text.assemble(seat_name(seat, bots), f"   {points} points as if the game ended now")
        return Group(title, stock({"coin": own["coins"], **own["goods"]}, ware_name), Text())

    def spaces_view(self, position: Mapping[str, Any], width: int) -> RenderableType:
        """The places."""
        return spaces_table(position["spaces"], ware_name, lambda _, seat: f"seat {seat}", width)


STAGE = OrchardStage()
OWN = Own("orchard", "tests.orchard", ("random", "grower"))
run_bots = OWN.run_bots
