"""How to play these games again."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from caverna_sim.report.frame import Section, made
from caverna_sim.stats.source import Source
from caverna_sim.toml import toml_text


def section(source: Source) -> Section:
    """The scenario, the commands, the versions."""
    facts = source.facts
    file = file_name(facts.name).removesuffix(".toml")
    games = f" --games {source.sample.games}" if source.sample.games != facts.scenario.get("games") else ""
    seed = f" --seed {facts.seed}" if facts.seed != facts.scenario.get("seed") else ""
    commands = f"caverna-sim run {file}.toml{games}{seed} --out runs/{file}\ncaverna-sim report runs/{file}"
    files = {f"{file}.toml": scenario_file(facts.scenario)}
    manifest = {**source.run.manifest, "rules_hash": facts.rules_hash}
    return Section("again", "How to play these games again", made(commands, files, manifest))


def file_name(name: str) -> str:
    """The file of a scenario."""
    return f"{''.join(letter if letter.isalnum() or letter in '-_' else '_' for letter in name) or 'scenario'}.toml"


def scenario_file(scenario: Mapping[str, Any]) -> str:
    """A scenario as a file, without what is left out there."""
    supply = {key: value for key, value in (scenario.get("supply") or {}).items() if value}
    return toml_text({**scenario, "supply": supply}).strip()
