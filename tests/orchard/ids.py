"""Names, by number. They are only ever appended to: ids of actions and positions count on it."""

from __future__ import annotations

from typing import NamedTuple

PREPARE, WORK, HOME, OVER = range(4)
PHASES = ("prepare", "work", "home", "over")

APPLE_TREE, PEAR_TREE, WELL, STALL = range(4)
SPACES = ("apple_tree", "pear_tree", "well", "stall")
FRUIT = ("apple", "pear")  # what grows on the tree of the same number

PLACE = 0  # a kind of action
ACTIONS = ("place",)
PARTS = ("coins", "fruit")  # of the score


class Step(NamedTuple):
    """A kind of step: the module of its name in course/steps has its doors."""

    name: str


STEPS = (Step("place"),)
