"""The page of first placements: one file with its numbers as data; without its script it shows the first placement of each run."""

from __future__ import annotations

import json
from collections.abc import Sequence
from html import escape
from importlib import resources

from caverna_sim.asking.explore import FEW_GAMES, LEAST_GAMES, Tree, as_data, summary
from caverna_sim.files import PAGE_MARK
from caverna_sim.stats.words import interval, listed, number, percent


def page_of(trees: Sequence[Tree], pages: Sequence[int] = ()) -> str:
    """The page as text; the same runs give the same page. `pages` are games of the first run whose pages lie beside it."""
    told = [as_data(tree, pages if tree is trees[0] else ()) for tree in trees]
    data = json.dumps(told, ensure_ascii=False, separators=(",", ":")).replace("</", "<\\/")
    options = "".join(f'<option value="{place}">{escape(tree.title)}</option>' for place, tree in enumerate(trees))
    title = f"First placements: {listed([tree.title for tree in trees])}"
    return (
        '<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        f"{PAGE_MARK}\n"
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n<meta name="color-scheme" content="light dark">\n'
        f'<title>{escape(title)}</title>\n<link rel="icon" href="data:,">\n<style>\n{_file("explore.css")}</style>\n</head>\n<body>\n'
        f"<header><h1>{escape(title)}</h1><p>{escape(summary(trees))}.</p>"
        f'<p id="about" class="soft">{escape(trees[0].description)}</p></header>\n<main>\n'
        f'<p id="switch" hidden><label>Games of <select id="run">{options}</select></label></p>\n'
        '<p id="mixed" hidden><label>Placed by <select id="bot"></select></label></p>\n'
        '<ol id="path"></ol>\n<p><span id="games"></span> <strong id="few" class="warn"></strong></p>\n<div id="seats"></div>\n'
        '<h2 id="whose">Next</h2>\n<table>\n<thead id="head"><tr><th data-by="1">placement</th><th data-by="3">share</th>'
        '<th class="wide" data-by="3">games</th><th data-by="4">its points</th><th class="wins" data-by="5">its wins</th></tr></thead>\n'
        f'<tbody id="next">{_without_script(trees[0])}</tbody>\n</table>\n<p id="rest" class="soft"></p>\n'
        '<h2>Games that began so</h2>\n<div id="replays"></div>\n<h2>How to read it</h2>\n'
        f"{_reading()}</main>\n"
        f'<script type="application/json" id="trees">{data}</script>\n<script>\n{_file("explore.js")}</script>\n</body>\n</html>\n'
    )


def _reading() -> str:
    lines = (
        "Click a placement to see what came next; click one above to go back. Share: of the games that came so far.",
        "± and brackets are at 95 %, each by itself: games of a block have the same chances, so blocks count, not games. With "
        f"fewer than {FEW_GAMES} games a row says so; places with fewer than {LEAST_GAMES} games are counted together.",
        "At a table of different bots you can look at the placements of one of them: its rows, shares, points and wins are of the games in "
        "which it was the one to be placed there; what came before may be anybody's.",
        "This is what happened, not what a placement is worth: seats chose for themselves, and what they could choose depends on what came "
        "before. caverna-sim openings assigns first placements by lot and so answers what one is worth.",
    )
    return "".join(f'<p class="soft">{escape(line)}</p>' for line in lines)


def _without_script(tree: Tree) -> str:
    """Rows of the first placement."""
    rows = []
    for at in tree.children(0):
        one = tree.nodes[at]
        mean, half = one.score[one.seat]
        share, low, high = one.won[one.seat]
        rows.append(
            f"<tr><td>{escape(tree.places[one.place])}</td><td>{percent(one.games / tree.games, 1)}</td>"
            f'<td class="wide">{one.games:,}</td><td>{number(mean, 1)} ± {number(half, 1)}</td>'
            f"<td>{percent(share, 0)} ({interval(100 * low, 100 * high, 0)})</td></tr>"
        )
    return "".join(rows)


def _file(name: str) -> str:
    return (resources.files("caverna_sim.asking") / name).read_text(encoding="utf-8")
