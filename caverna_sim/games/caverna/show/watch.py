"""The command `watch` for Caverna: how its games are begun, told and drawn (kit/show/watch.py)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from caverna_sim.games.caverna.expansions import EVERYTHING, module_of
from caverna_sim.games.caverna.game import Game
from caverna_sim.games.caverna.ids import phase, step
from caverna_sim.games.caverna.planning.lines import LINE_KEYS
from caverna_sim.games.caverna.scenario.words import limits_in_words
from caverna_sim.games.caverna.show.boards import seat_view, spaces_view
from caverna_sim.games.caverna.show.drawing import DRAWING, Drawing
from caverna_sim.games.caverna.show.rules import BOOK
from caverna_sim.kit.planning.task import WRITER
from caverna_sim.kit.show.stage import Stage

if TYPE_CHECKING:
    from argparse import Namespace

    from rich.console import RenderableType

_WING_LOG = module_of(EVERYTHING, "log")
_LAST_TRADES = "last trades before scoring"


class CavernaStage(Stage):
    """How Caverna is begun, told and drawn."""

    kind = Game
    place = step.PLACE
    returning = phase.RETURN_HOME
    ends = (phase.END_OF_ROUND,)
    phases = (
        "the dwarfs return home", "field step", "feeding", "breeding", "start of the round", _LAST_TRADES, *_WING_LOG.PHASE_WORDS.values(),
    )  # fmt: skip
    phase_begins = _WING_LOG.EVENT
    headings = ("start of the round", "a new action space", "replenishing", "the game is over", _LAST_TRADES)
    last_words = _LAST_TRADES
    opening_line = "start of the round"
    line_keys = LINE_KEYS
    line_writer = WRITER
    drawing: Drawing = DRAWING

    def options(self, chosen: Namespace) -> dict[str, Any]:
        """The set of furnishings."""
        return {"tiles": chosen.tiles}

    def special(self, game: Any) -> Iterator[str]:
        """House rules, absent tiles and openings."""
        for path, old, new in BOOK.house_rules(game.rules.overrides, game.rules.tables):
            yield f"house rule: {path}: {old} -> {new}"
        if game.planned is not None:
            if game.planned.absent:
                yield "absent in this block: " + ", ".join(game.planned.absent)
            yield from self.planned(game, limits_in_words)

    def seat_view(
        self, position: Mapping[str, Any], seat: int, rules: Any, bots: Sequence[str], points: int, width: int, ascii_only: bool
    ) -> RenderableType:
        """The home board and what belongs to it."""
        return seat_view(position, seat, rules.tables, bots, points, width, ascii_only)

    def spaces_view(self, position: Mapping[str, Any], width: int) -> RenderableType:
        """The action spaces."""
        return spaces_view(position, width)

    def table_view(self, position: Mapping[str, Any], rules: Any) -> RenderableType | None:
        """What the expansion shows, where it is played."""
        wing = module_of(position["expansion"], "show")
        return wing.table_view(position, rules.tables) if wing else None


STAGE = CavernaStage()
