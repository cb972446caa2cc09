"""The page of the orc study: one HTML file that needs no network, verdicts first, with what they rest on.

The same runs give the same page, byte by byte.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import zip_longest
from math import isfinite
from pathlib import Path

from caverna_sim.files import Output
from caverna_sim.games.caverna.fiends.study.estimate import EVERYBODY, FATES, OrcStudy, Sweep, orc_study
from caverna_sim.games.caverna.report.rules import assumed_values, display_contents
from caverna_sim.report.frame import Answer, Page, Section, capital, made, page_text, write_page
from caverna_sim.report.html import Cell, Rows, estimate, number_cell, pair, paragraph, percent, picture, table, verdict_cell, wide
from caverna_sim.report.sections.again import scenario_file
from caverna_sim.report.sections.rests import rests_on
from caverna_sim.report.sections.strength import strength_told
from caverna_sim.stats import summary
from caverna_sim.stats.equivalence import LEAST_BLOCKS, Judgement
from caverna_sim.stats.ratings import Estimate
from caverna_sim.stats.source import Source
from caverna_sim.stats.words import listed, number, percent_with_interval, plural, readable, with_interval

ESTIMANDS = (
    ("all gone", "a seat ends without a hostile orc: each of the four was fought, trapped, bribed or befriended"),
    ("lost to orcs", "the mean score with the easiest side minus the mean score with another one, game by game with the same chances"),
    ("share of wins", "of a bot in its seats; a tie that the orcs left do not break shares the win"),
    ("fate and round", "how, and in which round, an orc stopped being hostile; orc D comes at the end of round 6"),
)


@dataclass(frozen=True)
class Again:
    """How the study was called."""

    command: str
    seconds: float | None = None


def write_orc_report(studies: Sequence[OrcStudy], out: str | Path | Output, again: Again) -> Path:
    """Write the page and return its path."""
    return write_page(orc_page(studies, again), out)


def orc_report(studies: Sequence[OrcStudy], again: Again) -> str:
    """The page as text."""
    return page_text(orc_page(studies, again))


def orc_page(studies: Sequence[OrcStudy], again: Again) -> Page:
    """The page of a study at one or several numbers of players."""
    first, several = studies[0], len(studies) > 1
    strengths = [study.strength for study in studies]
    facts = first.sources[0].facts
    played = [f"{plural(one.players, 'player')}: {listed(one.sources[0].bots)}; {_played(one)} of each side." for one in studies]
    who = [f"{plural(study.players, 'player')}: " if several else "" for study in studies]
    return Page(
        title=f"Orcs at {listed([str(study.players) for study in studies])} players" if several else f"Orcs: {first.name}",
        about=(
            *([facts.description] if facts.description else []),
            f"Frantic Fiends; sides {listed(list(first.sides))}; seed {facts.seed}.",
            *played,
        ),
        answer=tuple(answer for name, study in zip(who, studies, strict=True) for answer in _answers(study, name)),
        doubts=(*(name + strength.verdict for name, strength in zip(who, strengths, strict=True)), _unconfirmed(first)),
        how=_how(studies),
        terms=ESTIMANDS,
        sections=tuple(_sections(studies, strengths, again)),
    )


def _sections(studies: Sequence[OrcStudy], strengths: Sequence[summary.Strength], again: Again) -> Iterator[Section]:
    several = len(studies) > 1
    if several:
        yield Section("players", "By number of players", _players(studies))
    for study in studies:
        for anchor, (title, body) in _of_study(study).items():
            if body:
                name = f"{title}, {plural(study.players, 'player')}" if several else title
                yield Section(f"{anchor}-{study.players}", name, body)
    for study, strength in zip(studies, strengths, strict=True):
        name = "How strong the bots are" + (f", {plural(study.players, 'player')}" if several else "")
        yield Section(f"strength-{study.players}", name, strength_told(study.sources[0], strength, _who(study)))
    yield Section("assumptions", "What this rests on", rests_on(studies[0].sources[0], but=("orc.strength", "orc.side")))
    yield Section("again", "How to play this study again", _again(studies, again))


def orcs_of_run(source: Source) -> Section | None:
    """What became of the orcs of a single run, for its report; nothing in the base game."""
    if not source.facts.expansion or not summary.has_table(source, "orcs"):
        return None
    study = orc_study([source.run])
    told = "".join(paragraph(capital(sentence)) for sentence in study.verdicts[:1])
    return Section("orcs", "Orcs", "\n".join([told, _gone(study.gone, _who(study)), _fates(study), _displays(study)]))


def _of_study(study: OrcStudy) -> dict[str, tuple[str, str]]:
    return {
        "gone": ("All four orcs gone", _gone(study.gone, _who(study))),
        "fates": ("What becomes of each orc", _fates(study)),
        "lost": ("Points lost to orcs", _lost(study)),
        "won": ("Who wins", _won(study.won, _who(study)) if study.won else ""),
        "displays": ("What the display decides", _displays(study)),
    }


# ---------------------------------------------------------------- the top


def _played(study: OrcStudy) -> str:
    return f"{study.games:,} games in {study.blocks:,} blocks"


def _answers(study: OrcStudy, who: str) -> Iterator[Answer]:
    for word, text in zip_longest(study.judged, study.verdicts):
        yield Answer(who + capital(text), word or "")
    if study.blocks < LEAST_BLOCKS:
        yield Answer(f"{who}With fewer than {LEAST_BLOCKS} blocks nothing is claimed; play more games.")


def _unconfirmed(study: OrcStudy) -> str:
    """What kinds of values nobody could confirm, in a sentence."""
    facts = study.sources[0].facts
    kinds = dict.fromkeys(readable([one.path.partition(".")[0]])[0] for one in assumed_values(facts.rules, facts.players, facts.expansion))
    if not kinds:
        return "Every value played here is confirmed."
    return f"This depends on values that no source confirms, in these tables: {listed(list(kinds))}; an owner of the game can type them in."


def _how(studies: Sequence[OrcStudy]) -> str:
    kinds = sorted({study.displays.used for study in studies})
    clusters = (
        f"Intervals are at 95 %; what counts as one observation is a {' or a '.join(kinds)} with all its blocks, which is the cautious way."
    )
    paired = "All sides play the same cards, displays and movement cards, so differences are paired."
    gone = studies[0].gone.smallest_effect
    zone = (
        f"Equivalent: within {100 * gone:g} percentage points (chances) or {studies[0].score.smallest_effect:g} point (scores) either way."
    )
    return f"{clusters} {paired} {zone} Each kind of table is one family of claims."


# ---------------------------------------------------------------- sections


def _who(study: OrcStudy) -> str:
    """Pictures of several studies on one page need names of their own."""
    return f" ({plural(study.players, 'player')})"


def _sweep_table(sweep: Sweep, caption: str, scale: float) -> str:
    """Groups down, sides across: means, then the change to the hardest side with its verdict."""
    columns = ["seats", *sweep.sides]
    if len(sweep.sides) > 1:
        columns += ["change to the hardest", "verdict", "for +1 on every orc"]
    rows: Rows = []
    for group in sweep.groups:
        means, changes, slope = sweep.of(group)
        row: list[Cell | str] = [group, *(percent(mean) if scale > 1 else estimate(mean) for mean in means)]
        if changes:
            row += [_change(changes[-1], scale), verdict_cell(changes[-1].verdict)]
            row += [estimate(slope, sign=True, scale=scale)]
        rows.append(row)
    return table(caption, columns, rows)


def _change(one: Judgement, scale: float) -> Cell:
    return estimate(Estimate(one.value, one.low, one.high, one.error), sign=True, scale=scale)


def _gone(sweep: Sweep, who: str) -> str:
    figure = picture(sweep.plot(), "Chance that a seat ends without a hostile orc, with intervals.", f"All orcs gone by strength{who}")
    return pair(
        figure, _sweep_table(sweep, "Seats without a hostile orc at the end, in %, with margins of error", 100), 4 + len(sweep.sides)
    )


def _fates(study: OrcStudy) -> str:
    found = study.fates
    rows: Rows = []
    for row in found.rows:
        shares: list[Cell | str] = [_share(row.shares[fate]) for fate in FATES]
        rows.append([row.side, row.orc, *shares, estimate(row.round) if isfinite(row.round.value) else "\N{EN DASH}"])
    columns = ["side", "orc", *("still hostile" if fate == "left" else fate for fate in FATES), "mean round gone"]
    told = table(
        "What becomes of orcs, % of seats with margins of error, and the mean round in which they stop being hostile", columns, rows
    )
    fates = picture(found.plot(), "What becomes of each orc.", f"Fates of orcs{_who(study)}")
    rounds = picture(
        found.plot_rounds(), "How long orcs stay hostile; orc D appears at the end of round 6.", f"Orcs still hostile by round{_who(study)}"
    )
    return pair(fates, rounds) + told


def _share(one: Estimate) -> Cell:
    """A share in percent; what never or always happened has no spread to show."""
    return percent(one) if 0 < one.value < 1 else number_cell(100 * one.value, 0)


def _lost(study: OrcStudy) -> str:
    sweep, parts = study.score, study.parts
    figure = picture(sweep.plot(), "Mean score by start strengths, with intervals.", f"Mean score by strength{_who(study)}")
    scores = _sweep_table(sweep, "Mean scores with margins of error; a change below 0 is what stronger orcs cost", 1)
    pieces = [pair(figure, scores, 4 + len(sweep.sides))]
    if parts.sides:
        rows: Rows = [
            [readable([part])[0], *(estimate(one, sign=True, most=2, least=2) for one in ones)]
            for part, ones in zip(parts.parts, parts.changes, strict=True)
        ]
        caption = f"Points of a seat against {study.sides[0]} by scoring part, with margins of error"
        of_parts = picture(
            parts.plot(),
            "Where the points go: scoring parts against the easiest side.",
            f"Points by part against the easiest side{_who(study)}",
        )
        pieces.append(pair(of_parts, table(caption, ["part", *parts.sides], rows), len(parts.sides) + 3))
    if parts.destroyed:
        taken: Rows = [[name, *(estimate(one, least=2) for one in ones)] for name, ones in parts.destroyed.items()]
        caption = "What orcs took from a seat in all their moves and break-ins (goods are those lying in mines)"
        pieces.append(table(caption, ["taken", *study.sides], taken))
    return "\n".join(pieces)


def _won(sweep: Sweep, who: str) -> str:
    figure = picture(sweep.plot(), "Share of wins by start strengths.", f"Share of wins by strength{who}")
    return pair(figure, _sweep_table(sweep, "Share of wins in %, with margins of error", 100), 4 + len(sweep.sides))


def _displays(study: OrcStudy) -> str:
    found = study.displays
    rows: Rows = []
    for one in found.errors:
        is_chance = one.what.startswith("chance")
        shown: list[Cell | str] = [one.what, number_cell(one.value, 1 if is_chance else 2)]
        rows.append([*shown, *(number_cell(error, 2) for error in one.errors.values())])
    kinds = list(found.errors[0].errors)
    units = listed([f"{found.errors[0].units[kind]:,} of {kind}" for kind in kinds])
    caption = f"Standard errors by what counts as one observation ({units}); chances in %"
    told = table(caption, ["estimate", "value", *(f"error by {kind}" for kind in kinds)], rows)
    pieces = [told]
    if isfinite(found.spread):
        spread = (
            f"Between sets of display extensions the chance that all orcs are gone spreads by {100 * found.spread:.1f} percentage points."
        )
        pieces.insert(0, paragraph(f"{spread} That is a standard deviation, luck of single games taken out."))
    if found.effects:
        facts = study.sources[0].facts
        brings = display_contents(facts.rules, facts.expansion)
        effects: Rows = [
            [
                one.name,
                _change(one.judged, 100),
                verdict_cell(one.judged.verdict),
                wide(brings.get(one.name, "")),
            ]
            for one in sorted(found.effects, key=lambda one: -one.judged.value)
        ]
        caption = "Extension or bounty strip in the game instead of others: percentage points of seats without hostile orcs"
        told = "What is drawn for the display is left to chance, so these are effects. All sides together."
        figure = picture(found.plot(), told, f"Effects of displays{_who(study)}")
        pieces.append(pair(figure, table(caption, ["in the game", "change", "verdict", "brings"], effects)))
    return "\n".join(pieces)


def _players(studies: Sequence[OrcStudy]) -> str:
    columns = ["players", "side", "all gone, %", "mean score", "orc A gone, round", "orc D gone, %", "orc D gone, round"]
    rows: Rows = []
    for study in studies:
        fates = {(row.side, row.orc): row for row in study.fates.rows}
        for place, side in enumerate(study.sides):
            first, last = fates.get((side, "A")), fates.get((side, "D"))
            left = last.shares["left"] if last else None
            gone = Estimate(1 - left.value, 1 - left.high, 1 - left.low, left.error) if left else None
            rows.append(
                [
                    Cell(str(study.players), study.players), side, percent(study.gone.of(EVERYBODY)[0][place]),
                    estimate(study.score.of(EVERYBODY)[0][place]), estimate(first.round if first else None), percent(gone),
                    estimate(last.round if last else None),
                ]
            )  # fmt: skip
    told = []
    for study in studies:
        means, _, slope = study.gone.of(EVERYBODY)
        easiest = f"{plural(study.players, 'player')}: {study.sides[0]} {percent_with_interval(means[0])}"
        steps = (
            f", one more point on every orc {number(100 * slope.value, 1, sign=True)} percentage points" if isfinite(slope.value) else ""
        )
        told.append(paragraph(easiest + steps + f"; mean score {with_interval(study.score.of(EVERYBODY)[0][0])}."))
    return "\n".join(told) + table("The sides at every number of players, with margins of error", columns, rows)


def _again(studies: Sequence[OrcStudy], again: Again) -> str:
    scenarios = [study.sources[0].facts for study in studies]
    files = {f"scenario for {plural(facts.players, 'player')}, easiest side": scenario_file(facts.scenario) for facts in scenarios}
    manifest = {**studies[0].sources[0].run.manifest, "rules_hash": scenarios[0].rules_hash, "seconds": None}
    return made(again.command, files, manifest, rules="rules of the easiest side")
