"""Draws positions as SVG and HTML: boards, action spaces, scores. All shapes are our own.

A drawing is a set of pieces, each a bit of markup with a name (`s0.F11` is a cell, `space.logging_4_7` a card), and a frame with a
place for every piece. `Game` in a notebook fills the places once; the page of a whole game changes them step by step.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping, Sequence
from importlib import resources
from typing import Any

from caverna_sim.kit.show.tables import Ware
from caverna_sim.kit.show.tables import amounts as in_words
from caverna_sim.report.html import escape
from caverna_sim.stats.words import number, readable

Position = Mapping[str, Any]
Pieces = dict[str, str]
LINE, MORE = "cv-line", "cv-more"  # how what stands below a board is set


def disc(seat: int) -> str:
    """A seat as a disc with its number."""
    return f'<span class="cv-disc cv-seat{seat}">{seat}</span>'


def chip(text: str, kind: str = "") -> str:
    """A word or two with a line around."""
    return f'<span class="cv-chip {kind}">{text}</span>'


def man(text: str) -> str:
    """Somebody of a family, and what is said of them."""
    figure = '<svg class="cv-man" viewBox="0 0 12 16"><circle cx="6" cy="4" r="3.4"/><path d="M0 16q0-8 6-8t6 8z"/></svg>'
    return chip(f"{figure}{text}")


def stock(wares: Mapping[str, int], called: Ware) -> str:
    """What a seat has, and faintly what it has not."""
    chips = (chip(f"{amount} {called(ware, amount)}", f"cv-w-{ware}{'' if amount else ' cv-none'}") for ware, amount in wares.items())
    return f'<span class="cv-stock">{"".join(chips)}</span>'


def paragraphs(told: Sequence[str]) -> str:
    """Lines of text."""
    return "".join(f"<p>{escape(line)}</p>" for line in told)


def animals(standing: Mapping[str, int], y: int, called: Ware) -> Iterator[str]:
    """Animals that stand on a cell: a body with a head for each kind, and how many."""
    for index, (ware, amount) in enumerate(standing.items()):
        x = 8 + 36 * index
        yield (
            f'<g class="cv-animal cv-{ware}"><title>{amount} {called(ware, amount)}</title>'
            f'<ellipse cx="{x + 8}" cy="{y}" rx="8" ry="5.5"/><circle cx="{x + 16}" cy="{y - 4}" r="3.6"/>'
            f'<text class="cv-n" x="{x + 22}" y="{y + 4}">{amount}</text></g>'
        )


def placed(pieces: Pieces, name: str, tag: str, kind: str, fill: bool) -> str:
    """The place of a piece, filled or empty."""
    return f'<{tag} id="{name}" class="{kind}">{pieces[name] if fill else ""}</{tag}>' if name in pieces else ""


class Drawing(ABC):
    """How positions of a game are drawn: what every game has, and what each says itself."""

    package: str  # where its own style sheet is, if it has any
    beside: tuple[tuple[str, str], ...]  # what stands below a board: name of the piece, and how it is set
    left: str  # what the supply is called
    places: str = "Action spaces"  # the title of where one can go
    between: str = ""  # the title of what lies in the middle of the table beside action spaces

    # ------------------------------------------------------------ what each game says

    @abstractmethod
    def called(self, ware: str, amount: int) -> str:
        """What so many of a ware are called."""

    @abstractmethod
    def seat(self, position: Position, number: int, rules: Any) -> Iterator[tuple[str, str]]:
        """The pieces of a seat: those of its board and what stands beside."""

    def space_name(self, space: str, rules: Any) -> str:
        """What an action space is called."""
        return readable([space])[0]

    def starts(self, position: Position, number: int) -> str:
        """What is told of who begins."""
        return "<b>starting player</b>" if position["start_player"] == number else ""

    @abstractmethod
    def board(self, seat: str, pieces: Pieces, fill: bool) -> str:
        """The board of a seat, `s0` for the first."""

    def who(self, position: Position, space: str, seat: int) -> str:
        """Who stands on a space."""
        return disc(seat)

    @abstractmethod
    def supply(self, position: Position, rules: Any) -> str:
        """What is left to be had."""

    def line(self, text: str) -> str:
        """A line of what happened."""
        return escape(text)

    def table(self, position: Position, rules: Any) -> str | None:
        """What else lies in the middle of the table, if anything."""
        return None

    # ------------------------------------------------------------ pieces

    def pieces_of(self, position: Position, scores: Sequence[Mapping[str, Any]], rules: Any, bots: Sequence[str] = ()) -> Pieces:
        """Everything that is seen of a position."""
        found: Pieces = {}
        for seat in range(len(position["seats"])):
            found[f"s{seat}.head"] = self._head(position, seat, scores[seat], bots)
            found |= {f"s{seat}.{name}": markup for name, markup in self.seat(position, seat, rules)}
        for space in position["spaces"]:
            found[f"space.{space}"] = self._space(position, space, rules)
        found["now"] = _now(position)
        found["supply"] = self.supply(position, rules)
        found["scores"] = _scores(scores)
        beside = self.table(position, rules)
        return found if beside is None else {**found, "table": beside}

    def _head(self, position: Position, seat: int, score: Mapping[str, Any], bots: Sequence[str]) -> str:
        marks = self.starts(position, seat) + ("<i>to move</i>" if position.get("to_move") == seat else "")
        name = f"seat {seat}" + (f" · {escape(bots[seat])}" if bots else "")
        return f'{disc(seat)}<b>{name}</b> <span class="cv-points">{number(score["total"], 0)} points</span> {marks}'

    def _space(self, position: Position, space: str, rules: Any) -> str:
        entry = position["spaces"][space]
        goods = in_words(entry.get("goods", {}), self.called)
        held = f'<span class="cv-held">{escape(goods)}{" (protected)" if entry.get("protected") else ""}</span>' if goods else ""
        user = entry.get("used_by")
        return f"<b>{escape(self.space_name(space, rules))}</b>{held}" + (
            "" if user is None else f'<span class="cv-on">{self.who(position, space, user)}</span>'
        )

    # ------------------------------------------------------------ the frame

    def style(self) -> str:
        """The style sheet."""
        sheets = [resources.files("caverna_sim.kit.show") / "drawing.css", resources.files(self.package) / "drawing.css"]
        return "".join(sheet.read_text(encoding="utf-8") for sheet in sheets)

    def frame(self, pieces: Pieces, fill: bool = True) -> str:
        """Places for pieces, those of every board in a drawing of its own; filled, or empty with the name of the piece as id."""
        seats = sorted({name.split(".")[0] for name in pieces if name.endswith(".head")}, key=lambda name: int(name[1:]))
        boards = "".join(self.home(pieces, seat, fill) for seat in seats)
        spaces = "".join(placed(pieces, name, "div", "cv-space", fill) for name in pieces if name.startswith("space."))
        return (
            f'<div class="cv-seats">{boards}</div><h3>{self.places}</h3><div class="cv-spaces">{spaces}</div>'
            + (f"<h3>{self.between}</h3>{placed(pieces, 'table', 'div', 'cv-table', fill)}" if "table" in pieces else "")
            + f"<h3>Scores, as if the game ended now</h3>{placed(pieces, 'scores', 'div', 'cv-scores', fill)}"
            + f"<h3>{self.left}</h3>{placed(pieces, 'supply', 'div', 'cv-line', fill)}"
        )

    def home(self, pieces: Pieces, seat: str, fill: bool = True) -> str:
        """What belongs to a seat, `s0` for the first."""
        return (
            f'<section class="cv-seat" data-seat="{seat.removeprefix("s")}">'
            f"{placed(pieces, f'{seat}.head', 'h3', '', fill)}{self.board(seat, pieces, fill)}"
            + "".join(placed(pieces, f"{seat}.{name}", "div", kind, fill) for name, kind in self.beside)
            + "</section>"
        )

    def as_html(self, position: Position, scores: Sequence[Mapping[str, Any]], rules: Any, bots: Sequence[str] = ()) -> str:
        """A position as it is shown in a notebook."""
        pieces = self.pieces_of(position, scores, rules, bots)
        return f'<div class="cv"><style>{self.style()}</style><p class="cv-now">{pieces["now"]}</p>{self.frame(pieces)}</div>'


def _now(position: Position) -> str:
    mover = position.get("to_move")
    who = "the game is over" if mover is None else f"{disc(mover)} seat {mover} to move"
    phase = str(position["phase"]).replace("_", " ")
    return f"<b>round {position['round']}</b> {escape(phase)} · {who}" if mover is not None else f"<b>round {position['round']}</b> {who}"


def _scores(scores: Sequence[Mapping[str, Any]]) -> str:
    head = "".join(f"<th>{disc(seat)}</th>" for seat in range(len(scores)))
    parts = list(scores[0]["parts"])
    rows = [(name, [score["parts"][part] for score in scores]) for part, name in zip(parts, readable(parts), strict=True)]
    rows += [("total", [score["total"] for score in scores]), ("rank", [score["rank"] for score in scores])]
    body = "".join(f"<tr><th>{name}</th>{''.join(f'<td>{number(value, 0)}</td>' for value in values)}</tr>" for name, values in rows)
    return f"<table><thead><tr><th></th>{head}</tr></thead><tbody>{body}</tbody></table>"
