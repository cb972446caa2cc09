"""What a scenario draws, forbids and forces, in words; from its data, so that old runs can be described as well."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any


def experiments_in_words(
    data: Mapping[str, Any], word: str, limits_in_words: Callable[[Mapping[str, Any]], str], others: Mapping[str, str] | None = None
) -> list[str]:
    """What a scenario, as its file could hold it, draws, forbids and forces, in phrases.

    `word` is what a thing of the supply is called; `others` are further keys of `supply` with chances, and what is absent by them.
    """
    supply, limits, openings = (data.get(name) or {} for name in ("supply", "limits", "opening"))
    absent = {"random_absence": word, **(others or {})}
    parts = [phrase for key, what in absent.items() for phrase in _absence_in_words(supply, key, what)]
    if supply.get("random_access"):
        parts.append(f"who may build each {word} is drawn for each block: nobody, a focal seat, all but it, everybody")
    parts += [f"{_seat(key)} may not build {', '.join(one['without'])}" for key, one in supply.items() if key.startswith("seat_")]
    for key, one in limits.items():
        if key == "drawn":
            names = [name for name in one if name != "seat"]
            parts.append(f"one of the limits {', '.join(names)}, or none, is drawn for {_focal(one)} in each block")
        else:
            parts.append(f"{_seat(key)} is limited: {limits_in_words(one)}")
    for key, one in openings.items():
        if key == "drawn":
            pool = "every space it can use" if one["pool"] == "all" else ", ".join(one["pool"])
            placements = "placement" if one["length"] == 1 else f"{one['length']} placements"
            parts.append(f"the first {placements} of {_focal(one)} drawn for each block from {pool}, or left to the bot")
        else:
            parts.append(f"{_seat(key)} is to open with {', '.join(one['place'])}")
    return parts


def _absence_in_words(supply: Mapping[str, Any], key: str, what: str) -> list[str]:
    chances = supply.get(key)
    if isinstance(chances, Mapping):
        return [f"absent by chance: {', '.join(f'{name} {chance:g}' for name, chance in chances.items())}"]
    if isinstance(chances, list | tuple):
        return [f"each {what} absent with a chance drawn between {chances[0]:g} and {chances[1]:g}"]
    return [f"each {what} absent with chance {chances:g}"] if chances else []


def limits_in_words(limits: Mapping[str, Any], words: Mapping[str, Callable[[Any], str]]) -> str:
    """Limits as phrases; `words` tell those that are no lists of names."""
    told = {key: value for key, value in limits.items() if key != "whose"}
    return ", ".join(words[key](value) if key in words else f"without {', '.join(value)}" for key, value in told.items())


def _seat(key: str) -> str:
    return key.replace("_", " ")


def _focal(one: Mapping[str, Any]) -> str:
    return f"seat {one['seat']}" if "seat" in one else "a focal seat"
