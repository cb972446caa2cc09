"""What one may ask after a run, with the commands to copy."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from caverna_sim.stats.source import Facts, Source
from caverna_sim.stats.words import capital
from caverna_sim.toml import toml_text

MORE = 4  # times the games: half the margin of error


def following(source: Source) -> Iterator[tuple[str, str]]:
    """Questions, each with the command that answers it: closer, at this table, elsewhere."""
    from caverna_sim.experiments.studies import GENERAL

    facts = source.facts
    file, games = file_name(facts.name), source.sample.games
    if source.sample.kind == "sample":
        yield "Half the margin of error", f"caverna-sim run {file} --games {MORE * games} --out {_folder(file)} --resume"
    general = GENERAL if facts.players > 1 else ()
    played = facts.scenario.get("expansion")
    studies = [study for study in (*source.game.studies, *general) if not study.names_scenarios and study.expansion in ("", played)]
    yield from ((capital(study.summary), f"caverna-sim {study.name} {file}") for study in studies)
    yield "Whether another table or rule makes a difference", f"caverna-sim compare {file} ANOTHER.toml --page comparison.html"
    yield "How a game went, choice by choice", f"caverna-sim watch {file} --index 0 --html game.html"


def again(source: Source) -> str:
    """The commands that play the games of a run and make its page again."""
    facts, file = source.facts, file_name(source.facts.name)
    games = f" --games {source.sample.games}" if source.sample.games != facts.scenario.get("games") else ""
    seed = f" --seed {facts.seed}" if facts.seed != facts.scenario.get("seed") else ""
    return f"caverna-sim run {file}{games}{seed} --out {_folder(file)}\ncaverna-sim report {_folder(file)}"


def files(facts: Facts) -> dict[str, str]:
    """The scenario of a run as a file."""
    return {file_name(facts.name): scenario_file(facts.scenario)}


def file_name(name: str) -> str:
    """The file of a scenario."""
    return f"{''.join(letter if letter.isalnum() or letter in '-_' else '_' for letter in name) or 'scenario'}.toml"


def _folder(file: str) -> str:
    return f"runs/{file.removesuffix('.toml')}"


def scenario_file(scenario: Any) -> str:
    """A scenario as a file, without what is left out there."""
    supply = {key: value for key, value in (scenario.get("supply") or {}).items() if value}
    return toml_text({**scenario, "supply": supply}).strip()
