"""What sets two runs apart besides chance, so that nobody takes a change of bots for an effect of a rule."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from caverna_sim.games.caverna.box.tables import printed_tables
from caverna_sim.stats.source import Facts, Source

_PLAIN = ("bots", "draw", "seating", "expansion")
_TABLES = ("supply", "limits", "opening")
_FEW = 60  # letters of a value; longer ones are cut
_NOTHING: tuple[Any, ...] = (None, False, "", [], {}, (), 0)


def differences(first: Source, second: Source) -> tuple[str, ...]:
    """`path from -> to` for each thing that is not the same."""
    a, b = first.facts, second.facts
    found = [
        _change(path, a.rules.get(path, printed_value(a, path)), b.rules.get(path, printed_value(b, path)))
        for path in sorted({*a.rules, *b.rules})
        if a.rules.get(path) != b.rules.get(path)
    ]
    for table in _TABLES:
        before, after = (_paths(one.scenario.get(table) or {}, table) for one in (a, b))
        before, after = ({path: value for path, value in one.items() if path != "supply.without"} for one in (before, after))
        found += [
            _change(path, before.get(path), after.get(path)) for path in sorted({*before, *after}) if before.get(path) != after.get(path)
        ]
    found += [_change(key, a.scenario.get(key), b.scenario.get(key)) for key in _PLAIN if a.scenario.get(key) != b.scenario.get(key)]
    prints = [_fingerprints(one) for one in (first, second)]
    both = prints[0].keys() & prints[1].keys()
    found += [f"parameters of the bot {bot}" for bot in sorted(both) if prints[0][bot] != prints[1][bot]]
    engines = [str(one.run.manifest.get("engine", "")) for one in (first, second)]
    return (*found, *(["version of the engine or of the bots"] if engines[0] != engines[1] else []))


def differing(found: tuple[str, ...]) -> str:
    """A sentence about them."""
    return f"The runs differ in: {'; '.join(found)}." if found else "Nothing but the name sets the runs apart."


def printed_value(facts: Facts, path: str) -> Any:
    """What the box says at the path of a house rule; None when it says nothing."""
    place: Any = printed_tables(facts.expansion)
    for word in path.split("."):
        if isinstance(place, Mapping):
            place = place.get(word)
        elif isinstance(place, list | tuple) and word.isdigit() and int(word) < len(place):
            place = place[int(word)]
        else:
            return None
    return place["value"] if isinstance(place, Mapping) and "value" in place else place


def _change(path: str, before: Any, after: Any) -> str:
    return f"{path} {_shown(before)} -> {_shown(after)}"


def _shown(value: Any) -> str:
    """A value as a scenario would write it, cut when it is long."""
    if value in _NOTHING and value != 0:
        return "none"
    text = str(list(value) if isinstance(value, tuple) else value).replace("'", "")
    return text if len(text) <= _FEW else f"{text[:_FEW]}..."


def _paths(table: Any, prefix: str) -> dict[str, Any]:
    """Values by dotted path; what is left out is as good as 0 or empty."""
    if not isinstance(table, Mapping):
        return {} if table in _NOTHING else {prefix: table}
    return {path: value for key, inner in table.items() for path, value in _paths(inner, f"{prefix}.{key}").items()}


def _fingerprints(source: Source) -> dict[str, Any]:
    bots = source.run.manifest.get("bots")
    known = bots if isinstance(bots, Mapping) else {}
    return {name: about.get("fingerprint") for name, about in known.items() if isinstance(about, Mapping)}
