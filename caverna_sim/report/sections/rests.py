"""What a run rests on: house rules, what was left to chance, values that nobody confirms, readings of open points."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from caverna_sim.report.frame import Section
from caverna_sim.report.html import Rows, paragraph, table, wide
from caverna_sim.stats.source import Source
from caverna_sim.stats.words import capital


def section(source: Source) -> Section:
    """What this rests on."""
    return Section("assumptions", "What this rests on", rests_on(source))


def rests_on(source: Source, but: Sequence[str] = ()) -> str:
    """House rules, all `but` those told elsewhere, assumed values and readings of open points."""
    facts, game = source.facts, source.game
    parts = []
    changed: Rows = [list(row) for row in game.house_rules(facts) if row[0] not in but]
    parts.append(
        table("House rules", ["rule", "printed", "played"], changed) if changed else paragraph("No house rules: the rules as printed.")
    )
    parts += [paragraph(sentence) for sentence in _design(source)]
    assumed: Rows = [[one.path, one.cite, wide(one.text)] for one in game.assumed(facts)]
    if assumed:
        parts.append(table("Values that the sources do not confirm and that are assumed", ["value", "rule", "assumed"], assumed))
    else:
        parts.append(paragraph("No assumed value is in play with this number of players."))
    open_points: Rows = [[one.cite, wide(one.text), wide(one.played)] for one in game.readings(facts)]
    if open_points:
        parts.append(table("Points the sources leave open, and what was played", ["rule", "point", "played"], open_points))
    return "\n".join(parts)


def _design(source: Source) -> Iterator[str]:
    """What the scenario leaves to chance, forbids or forces, and whether it happened."""
    for phrase in (*source.game.design(source.facts), *source.game.happened(source.run)):
        yield f"{capital(phrase)}."
