"""The table `assigned`: what was drawn for the blocks of a run or forced upon its seats, and whether it happened."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from caverna_sim.dataset.schema import NAMES, Column, Table
from caverna_sim.kit.design.draws import ACCESS, EVERYBODY, NOBODY, NONE, Design, Drawn
from caverna_sim.kit.many.columns import Columns

EVERY_GAME = -1
NOTHING = "none"  # stands where a column has nothing to say
OWN = "own"  # an opening left to the bot
_NARROW = {"seat": np.int8, "number": np.int8, "complied": np.bool_}


@dataclass(frozen=True)
class Assigning:
    """What a game calls what can be assigned."""

    thing: str  # the column of things
    word: str  # what one is called
    things: tuple[str, ...]
    places: tuple[str, ...]
    limits: tuple[str, ...] = ()  # that are drawn
    extra: str = ""  # the column and kind of things of a second kind, if there are any
    extra_word: str = ""
    extras: tuple[str, ...] = ()
    drawn_extras: tuple[str, ...] = ()  # that may be absent

    @property
    def kinds(self) -> tuple[str, ...]:
        """Kinds of rows."""
        return ("access", *([self.extra] if self.extra else []), "limit", "opening")

    def table(self, block: Column) -> Table:
        """Its columns; `block` is that of the game."""
        second = [Column(self.extra, NAMES, f"{self.extra}: the {self.extra_word}", (NOTHING, *self.extras))] if self.extra else []
        who = f"access and {self.extra}: who may have it" if self.extra else "access: who may have it"
        columns = (
            block,
            Column("game", "int64", f"number of the game, {EVERY_GAME} where the row holds for all games of the block"),
            Column("kind", NAMES, "what was assigned", self.kinds),
            Column("seat", "int8", f"the seat it was assigned to, the focal seat; {EVERY_GAME} where it holds for everybody"),
            Column(self.thing, NAMES, f"access: the {self.word}", (NOTHING, *self.things)),
            *second,
            Column("access", NAMES, f"{who}; focal: only the focal seat, others: all but it", (NOTHING, *ACCESS)),
            Column("limit", NAMES, "limit: the name of what was drawn, none for no limit", (NOTHING, *self.limits)),
            Column("number", "int8", "opening: number of the placement of the seat, from 1; else 0"),
            Column("opening", NAMES, "opening: the space assigned to it; own: left to the bot, the control", (NOTHING, OWN, *self.places)),
            Column("took", NAMES, "opening: the space where the placement went", (NOTHING, *self.places)),
            Column("complied", "bool", "whether it happened: an opening does not when its space cannot be used then"),
        )
        about = "What was drawn for a block or forced upon a seat, and whether it happened; kept whenever there is anything."
        return Table("assigned", about, columns)

    # ------------------------------------------------------------ rows

    def columns(self, design: Design, blocks: Sequence[int], first_game: int, opened: NDArray[Any]) -> Columns:
        """The rows of whole blocks in their order; opened[game, seat, n] is where placements went, games counted from the first."""
        names = [column.name for column in self.table(Column("block", "int64", "")).columns]
        rows: list[dict[str, int]] = []
        games = len(opened) // max(1, len(blocks))
        for number, block in enumerate(blocks):
            drawn = design.of_block(block)
            rows += ({"block": block, "game": EVERY_GAME, "complied": 1, **row} for row in self._of_block(design, drawn))
            for game in range(number * games, (number + 1) * games):
                found = self._of_game(design, drawn, opened[game].tolist())
                rows += ({"block": block, "game": first_game + game, **row} for row in found)
        values = np.array([[row.get(name, 0) for name in names] for row in rows], np.int64).reshape(len(rows), len(names))
        return {name: values[:, place].astype(_NARROW.get(name, np.int64)) for place, name in enumerate(names)}

    def _of_block(self, design: Design, drawn: Drawn) -> Iterator[Mapping[str, int]]:
        """What holds for all games of a block."""
        for thing, who in drawn.access.items():
            seat, access = drawn.access_seat, 1 + ACCESS.index(who)
            yield {"kind": self.kinds.index("access"), "seat": seat, self.thing: 1 + self.things.index(thing), "access": access}
        for item in self.drawn_extras:
            access = 1 + ACCESS.index(NOBODY if item in drawn.absent_extra else EVERYBODY)
            yield {"kind": self.kinds.index(self.extra), "seat": EVERY_GAME, self.extra: 1 + self.extras.index(item), "access": access}
        if design.asked.drawn_limits is not None:
            limit = (NONE, *design.asked.drawn_limits.alternatives).index(drawn.limit)
            yield {"kind": self.kinds.index("limit"), "seat": drawn.limits_seat, "limit": limit}

    def _of_game(self, design: Design, drawn: Drawn, opened: list[list[int]]) -> Iterator[Mapping[str, int]]:
        """Placements of a game for which openings name spaces, or for which the control was drawn."""
        kind, length = self.kinds.index("opening"), max((len(one) for _, many in design.asked.drawn_openings for one in many), default=0)
        openings = design.openings[drawn.opening]
        for seat in range(design.asked.players):
            wanted = [self.places.index(space) for space in openings.get(seat, ())]
            left = length if seat == drawn.opening_seat else 0  # to the bot, where nothing is wanted
            for number in range(max(len(wanted), left)):
                took = opened[seat][number]
                row = {"kind": kind, "seat": seat, "number": number + 1, "took": 1 + max(took, -1)}
                if number < len(wanted):
                    yield {**row, "opening": 2 + wanted[number], "complied": int(took == wanted[number])}
                else:
                    yield {**row, "opening": 1, "complied": 1}
