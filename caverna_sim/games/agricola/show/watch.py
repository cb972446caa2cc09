"""The command `watch` for Agricola: how its games are begun, told and drawn (kit/show/watch.py)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from caverna_sim import check
from caverna_sim.games.agricola.box.options import NAMES
from caverna_sim.games.agricola.game import Game
from caverna_sim.games.agricola.ids import phase, step
from caverna_sim.games.agricola.scenario.words import limits_in_words
from caverna_sim.games.agricola.show.boards import seat_view, spaces_view
from caverna_sim.games.agricola.show.drawing import DRAWING, Drawing
from caverna_sim.games.agricola.show.rules import BOOK
from caverna_sim.kit.show.stage import Stage

if TYPE_CHECKING:
    from rich.console import RenderableType


class AgricolaStage(Stage):
    """How Agricola is begun, told and drawn."""

    kind = Game
    place = step.PLACE
    returning = phase.RETURNING_HOME
    ends = (phase.RETURNING_HOME, phase.BREEDING, phase.OVER)
    phases = ("the people return home", "the harvest begins: field phase", "feeding phase", "breeding phase")
    line_writer = "`caverna-sim play`"
    line_keys = dict.fromkeys(NAMES, check.anything)
    drawing: Drawing = DRAWING

    def special(self, game: Any) -> Iterator[str]:
        """Options, house rules, absent improvements, limits and openings."""
        told = game.rules.options.in_words()
        if told:
            yield "played with " + ", ".join(told)
        for path, old, new in BOOK.house_rules(game.rules.overrides):
            yield f"house rule: {path}: {old} -> {new}"
        if game.planned is not None:
            without = (*game.planned.scenario.without, *game.planned.absent)
            if without:
                yield "not on the supply board: " + ", ".join(without)
            yield from self.planned(game, limits_in_words)

    def seat_view(
        self, position: Mapping[str, Any], seat: int, rules: Any, bots: Sequence[str], points: int, width: int, ascii_only: bool
    ) -> RenderableType:
        """The farmyard and what belongs to it."""
        return seat_view(position, seat, rules, bots, points, width, ascii_only)

    def spaces_view(self, position: Mapping[str, Any], width: int) -> RenderableType:
        """The action spaces."""
        return spaces_view(position, width)


STAGE = AgricolaStage()
