"""What became of the orcs of a single run: a part of its report."""

from __future__ import annotations

from collections.abc import Iterator
from math import isfinite
from typing import Any

import polars as pl

from caverna_sim.games.caverna.expansions import played
from caverna_sim.games.caverna.fiends.study.estimate import FATES, Sides, sides_of
from caverna_sim.report.part import Part, ends
from caverna_sim.stats import summary
from caverna_sim.stats.source import Source
from caverna_sim.stats.words import capital, listed

FATE = "What becomes of orcs"


def orcs_of_run(source: Source) -> Part | None:
    """What became of the orcs of a single run, for its report; nothing in the base game."""
    if not played(source.facts.scenario) or not summary.has_table(source, "orcs"):
        return None
    study = sides_of([source.run])
    tables = {
        "Seats without a hostile orc at the end": pl.DataFrame(list(_gone(study))),
        FATE: pl.DataFrame(list(_fates(study)), infer_schema_length=None),
        "Orcs still hostile by round": _hostile(study),
        "What an extension or a bounty strip does": pl.DataFrame(list(_effects(study))),
        _errors_title(study): study.displays.error_table,
    }
    told = tuple(capital(sentence) for sentence in study.verdicts[:1])
    return Part(tables, (*told, *_spread(study)))


# ---------------------------------------------------------------- tables


def _gone(study: Sides) -> Iterator[dict[str, Any]]:
    for group in study.gone.groups:
        yield {"seats": group, **ends("share without orcs", study.gone.of(group)[0][0])}


def _fates(study: Sides) -> Iterator[dict[str, Any]]:
    for row in study.fates.rows:
        shares: dict[str, Any] = {}
        for fate in FATES:
            shares |= ends("still hostile" if fate == "left" else fate, row.shares[fate])
        yield {"orc": row.thing, **shares, "mean round gone": row.round.value if isfinite(row.round.value) else None}


def _hostile(study: Sides) -> pl.DataFrame:
    """A column for each orc: the share of seats where it is hostile after a round."""
    rows = study.fates.rows
    rounds = range(1, len(rows[0].there) + 1)
    return pl.DataFrame({"round": list(rounds), **{f"orc {row.thing}, %": [100 * share for share in row.there] for row in rows}})


def _effects(study: Sides) -> Iterator[dict[str, Any]]:
    """The display is drawn by lot, so these are effects."""
    for one in sorted(study.displays.effects, key=lambda one: -one.judged.value):
        yield {"in the game": one.name, **ends("change of the share without orcs", one.judged), "id_": one.id}


def _errors_title(study: Sides) -> str:
    first = study.displays.errors[0]
    units = listed([f"{kind} ({first.units[kind]:,} of them)" for kind in first.errors])
    return f"Standard errors when what counts as one observation is a {units}; chances in %"


def _spread(study: Sides) -> Iterator[str]:
    if isfinite(study.displays.spread):
        yield (
            "The chance that all orcs are gone depends on the set of display extensions: beyond the luck of single games it has a standard "
            f"deviation of {100 * study.displays.spread:.1f} percentage points."
        )
