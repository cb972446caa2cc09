"""A whole game as one page: boards drawn after every choice, forwards and backwards, the seat that acts large. Needs no network.

The page holds every piece of a drawing once (drawing.py), and for each step which pieces change; the script puts them in their places and
marks them. All of it is packed. Without the script the page shows how the game ended, and its turns in words.
"""

from __future__ import annotations

import base64
import gzip
import json
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from importlib import resources
from typing import TYPE_CHECKING, Any

from caverna_sim.asking.annotated_page import TO_IT
from caverna_sim.batch.run import versions
from caverna_sim.files import PAGE_MARK
from caverna_sim.kit.play.choices import told_apart
from caverna_sim.kit.show.drawing import Drawing, Pieces, disc
from caverna_sim.report.findings import commit, commit_day
from caverna_sim.report.html import escape
from caverna_sim.stats.words import listed, number, readable

if TYPE_CHECKING:
    from caverna_sim.kit.play.log import LogEntry
    from caverna_sim.kit.play.played import PlayedGame
    from caverna_sim.kit.show.stage import Stage

Thoughts = Sequence[tuple[Any, float]]  # choices that a bot weighed, and the points that it expects at the end with each
CURVE = (1000, 150)  # width and height of the score curve


@dataclass
class Step:
    """What a choice led to."""

    round: int
    is_turn: bool  # a turn begins with this choice
    seat: int | None  # whose choice it was; at the start, who is to move
    words: str  # the choice
    totals: tuple[int, ...]
    pieces: Pieces


@dataclass
class Replay:
    """A game that was watched."""

    title: str
    about: Sequence[str]
    bots: Sequence[str]
    tab: str = ""  # what a browser shows of it among others
    steps: list[Step] = field(default_factory=list)
    notes: str = ""  # a part of the page about its turns (asking/annotated_page.py)
    finding: str = ""  # how it ended
    command: str = ""  # makes the page


def watched(
    game: PlayedGame,
    stage: Stage,
    choose: Callable[[], Any],
    title: str,
    about: Sequence[str],
    bots: Sequence[str],
    thoughts: Callable[[], Thoughts] = tuple,
    most: int | None = None,
) -> Replay:
    """Play a game on and draw it after every choice; `thoughts` are those behind the last one."""
    replay = Replay(title, about, bots)
    replay.steps.append(_step(game, stage, bots, "", is_turn=True, seat=game.player))
    turn: tuple[int | None, str] = (None, "")
    while not game.over and (most is None or len(game.actions) < most):
        seat, is_placing, entries = game.player, next_step(game) == stage.place, len(game.log)
        now = (seat, game.phase)
        is_turn, turn = is_placing or now != turn, now
        action = choose()
        game.play(action)
        told = _told(stage.drawing, seat, game.log[entries:], thoughts(), action)
        words = next((entry.text for entry in game.log[entries:] if entry.is_choice), action.text)
        replay.steps.append(_step(game, stage, bots, told, is_turn, seat, in_words(words)))
    replay.finding = finding(game, bots)
    return replay


def finding(game: PlayedGame, bots: Sequence[str]) -> str:
    """How a game ended, or who leads."""
    scores: Any = game.scores()

    def called(seat: int) -> str:
        return f"seat {seat} ({bots[seat]})" if bots else f"seat {seat}"

    best = [seat for seat, score in enumerate(scores) if score["rank"] == 1]
    most = max(scores[seat]["total"] for seat in best)
    if len(scores) == 1:
        told = f"{most} points alone{f', played by {bots[0]}' if bots else ''}"
    else:
        others = [score["total"] for seat, score in enumerate(scores) if seat not in best]
        lead = most - max(others, default=most)
        verb = ("wins" if len(best) == 1 else "win") if game.over else "leads" if len(best) == 1 else "lead"
        told = f"{listed([called(seat) for seat in best])} {verb} with {most} points{f', {lead} ahead' if lead > 0 else ''}"
    left = "" if game.over else f" after {len(game.actions)} choices"
    return f"{told[:1].upper()}{told[1:]}{left}"


def next_step(game: PlayedGame) -> int:
    """The kind of decision that is due."""
    state = game.state
    return int(state["agenda"][state["depth"] - 1]["step"])


def _step(game: PlayedGame, stage: Stage, bots: Sequence[str], told: str, is_turn: bool, seat: int | None = None, words: str = "") -> Step:
    scores: Any = game.scores()
    pieces = stage.drawing.pieces_of(game.to_dict(), scores, game.rules, bots)
    return Step(game.round, is_turn, seat, words, tuple(score["total"] for score in scores), {**pieces, "told": told})


