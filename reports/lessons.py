"""The pages about many solo lines: what good ones have in common, and what furnishings are worth to best play."""

from __future__ import annotations

import json
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise
from math import isfinite, nan
from pathlib import Path
from typing import Any

import polars as pl

from caverna_sim.games.caverna.planning.lessons import Line, read_lines
from caverna_sim.games.caverna.planning.lessons import told as told_of
from caverna_sim.games.caverna.show.lessons import title_of, weapons_in_words
from caverna_sim.kit.planning import lessons, worth
from caverna_sim.report.answer import Line as Row
from caverna_sim.report.frame import Answer, Page, Section
from caverna_sim.report.html import NONE, Cell, Rows, escape, number_cell, paragraph, table
from caverna_sim.report.preview import picture
from caverna_sim.stats.words import capital, interval, listed, number, percent, plural, readable
from reports.said import read_claims

HERE = Path(__file__).parent
ABOUT = HERE / "solo.toml"
LATE = 8  # after this round
CHEAP = 5  # points: a furnishing that can be missed
WIDTH, ROW, LEFT, SHARE, TOP = 560, 21, 180, 44, 18  # of the picture: names, shares and rounds side by side
TABLE, STRONG = "tiles-4", "strong_4"  # where bots at a table were asked the same
Links = Sequence[tuple[str, str]]


def lessons_page(lines: Sequence[Line], links: Links, commands: str) -> Page:
    """What lines within 5 % of the best have in common."""
    told = told_of(lines)
    always = [title_of(row["tile"]) for row in told["furnishings"] if row["share"] == 1 and row["tile"] != "dwelling"]
    most = always[:4] or [title_of(row["tile"]) for row in told["furnishings"][:3]]
    title = (
        f"Every one of {told['lines']} good lines builds {listed(most)}"
        if always
        else f"No furnishing is in all of {told['lines']} good lines"
    )
    answer = [Answer(" ".join((
        f"All make at least {told['least']} points, within 5 % of the best of them ({told['best']}).",
        f"Any two differ by {number(told['apart'], 1)} furnishings on average.",
        f"{capital(weapons_in_words(told['weapons']))}.",
    )))]  # fmt: skip
    doubt = (
        "All lines descend from few: each was found by a search that began with another one and disliked one or two of its furnishings."
        " So a share says how hard a furnishing is to replace in this kind of plan, not how many kinds of plans there are."
    )
    sections = [_tiles(told), _people(told, lines), _family(told), _made(doubt, commands)]
    return Page(title, sections, answer=answer, links=links)


def _made(how: str, commands: str) -> Section:
    shown = f'<pre tabindex="0" aria-label="the command behind this page"><code>{escape(commands)}</code></pre>'
    return Section("made", "How it was made", f"{paragraph(how)}{shown}")


def _tiles(told: Mapping[str, Any]) -> Section:
    rows: Rows = [
        [
            title_of(row["tile"]), number_cell(100 * row["share"], 0), number_cell(row["round"], 0), number_cell(row["first"], 0),
            number_cell(row["last"], 0), number_cell(row["place"], 1), number_cell(row["built"], 1),
        ]
        for row in told["furnishings"]
    ]  # fmt: skip
    heads = ["furnishing", "% of the lines", "usual round", "first", "last", "place in the order", "of it in a line"]
    shown = table("Furnishings of good lines", heads, rows)
    usual = [row for row in told["furnishings"] if row["share"] >= 0.1]
    order = f"The usual order: {', '.join(title_of(tile) for tile in told['order'])}."
    body = f"<figure>{_picture(usual)}<figcaption>{escape(CAPTION)}</figcaption></figure>{paragraph(order)}"
    return Section("tiles", "Furnishings, and when they are built", f"{body}<details><summary>All numbers</summary>{shown}</details>")


CAPTION = "Share of the lines that build a furnishing, and the rounds in which they do: from the first to the last, with the usual one."


