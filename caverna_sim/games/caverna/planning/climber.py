"""What is planned of Caverna, and one worker that searches (kit/planning/)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from typing import TYPE_CHECKING, Any

import numpy as np

from caverna_sim import check
from caverna_sim.games.caverna.actions import Action
from caverna_sim.games.caverna.bots.layout import MIND, NUM_SCRATCH
from caverna_sim.games.caverna.bots.parameters import packed, parameters_of
from caverna_sim.games.caverna.box.tables import flatten
from caverna_sim.games.caverna.game import Game
from caverna_sim.games.caverna.ids import phase, step
from caverna_sim.games.caverna.planning import climb
from caverna_sim.games.caverna.planning.recorded import block_of, of_other
from caverna_sim.games.caverna.planning.records import LIKING, LINE, PLAN
from caverna_sim.games.caverna.planning.tastes import Taste, any_taste
from caverna_sim.games.caverna.shape import layout
from caverna_sim.games.caverna.shape.sizes import MAX_FURNISHINGS, MAX_PLAYERS
from caverna_sim.games.caverna.shape.tiles import joined, members
from caverna_sim.kit.planning.climber import PlannedClimber
from caverna_sim.kit.planning.tapes import OtherSeats, tape_of
from caverna_sim.kit.planning.task import PlannedTask

if TYPE_CHECKING:
    from caverna_sim.games.caverna.planning.lessons import Line

POLICY = "balanced"  # decides what a plan leaves open
TURNS, STRENGTH, MINES, ANIMALS = 3, 8, 2, 10  # so much more of it is another kind of plan
_POINTS = check.is_number(-1e6, 1e6)
_TILES = check.list_of(check.list_of(_POINTS, 2, 2), 0, MAX_FURNISHINGS)


@dataclass(frozen=True, kw_only=True)
class Task(PlannedTask):
    """A game of Caverna and the seat whose best line is looked for."""

    tiles: str | None = None

    taste_form = check.row({**dict.fromkeys(("turn", "mine", "weapon", "animal"), _POINTS), "tiles": _TILES})

    def game(self) -> Game:
        """The game at its beginning."""
        return Game(self.players, self.seed, self.index, tiles=self.tiles, rules=self.rules)

    def others(self) -> OtherSeats:
        """The seats that are not planned."""
        policy = parameters_of(POLICY, {"temperature": 0.0})
        seats = [parameters_of(name) for name in self.bots] or [policy] * self.players
        bots = np.concatenate([packed(values)[0] for values in (policy, *seats)])
        tapes = _tape_of(self.game(), self.recorded, self.seat)[0] if self.recorded else None
        room = np.zeros(NUM_SCRATCH, layout.STATE), np.zeros(1, MIND), np.zeros(layout.MAX_LEGAL, np.int32)
        return OtherSeats(of_other, self.seat, bots, room, MAX_PLAYERS, tapes)

    def own_of(self, moves: Sequence[str]) -> list[int]:
        """The decisions of the seat in a game that is played by these moves; IllegalAction when one is not legal."""
        return _tape_of(self.game(), moves, self.seat)[1]

    def climber(self, seed: int) -> Climber:
        """A worker that searches."""
        return Climber(self, seed)

    def any_taste(self, things: Mapping[str, int], random: np.random.Generator) -> Taste:
        """One that people have, more or less, or any."""
        return any_taste(things, random)

    def taste_for(self, things: Mapping[int, float]) -> Taste:
        """A liking for furnishings."""
        return Taste(tiles=things)

    def taste_of(self, data: Mapping[str, Any]) -> Taste:
        """A taste as a search file has it."""
        return Taste(**{**data, "tiles": {int(tile): float(points) for tile, points in data["tiles"] if 0 <= tile < MAX_FURNISHINGS}})

    def data_of(self, taste: Taste) -> dict[str, Any]:
        """A taste for a search file."""
        return {**asdict(taste), "tiles": list(taste.tiles.items())}

    def without(self, things: Sequence[str]) -> Task:
        """The same game without some furnishings."""
        return replace(self, rules={**self.rules, "start.without": [*self.rules.get("start.without", ()), *things]})

    def place_of(self, actions: Sequence[int]) -> str:
        """Where a dwarf goes."""
        return next(str(one.space) for one in map(Action, actions) if one.kind == "place")

    def about(self) -> dict[str, Any]:
        """The game as the file of a line names it."""
        seat = {"seat": self.seat} if self.players > 1 else {}
        return {"players": self.players, **seat, "tiles": self.tiles, "rules": dict(self.rules), "seed": self.seed, "index": self.index}

    def flat_rules(self) -> dict[str, Any]:
        """House rules by path."""
        return flatten(self.rules)

    def line_of(self, moves: Iterable[int | str]) -> Line:
        """What is told of a line."""
        from caverna_sim.games.caverna.planning.lessons import played

        return played(self, moves)


def _tape_of(game: Game, moves: Iterable[str | int], seat: int) -> tuple[np.ndarray, list[int]]:
    return tape_of(game, moves, seat, MAX_PLAYERS, _begins_block, block_of)


def _begins_block(game: Game) -> bool:
    """Whether a dwarf is placed, or it is not the time of dwarfs."""
    state = game.state
    return bool(state["phase"] != phase.WORK or state["agenda"][state["depth"] - 1]["step"] == step.PLACE)


class Climber(PlannedClimber):
    """Records of one worker."""

    kernels, line, plan, liking = climb, LINE, PLAN, LIKING

    def things_of(self, game: Game) -> Mapping[str, int]:
        """Furnishings in the supply."""
        names = game.rules.names.furnishings
        return {names[number]: number for number in members(game.state["supply"])}

    def like(self, taste: Taste) -> None:
        """What lines are liked for from now on."""
        liking = self._likings[0]
        for name in ("turn", "mine", "weapon", "animal"):
            liking[name] = getattr(taste, name)
        liking["tile"] = 0.0
        for tile, points in taste.tiles.items():
            liking["tile"][tile] = points

    def kind_of(self, line: Any) -> tuple[int, ...]:
        """What makes the plan of a line another one."""
        turns, strength, mines, animals = (int(trait) for trait in line["traits"])
        return turns // TURNS, -(-strength // STRENGTH), mines // MINES, animals // ANIMALS

    def owned(self, line: Any) -> int:
        """Furnishings that a line has in the end."""
        return joined(line["owned"])