def _told(drawing: Drawing, seat: int | None, entries: Sequence[LogEntry], thoughts: Thoughts, action: Any) -> str:
    """A choice, its consequences in words, and what was weighed."""
    lines = []
    for entry in entries:
        who = "" if entry.seat in (seat, None) else f"seat {entry.seat}: "
        kind = "cv-choice" if entry.is_choice else "cv-then"
        mark = f"{disc(entry.seat)} " if entry.is_choice and entry.seat is not None else ""
        lines.append(f'<p class="{kind}">{mark}{drawing.line(who + in_words(entry.text))}</p>')
    return "".join(lines) + _weighed(thoughts, action)


def in_words(text: str) -> str:
    """The text of an action without underscores and the numbers of players that a space is for."""
    return re.sub(r"[a-z]+(?:_[a-z0-9]+)+", lambda found: readable([found[0]])[0], text)


def _weighed(thoughts: Thoughts, action: Any) -> str:
    """Candidates with the points that the bot expects at the end, best first; the one that it took in bold."""
    if not thoughts:
        return ""
    ranked = sorted(thoughts, key=lambda thought: -thought[1])
    rows = "".join(
        f"<tr{' class=cv-taken' if one == action else ''}><td>{escape(in_words(text))}</td><td>{number(worth, 1)}</td></tr>"
        for (one, worth), text in zip(ranked, told_apart([one for one, _ in ranked]), strict=True)
    )
    caption = "what the bot weighed, in points: with a judge those expected at the end, its opinion included"
    return f'<table class="cv-thoughts"><caption>{caption}</caption>{rows}</table>'


# ---------------------------------------------------------------- the page


def page_of(replay: Replay, drawing: Drawing) -> str:
    """The page as text; the same game gives the same page."""
    texts: dict[str, int] = {}
    names = list(dict.fromkeys(name for one in replay.steps for name in one.pieces))
    data: dict[str, Any] = {"steps": []}
    before: Pieces = {}
    for one in replay.steps:
        pieces = {name: one.pieces.get(name, "") for name in names}
        changes = {name: texts.setdefault(text, len(texts)) for name, text in pieces.items() if before.get(name) != text}
        data["steps"].append({"round": one.round, "turn": one.is_turn, "seat": one.seat, "totals": one.totals, "pieces": changes})
        before = pieces
    data["texts"] = list(texts)
    ended = {name: replay.steps[-1].pieces.get(name, "") for name in names}
    style, script = drawing.style() + _file("replay.css"), _file("replay.js")
    title = escape(replay.finding or replay.title)
    about = escape(". ".join(line.rstrip(".") for line in (replay.title, *replay.about))) + "."
    return (
        '<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        f"{PAGE_MARK}\n"
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n<meta name="color-scheme" content="light dark">\n'
        f'<title>{escape(replay.tab or replay.title)}</title>\n<meta name="description" content="{title}">\n'
        f'<link rel="icon" href="data:,">\n<style>\n{style}</style>\n</head>\n<body class="cv">\n'
        f"<header><h1>{title}</h1><p>{about}{TO_IT if replay.notes else ''}</p></header>\n{_controls(replay)}\n"
        f"<main>{drawing.frame(ended)}{replay.notes}{_turns(replay)}{_made(replay)}</main>\n"
        f'<script type="application/octet-stream" id="game">{packed(data)}</script>\n<script>\n{script}</script>\n</body>\n</html>\n'
    )


def packed(data: Mapping[str, Any]) -> str:
    """Data as letters, in a tenth of the room."""
    text = json.dumps(data, ensure_ascii=False, separators=(",", ":"))
    return base64.b64encode(gzip.compress(text.encode(), mtime=0)).decode()


def unpacked(page: str) -> dict[str, Any]:
    """The steps and texts of a page."""
    inside = page.partition('id="game">')[2].partition("</script>")[0]
    found: dict[str, Any] = json.loads(gzip.decompress(base64.b64decode(inside)))
    return found


