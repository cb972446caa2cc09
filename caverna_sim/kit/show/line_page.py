"""The page of a line: how its points grow, where they come from, its rounds with the board after each, what going elsewhere costs."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Any, Protocol

from caverna_sim.kit.planning.plan import Plan
from caverna_sim.kit.planning.task import PlannedTask
from caverna_sim.kit.show.drawing import Drawing
from caverna_sim.kit.show.replay import in_words
from caverna_sim.report.frame import Answer, Page, Section
from caverna_sim.report.html import Rows, escape, number_cell, paragraph, table, wide
from caverna_sim.stats.words import capital, number, plural

CLOSE = 1  # a turn that costs so many points or fewer elsewhere is a close choice
WIDTH, HEIGHT, LEFT, FOOT = 560, 130, 58, 40  # of the picture, its left edge, and what is written below it


class Choice(Protocol):
    """A turn of a line, and what going elsewhere costs; None: there is nowhere else to go."""

    @property
    def turn(self) -> int:
        """Counted from 0."""

    @property
    def place(self) -> str:
        """Where the line goes."""

    @property
    def instead(self) -> str:
        """The best other place that was found."""

    @property
    def cost(self) -> int | None:
        """In points."""


@dataclass
class Round:
    """A round of a line."""

    number: int
    places: list[str] = field(default_factory=list)  # where each turn goes
    turns: list[str] = field(default_factory=list)  # all of each turn, in words
    after: list[str] = field(default_factory=list)  # what is done when all turns are taken, such as feeding
    points: int = 0  # as if the game ended then
    people: int = 0
    begging: int = 0
    board: str = ""


@dataclass(frozen=True)
class LinePages:
    """How a game tells of its lines."""

    drawing: Drawing
    person: str  # one of a family, and how many there are in a position of a seat
    people_of: Callable[[Mapping[str, Any]], int]
    turn: str  # kind of the choice that a turn begins with
    place_of: Callable[[Any], str]  # ... and where it goes
    work: str  # the phase in which turns are taken
    untold: Sequence[str]  # kinds of choices that go without saying
    called: Callable[[PlannedTask], str]  # what is played with, in words
    names: Mapping[str, str]  # of scoring parts, where underscores do not do
    summed: Sequence[str]  # scoring parts that `added` tells one by one
    added: Callable[[Plan], Mapping[str, int]]

    def parts_of(self, parts: Mapping[str, int]) -> list[tuple[str, int]]:
        """What the points are made of, most first."""
        named = [(self.names.get(name, name.replace("_", " ")), points) for name, points in parts.items() if points]
        return sorted(named, key=lambda part: -part[1])

    def points_of(self, found: Plan) -> list[tuple[str, int]]:
        """The same, with what each thing adds instead of the sum of them."""
        rest = {name: points for name, points in found.parts.items() if name not in self.summed}
        return sorted([*self.parts_of(rest), *self.added(found).items()], key=lambda part: -part[1])

    def rounds_of(self, found: Plan) -> list[Round]:
        """The line, round by round."""
        game, seat = found.task.game(), found.task.seat
        rounds: list[Round] = []
        for move in found.moves:
            if not rounds or rounds[-1].number != game.round:
                rounds.append(Round(game.round))
            now = rounds[-1]
            is_own, is_work = game.player == seat, game.phase == self.work
            game.play(move)
            if is_own and game.actions[-1].kind == self.turn:
                now.places.append(in_words(self.place_of(game.actions[-1])))
                now.turns.append(now.places[-1])
            elif is_own and game.actions[-1].kind not in self.untold:
                if is_work and now.turns:
                    now.turns[-1] += f", {in_words(move)}"
                else:
                    now.after.append(in_words(move))
            if game.over or game.round != now.number:
                self._look(now, game, seat)
        return rounds

    def _look(self, now: Round, game: Any, seat: int) -> None:
        """What a round has led to."""
        position, scores = game.to_dict(), game.scores()
        mine = position["seats"][seat]
        now.points, now.people, now.begging = scores[seat]["total"], self.people_of(mine), mine["begging"]
        pieces = self.drawing.pieces_of(position, scores, game.rules)
        now.board = self.drawing.home(pieces, f"s{seat}").replace(' id="', f' id="r{now.number}.')

    def page_of(
        self, found: Plan, choices: Sequence[Choice], links: Sequence[tuple[str, str]] = (), beside: str = "", tries: int = 0
    ) -> Page:
        """All of it. `beside` is said after the answer, such as what people reach; `tries` lines were tried for each other turn."""
        rounds, parts = self.rounds_of(found), self.points_of(found)
        most = ", ".join(f"{name} {points}" for name, points in parts[:4])
        answer = [Answer(" ".join(text for text in (f"Most points: {most}.", self._growth(rounds), beside) if text))]
        sections = [
            _growing(rounds, parts, f"{self.person}s"), *([_choices(rounds, choices, tries)] if choices else []),
            self._rounds(rounds, choices),
        ]  # fmt: skip
        players = "Solo" if found.task.players == 1 else f"One of {found.task.players} seats"
        about = (f"{players}, {self.called(found.task)}, everything known beforehand.",)
        return Page(self._title(found, rounds), sections, about=about, answer=answer, links=links)

    def _title(self, found: Plan, rounds: Sequence[Round]) -> str:
        last = rounds[-1].people
        since = next(one.number for one in rounds if one.people == last)
        return f"{found.points} points with {self.called(found.task)}: a family of {last} by round {since}"

    def _growth(self, rounds: Sequence[Round]) -> str:
        grown = [one.number for before, one in pairwise(rounds) for _ in range(one.people - before.people)]
        if not grown:
            return "Its family does not grow."
        told = ", ".join(str(one) for one in grown[:-1])
        return f"A {self.person} is born in round {f'{told} and ' if told else ''}{grown[-1]}."

    def _rounds(self, rounds: Sequence[Round], choices: Sequence[Choice]) -> Section:
        told, turn = [], 0
        known = {one.turn: one for one in choices}
        for one in rounds:
            begging = f", {plural(one.begging, 'begging marker')}" if one.begging else ""
            ends = f"{plural(one.points, 'point')}, {plural(one.people, self.person)}{begging}".replace("-", "\N{MINUS SIGN}")
            places = ", ".join(one.places)
            turns = "".join(f"<li>{escape(capital(words))}{_told(known.get(turn + place))}</li>" for place, words in enumerate(one.turns))
            turn += len(one.turns)
            after = f"<p>Then: {escape(', '.join(one.after))}.</p>" if one.after else ""
            is_last = " open" if one is rounds[-1] else ""
            told.append(
                f'<details{is_last}><summary>Round {one.number}: {escape(ends)} <span class="soft">({escape(places)})</span></summary>'
                f'<ol class="turns">{turns}</ol>{after}{one.board}</details>'
            )
        boards = f'<div class="cv"><style>{self.drawing.style()}</style>{"".join(told)}</div>'
        return Section("rounds", "Round by round, with the board", boards)


# ---------------------------------------------------------------- how the points grow


def _growing(rounds: Sequence[Round], parts: Sequence[tuple[str, int]], people: str) -> Section:
    told = f"Points as if the game ended after a round: {', '.join(number(one.points, 0) for one in rounds)}"
    figure = f"<figure>{_bars(rounds, told, people)}<figcaption>{escape(_caption(rounds))}</figcaption></figure>"
    rows: Rows = [[capital(name), number_cell(points, 0)] for name, points in parts]
    shown = table("Where the points come from", ["part", "points"], rows)
    return Section("points", "How the points come together", f'<div class="pair">{figure}{shown}</div>')


def _caption(rounds: Sequence[Round]) -> str:
    late = rounds[-1].points - rounds[-3].points
    return f"Points as if the game ended after each round: {number(late, 0)} of them come in the last two."


def _bars(rounds: Sequence[Round], told: str, people: str) -> str:
    low, high = min(0, *(one.points for one in rounds)), max(1, *(one.points for one in rounds))
    step = (WIDTH - LEFT) / len(rounds)

    def down(points: int) -> float:
        return 14 + (HEIGHT - 28) * (high - points) / (high - low)

    parts = [f'<path class="axis" d="M{LEFT} {down(0):.1f}H{WIDTH}"/>']
    for place, one in enumerate(rounds):
        x, ends = LEFT + step * place, sorted((down(0), down(one.points)))
        middle = f"{x + step / 2:.1f}"
        parts.append(f'<rect class="bar" x="{x + 5:.1f}" y="{ends[0]:.1f}" width="{step - 10:.1f}" height="{ends[1] - ends[0]:.1f}"/>')
        parts.append(_text(middle, ends[0] - 4 if one.points >= 0 else ends[1] + 12, number(one.points, 0)))
        parts.append(_text(middle, HEIGHT + 14, str(one.number)) + _text(middle, HEIGHT + 31, str(one.people)))
    parts += [f'<text x="0" y="{HEIGHT + down_}">{word}</text>' for down_, word in ((14, "round"), (31, people))]
    head = f'<svg class="growing" role="img" aria-label="{escape(told)}" viewBox="0 0 {WIDTH} {HEIGHT + FOOT}" '
    return f'{head}xmlns="http://www.w3.org/2000/svg">{"".join(parts)}</svg>'


def _text(x: str, y: float, text: str) -> str:
    return f'<text x="{x}" y="{y:.1f}" text-anchor="middle">{escape(text)}</text>'


# ---------------------------------------------------------------- turns


def _told(choice: Choice | None) -> str:
    """What going elsewhere costs, behind a turn."""
    if choice is None or choice.cost is None or choice.cost > CLOSE:
        return ""
    words = f"{in_words(choice.instead)} instead costs {plural(max(0, choice.cost), 'point')}"
    return f' <span class="soft">({escape(words)})</span>'


def _choices(rounds: Sequence[Round], choices: Sequence[Choice], tries: int) -> Section:
    of_turn = [one.number for one in rounds for _ in one.turns]
    rows: Rows = []
    for one in choices:
        cost = number_cell(float("nan") if one.cost is None else one.cost, 0)
        place = [number_cell(of_turn[one.turn], 0), number_cell(one.turn + 1, 0)]
        rows.append([*place, wide(in_words(one.place)), wide(in_words(one.instead) or "nowhere else to go"), cost])
    caption = "What going elsewhere in a turn costs, with the rest planned anew"
    shown = table(caption, ["round", "turn", "goes to", "or to", "points"], rows, "second-best turns")
    return Section(
        "choices",
        "Which choices are close",
        f"{paragraph(_closeness(choices, tries))}<details><summary>Every turn</summary>{shown}</details>",
    )


def _closeness(choices: Sequence[Choice], tries: int) -> str:
    costs = [one.cost for one in choices if one.cost is not None]
    close, better = sum(cost <= CLOSE for cost in costs), sum(cost < 0 for cost in costs)
    dearest = max((one for one in choices if one.cost is not None), key=lambda one: one.cost or 0)
    told = f"In {close} of {len(costs)} turns going elsewhere costs at most {plural(CLOSE, 'point')}."
    elsewhere = f"{in_words(dearest.instead)} instead of {in_words(dearest.place)}"
    told += f" It costs most in turn {dearest.turn + 1}: {plural(dearest.cost or 0, 'point')} for {elsewhere}."
    told += f" In {plural(better, 'turn')} the search for something else found a better line." if better else ""
    how = f" of {tries:,} lines for each turn" if tries else ""
    return f"{told} The rest is planned again by a short search{how}: the true cost is that or less."
