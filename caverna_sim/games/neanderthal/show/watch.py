"""The command `watch` for Neanderthal: how its games are begun, told and drawn (kit/show/watch.py)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from caverna_sim import check
from caverna_sim.games.neanderthal.game import Game
from caverna_sim.games.neanderthal.ids import phase, step
from caverna_sim.games.neanderthal.position import to_dict
from caverna_sim.games.neanderthal.show.boards import rows_view, seat_view
from caverna_sim.games.neanderthal.show.drawing import DRAWING
from caverna_sim.games.neanderthal.show.rules import BOOK
from caverna_sim.kit.show.stage import Stage

if TYPE_CHECKING:
    from rich.console import RenderableType


class NeanderthalStage(Stage):
    """See kit/show/stage.py; a turn of the game is a round, and everybody is home when livestock comes."""

    kind = Game
    place, returning = step.ASSIGN, phase.LIVESTOCK
    ends = (phase.ACTION, phase.OVER)
    phases = ()
    line_keys = dict.fromkeys(("deck", "variant", "species"), check.anything)
    drawing = DRAWING

    def special(self, game: Any) -> Iterator[str]:
        """The deck first, then house rules."""
        yield game.rules.deck.banner
        for path, old, new in BOOK.house_rules(game.rules.overrides, game.rules.tables):
            yield f"house rule: {path}: {old} -> {new}"

    def position(self, game: Any, state: Any) -> dict[str, Any]:
        """The position of a state, and the rules that tell its cards."""
        return {**to_dict(state, game.rules, 0), "catalog": game.rules}

    def seat_view(
        self, position: Mapping[str, Any], seat: int, rules: Any, bots: Sequence[str], points: int, width: int, ascii_only: bool
    ) -> RenderableType:
        """The placard and the tableau."""
        return seat_view(position, seat, rules, bots, points)

    def spaces_view(self, position: Mapping[str, Any], width: int) -> RenderableType:
        """Both rows."""
        return rows_view(position, position["catalog"])


STAGE = NeanderthalStage()