def _turns(replay: Replay) -> str:
    """The choices with which turns begin, by round, each with a link to it."""
    rounds: dict[int, list[str]] = {}
    for place, one in enumerate(replay.steps):
        if place and one.is_turn:
            who = "" if one.seat is None else f"<b>{one.seat}</b> "
            rounds.setdefault(replay.steps[place - 1].round, []).append(f'<li>{who}<a href="#{place}">{escape(one.words)}</a>')
    listed_ = "".join(f"<h3>round {number_}</h3><ol>{''.join(turns)}</ol>" for number_, turns in rounds.items())
    return f'<details id="turns"><summary>All turns: seat and first choice</summary>{listed_}</details>'


def _made(replay: Replay) -> str:
    """The command, and how to name the page elsewhere."""
    version = f"caverna_sim {versions().get('caverna_sim', '')}".strip()
    when = ", ".join(part for part in (commit_day(), f"commit {commit()}" if commit() else "") if part)
    left, right = "\N{LEFT DOUBLE QUOTATION MARK}", "\N{RIGHT DOUBLE QUOTATION MARK}"
    cite = f"{version}, {left}{replay.finding}{right}{f' ({replay.command})' if replay.command else ''}{f', {when}' if when else ''}."
    command = f"<pre><code>{escape(replay.command)}</code></pre>" if replay.command else ""
    return f'<section id="made"><h3>How it was made</h3>{command}<p class="cv-cite">Cite as: {escape(cite)}</p></section>'


def _file(name: str) -> str:
    return (resources.files("caverna_sim.kit.show") / name).read_text(encoding="utf-8")


_BUTTONS = (
    ("first", "first", "|<", "Home"), ("round-back", "previous round", "<<<", "Page up"),
    ("turn-back", "previous turn", "<<", "Shift + left"), ("back", "back", "<", "left"), ("play", "play", "play", "space"),
    ("forward", "forward", ">", "right"), ("turn-forward", "next turn", ">>", "Shift + right"),
    ("round-forward", "next round", ">>>", "Page down"), ("last", "last", ">|", "End"),
)  # fmt: skip
_SAVED = (("svg", "SVG", "save the large board"), ("png", "PNG", "save the large board"), ("csv", "CSV", "save the points of every choice"))


def _controls(replay: Replay) -> str:
    buttons = "".join(
        f'<button type="button" id="{name}" title="{label}, key: {key}" aria-label="{label}">'
        f'<span class="long">{label}</span><span class="short">{escape(short)}</span></button>'
        for name, label, short, key in _BUTTONS
    )
    saved = "".join(f'<button type="button" id="save-{name}" title="{told}">{label}</button>' for name, label, told in _SAVED)
    return (
        f'<div class="course">{_curve(replay)}'
        f'<input type="range" id="at" min="0" max="{len(replay.steps) - 1}" value="{len(replay.steps) - 1}" aria-label="choice"></div>\n'
        f'<div class="controls"><div class="buttons">{buttons}<span class="save">{saved}</span></div>'
        f'<p class="cv-now"><span id="now">{replay.steps[-1].pieces["now"]}</span> <output id="count"></output></p>'
        '<div id="told" aria-live="polite"></div></div>'
    )


def _curve(replay: Replay) -> str:
    """Points of every seat after every choice, with a line where a round begins; a click goes there."""
    width, height = CURVE
    last = max(1, len(replay.steps) - 1)
    every = [total for one in replay.steps for total in one.totals]
    low, high = min(every), max(*every, min(every) + 1)

    def at(index: int, total: int) -> str:
        return f"{width * index / last:.1f},{height - 6 - (height - 12) * (total - low) / (high - low):.1f}"

    rounds = [index for index in range(1, len(replay.steps)) if replay.steps[index].round > replay.steps[index - 1].round]
    lines = "".join(f'<path class="round" d="M{width * index / last:.1f} 0V{height}"/>' for index in rounds)
    lines += "".join(
        f'<polyline class="seat{seat}" points="{" ".join(at(index, total) for index, total in _corners(replay, seat))}"/>'
        for seat in range(len(replay.steps[0].totals))
    )
    return (
        f'<svg id="curve" role="img" aria-label="points of every seat, {low} to {high}" viewBox="0 0 {width} {height}" '
        f'preserveAspectRatio="none" xmlns="http://www.w3.org/2000/svg">{lines}<path id="cursor" d="M0 0V{height}"/></svg>'
    )


def _corners(replay: Replay, seat: int) -> Iterator[tuple[int, int]]:
    """Choices and points of a seat, without those in the middle of a level stretch."""
    totals = [one.totals[seat] for one in replay.steps]
    for index, total in enumerate(totals):
        if index in (0, len(totals) - 1) or not totals[index - 1] == total == totals[index + 1]:
            yield index, total
