"""Tastes: what a bot that has learned to play likes beyond its worth, by name, as `taste.weapons = 4.0` in its file.

A liking is points for each thing that is counted here, in the first round; until the last it fades to nothing. A dislike stays as it is.
A value bot adds them to what it expects of a position. A swift bot was taught by value bots of all tastes, and its net has an input for
each; its teachers' dislikes faded, too.
"""

from __future__ import annotations

MOST_LIKING = 50.0
_OF_DWARFS = {f"family.{number}": float(number) for number in range(6)} | {"family.6": 0.5}  # a free bed is half a dwarf
_FARM_ANIMALS = ("animals.1", "animals.2", "animals.3", "animals.4")
COUNTED: dict[str, dict[str, float]] = {  # [taste, input of the judge] how much of it is one thing
    "dwarfs": _OF_DWARFS,
    "weapons": {"weapons.0": 0.7, "weapons.2": 1.0},  # one thing: about a weapon of strength 10
    "ruby_mine": {"land.10": 4.0},
    "ore_mine": {"land.9": 4.0},
    "animals": dict.fromkeys(_FARM_ANIMALS, 3.0),  # two of them
    "fields": {"land.1": 4.0, "land.2": 4.0, "land.3": 4.0},
    "pastures": {"land.4": 4.0, "land.5": 4.0},  # fenced cells
    "furnishings": {},  # each one; see below
    "gold": {"goods.5": 1.6},  # five gold
    "rubies": {"goods.3": 4.0},  # two of them
    "donkeys": {"animals.2": 3.0},  # two of them
    "dogs": {"animals.0": 1.5},  # two of them
}
TASTES = tuple(COUNTED)
