"""The page of a line: how its points grow, where they come from, its rounds with the board after each, what going elsewhere costs."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Any, Protocol

from caverna_sim.games.caverna.planning.plan import Plan
from caverna_sim.games.caverna.show.drawing import DRAWING
from caverna_sim.kit.show.replay import in_words
from caverna_sim.report.frame import Answer, Page, Section
from caverna_sim.report.html import Rows, escape, number_cell, paragraph, table, wide
from caverna_sim.stats.words import capital, number, plural

NAMES = {"missing_animals": "missing animals", "unused_spaces": "unused spaces", "writing_chamber": "Writing chamber"}
CLOSE = 1  # a turn that costs so many points or fewer elsewhere is a close choice
UNTOLD = ("pass", "collect")  # kinds of choices that go without saying
WORK = "work"
TILES = {"full": "all furnishings", "introductory": "the introductory furnishings"}
WIDTH, HEIGHT, LEFT, FOOT = 560, 130, 58, 40  # of the picture, its left edge, and what is written below it


class Choice(Protocol):
    """A turn of a line, and what going elsewhere costs; None: there is nowhere else to go."""

    @property
    def turn(self) -> int:
        """Counted from 0."""

    @property
    def place(self) -> str:
        """The space of the line."""

    @property
    def instead(self) -> str:
        """The best other space that was found."""

    @property
    def cost(self) -> int | None:
        """In points."""


@dataclass
class Round:
    """A round of a line."""

    number: int
    places: list[str] = field(default_factory=list)  # space of each turn
    turns: list[str] = field(default_factory=list)  # all of each turn, in words
    after: list[str] = field(default_factory=list)  # what is done when all dwarfs are at work: feeding, breeding
    points: int = 0  # as if the game ended then
    dwarfs: int = 0
    begging: int = 0
    board: str = ""


def parts_of(parts: Mapping[str, int]) -> list[tuple[str, int]]:
    """What the points are made of, most first."""
    named = [(NAMES.get(name, name.replace("_", " ")), points) for name, points in parts.items() if points]
    return sorted(named, key=lambda part: -part[1])


def points_of(found: Plan) -> list[tuple[str, int]]:
    """The same, with what each furnishing adds by its text instead of the sum of them."""
    rest = {name: points for name, points in found.parts.items() if name not in ("bonus", "writing_chamber")}
    return sorted([*parts_of(rest), *found.bonuses().items()], key=lambda part: -part[1])


def rounds_of(found: Plan) -> list[Round]:
    """The line, round by round."""
    game, seat = found.task.game(), found.task.seat
    rounds: list[Round] = []
    for move in found.moves:
        if not rounds or rounds[-1].number != game.round:
            rounds.append(Round(game.round))
        now = rounds[-1]
        is_own, is_work = game.player == seat, game.phase == WORK
        game.play(move)
        if is_own and game.actions[-1].kind == "place":
            now.places.append(in_words(str(game.actions[-1].space)))
            now.turns.append(now.places[-1])
        elif is_own and game.actions[-1].kind not in UNTOLD:
            if is_work and now.turns:
                now.turns[-1] += f", {in_words(move)}"
            else:
                now.after.append(in_words(move))
        if game.over or game.round != now.number:
            _look(now, game, seat)
    return rounds


def _look(now: Round, game: Any, seat: int) -> None:
    """What a round has led to."""
    position, scores = game.to_dict(), game.scores()
    mine = position["seats"][seat]
    now.points, now.dwarfs, now.begging = scores[seat]["total"], len(mine["dwarfs"]), mine["begging"]
    pieces = DRAWING.pieces_of(position, scores, game.rules)
    now.board = DRAWING.home(pieces, f"s{seat}").replace(' id="', f' id="r{now.number}.')


def page_of(found: Plan, choices: Sequence[Choice], links: Sequence[tuple[str, str]] = (), beside: str = "", tries: int = 0) -> Page:
    """All of it. `beside` is said after the answer, such as what people reach; `tries` lines were tried for each other turn."""
    rounds, parts = rounds_of(found), points_of(found)
    most = ", ".join(f"{name} {points}" for name, points in parts[:4])
    answer = [Answer(" ".join(text for text in (f"Most points: {most}.", _growth(rounds), beside) if text))]
    sections = [_growing(rounds, parts), *([_choices(rounds, choices, tries)] if choices else []), _rounds(rounds, choices)]
    players = "Solo" if found.task.players == 1 else f"One of {found.task.players} seats"
    about = (f"{players}, {TILES[str(found.task.tiles)]}, everything known beforehand.",)
    return Page(_title(found, rounds), sections, about=about, answer=answer, links=links)


def _title(found: Plan, rounds: Sequence[Round]) -> str:
    last = rounds[-1].dwarfs
    since = next(one.number for one in rounds if one.dwarfs == last)
    return f"{found.points} points with {TILES[str(found.task.tiles)]}: a family of {last} by round {since}"


def _growth(rounds: Sequence[Round]) -> str:
    grown = [one.number for before, one in pairwise(rounds) for _ in range(one.dwarfs - before.dwarfs)]
    if not grown:
        return "Its family does not grow."
    told = ", ".join(str(one) for one in grown[:-1])
    return f"A dwarf is born in round {f'{told} and ' if told else ''}{grown[-1]}."


# ---------------------------------------------------------------- how the points grow


def _growing(rounds: Sequence[Round], parts: Sequence[tuple[str, int]]) -> Section:
    told = f"Points as if the game ended after a round: {', '.join(number(one.points, 0) for one in rounds)}"
    figure = f"<figure>{_bars(rounds, told)}<figcaption>{escape(_caption(rounds))}</figcaption></figure>"
    rows: Rows = [[capital(name), number_cell(points, 0)] for name, points in parts]
    shown = table("Where the points come from", ["part", "points"], rows)
    return Section("points", "How the points come together", f'<div class="pair">{figure}{shown}</div>')


def _caption(rounds: Sequence[Round]) -> str:
    late = rounds[-1].points - rounds[-3].points
    return f"Points as if the game ended after each round: {number(late, 0)} of them come in the last two."


def _bars(rounds: Sequence[Round], told: str) -> str:
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
        parts.append(_text(middle, HEIGHT + 14, str(one.number)) + _text(middle, HEIGHT + 31, str(one.dwarfs)))
    parts += [f'<text x="0" y="{HEIGHT + down_}">{word}</text>' for down_, word in ((14, "round"), (31, "dwarfs"))]
    head = f'<svg class="growing" role="img" aria-label="{escape(told)}" viewBox="0 0 {WIDTH} {HEIGHT + FOOT}" '
    return f'{head}xmlns="http://www.w3.org/2000/svg">{"".join(parts)}</svg>'


def _text(x: str, y: float, text: str) -> str:
    return f'<text x="{x}" y="{y:.1f}" text-anchor="middle">{escape(text)}</text>'


# ---------------------------------------------------------------- turns


def _rounds(rounds: Sequence[Round], choices: Sequence[Choice]) -> Section:
    told, turn = [], 0
    known = {one.turn: one for one in choices}
    for one in rounds:
        begging = f", {plural(one.begging, 'begging marker')}" if one.begging else ""
        ends = f"{plural(one.points, 'point')}, {plural(one.dwarfs, 'dwarf')}{begging}".replace("-", "\N{MINUS SIGN}")
        places = ", ".join(one.places)
        turns = "".join(f"<li>{escape(capital(words))}{_told(known.get(turn + place))}</li>" for place, words in enumerate(one.turns))
        turn += len(one.turns)
        after = f"<p>Then: {escape(', '.join(one.after))}.</p>" if one.after else ""
        is_last = " open" if one is rounds[-1] else ""
        told.append(
            f'<details{is_last}><summary>Round {one.number}: {escape(ends)} <span class="soft">({escape(places)})</span></summary>'
            f'<ol class="turns">{turns}</ol>{after}{one.board}</details>'
        )
    return Section("rounds", "Round by round, with the board", f'<div class="cv"><style>{DRAWING.style()}</style>{"".join(told)}</div>')


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