def _picture(rows: Sequence[Mapping[str, Any]]) -> str:
    """A row for each furnishing: its share, and its rounds on a line of time."""
    step = (WIDTH - LEFT - SHARE - 10) / 11

    def at(round_: float) -> float:
        return LEFT + SHARE + step * (round_ - 1)

    parts = [f'<text x="{at(one):.1f}" y="12" text-anchor="middle">{one}</text>' for one in range(1, 13)]
    for place, row in enumerate(rows):
        y = TOP + ROW * place + 14
        parts.append(f'<text x="0" y="{y}">{escape(_short(title_of(row["tile"])))}</text>')
        parts.append(f'<text x="{LEFT + SHARE - 16}" y="{y}" text-anchor="end">{percent(row["share"], 0)}</text>')
        parts.append(f'<path class="axis" d="M{at(row["first"]):.1f} {y - 4}H{at(row["last"]):.1f}"/>')
        parts.append(f'<circle class="bar" cx="{at(row["round"]):.1f}" cy="{y - 4}" r="5"/>')
    told = escape("; ".join(f"{title_of(row['tile'])} {percent(row['share'], 0)}, round {row['round']:g}" for row in rows))
    head = f'<svg class="growing" role="img" aria-label="{told}" viewBox="0 0 {WIDTH} {TOP + ROW * len(rows) + 6}" '
    return f'{head}xmlns="http://www.w3.org/2000/svg">{"".join(parts)}</svg>'


def _short(title: str) -> str:
    return title if len(title) < 25 else f"{title[:23]}\N{HORIZONTAL ELLIPSIS}"


def _people(told: Mapping[str, Any], lines: Sequence[Line]) -> Section:
    """What people say of lines and of furnishings, beside the lines that do so."""
    said: Rows = []
    for row in tomllib.loads(ABOUT.read_text(encoding="utf-8"))["said"]:
        agree = sum(agrees(line, row) for line in lines)
        said.append([str(row["text"]), number_cell(agree, 0), number_cell(100 * agree / len(lines), 0)])
    share = {row["tile"]: row["share"] for row in told["furnishings"]}
    praised: Rows = []
    for claim in read_claims():
        tiles = list(dict.fromkeys(str(part.where["tile"]) for part in claim.parts if "tile" in part.where))
        if claim.about == "Furnishings" and tiles:
            praised.append([claim.text, ", ".join(f"{title_of(tile)} {percent(share.get(tile, 0.0), 0)}" for tile in tiles)])
    of_lines = table(
        f"Of {len(lines)} lines", ["people say of lines above 200 points", "lines that do so", "%"], said, "what people say of lines"
    )
    of_tiles = table("Of furnishings", ["people say", "lines that build it"], praised, "what people say of furnishings")
    return Section("people", "Beside what people say", of_lines + of_tiles)


def agrees(line: Line, said: Mapping[str, Any]) -> bool:
    """Whether a line does what people say."""
    rounds = dict(reversed(line.built))  # the first of each
    names = [name for name, _ in line.built]
    order = said.get("order", ())
    return (
        all(tile in rounds for tile in (*said.get("builds", ()), *order, *said.get("late", ())))
        and all(names.index(one) < names.index(other) for one, other in pairwise(order))
        and all(rounds[tile] > LATE for tile in said.get("late", ()))
        and line.dwarfs[-1][1] >= said.get("dwarfs", 0)
    )


