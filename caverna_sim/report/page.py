"""The report of a run: one HTML page that needs no network, with the answers in words on top.

The same run gives the same page, byte by byte.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import timedelta
from importlib import resources
from math import isfinite
from pathlib import Path
from typing import Any

from caverna_sim.errors import write_file
from caverna_sim.report import html, rules
from caverna_sim.report.html import Cell, badge, escape, estimate, number_cell, percent, picture, section, table
from caverna_sim.stats import summary
from caverna_sim.stats.equivalence import LEAST_BLOCKS
from caverna_sim.stats.ratings import Estimate
from caverna_sim.stats.source import Run, Source, open_run
from caverna_sim.stats.words import amount, listed, plural, readable
from caverna_sim.toml import toml_text

MOST_COLUMNS = 6  # of a table beside a picture
MOST_BOTS = 3  # with their parts in a table beside a picture
Rows = list[list[Cell | str]]

SHOWN = (0.05, 0.5, 0.95)  # quantiles in the table of scores
SEATS = "Seat 0 is the first starting player; seats go clockwise."


def write_report(run: Run, out: str | Path) -> Path:
    """Write the report of a run and return its path."""
    path = Path(out)
    write_file(path, report(run), "report", "--out")
    return path


def report(run: Run) -> str:
    """The page as text."""
    source = open_run(run)
    scores, wins, strength = summary.scores(source), summary.wins(source), summary.strength(source)
    seats = summary.edges(source, "seat") if source.facts.players > 1 else None
    bots = summary.edges(source, "bot") if source.facts.players > 1 and len(scores.bots) > 1 else None
    tiles = summary.tile_usage(source) if summary.has_table(source, "furnishings") else None
    sections = {
        "scores": ("Scores", _scores(scores)),
        "wins": ("Wins", _wins(source, wins) if source.facts.players > 1 else ""),
        "seats": ("Seats and bots against their table", _edges(source, seats, bots)),
        "orcs": ("Orcs", _orcs(source)),
        "parts": ("Where the points come from", _parts(summary.score_parts(source))),
        "tiles": ("Furnishings", _tiles(tiles) if tiles and tiles.tiles else ""),
        "spaces": ("Action spaces by round", _spaces(source)),
        "strength": ("How strong the bots are", strength_told(source, strength)),
        "assumptions": ("What this rests on", assumptions(source)),
        "again": ("How to play these games again", _again(source)),
    }
    kept = {anchor: (title, body) for anchor, (title, body) in sections.items() if body}
    body = [_head(source, kept), _verdicts(source, scores, wins, seats, bots, tiles, strength)]
    body += [section(anchor, title, text) for anchor, (title, text) in kept.items()]
    return whole_page(source.facts.name, body)


def whole_page(title: str, body: list[str]) -> str:
    files = resources.files("caverna_sim.report")
    style, script = ((files / name).read_text(encoding="utf-8") for name in ("page.css", "page.js"))
    return (
        '<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f'<title>{escape(title)}: Caverna report</title>\n<link rel="icon" href="data:,">\n<style>\n{style}</style>\n</head>\n<body>\n'
        + "\n".join([body[0], "<main>", *body[1:], "</main>"])
        + f"\n<script>\n{script}</script>\n</body>\n</html>\n"
    )


# ---------------------------------------------------------------- the top


def _head(source: Source, sections: Mapping[str, tuple[str, str]]) -> str:
    facts = source.facts
    about = f"{plural(facts.players, 'player')}; {_bots(source)}; seating {facts.seating}; seed {facts.seed}."
    links = " ".join(f'<a href="#{anchor}">{escape(title)}</a>' for anchor, (title, _) in sections.items())
    parts = [f"<h1>{escape(facts.name)}</h1>"]
    parts += [html.paragraph(facts.description)] if facts.description else []
    parts += [html.paragraph(about, "soft"), html.paragraph(source.sample.sentence, "soft")]
    return "<header>" + "\n".join(parts) + f"\n<nav>{links}</nav></header>"


def _bots(source: Source) -> str:
    if source.facts.scenario.get("draw") == "random":
        return f"bots drawn from {listed(source.facts.bots)}"
    if len(source.bots) == 1:
        return f"every bot is {source.bots[0]}"
    return f"bots {listed(source.facts.bots)}"


def _verdicts(
    source: Source,
    scores: summary.Scores,
    wins: summary.Wins,
    seats: summary.Edges | None,
    bots: summary.Edges | None,
    tiles: summary.Tiles | None,
    strength: summary.Strength,
) -> str:
    lines = [escape(capital(scores.verdict))]
    if source.facts.players > 1:
        lines.append(escape(capital(wins.verdict)))
    lines += [f"{badge(edges.overall)}{escape(edges.verdict)}" for edges in (seats, bots) if edges]
    if tiles and tiles.tiles:
        lines.append(escape(tiles.verdict))
    if _is_confounded(source):
        lines.append("Every bot kept its seat, so what the seat does and what the bot does cannot be told apart.")
    status, planned = source.run.manifest.get("status", "finished"), source.run.manifest.get("games")
    if status != "finished" and isinstance(planned, int):
        lines.append(f"The run is not finished: {source.sample.games:,} of {planned:,} games were played.")
    if source.sample.kind == "sample" and source.sample.blocks < LEAST_BLOCKS:
        lines.append(f"With fewer than {LEAST_BLOCKS} blocks nothing is claimed; play more games.")
    listing = "".join(f"<li>{line}</li>" for line in lines)
    warning = html.paragraph(strength.verdict, "warning")
    return section("verdicts", "In words", warning, f'<ul class="verdicts">{listing}</ul>', html.paragraph(_how(source), "soft"))


def _is_confounded(source: Source) -> bool:
    return source.facts.seating == "fixed" and len(source.bots) > 1


def _how(source: Source) -> str:
    if source.sample.kind == "census":
        return "Every deal was played, so numbers are exact."
    text = "Intervals hold 95 % and count blocks (one set of chances in all its seatings), not games. "
    if source.facts.players == 1:
        return text.strip()
    zone = "Different, equivalent, undecided: all seats (or bots) taken together, equivalent within "
    return f"{text}{zone}{amount(summary.EDGE, 'margin')}. {SEATS}"


def capital(text: str) -> str:
    return text[:1].upper() + text[1:]


def pair(left: str, right: str, columns: int = 0) -> str:
    """A picture and its table, side by side on a wide screen unless the table has many columns."""
    kind = "pair" if columns <= MOST_COLUMNS else "stack"
    return f'<div class="{kind}"><div>{left}</div><div>{right}</div></div>'


# ---------------------------------------------------------------- scores and wins


def _scores(found: summary.Scores) -> str:
    figure = picture(found.plot(), "Distribution of scores; the middle half is darker, the line is the mean.", "Scores by bot")
    columns = ["bot", "mean", "spread", *(f"{100 * share:.0f}\N{NO-BREAK SPACE}%" for share in SHOWN)]
    rows: Rows = [
        [one.bot, estimate(one.mean), number_cell(one.sd), *(number_cell(value, 0) for value in _quantiles(one))] for one in found.bots
    ]
    caption = "Scores: mean with half its interval, standard deviation, and the score below which 5, 50 and 95 % lie"
    return pair(figure, table(caption, columns, rows))


def _quantiles(one: summary.BotScores) -> list[int]:
    return [one.quantiles[summary.QUANTILES.index(share)] for share in SHOWN]


def _wins(source: Source, found: summary.Wins) -> str:
    figure = picture(found.plot(), "Shares of wins with intervals; a tie shares the win.", "Shares of wins by bot and seat")
    by_both = {(share.bot, share.seat): share.won for share in found.by_both}
    columns = ["bot", "all seats", *(f"seat {share.seat}" for share in found.by_seat)]
    rows: Rows = [
        [str(one.bot), percent(one.won), *(percent(by_both.get((one.bot, seat.seat))) for seat in found.by_seat)] for one in found.by_bot
    ]
    if len(found.by_bot) > 1:
        rows.append(["all bots", percent(Estimate(found.fair, found.fair, found.fair, 0.0)), *(percent(one.won) for one in found.by_seat)])
    caption = f"Share of wins in %, with half its interval; {100 * found.fair:.1f} % if all were equal"
    return pair(figure, table(caption, columns, rows), len(columns))


def _edges(source: Source, seats: summary.Edges | None, bots: summary.Edges | None) -> str:
    parts = []
    for edges in (seats, bots):
        if edges is None:
            continue
        caption = f"Points of each {edges.by} above the mean of its table; grey: undecided."
        figure = picture(edges.plot(), caption, f"Points above the table by {edges.by}")
        rows: Rows = [
            [
                edge.name,
                estimate(Estimate(edge.judged.value, edge.judged.low, edge.judged.high, edge.judged.error), sign=True),
                Cell(badge(edge.judged.verdict), edge.judged.verdict, is_html=True),
            ]
            for edge in _in_order(edges)
        ]
        together = f", all {len(rows)} {edges.by}s together" if len(rows) > 1 else ""
        heading = f"Points above the mean of the table with half the interval{together}"
        parts.append(pair(figure, table(heading, [edges.by, "above", "verdict"], rows)))
    return "\n".join(parts)


def _in_order(edges: summary.Edges) -> list[summary.Edge]:
    return sorted(edges.edges, key=lambda edge: -edge.judged.value) if edges.by == "bot" else list(edges.edges)


def _parts(found: summary.Parts) -> str:
    caption = "Mean points by group of scoring parts; what is lost stands left of 0. Furnishings: printed, bonus and Writing chamber."
    figure = picture(found.plot(), caption, "Scoring parts by bot")
    rows: Rows = [
        [part.replace("_", " "), *(estimate(means[index], most=1) for means in found.means)]
        for index, part in enumerate(found.parts)
    ]  # fmt: skip
    means = table("Mean points by scoring part, with half the interval", ["part", *found.bots], rows)
    return pair(figure, means, len(found.bots) + MOST_COLUMNS - MOST_BOTS)


# ---------------------------------------------------------------- furnishings and spaces


def _tiles(found: summary.Tiles) -> str:
    note = (
        "As built is a description, not the worth of a tile: it compares seats that built it with seats of the same bot that did"
        " not, and who could build it was often doing well, or badly, before."
    )
    figure = picture(found.plot(), "Furnishings: built by how many seats, and as-built differences (grey: within chance).", "Furnishings")
    rows: Rows = [
        [
            name,
            percent(tile.built),
            number_cell(tile.round),
            estimate(tile.as_built, sign=True),
            "\N{EN DASH}" if tile.as_built is None else "yes" if tile.is_beyond_chance else "no",
        ]
        for name, tile in zip(readable([tile.tile for tile in found.tiles]), found.tiles, strict=True)
    ]
    caption = f"Furnishings in {found.games:,} games; beyond chance: with at most 5 % false discoveries over all of them"
    columns = ["furnishing", "built by % of seats", "mean round", "as built (descriptive)", "beyond chance"]
    return html.paragraph(note, "warning") + pair(figure, table(caption, columns, rows))


def _spaces(source: Source) -> str:
    if not summary.has_table(source, "placements"):
        return html.paragraph('Placements were not recorded; add "placements" to `record` of the scenario to see them.', "soft")
    found = summary.space_usage(source)
    caption = f"Shares of {found.games:,} games in which a space was used, by round, most used first."
    rows: Rows = []
    for name, used in zip(readable(found.spaces), found.used, strict=True):
        best = max(range(len(used)), key=lambda index: (used[index], -index))
        most = Cell(f"{found.rounds[best]} ({100 * used[best]:.0f} %)", 100 * used[best])
        rows.append([name, number_cell(100 * sum(used) / len(used)), most])
    columns = ["action space", "% of rounds", "busiest round"]
    return pair(picture(found.plot(), caption, "Action spaces by round"), table("Use of action spaces", columns, rows))


# ---------------------------------------------------------------- what it rests on


def _orcs(source: Source) -> str:
    """What became of the orcs (Frantic Fiends); nothing in the base game."""
    if not source.facts.expansion or not summary.has_table(source, "orcs"):
        return ""
    from caverna_sim.games.caverna.fiends.study.page import orcs_of_run

    return orcs_of_run(source)


def strength_told(source: Source, found: summary.Strength, who: str = "") -> str:
    about = source.run.manifest.get("bots")
    known: Mapping[str, Any] = about if isinstance(about, Mapping) else {}
    columns = ["bot", "mean score", "begging markers", "lost for unused cells"]
    columns += ["strength"] if found.ratings else []
    rows: Rows = []
    for number, bot in enumerate(found.bots):
        row: list[Cell | str] = [
            bot,
            estimate(found.scores[number]),
            estimate(found.begging[number], least=2),
            estimate(found.unused[number]),
        ]
        row += [estimate(found.ratings.strengths[number], sign=True, least=0)] if found.ratings else []
        rows.append(row)
    notes = []
    if found.ratings:
        notes.append(
            f"Strength: Plackett-Luce from {found.rated_games:,} games on Elo's scale; 0 is the average here, +400 are ten times the odds."
        )
        if found.ratings.cycles:
            loops = (" > ".join(found.bots[bot] for bot in (*cycle, cycle[0])) for cycle in found.ratings.cycles)
            notes.append("Cycles beyond chance: " + "; ".join(loops))
    told = [_told_bot(bot, known[bot]) for bot in found.bots if isinstance(known.get(bot), Mapping)]
    listing = f"<dl>{''.join(told)}</dl>" if told else ""
    figure = picture(found.plot(), "Strength of the bots in these games, with intervals.", f"Strength of the bots{who}")
    right = table("Bots in this run, with half the interval", columns, rows) + "".join(html.paragraph(note, "soft") for note in notes)
    return html.paragraph(found.verdict, "warning") + pair(figure, right + listing)


def _told_bot(name: str, about: Mapping[str, Any]) -> str:
    words = [str(about.get("description") or "a bot of the scenario's own")]
    words += [f"tier {about['tier']}"] if about.get("tier") else []
    strength = about.get("strength")
    if isinstance(strength, Mapping):
        words.append("measured: " + ", ".join(f"{key} {value}" for key, value in strength.items()))
    elif strength is not None:
        words.append(f"measured: {strength}")
    return f"<dt>{escape(name)}</dt><dd>{escape('; '.join(words))}</dd>"


def assumptions(source: Source, but: Sequence[str] = ()) -> str:
    """House rules, all `but` those told elsewhere, assumed values and readings of open points."""
    facts = source.facts
    parts = []
    changed = [row for row in rules.house_rules(facts.rules, facts.expansion) if row[0] not in but]
    if changed:
        parts.append(table("House rules", ["rule", "printed", "played"], [list(row) for row in changed]))
    else:
        parts.append(html.paragraph("No house rules: the rules as printed."))
    supply = facts.scenario.get("supply") or {}
    if supply.get("random_absence"):
        parts.append(html.paragraph(f"Each unique furnishing was absent with chance {supply['random_absence']:g}, drawn for each block."))
    for seat, opening in (facts.scenario.get("opening") or {}).items():
        spaces = listed([str(space) for space in opening["place"]])
        parts.append(html.paragraph(f"{capital(seat.replace('_', ' '))} opened with {spaces}."))
    assumed = rules.assumed_values(facts.rules, facts.players, facts.expansion)
    if assumed:
        rows: Rows = [[one.path, one.cite, wide(one.text)] for one in assumed]
        parts.append(table("Values that the sources do not confirm and that are assumed", ["value", "rule", "assumed"], rows))
    else:
        parts.append(html.paragraph("No assumed value is in play with this number of players."))
    open_points: Rows = [[one.cite, wide(one.text), wide(played)] for one, played in rules.readings(facts.rules, facts.expansion)]
    parts.append(table("Points the sources leave open, and what was played", ["rule", "point", "played"], open_points))
    return "\n".join(parts)


def wide(text: str) -> Cell:
    """A text that may take several lines."""
    return Cell(f'<span class="wide">{escape(text)}</span>', text, is_html=True)


def _again(source: Source) -> str:
    facts, manifest = source.facts, source.run.manifest
    parts = [html.paragraph("Save the scenario as a file, and play it; the rows are the same on every machine.")]
    file = "".join(letter if letter.isalnum() or letter in "-_" else "_" for letter in facts.name) or "scenario"
    games = f" --games {source.sample.games}" if source.sample.games != facts.scenario.get("games") else ""
    seed = f" --seed {facts.seed}" if facts.seed != facts.scenario.get("seed") else ""
    parts.append(html.code_block(f"caverna-sim run {file}.toml{games}{seed} --out runs/{file}\ncaverna-sim report runs/{file}", "commands"))
    parts.append(html.code_block(toml_text(_written(facts.scenario)).strip(), f"{file}.toml"))
    told = {"rules": facts.rules_hash, "engine": manifest.get("engine"), **versions_of(manifest)}
    seconds = manifest.get("seconds")
    if isinstance(seconds, int | float) and isfinite(seconds) and seconds >= 1:
        told["played in"] = str(timedelta(seconds=round(seconds)))
    rows: Rows = [[key, str(value)] for key, value in told.items() if value]
    parts.append(table("What made these games", ["part", "version"], rows) if rows else "")
    return "\n".join(parts)


def _written(scenario: Mapping[str, Any]) -> dict[str, Any]:
    """A scenario without what is left out in a file."""
    supply = {key: value for key, value in (scenario.get("supply") or {}).items() if value}
    return {**scenario, "supply": supply}


def versions_of(manifest: Mapping[str, Any]) -> dict[str, Any]:
    versions = manifest.get("versions")
    return dict(versions) if isinstance(versions, Mapping) else {}
