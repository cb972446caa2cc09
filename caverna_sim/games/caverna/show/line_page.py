"""The page of a line: its rounds, where the points come from, what going elsewhere costs, and the board after every round."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Any

from caverna_sim.games.caverna.planning.plan import CloseChoice, Plan
from caverna_sim.games.caverna.show.drawing import DRAWING
from caverna_sim.kit.show.replay import in_words
from caverna_sim.report.frame import Answer, Page, Section
from caverna_sim.report.html import Cell, Rows, escape, number_cell, table, wide
from caverna_sim.stats.words import plural

NAMES = {"missing_animals": "missing animals", "unused_spaces": "unused spaces", "writing_chamber": "Writing chamber"}
CLOSE = 1  # a turn that costs so many points or fewer elsewhere is a close choice
UNTOLD = ("pass", "collect")  # kinds of choices that go without saying


@dataclass
class Round:
    """A round of a line."""

    number: int
    turns: list[str] = field(default_factory=list)
    points: int = 0  # as if the game ended then
    dwarfs: int = 0
    begging: int = 0
    board: str = ""


def parts_of(parts: Mapping[str, int]) -> list[tuple[str, int]]:
    """What the points are made of, most first."""
    named = [(NAMES.get(name, name.replace("_", " ")), points) for name, points in parts.items() if points]
    return sorted(named, key=lambda part: -part[1])


def rounds_of(found: Plan) -> list[Round]:
    """The line, round by round."""
    game, seat = found.task.game(), found.task.seat
    rounds: list[Round] = []
    for move in found.moves:
        if not rounds or rounds[-1].number != game.round:
            rounds.append(Round(game.round))
        now = rounds[-1]
        is_own = game.player == seat
        game.play(move)
        if is_own and game.actions[-1].kind == "place":
            now.turns.append(in_words(str(game.actions[-1].space)))
        elif is_own and game.actions[-1].kind not in UNTOLD and now.turns:
            now.turns[-1] += f", {in_words(move)}"
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


def page_of(found: Plan, choices: Sequence[CloseChoice]) -> Page:
    """All of it."""
    rounds = rounds_of(found)
    most = ", ".join(f"{name} {points}" for name, points in parts_of(found.parts)[:4])
    sections = [_points(found), _rounds(rounds)]
    answer = [Answer(f"The line makes {found.points} points: {most}."), Answer(_growth(rounds))]
    if choices:
        answer.append(Answer(_closeness(choices)))
        sections.append(_choices(choices))
    sections.append(_boards(rounds))
    about = (f"A {plural(found.task.players, 'player')} game with {found.task.tiles} tiles, everything known beforehand.",)
    return Page(f"A line of {found.points} points", sections, about=about, answer=answer)


def _growth(rounds: Sequence[Round]) -> str:
    grown = [(one.dwarfs, one.number) for before, one in pairwise(rounds) if one.dwarfs > before.dwarfs]
    told = ", ".join(f"{dwarfs} dwarfs from round {number}" for dwarfs, number in grown)
    return f"It grows to {told}." if told else "Its family does not grow."


def _closeness(choices: Sequence[CloseChoice]) -> str:
    known = [one for one in choices if one.cost is not None]
    close = sum(1 for one in known if (one.cost or 0) <= CLOSE)
    return f"In {close} of {len(known)} turns going elsewhere costs at most {plural(CLOSE, 'point')}, as far as a short search finds."


def _points(found: Plan) -> Section:
    rows: Rows = [[name, number_cell(points, 0)] for name, points in parts_of(found.parts)]
    return Section("points", "Where the points come from", table("Points by part of the score", ["part", "points"], rows))


def _rounds(rounds: Sequence[Round]) -> Section:
    rows: Rows = [
        [
            number_cell(one.number, 0), number_cell(one.points, 0), number_cell(one.dwarfs, 0), number_cell(one.begging, 0),
            Cell(f'<ol class="wide">{"".join(f"<li>{escape(turn)}</li>" for turn in one.turns)}</ol>', " ".join(one.turns), is_html=True),
        ]
        for one in rounds
    ]  # fmt: skip
    columns = ["round", "points as if the game ended then", "dwarfs", "begging", "turns"]
    return Section("rounds", "Round by round", table("What the line does", columns, rows))


def _choices(choices: Sequence[CloseChoice]) -> Section:
    rows: Rows = []
    for one in choices:
        cost = number_cell(float("nan") if one.cost is None else one.cost, 0)
        rows.append([number_cell(one.turn + 1, 0), wide(in_words(one.place)), wide(in_words(one.instead) or "nowhere else to go"), cost])
    caption = "What the dwarf of a turn going elsewhere costs, with the rest planned anew by a short search: an upper bound"
    return Section("choices", "Which choices are close", table(caption, ["turn", "goes to", "or to", "points"], rows, "second-best turns"))


def _boards(rounds: Sequence[Round]) -> Section:
    told = "".join(f"<h3>After round {one.number}</h3>{one.board}" for one in rounds)
    return Section("boards", "The home board", f'<div class="cv"><style>{DRAWING.style()}</style>{told}</div>')