def _family(told: Mapping[str, Any]) -> Section:
    """Dwarfs, where they go, and what points come of it."""
    dwarfs: Rows = [
        [number_cell(row["round"], 0), number_cell(row["least"], 0), number_cell(row["dwarfs"], 1), number_cell(row["most"], 0)]
        for row in told["family"]
    ]
    turns: Rows = [[capital(readable([row["space"]])[0]), number_cell(row["turns"], 1)] for row in told["turns"]]
    parts: Rows = [
        [capital(row["part"].replace("_", " ")), number_cell(row["least"], 0), number_cell(row["points"], 1), number_cell(row["most"], 0)]
        for row in told["parts"]
    ]
    first = "; ".join(f"{', '.join(readable(list(spaces)))} ({plural(often, 'line')})" for spaces, often in told["openings"][:4])
    shown = (
        table("Dwarfs after each round", ["round", "least", "mean", "most"], dwarfs),
        table("Turns of a line on each space", ["space", "turns"], turns),
        table("Points by part of the score", ["part", "least", "mean", "most"], parts),
    )
    names = ("Dwarfs", "Where dwarfs go", "Where the points come from")
    folded = "".join(f"<details><summary>{name}</summary>{one}</details>" for name, one in zip(names, shown, strict=True))
    return Section("family", "Family, turns and points", f"{paragraph(f'The first two dwarfs go to: {first}.')}{folded}")


# ---------------------------------------------------------------- what furnishings are worth


def worth_page(trials: worth.Trials, links: Links, commands: str) -> Page:
    """What good lines lose without furnishings, beside what bots at a table lose."""
    worths = trials.worths()
    singles, pairs = ([one for one in worths if len(one.missing) == number_] for number_ in (1, 2))
    usual = max((one.tries for one in singles), key=lambda tries: (sum(one.tries == tries for one in singles), tries))
    main = sorted((one for one in singles if one.tries == usual), key=lambda one: (-one.lost, -one.worth))
    cheap = [title_of(one.missing[0]) for one in main[::-1] if one.lost <= CHEAP] or [title_of(main[-1].missing[0])]
    most, names = plural(max(CHEAP, main[-1].lost), "point"), listed(cheap).replace(" and ", " or ")
    title = f"A solo line of {trials.best} points loses at most {most} without {names}"
    shown = sorted((one for one in main if one.low > 0), key=lambda one: -one.worth)
    clear = listed([f"{title_of(one.missing[0])} ({number(one.worth, 1)})" for one in shown[:3]]) or "no furnishing"
    seeds, supply = min(one.seeds for one in main), len(trials.task.game().to_dict()["supply"])
    answer = [Answer(" ".join((
        f"Of {supply} furnishings this line builds {len(main)} that there is one of; without any other it loses nothing.",
        f"Searches of {usual:,} lines are shown to lose points without {clear}.",
    )))]  # fmt: skip
    how = (
        f"Against the best of these lines ({trials.best} points) no more is lost than the first number: that to the best line known"
        f" without it, of all searches and kept lines. The second compares searches of {usual:,} lines that begin alike, {seeds} of"
        " each: a kept line loses the furnishing, what is still possible is kept, and it is bettered without the furnishing, and with it"
        f" allowed again. Its interval holds at {percent(worth.LEVEL, 0)} over searches, each row for itself. It says what searches of that"
        " length lose, not best play: where much of a line falls with an early furnishing, short searches win little back with it or"
        " without, and the first number is far too large."
    )
    sections = [_worths(main), *([_efforts(singles, usual)] if any(one.tries != usual for one in singles) else [])]
    sections += [_pairs(pairs, main)] if pairs else []
    return Page(title, [*sections, _made(how, commands)], answer=answer, links=links)


