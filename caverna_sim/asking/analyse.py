"""What should I play here? Every choice is tried in the same chances and played on by bots; the close ones get most of the effort.

A lap plays every choice that is still in as often as all laps before it together. Then those drop out that are shown to be worse, and
where the effort does not do for all others, those that did worst. Effort is counted in playouts, never in seconds, so that the same seed
and effort give the same answer on any machine. How far the intervals hold says stats/best.py.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from caverna_sim.asking.arguments import BY, EFFORT, LEAST_EFFORT, MOST_EFFORT, STRENGTHS
from caverna_sim.asking.playouts import PLAY_ON, Ends, Playouts
from caverna_sim.asking.source import is_placement
from caverna_sim.check import arguments, listener, sequence, whole, word
from caverna_sim.compiling.progress import CompileProgress
from caverna_sim.errors import CavernaError, IllegalAction, nearest, shown
from caverna_sim.games import facts_of, plays
from caverna_sim.kit.play.choices import told_apart
from caverna_sim.kit.play.played import PlayedGame
from caverna_sim.stats.best import AgainstBest, against_best, mean_of, share_of
from caverna_sim.stats.ratings import Estimate, Floats
from caverna_sim.stats.words import capital, listed, number, percent, plural, readable

if TYPE_CHECKING:
    import polars as pl
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

FIRST_LAP = 32  # playouts of every choice, where half of the effort does for that
LEAST_LAP = 2
LEAST_LEFT = 2  # choices that go on to the end, unless it is settled before
MATTERS = {"points": 1.0, "wins": 0.02}  # who loses no more than that is as good
DIGITS = {"points": 1, "wins": 2}
BEST, AS_GOOD, CLOSE, WORSE, OPEN = "best", "as good", "too close", "worse", "not settled"
MOST_TOLD = 4  # choices in a sentence
LIKELY = 0.5  # a continuation goes on as long as so many playouts agree

OnLap = Callable[["Analysis"], None]
OnPlayouts = Callable[[int, int], None]  # done, at most


class Loss(NamedTuple):
    """What a choice loses against the best one; the interval counts that nobody knows which one that is."""

    value: float
    low: float
    high: float


@dataclass(frozen=True)
class Choice:
    """One of the legal actions, and what is expected with it."""

    action: Any
    text: str  # as short as it can be among the others
    points: Estimate  # by itself, at 95 %
    won: Estimate  # chance to win, a tie counts as a part of it
    lost: Loss  # points
    lost_wins: Loss
    playouts: int
    verdict: str

    @property
    def may_be_best(self) -> bool:
        """No other choice is shown to be better."""
        return self.verdict != WORSE


@dataclass(frozen=True)
class Analysis:
    """What a seat should play in a position, best first."""

    choices: tuple[Choice, ...]
    seat: int
    round: int
    players: int
    bots: tuple[str, ...]  # that played on, by seat
    by: str
    seed: int
    playouts: int
    effort: int
    settled: bool
    line: tuple[str, ...]  # how the best choice goes on: the rest of the turn, and what follows until the seat places again

    @property
    def best(self) -> Choice:
        """What did best."""
        return self.choices[0]

    def of(self, action: Any) -> Choice:
        """The choice with an action, its id or its text."""
        for one in self.choices:
            if action in (one.action, one.action.id, one.action.text):
                return one
        raise CavernaError(f"analyse: {shown(action)} was not tried; {nearest(action, [one.action.text for one in self.choices])}")

    @property
    def verdict(self) -> str:
        """The answer in a sentence or two."""
        return _verdict(self)

    @property
    def table(self) -> pl.DataFrame:
        """A row for each choice."""
        import polars as pl

        rows = [
            {
                "choice": one.text, "action": one.action.text, "id": one.action.id, "verdict": one.verdict, "playouts": one.playouts,
                "points": one.points.value, "points_low": one.points.low, "points_high": one.points.high,
                "won": one.won.value, "won_low": one.won.low, "won_high": one.won.high,
                "loss": one.lost.value, "loss_low": one.lost.low, "loss_high": one.lost.high,
                "loss_wins": one.lost_wins.value, "loss_wins_low": one.lost_wins.low, "loss_wins_high": one.lost_wins.high,
            }
            for one in self.choices
        ]  # fmt: skip
        return pl.DataFrame(rows)

    def plot(self, ax: Axes | None = None) -> Figure:
        """Points that every choice loses against the best, with intervals."""
        return _plot(self, ax)


# ---------------------------------------------------------------- the question


def analyse(
    game: Any,
    bots: Any = None,
    *,
    strength: str = "quick",
    effort: int | None = None,
    seed: int = 0,
    by: str = "points",
    every: bool = False,
    keep: Sequence[Any] = (),
    workers: int | None = None,
    on_playouts: OnPlayouts | None = None,
    on_lap: OnLap | None = None,
) -> Analysis:
    """What the seat to move should play, by playouts of every choice.

    `bots` play on: one name for all seats or one for each, else those of the `strength`: quick or strong. `effort` is how many
    playouts there are at most. Choices are ordered `by` points or wins. Where somebody is to be placed only placements are tried, unless
    `every`. Actions to `keep` stay in to the end. `on_lap` sees the answer as it sharpens.
    """
    with arguments():
        word(strength, "strength", STRENGTHS)
        word(by, "by", BY)
        most = EFFORT[strength] if effort is None else whole(effort, "effort", LEAST_EFFORT, MOST_EFFORT)
        key = whole(seed, "seed", 0, 2**31 - 1)
        sequence(keep, "keep", "a list of actions")
        listener(on_playouts, "on_playouts")
        listener(on_lap, "on_lap")
    if not isinstance(game, PlayedGame):
        raise CavernaError(f"analyse: {shown(game)} is no game; give one such as cs.Game(players=2, seed=1)")
    if game.over:
        raise CavernaError("analyse: the game is over, so nothing is left to decide; give an earlier position")
    names = seated(game, bots, strength)
    actions = candidates(game, every)
    try:
        keep = [game.meant(one) for one in keep]
    except IllegalAction as illegal:
        raise IllegalAction(f"analyse: keep: {illegal}") from None
    if missing := [one for one in keep if one not in actions]:
        raise IllegalAction(f"analyse: keep: `{missing[0].text}` is no placement; let `every` choice be tried")
    with CompileProgress(f"analyse, {game.game}"):
        question = _Question(game, actions, names, most, key, by, [actions.index(one) for one in keep], workers)
        return question.answer(on_playouts, on_lap)


def seated(game: PlayedGame, bots: Any, strength: str) -> tuple[Any, ...]:
    """Who plays on in each seat."""
    if bots is None:
        asked = facts_of(game.game).asked
        names = asked.get(getattr(game.rules, "expansion", None) or "base") or asked.get("base") or ()
        if not names:
            raise CavernaError(f"analyse: `{game.game}` names nobody who plays positions on; give `bots`")
        return (names[min(STRENGTHS.index(strength), len(names) - 1)],) * game.players
    with arguments("analyse"):
        given = (bots,) if isinstance(bots, str) else tuple(sequence(bots, "bots", "the name of a bot, or one for each seat"))
    if len(given) not in (1, game.players):
        raise CavernaError(f"analyse: {plural(len(given), 'bot')} for {game.players} players; give one for all seats, or one for each")
    own = getattr(game.planned, "own_bots", None) or {}
    for name in given:
        if not (isinstance(name, str) and name in own):
            _check_bot(game.game, name)
    return given * game.players if len(given) == 1 else given


def _check_bot(game: str, name: Any) -> None:
    known = plays(game)
    if not isinstance(name, str) or (name not in known.bots() and not known.is_file(name)):
        raise CavernaError(f"analyse: bots: {shown(name)} cannot play positions on; {nearest(name, known.bots())}")
    known.check_bot(name, None)


def candidates(game: PlayedGame, every: bool = False) -> list[Any]:
    """The choices that are tried: placements alone where somebody is to be placed, as trades can wait."""
    legal = list(game.legal())
    placements = list(filter(is_placement, legal))
    return legal if every or not placements else placements


def short_texts(actions: Sequence[Any]) -> list[str]:
    """Actions as short as they can be beside each other."""
    groups: dict[Any, list[int]] = {}
    for place, one in enumerate(actions):
        groups.setdefault(one.form, []).append(place)
    found = [one.text for one in actions]
    for members in groups.values():
        for place, text in zip(members, told_apart([actions[member] for member in members]), strict=True):
            found[place] = text
    times, says = Counter(found), len(groups) == 1
    unlike = [
        short if times[short] == 1 and (says or any(letter.isalpha() for letter in short)) else one.text  # not a bare number of what?
        for short, one in zip(found, actions, strict=True)
    ]
    return [capital(text) for text in readable(unlike)]


class _Question:
    """The choices of a position and what has been played for them."""

    def __init__(
        self,
        game: PlayedGame,
        actions: list[Any],
        bots: Sequence[Any],
        effort: int,
        seed: int,
        by: str,
        keep: list[int],
        workers: int | None,
    ) -> None:
        assert game.player is not None
        self.game, self.actions, self.bots, self.effort, self.seed, self.by, self.keep = game, actions, bots, effort, seed, by, keep
        self.seat = game.player
        self.texts = short_texts(actions)
        self.playouts = Playouts(game, bots, getattr(game.planned, "own_bots", None) or {}, seed, workers)
        self.ends: list[list[Ends]] = [[] for _ in actions]
        self.done = 0
        self.laps = _laps(len(actions), effort, LEAST_LEFT + len(keep))

    def answer(self, on_playouts: OnPlayouts | None, on_lap: OnLap | None) -> Analysis:
        """Lap after lap, until the order is settled or the effort used up."""
        left = list(range(len(self.actions)))
        last = 0
        for lap, trials in enumerate(self.laps):
            new = trials - last
            if lap:
                left = self._who_goes_on(left, self._room(lap, new))
            self._play(left, last, new, on_playouts)
            last = trials
            found = self._found()
            if on_lap is not None:
                on_lap(found)
            if found.settled:
                break
        return found

    def _room(self, lap: int, new: int) -> int:
        """How many can go on, so that the later laps can still have the least that they need."""
        least = LEAST_LEFT + len(self.keep)
        needed = least * (self.laps[-1] - self.laps[lap])
        return max(LEAST_LEFT, (self.effort - self.done - needed) // new - len(self.keep))

    def _who_goes_on(self, left: list[int], most: int) -> list[int]:
        """Those that may be best, at most so many, and those that are kept; the leader goes on in any case."""
        judged = self._judged(self.by)
        order = [one for one in judged.order if one in left and judged.may_be_best[one]][:most]
        return sorted({*order, *self.keep})

    def _play(self, left: Sequence[int], first: int, new: int, on_playouts: OnPlayouts | None) -> None:
        tasks = [(self.actions[one].id, first + key) for key in range(new) for one in left]

        def told(more: int) -> None:
            self.done += more
            if on_playouts is not None:
                on_playouts(self.done, self.effort)

        ends = self.playouts.play(self.game, tasks, told)
        for place, one in enumerate(left):
            own = slice(place, None, len(left))
            self.ends[one].append(Ends(ends.points[own], ends.wins[own], ends.noted[own]))

    def _trials(self, by: str) -> list[Floats]:
        """[choice] what the seat got by playout."""
        pieces = ([ends.points if by == "points" else ends.wins for ends in several] for several in self.ends)
        return [np.concatenate(several)[:, self.seat] for several in pieces]

    def _judged(self, by: str) -> AgainstBest:
        return against_best(self._trials(by), len(self.laps))

    def _found(self) -> Analysis:
        points, wins = self._trials("points"), self._trials("wins")
        judged = {by: self._judged(by) for by in BY}
        main = judged[self.by]
        rivals = np.flatnonzero(main.may_be_best)
        is_equal = len(rivals) > 1 and main.high[rivals].max() <= MATTERS[self.by]
        longest = max(len(one) for one in points)
        choices = []
        for one in main.order:
            losses = {by: Loss(float(told.loss[one]), float(told.low[one]), float(told.high[one])) for by, told in judged.items()}
            if not main.may_be_best[one]:
                verdict = WORSE
            elif len(rivals) == 1:
                verdict = BEST
            elif is_equal:
                verdict = AS_GOOD
            else:
                verdict = CLOSE if len(points[one]) == longest else OPEN
            choices.append(
                Choice(
                    self.actions[one], self.texts[one], mean_of(points[one]), share_of(wins[one]), losses["points"], losses["wins"],
                    len(points[one]), verdict,
                )
            )  # fmt: skip
        return Analysis(
            tuple(choices), self.seat, self.game.round, self.game.players, tuple(map(str, self.bots)), self.by, self.seed, self.done,
            self.effort, bool(len(rivals) == 1 or is_equal), self._line(main.order[0]),
        )  # fmt: skip

    def _line(self, best: int) -> tuple[str, ...]:
        """How the best choice goes on in most playouts: until the seat places again, or the round ends and new chances come in."""
        noted = np.concatenate([ends.noted for ends in self.ends[best]])
        game, told = self.game.copy(), list[str]()
        seat, now = self.seat, (self.game.round, self.game.phase, _rolls(self.game))
        for place in range(noted.shape[1]):
            then = (game.round, game.phase, _rolls(game))  # another phase may turn over what nobody knows yet
            if game.over or then != now or (place and game.player == seat and any(map(is_placement, game.legal()))):
                break
            action, times = Counter(noted[:, place].tolist()).most_common(1)[0]
            if action == PLAY_ON or times < LIKELY * len(noted):
                break
            noted = noted[noted[:, place] == action]
            chosen = next((one for one in game.legal() if one.id == action), None)
            if chosen is None:
                break
            told.append(chosen.text if game.player == seat else f"seat {game.player}: {chosen.text}")
            game.play(chosen)
        return tuple(told)


def _rolls(game: PlayedGame) -> int:
    """Dice that were thrown: what they will show nobody knows who is asked."""
    return len(getattr(game, "rolls", ()))


def _laps(choices: int, effort: int, least: int = LEAST_LEFT) -> list[int]:
    """How many playouts every choice that is still in has had after each lap: doubling, as far as the effort does for the least."""
    first = max(LEAST_LAP, min(FIRST_LAP, effort // (2 * choices)))
    laps, trials, left = [first], first, effort - first * choices
    while choices > 1 and left >= least * trials:
        left -= least * trials
        trials *= 2
        laps.append(trials)
    return laps


# ---------------------------------------------------------------- in words


def _verdict(found: Analysis) -> str:
    rivals = [one for one in found.choices if one.may_be_best]
    best = found.best
    if len(found.choices) == 1:
        return f"Nothing to choose: {best.text} is all there is."
    after = f"after {plural(found.playouts, 'playout')}"
    if best.verdict == BEST:
        second = min(found.choices[1:], key=lambda one: _lost(one, found.by).low)
        least = _lost(second, found.by).low
        if round(least, DIGITS[found.by]) <= 0:
            return f"{best.text} is best: every other choice is shown to be worse {after}."
        return f"{best.text} is best: every other choice loses at least {_amount(least, found.by)} {after}."
    some = [one.text for one in rivals[:MOST_TOLD]]
    more = [f"{len(rivals) - MOST_TOLD} more"] if len(rivals) > MOST_TOLD else []
    if best.verdict == AS_GOOD:
        return f"{listed([*some, *more])} are as good as each other, to within {_amount(MATTERS[found.by], found.by)}, {after}."
    worse = sum(not one.may_be_best for one in found.choices)
    rest = f"; {plural(worse, 'other choice')} {'is' if worse == 1 else 'are'} shown to be worse" if worse else ""
    return f"Too close to call between {listed([*some, *more])} {after}; {best.text} did best{rest}."


def _amount(value: float, by: str) -> str:
    return percent(value, 0) + " of the wins" if by == "wins" else f"{number(value, 1)} points"


def _lost(one: Choice, by: str) -> Loss:
    return one.lost if by == "points" else one.lost_wins


def _plot(found: Analysis, ax: Axes | None) -> Figure:
    from caverna_sim.stats.figures import canvas

    figure, ax = canvas(1 + 0.3 * len(found.choices), ax)
    for row, one in enumerate(reversed(found.choices)):
        lost = _lost(one, found.by)
        colour = "C0" if one.may_be_best else "C1"
        ax.plot([-lost.low, -min(lost.high, 10 * max(1.0, lost.value))], [row, row], color=colour, linewidth=1)
        ax.plot([-lost.value], [row], "o", color=colour, markersize=4)
    ax.set_yticks(range(len(found.choices)), [one.text for one in reversed(found.choices)])
    ax.set_xlabel("points against the best choice" if found.by == "points" else "chance to win against the best choice")
    return figure
