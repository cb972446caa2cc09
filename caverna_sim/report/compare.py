"""The page of a comparison: the difference first; a switch for what moved: scores, wins, scoring parts, what was built, where seats go."""

from __future__ import annotations

import re
import shlex
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import polars as pl

from caverna_sim.files import Output
from caverna_sim.report.asked import write_findings
from caverna_sim.report.findings import SCRIPTED, Findings, Group, commit, date_of, strength_of, things_of, versions_of
from caverna_sim.report.frame import page_at
from caverna_sim.report.page import who_played
from caverna_sim.report.sections.following import MORE, scenario_file
from caverna_sim.stats.comparison import Comparison
from caverna_sim.stats.moved import Moved, moved, not_kept
from caverna_sim.stats.words import capital, listed

MOVED = "moved"  # the main table


def write_comparison(found: Comparison, out: str | Path | Output, overwrite: bool = False) -> Path:
    """Write the page of a comparison and return its path."""
    place = out if isinstance(out, Output) else page_at(out, overwrite, "out")
    return write_findings(of_comparisons({_strength(found): found}, f"{found.names[1]} against {found.names[0]}"), place)


def _strength(found: Comparison) -> str:
    facts = found.sources[0].facts
    return strength_of(facts.bots, facts.name, facts.scenario)


def of_comparisons(found: Mapping[str, Comparison], question: str) -> Findings:
    """The same two scenarios compared at each strength, as a page tells it."""
    every = list(found.values())
    first = every[0]
    runs = [source.run for one in every for source in one.sources]
    several = len(found) > 1
    kinds = {strength: () if one.is_same else moved(one) for strength, one in found.items()}
    return Findings(
        study="compare",
        question=question,
        game=first.sources[0].game.name,
        groups=tuple(
            Group(strength, _about(one), one.sources[1].facts.players, strength or SCRIPTED, one.sources[1].facts.bots, one.overall)
            for strength, one in found.items()
        ),
        games=sum(one.sources[0].sample.games + one.sources[1].sample.games for one in every),
        tables={MOVED: pl.DataFrame([row for strength, one in found.items() for row in _rows(one, strength, kinds[strength])])},
        verdict=tuple(_verdict(one, strength if several else "") for strength, one in found.items()),
        judged=every[0].overall,
        played=tuple(dict.fromkeys(text for one in every for text in _played(one))),
        sentences=tuple(one.sentence for families in kinds.values() for one in families),
        before=tuple(one.caution for one in every if one.caution),
        doubts=tuple(dict.fromkeys(text for one in every for text in _doubts(one))),
        things=things_of(first.sources[0].run, first.sources[0].game.names(first.sources[0].facts)),
        command=_command(first),
        following=tuple(_following(first)),
        files={_file(name): scenario_file(source.facts.scenario) for name, source in zip(first.names, first.sources, strict=True)},
        versions=versions_of(runs),
        date=date_of(runs),
        commit=commit(),
    )


def _verdict(found: Comparison, strength: str) -> str:
    text = found.verdict.split(": ", 1)[1]
    return f"{capital(strength)}: {text}" if strength else capital(text)


def _about(found: Comparison) -> str:
    return " against ".join(source.facts.description.rstrip(".") or name for name, source in zip(found.names, found.sources, strict=True))


def _played(found: Comparison) -> Iterator[str]:
    for name, source in zip(found.names, found.sources, strict=True):
        told = f"{source.facts.description} " if source.facts.description else ""
        yield f"{name}: {told}{who_played(source)} {source.sample.sentence}"


def _rows(found: Comparison, strength: str, kinds: tuple[Moved, ...]) -> Iterator[dict[str, Any]]:
    """What was asked, then every family: before, after, the difference with its interval."""
    scale, unit = (100, "% of the wins") if found.measure == "won" else (1, f"{found.unit}s")
    for line in found.lines:
        judged = line.judged
        ends = {"difference": judged.value, "difference_low": judged.low, "difference_high": judged.high}
        yield {
            "what": f"{found.measure} by {found.by}", "row": line.name, "unit": unit, "scenario": strength,
            **{name: scale * value for name, value in {"first": line.first, "second": line.second, **ends}.items()},
        }  # fmt: skip
    for family in kinds:
        for name, row in zip(family.names, family.table.iter_rows(named=True), strict=True):
            yield {
                "what": family.title.lower(), "row": name, "unit": family.unit, "first": row["first"], "second": row["second"],
                "difference": row["effect"], "difference_low": row["low"], "difference_high": row["high"], "scenario": strength,
            }  # fmt: skip


def _doubts(found: Comparison) -> Iterator[str]:
    yield found.how
    if found.measure == "score" and not found.is_same:
        yield "The bots were tuned for the printed rules; how well they play a changed one depends on their tastes."
    if found.neighbours:
        yield found.neighbours
    missing = not_kept(found)
    if missing:
        yield f"Not compared, since one of the runs did not keep it: {listed(missing)}; add it to `record` and play again."


def _following(found: Comparison) -> Iterator[tuple[str, str]]:
    """What one may ask after a comparison."""
    first, second = (_file(name) for name in found.names)
    words = ["caverna-sim", "compare", first, second]
    yield "Half the margin of error", shlex.join([*words, "--games", str(MORE * max(found.games)), "--page", "comparison.html"])
    other = "bot" if found.by == "seat" else "seat"
    yield f"A line for each {other}", shlex.join([*words, "--by", other, "--page", "comparison.html"])
    if found.measure != "won":
        yield "Who wins more often", shlex.join([*words, "--measure", "won", "--page", "comparison.html"])
    yield "How such a game goes, choice by choice", shlex.join(["caverna-sim", "watch", second, "--html", "game.html"])


def _command(found: Comparison) -> str:
    words = [
        "caverna-sim",
        "compare",
        *map(_file, found.names),
        "--games",
        str(max(found.games)),
        "--seed",
        str(found.sources[0].facts.seed),
    ]
    words += ["--by", found.by, "--measure", found.measure, "--smallest-effect", f"{found.smallest_effect:g}", "--page", "comparison.html"]
    return shlex.join(words)


def _file(name: str) -> str:
    return f"{re.sub(r'[^A-Za-z0-9_-]+', '_', name).strip('_') or 'scenario'}.toml"


__all__ = ["of_comparisons", "write_comparison"]
