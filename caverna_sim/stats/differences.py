"""What sets two runs apart besides chance, so that nobody takes a change of bots for an effect of a rule."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from caverna_sim.stats.source import Source

_PLAIN = ("bots", "draw", "seating")
_APART = (
    *_PLAIN,
    "name",
    "description",
    "game",
    "players",
    "games",
    "seed",
    "record",
    "rules",
    "bot",
)  # the others are the game's own keys
_FEW = 60  # letters of a value; longer ones are cut
_PARAMETERS, _VERSION = "parameters of the bot", "version of the engine or of the bots"
_NOTHING: tuple[Any, ...] = (None, False, "", [], {}, (), 0)


def differences(first: Source, second: Source) -> tuple[str, ...]:
    """`path from -> to` for each thing that is not the same."""
    a, b = first.facts, second.facts
    rules = [{path: (printed, played) for path, printed, played in one.game.house_rules(one.facts)} for one in (first, second)]
    found = [
        f"{path} {_played(path, a.rules, rules[0], rules[1])} -> {_played(path, b.rules, rules[1], rules[0])}"
        for path in sorted({*a.rules, *b.rules})
        if a.rules.get(path) != b.rules.get(path)
    ]
    own = [key for key in dict.fromkeys([*a.scenario, *b.scenario]) if key not in _APART]
    tables = [key for key in own if isinstance(a.scenario.get(key, b.scenario.get(key)), Mapping)]
    for table in tables:
        before, after = (_paths(one.scenario.get(table) or {}, table) for one in (a, b))
        before, after = ({path: value for path, value in one.items() if path != first.game.leaves_out} for one in (before, after))
        found += [
            _change(path, before.get(path), after.get(path)) for path in sorted({*before, *after}) if before.get(path) != after.get(path)
        ]
    plain = [*_PLAIN, *(key for key in own if key not in tables)]
    found += [_change(key, a.scenario.get(key), b.scenario.get(key)) for key in plain if a.scenario.get(key) != b.scenario.get(key)]
    prints = [_fingerprints(one) for one in (first, second)]
    both = prints[0].keys() & prints[1].keys()
    found += [f"{_PARAMETERS} {bot}" for bot in sorted(both) if prints[0][bot] != prints[1][bot]]
    engines = [str(one.run.manifest.get("engine", "")) for one in (first, second)]
    return (*found, *([_VERSION] if engines[0] != engines[1] else []))


def differing(found: tuple[str, ...]) -> str:
    """A sentence about them."""
    return f"The runs differ in: {'; '.join(found)}." if found else "Nothing but the name sets the runs apart."


def mixed_up(found: tuple[str, ...]) -> str:
    """Says so when who plays differs beside what is played: then nobody knows which of both made the difference."""
    who = tuple(one for one in found if one.startswith((*(f"{key} " for key in _PLAIN), _PARAMETERS, _VERSION)))
    if not who or len(who) == len(found):
        return ""
    return f"Careful: not only what is played differs but also who plays it ({'; '.join(who)}); what follows is about both together."


def _played(path: str, given: Mapping[str, Any], own: Mapping[str, tuple[str, str]], other: Mapping[str, tuple[str, str]]) -> str:
    """What a run plays at the path of a house rule: its own value, or what is printed."""
    if path in given and path not in own:
        return _shown(given[path])
    return _cut(own[path][1] if path in own else other[path][0] if path in other else "as printed")


def _change(path: str, before: Any, after: Any) -> str:
    return f"{path} {_shown(before)} -> {_shown(after)}"


def _shown(value: Any) -> str:
    """A value as a scenario would write it, cut when it is long."""
    if value in _NOTHING and value != 0:
        return "none"
    return _cut(str(list(value) if isinstance(value, tuple) else value).replace("'", ""))


def _cut(text: str) -> str:
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
