"""An annotated game as a part of its page: chances as a curve, the turning points, what turns cost. Links go to the choices."""

from __future__ import annotations

from html import escape

from caverna_sim.asking.annotate import Annotated, Turn, Turning
from caverna_sim.stats.words import percent, plural, plus_minus

WIDTH, HEIGHT = 1000, 220
LEFT, TOP, BOTTOM = 44, 10, 10
QUARTERS = (0.0, 0.25, 0.5, 0.75, 1.0)

STYLE = """
#annotated { margin-top: 24px; scroll-margin-top: 190px; }
#annotated h2 { font-size: 1.1rem; margin: 16px 0 4px; }
#annotated svg { width: 100%; height: auto; display: block; }
#annotated polyline { fill: none; stroke-width: 2.2; }
#annotated .grid { stroke: var(--line); stroke-width: 1; }
#annotated text { font: 14px system-ui, sans-serif; fill: var(--soft); }
#annotated circle { fill: var(--paper); stroke: var(--ink); }
#annotated circle + text { fill: var(--ink); font-size: 12px; text-anchor: middle; }
#annotated ol, #annotated p { margin: 4px 0; max-width: 80ch; }
#annotated table { border-collapse: collapse; font-variant-numeric: tabular-nums; font-size: .9rem; }
#annotated th, #annotated td { padding: 3px 12px 3px 0; text-align: left; border-bottom: 1px solid var(--line); }
#annotated td:last-child { white-space: nowrap; }
#annotated .legend span { margin-right: 14px; white-space: nowrap; }
#annotated .legend svg { display: inline; width: 18px; height: 10px; }
#annotated .soft { color: var(--soft); font-size: .88rem; }
#annotated a { color: inherit; }
@media (max-width: 600px) {
  #annotated text { font-size: 26px; } #annotated circle + text { font-size: 20px; } #annotated table { font-size: .82rem; }
  #annotated th, #annotated td { padding-right: 7px; }
}
"""


LINK = "document.getElementById('annotated').scrollIntoView(); return false"  # its hash is not that of a choice
TO_IT = f'<p><a href="#annotated" onclick="{LINK}">What each turn cost</a></p>'


def fragment(found: Annotated, choices: int) -> str:
    """The part of a page with so many choices."""
    points = found.turning()
    pieces = {
        "Chance to win, turn by turn": _legend(found) + _curve(found, points, choices),
        "Turning points": _turning_points(points),
        "What turns cost": _dearest(found) + _seats(found),
    }
    if found.players == 1:
        pieces = {"What turns cost": pieces["What turns cost"]}
    shown = "".join(f"<h2>{title}</h2>{text}" for title, text in pieces.items())
    note = f'<p class="soft">{escape(small_print(found))}</p>'
    return f'<style>{STYLE}</style><section id="annotated">{shown}{note}</section>'


def small_print(found: Annotated) -> str:
    """How it was worked out."""
    who = found.bots[0] if len(set(found.bots)) == 1 else ", ".join(found.bots)
    return (
        f"{plural(found.playouts, 'playout')} by {who}, seed {found.seed}; what is hidden is dealt anew. Cost: points that the placement "
        "loses against the one that looked best, measured by other playouts than those that found it, in the same chances. A turning point "
        "may be chance where its change is no larger than chance makes any of so many. What works for bots may not work for people."
    )


def in_words(point: Turning) -> str:
    """What a turning point did."""
    turn = point.turn
    moved = f"Seat {point.seat} goes from {percent(point.before, 0)} to {percent(point.after, 0)}"
    told = f"round {turn.round}, seat {turn.seat}: {turn.text}. {moved}"
    return f"{told}{_cost_in_words(turn)}{'' if point.is_shown else ' (may be chance)'}"


def _cost_in_words(turn: Turn) -> str:
    """What it cost, where that is shown: an interval that holds 0 or lies below it tells of no cost."""
    if turn.was_best:
        return ""
    points = f"{plus_minus(turn.cost.value, turn.cost.half_width, 1)} points"
    if turn.cost.low > 0:
        return f"; it cost {points} against {turn.best}"
    return f"; not shown to cost anything against {turn.best} ({points})"


def _legend(found: Annotated) -> str:
    shown = "".join(
        f'<span><svg viewBox="0 0 18 10"><polyline class="seat{seat}" points="0,5 18,5"/></svg> seat {seat}: {score} points</span>'
        for seat, score in enumerate(found.scores)
    )
    return f'<p class="legend soft">{shown}</p>'


def _curve(found: Annotated, points: tuple[Turning, ...], choices: int) -> str:
    """The chances after every turn, and how it ended; marks are the turning points."""

    def x(at: float) -> float:
        return LEFT + (WIDTH - LEFT - 6) * at / max(1, choices)

    def y(share: float) -> float:
        return TOP + (HEIGHT - TOP - BOTTOM) * (1 - share)

    grid = "".join(
        f'<path class="grid" d="M{LEFT} {y(share):.1f}H{WIDTH}"/><text x="0" y="{y(share) + 5:.1f}">{percent(share, 0)}</text>'
        for share in QUARTERS
    )
    lines = "".join(
        f'<polyline class="seat{seat}" points="'
        + " ".join(f"{x(turn.at):.1f},{y(turn.chances[seat].value):.1f}" for turn in found.turns)
        + f' {x(choices):.1f},{y(found.wins[seat]):.1f}"><title>seat {seat}</title></polyline>'
        for seat in range(found.players)
    )
    marks = "".join(
        f'<a href="#{point.turn.at + 1}"><title>{escape(in_words(point))}</title><circle cx="{x(point.turn.at):.1f}" '
        f'cy="{y(point.after):.1f}" r="9"/><text x="{x(point.turn.at):.1f}" y="{y(point.after) + 4:.1f}">{place}</text></a>'
        for place, point in enumerate(points, start=1)
    )
    label = "chance of each seat to win, after each turn"
    return f'<svg viewBox="0 0 {WIDTH} {HEIGHT}" role="img" aria-label="{label}">{grid}{lines}{marks}</svg>'


def _turning_points(points: tuple[Turning, ...]) -> str:
    rows = "".join(f'<li><a href="#{one.turn.at + 1}">{escape(in_words(one))}</a></li>' for one in points)
    return f"<ol>{rows}</ol>"


def _dearest(found: Annotated) -> str:
    turns = found.dearest()
    if not turns:
        return "<p>No turn is shown to have cost anything.</p>"
    heads = "".join(f"<th>{head}</th>" for head in ("round", "seat", "placement", "looked best", "cost, points"))
    return f"<table><tr>{heads}</tr>{''.join(_row(one) for one in turns)}</table>"


def _row(turn: Turn) -> str:
    cost = plus_minus(turn.cost.value, turn.cost.half_width, 1)
    link = f'<a href="#{turn.at + 1}">{escape(turn.text)}</a>'
    return f"<tr><td>{turn.round}</td><td>{turn.seat}</td><td>{link}</td><td>{escape(turn.best)}</td><td>{cost}</td></tr>"


def _seats(found: Annotated) -> str:
    told = (found.of_seat(seat) for seat in range(found.players))
    shown = "; ".join(f"seat {seat} {plus_minus(one.value, one.half_width, 0)}" for seat, one in enumerate(told))
    return f"<p>All turns together, points against what looked best: {shown}.</p>"
