"""What one may ask next, with the commands to copy."""

from __future__ import annotations

from collections.abc import Sequence

from caverna_sim.report.frame import Section
from caverna_sim.report.html import code_block, paragraph
from caverna_sim.report.sections.again import file_name
from caverna_sim.stats.source import Source
from caverna_sim.stats.words import capital

MORE = 4  # times the games: half the margin of error
Questions = Sequence[tuple[str, str]]  # each with the command that answers it


def section(source: Source) -> Section:
    """Of a run: closer, at this table, elsewhere."""
    from caverna_sim.experiments.studies import GENERAL

    facts = source.facts
    file, games = file_name(facts.name), source.sample.games
    asked: list[tuple[str, str]] = []
    if source.sample.kind == "sample":
        folder = f"runs/{file.removesuffix('.toml')}"
        asked.append(("Half the margin of error", f"caverna-sim run {file} --games {MORE * games} --out {folder} --resume"))
    general = GENERAL if facts.players > 1 else ()
    played = facts.scenario.get("expansion")
    studies = [study for study in (*source.game.studies, *general) if not study.names_scenarios and study.expansion in ("", played)]
    asked += [(capital(study.summary), f"caverna-sim {study.name} {file}") for study in studies]
    asked.append(("Whether another table or rule makes a difference", f"caverna-sim compare {file} ANOTHER.toml --page comparison.html"))
    asked.append(("How a game went, choice by choice", f"caverna-sim watch {file} --index 0 --html game.html"))
    return following(asked, f"{file} is the scenario below.")


def following(questions: Questions, told: str = "") -> Section:
    """The section of any page."""
    text = "\n".join(f"# {question}\n{command}" for question, command in questions)
    intro = paragraph(f"Commands to copy. {told}".strip())
    return Section("next", "The next question", f"{intro}\n{code_block(text, 'commands for the next question')}")
