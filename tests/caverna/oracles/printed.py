"""The printed tables for the oracles, read straight from the data files, with house rules by dotted path.

Those of the expansion are laid over the base game by the package itself.
"""

from __future__ import annotations

import copy
import json
import tomllib
from functools import cache
from pathlib import Path
from typing import Any

from caverna_sim.games.caverna.box.tables import with_house_rules

DATA = Path(__file__).parents[3] / "caverna_sim" / "games" / "caverna" / "box" / "base"
FILES = ("constants", "board", "rounds", "spaces", "furnishings", "loot", "toggles")
GOODS = ("wood", "stone", "ore", "ruby", "food", "gold", "grain", "vegetable")
FARM_ANIMALS = ("sheep", "donkey", "wild_boar", "cattle")
WARES = (*GOODS, "dog", *FARM_ANIMALS)

Tables = dict[str, Any]


@cache
def _printed() -> Tables:
    merged: Tables = {}
    for name in FILES:
        merged.update(tomllib.loads((DATA / f"{name}.toml").read_text(encoding="utf-8")))
    return merged


def tables(house_rules: dict[str, Any] | None = None, expansion: str | None = None) -> Tables:
    """All tables in one dict; a house rule such as `loot.cattle.strength` replaces one value."""
    if expansion is not None:
        return with_house_rules(house_rules or {}, expansion)
    return _changed(json.dumps(house_rules)) if house_rules else _printed()


@cache
def _changed(house_rules: str) -> Tables:
    changed = copy.deepcopy(_printed())
    for path, value in json.loads(house_rules).items():
        words = path.split(".")
        if words[0] == "toggle":
            words.append("value")
        place: Any = changed
        for word in words[:-1]:
            place = place[int(word)] if isinstance(place, list) else place[word]
        place[int(words[-1]) if isinstance(place, list) else words[-1]] = value
    return changed


def toggle(rules: Tables, name: str) -> Any:
    """How an open point is played."""
    return rules["toggle"][name]["value"]


def effects(rules: Tables, tiles: set[str], do: str, when: str | None = None) -> list[tuple[str, dict[str, Any]]]:
    """Every effect of a kind among these furnishings, with the tile that has it."""
    return [
        (tile, effect)
        for tile in sorted(tiles)
        for effect in rules["furnishing"][tile]["effects"]
        if effect["do"] == do and when in (None, effect["when"])
    ]
