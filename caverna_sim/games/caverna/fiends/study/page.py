"""What became of the orcs of a single run: a section of its report."""

from __future__ import annotations

from math import isfinite

from caverna_sim.games.caverna.expansions import played
from caverna_sim.games.caverna.fiends.study.estimate import FATES, Sides, Sweep, sides_of
from caverna_sim.report.frame import Section
from caverna_sim.report.html import Cell, Rows, estimate, number_cell, pair, paragraph, percent, picture, table, verdict_cell, wide
from caverna_sim.stats import summary
from caverna_sim.stats.equivalence import Judgement
from caverna_sim.stats.ratings import Estimate
from caverna_sim.stats.source import Source
from caverna_sim.stats.words import capital, listed, plural


def orcs_of_run(source: Source) -> Section | None:
    """What became of the orcs of a single run, for its report; nothing in the base game."""
    if not played(source.facts.scenario) or not summary.has_table(source, "orcs"):
        return None
    study = sides_of([source.run])
    told = "".join(paragraph(capital(sentence)) for sentence in study.verdicts[:1])
    return Section("orcs", "Orcs", "\n".join([told, _gone(study.gone, _who(study)), _fates(study), _displays(study)]))


# ---------------------------------------------------------------- sections


def _who(study: Sides) -> str:
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


def _fates(study: Sides) -> str:
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


def _displays(study: Sides) -> str:
    found = study.displays
    rows: Rows = []
    for one in found.errors:
        is_chance = one.what.startswith("chance")
        shown: list[Cell | str] = [one.what, number_cell(one.value, 1 if is_chance else 2)]
        rows.append([*shown, *(number_cell(error, 2) for error in one.errors.values())])
    kinds = list(found.errors[0].errors)
    units = listed([f"{kind} ({found.errors[0].units[kind]:,} of them)" for kind in kinds])
    caption = f"Standard errors when what counts as one observation is a {units}; chances in %"
    told = table(caption, ["estimate", "value", *(f"error by {kind}" for kind in kinds)], rows)
    pieces = [told]
    if isfinite(found.spread):
        spread = f"Beyond the luck of single games it has a standard deviation of {100 * found.spread:.1f} percentage points."
        pieces.insert(0, paragraph(f"The chance that all orcs are gone depends on the set of display extensions. {spread}"))
    if found.effects:
        effects: Rows = [
            [
                wide(one.name),
                _change(one.judged, 100),
                verdict_cell(one.judged.verdict),
                one.id,
            ]
            for one in sorted(found.effects, key=lambda one: -one.judged.value)
        ]
        caption = "Extension or bounty strip in the game instead of others: percentage points of seats without hostile orcs"
        told = "The display is drawn by lot, so these are effects. All sides together."
        figure = picture(found.plot(), told, f"Effects of displays{_who(study)}")
        pieces.append(pair(figure, table(caption, ["in the game", "change", "verdict", "id"], effects)))
    return "\n".join(pieces)