def _worths(main: Sequence[worth.Worth]) -> Section:
    lines = [_row(one) for one in main]
    at_tables = dict(_at_tables())
    rows: Rows = []
    for one in main:
        tile = one.missing[0]
        shown = at_tables.get(tile, {})
        rows.append([
            title_of(tile), number_cell(one.lost, 0), number_cell(one.without, 0), _estimate(one.worth, one.low, one.high),
            *(_estimate(*(shown.get(f"{name}{end}", nan) for end in ("", "_low", "_high"))) for name in ("private", "table_effect")),
        ])  # fmt: skip
    heads = [
        "furnishing",
        "lost at most",
        "best line without",
        "lost by equal searches",
        "bots: a seat that alone may build it",
        "bots: the mean seat",
    ]
    caption = "Points lost without a furnishing: solo lines, and strong bots at tables of four"
    drawn = picture(lines, "Points lost at most", 14).replace(".0</text>", "</text>")  # whole points
    figure = f"<figure>{drawn}<figcaption>Points that the best of these lines loses at most without a furnishing.</figcaption></figure>"
    beside = paragraph("Bots at a table build many of these seldom, so that their numbers are small whatever the furnishing could do.")
    link = f'<p><a href="../{TABLE}/report.html">What each furnishing is worth to bots at a table of four</a></p>'
    return Section("worth", "What each furnishing is worth to best play", f"{figure}{table(caption, heads, rows)}{beside}{link}")


def _row(one: worth.Worth) -> Row:
    return Row(one.missing[0], title_of(one.missing[0]), {"lost": one.lost, "lost_low": nan, "lost_high": nan}, "lost", False, False)


def _estimate(value: float, low: float, high: float) -> Cell:
    if value is None or not isfinite(value):
        return Cell("\N{EN DASH}", NONE)
    ends = f" ({interval(low, high, 1, True)})" if isfinite(low) and isfinite(high) else ""
    return Cell(f"{number(value, 1, True)}{ends}", value)


def _at_tables() -> Iterator[tuple[str, Mapping[str, Any]]]:
    """What bots at a table lose or gain, by furnishing."""
    file = HERE / TABLE / "table.csv"
    if file.is_file():
        frame = pl.read_csv(file, infer_schema_length=None).filter((pl.col("bot") == "all") & (pl.col("scenario") == STRONG))
        for row in frame.iter_rows(named=True):
            yield str(row["tile"]), {name: nan if value is None else value for name, value in row.items()}


def _efforts(singles: Sequence[worth.Worth], usual: int) -> Section:
    several = {one.missing for one in singles if one.tries != usual}
    chosen = sorted((one for one in singles if one.missing in several), key=lambda one: (one.missing, one.tries))
    rows: Rows = [
        [
            title_of(one.missing[0]),
            number_cell(one.tries, 0),
            _estimate(one.worth, one.low, one.high),
            number_cell(one.without_here, 0),
            number_cell(one.seeds, 0),
        ]
        for one in chosen
    ]
    heads = ["furnishing", "lines tried", "lost by equal searches", "best line without, of these", "searches"]
    return Section("effort", "How far that depends on effort", table("The same with shorter and longer searches", heads, rows))


def _pairs(pairs: Sequence[worth.Worth], main: Sequence[worth.Worth]) -> Section:
    alone = {one.missing[0]: one.lost for one in main}
    rows: Rows = []
    for one in sorted(pairs, key=lambda one: -one.lost):
        both = sum(alone.get(tile, 0) for tile in one.missing)
        names = listed([title_of(tile) for tile in one.missing])
        rows.append([names, number_cell(one.lost, 0), number_cell(both, 0), _estimate(one.worth, one.low, one.high)])
    heads = ["without", "lost at most", "sum of both alone", "lost by equal searches"]
    return Section("pairs", "Two furnishings missing", table("Points lost without two furnishings", heads, rows))


def kept_trials(name: str, out: Path) -> worth.Trials | None:
    """The searches that are kept of a game, with the lines that they began with; None where there are none."""
    lines_at, trials_at = out / "solo" / "lines" / f"{name}.json", out / "solo" / "worth" / f"{name}.json"
    if not (lines_at.is_file() and trials_at.is_file()):
        return None
    task, lines = read_lines([lines_at])
    trials = worth.Trials(task, lessons.different(lines))
    if json.loads(trials_at.read_text(encoding="utf-8"))["lines"] != trials.digest():
        return None
    worth.take_up(trials, trials_at)
    return trials
