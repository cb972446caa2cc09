"""What sets two runs apart besides chance, so that nobody takes a change of bots for an effect of a rule."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from caverna_sim.stats.source import Facts, Source
from caverna_sim.stats.words import listed

_PLAIN = {"bots": "bots", "draw": "drawing of bots", "seating": "seating", "expansion": "expansion"}


def differences(first: Source, second: Source) -> tuple[str, ...]:
    """In words, one for each thing that is not the same."""
    a, b = first.facts, second.facts
    found = [f"house rule {path}" for path in sorted({*a.rules, *b.rules}) if a.rules.get(path) != b.rules.get(path)]
    found += [f"supply {key}" for key in _unequal(_supply(a), _supply(b)) if key != "without"]
    found += [f"opening of {seat.replace('_', ' ')}" for seat in _unequal(_table(a, "opening"), _table(b, "opening"))]
    found += [text for key, text in _PLAIN.items() if a.scenario.get(key) != b.scenario.get(key)]
    prints = [_fingerprints(one) for one in (first, second)]
    both = prints[0].keys() & prints[1].keys()
    found += [f"parameters of the bot {bot}" for bot in sorted(both) if prints[0][bot] != prints[1][bot]]
    engines = [str(one.run.manifest.get("engine", "")) for one in (first, second)]
    return (*found, *(["version of the engine or of the bots"] if engines[0] != engines[1] else []))


def differing(found: tuple[str, ...]) -> str:
    """A sentence about them."""
    return f"The runs differ in: {listed(found)}." if found else "Nothing but the name sets the runs apart."


def _unequal(first: Mapping[str, Any], second: Mapping[str, Any]) -> list[str]:
    """Keys whose values differ; what is left out is as good as 0 or empty."""
    return [key for key in sorted({*first, *second}) if (first.get(key) or None) != (second.get(key) or None)]


def _table(facts: Facts, name: str) -> Mapping[str, Any]:
    return facts.scenario.get(name) or {}


def _supply(facts: Facts) -> Mapping[str, Any]:
    return _table(facts, "supply")


def _fingerprints(source: Source) -> dict[str, Any]:
    bots = source.run.manifest.get("bots")
    known = bots if isinstance(bots, Mapping) else {}
    return {name: about.get("fingerprint") for name, about in known.items() if isinstance(about, Mapping)}
