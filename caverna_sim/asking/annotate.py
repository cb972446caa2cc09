"""What each turn of a game cost, and how the chances moved: every placement is compared with what looks best, and the rest is played out.

What looks best is found by some of the playouts; what the turn cost is then measured by others, in the same chances for both placements, so
that the luck of what looked best does not count. It is what the turn lost against that placement: at least so much, on average, against the
best one there was. Below 0 the turn was better than what looked best.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
from scipy.special import ndtri

from caverna_sim.asking.analyse import analyse, candidates, seated, short_texts
from caverna_sim.asking.arguments import TURN_EFFORT
from caverna_sim.asking.playouts import Playouts
from caverna_sim.asking.source import Asked, is_turn
from caverna_sim.check import arguments, whole, word
from caverna_sim.compiling.progress import CompileProgress
from caverna_sim.errors import CavernaError
from caverna_sim.stats.best import mean_of, share_of
from caverna_sim.stats.ratings import LEVEL, Estimate, Floats

if TYPE_CHECKING:
    import polars as pl

LEAST_EFFORT, MOST_EFFORT = 40, 1_000_000
LOOKING, MEASURING = 0.4, 0.2  # parts of the effort: to find what looks best, to measure it; the rest is for the turn itself
FRESH = 1 << 20  # keys of the playouts that measure
TURNING_POINTS = 5

OnTurn = Callable[[str], None]  # how far it is, in words


@dataclass(frozen=True)
class Turn:
    """A placement, and what came of it."""

    at: int  # choices of the game before it
    round: int
    seat: int
    text: str
    best: str  # what looked best
    cost: Estimate  # points
    cost_wins: Estimate
    chances: tuple[Estimate, ...]  # [seat] to win, after it
    options: int

    @property
    def was_best(self) -> bool:
        """Whether the turn is what looked best."""
        return self.text == self.best


@dataclass(frozen=True)
class Turning:
    """A turn after which the chances were others."""

    turn: Turn
    seat: int  # whose chance moved most
    before: float
    after: float
    is_shown: bool  # more than chance moves any of so many turns


@dataclass(frozen=True)
class Annotated:
    """A game with what its turns cost."""

    turns: tuple[Turn, ...]
    players: int
    bots: tuple[str, ...]  # that played on
    wins: tuple[float, ...]  # [seat] share of the win in the end
    scores: tuple[int, ...]
    playouts: int
    seed: int

    def turning(self, most: int = TURNING_POINTS) -> tuple[Turning, ...]:
        """The turns that moved a chance to win most, in their order."""
        return _turning(self, most)

    def dearest(self, most: int = TURNING_POINTS) -> tuple[Turn, ...]:
        """The turns that cost most, dearest first; those alone that are shown to have cost anything."""
        level = 1 - (1 - LEVEL) / max(1, len(self.turns))
        ratio = float(ndtri((1 + level) / 2))
        shown = [one for one in self.turns if one.cost.value > max(0.0, ratio * one.cost.error)]
        return tuple(sorted(shown, key=lambda one: -one.cost.value)[:most])

    def of_seat(self, seat: int) -> Estimate:
        """What all turns of a seat cost together."""
        turns = [one.cost for one in self.turns if one.seat == seat]
        total, error = sum(one.value for one in turns), float(np.sqrt(sum(one.error**2 for one in turns if np.isfinite(one.error))))
        half = float(ndtri((1 + LEVEL) / 2)) * error
        return Estimate(total, total - half, total + half, error)

    @property
    def table(self) -> pl.DataFrame:
        """A row for each turn."""
        import polars as pl

        rows = [
            {
                "choice": one.at, "round": one.round, "seat": one.seat, "placement": one.text, "best": one.best,
                "cost": one.cost.value, "cost_low": one.cost.low, "cost_high": one.cost.high,
                "cost_wins": one.cost_wins.value, "cost_wins_low": one.cost_wins.low, "cost_wins_high": one.cost_wins.high,
                **{f"chance_{seat}": chance.value for seat, chance in enumerate(one.chances)},
            }
            for one in self.turns
        ]  # fmt: skip
        return pl.DataFrame(rows)


def annotate(
    about: Asked,
    bots: Any = None,
    *,
    strength: str = "quick",
    effort: int = TURN_EFFORT,
    seed: int = 0,
    workers: int | None = None,
    on_turn: OnTurn | None = None,
    steps: int | None = None,
) -> Annotated:
    """Play a game on to its end, as it was played, and weigh each placement; `effort` is playouts for a turn."""
    with arguments():
        word(strength, "strength", ("quick", "strong"))
        most = whole(effort, "effort", LEAST_EFFORT, MOST_EFFORT)
        key = whole(seed, "seed", 0, 2**31 - 1)
    if about.choose is None:
        raise CavernaError("annotate: a position has no turns; give a run, a scenario or a line of moves")
    game = about.game
    names = seated(game, bots, strength)
    found: list[Turn] = []
    with CompileProgress(f"analyse, {game.game}"):
        weighing = _Weighing(game, names, most, key, workers)
        while not game.over and (steps is None or len(game.actions) < steps):
            action = about.choose()
            if action is None:
                break
            if is_turn(game, action):
                if on_turn is not None:
                    on_turn(f"round {game.round}, {len(found)} turns")
                found.append(weighing.turn(game, action))
            game.play(action)
    results = game.scores()
    best = [one["rank"] == 1 for one in results]
    return Annotated(
        tuple(found), game.players, tuple(map(str, names)), tuple(one / sum(best) for one in best),
        tuple(int(one["total"]) for one in results), weighing.played, key,
    )  # fmt: skip


class _Weighing:
    """What weighs turns."""

    def __init__(self, game: Any, names: tuple[Any, ...], effort: int, seed: int, workers: int | None) -> None:
        self.names, self.effort, self.seed, self.workers = names, effort, seed, workers
        self.playouts = Playouts(game, names, getattr(game.planned, "own_bots", None) or {}, seed, workers)
        self.played = 0

    def turn(self, game: Any, action: Any) -> Turn:
        """One placement."""
        among = candidates(game)
        texts = dict(zip(among, short_texts(among), strict=True))
        best = action
        if len(among) > 1:
            found = analyse(game, self.names, effort=max(8, round(LOOKING * self.effort)), seed=self.seed, workers=self.workers)
            best = found.best.action
            self.played += found.playouts
        measured = round(MEASURING * self.effort) if best != action else 0
        own = round((1 - LOOKING - MEASURING) * self.effort)
        tasks = [*((action.id, FRESH + key) for key in range(own)), *((best.id, FRESH + key) for key in range(measured))]
        ends = self.playouts.play(game, tasks)
        self.played += len(tasks)
        seat = game.player
        return Turn(
            len(game.actions), game.round, seat, texts[action], texts[best],
            _cost(ends.points[:, seat], own), _cost(ends.wins[:, seat], own),
            tuple(share_of(ends.wins[:own, one]) for one in range(game.players)), len(among),
        )  # fmt: skip


def _cost(values: Floats, own: int) -> Estimate:
    """How much better the other placement did in the same chances; nothing where there was no other."""
    other = values[own:]
    return mean_of(other - values[: len(other)]) if len(other) else Estimate(0.0, 0.0, 0.0, 0.0)


def _turning(found: Annotated, most: int) -> tuple[Turning, ...]:
    """Changes from turn to turn; after the last one, how the game ended."""
    if len(found.turns) < 2 or found.players == 1:
        return ()
    level = 1 - (1 - LEVEL) / (len(found.turns) * found.players)
    ratio = float(ndtri((1 + level) / 2))
    moved = []
    for before, turn in zip(found.turns, found.turns[1:], strict=False):
        change = [now.value - then.value for then, now in zip(before.chances, turn.chances, strict=True)]
        seat = int(np.argmax(np.abs(change)))
        then, now = before.chances[seat], turn.chances[seat]
        is_shown = abs(change[seat]) > ratio * float(np.hypot(then.error, now.error))
        moved.append(Turning(turn, seat, then.value, now.value, is_shown))
    largest = sorted(moved, key=lambda one: -abs(one.after - one.before))[:most]
    return tuple(sorted(largest, key=lambda one: one.turn.at))
