"""The actions of Agricola: kinds with their texts and arguments (kit/play/actions.py)."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from caverna_sim.errors import UnknownAction, nearest
from caverna_sim.games.agricola.box.pack import MAJORS, SPACES
from caverna_sim.games.agricola.ids import act, good, house
from caverna_sim.games.agricola.shape.board import CELL_NAMES, CELLS, EDGE_NAMES
from caverna_sim.kit.play import actions
from caverna_sim.kit.play.fields import Field, Read, index_of, named, number

FARMS = ("own", "partner")
PEOPLE = ("adult", "newborn")
_PEOPLE_WORDS = ("a person", "the newborn")
_AMOUNT_BITS = 4  # of a payment, below the good


def _spaced(name: str) -> str:
    """A good as texts say it."""
    return name.replace("_", " ")


def _good(name: str, byte: int, names: tuple[str, ...] = good.NAMES) -> Field:
    """A good; texts say `wild boar`, and `wild_boar` is understood too."""

    def encode(text: str, _: Any, __: Read) -> int:
        return good.NAMES.index(names[index_of(name, text.replace(" ", "_"), names)])

    return Field(
        name, byte, lambda number, _: good.NAMES[number], encode, r"[a-z_]+(?: boar)?", words=lambda found, _: _spaced(found[name])
    )  # fmt: skip


def _of_partner(text: str, _: Any, __: Read) -> int:
    return FARMS.index("partner") if text else 0


FARM = Field(
    "farm", 2, lambda number, _: FARMS[number], _of_partner, "partner", " for the ",
    lambda found, _: "partner" if found["farm"] == "partner" else "",
)  # fmt: skip
PERSON = Field(
    "person", 1, lambda number, _: PEOPLE[number], lambda text, _, __: index_of("person", text, _PEOPLE_WORDS), "|".join(_PEOPLE_WORDS),
    words=lambda found, _: _PEOPLE_WORDS[PEOPLE.index(found["person"])],
)  # fmt: skip
SPACE = named("space", 2, SPACES)
CELL = named("cell", 1, CELL_NAMES)
IMPROVEMENT = named("improvement", 2, MAJORS)
GOOD = _good("good", 2)


def _cells(number: int, _: Any) -> tuple[str, ...]:
    if number == 0:
        raise IndexError(number)
    return tuple(name for cell, name in enumerate(CELL_NAMES) if number >> cell & 1)


def _encode_cells(text: str, _: Any, __: Read) -> int:
    words = text.split()
    if len(set(words)) < len(words):
        raise UnknownAction(f"a cell stands twice in `{text}`")
    return sum(1 << index_of("cell", word, CELL_NAMES) for word in words)


PASTURE = Field(
    "cells", 0, _cells, _encode_cells, r"\w+(?: c\w+)*", words=lambda found, _: " ".join(found["cells"]), bits=CELLS.bit_length()
)


_HERD = r"\d+ sheep, \d+ wild[ _]boar, \d+ cattle"


def _herd(number: int, _: Any) -> tuple[int, ...]:
    return number >> 16, number >> 8 & 255, number & 255


def _encode_herd(text: str, _: Any, __: Read) -> int:
    counts = [int(word) for word in re.findall(r"\d+", text)]
    if max(counts) > 255:
        raise UnknownAction("there are at most 255 animals of a type")
    return counts[0] << 16 | counts[1] << 8 | counts[2]


def _herd_words(found: Mapping[str, Any], _: Any) -> str:
    return ", ".join(f"{amount} {_spaced(name)}" for amount, name in zip(found["animals"], good.ANIMALS, strict=True))


HERD = Field("animals", 0, _herd, _encode_herd, _HERD, words=_herd_words, bits=24)


def _payment(number: int, _: Any) -> dict[str, int]:
    """Up to three goods, a byte each: the good, counted from 1, above its amount."""
    found = {}
    for byte in (number >> 16, number >> 8 & 255, number & 255):
        if byte:
            found[good.NAMES[(byte >> _AMOUNT_BITS) - 1]] = byte & (1 << _AMOUNT_BITS) - 1
    return found


def _encode_payment(text: str, _: Any, __: Read) -> int:
    pairs = sorted((index_of("good", name.replace(" ", "_"), good.NAMES), int(amount)) for amount, name in _PAIR.findall(text))
    if len(pairs) > 3 or any(not 0 < amount < 1 << _AMOUNT_BITS for _, amount in pairs) or len({ware for ware, _ in pairs}) < len(pairs):
        raise UnknownAction(f"a payment is up to three different goods, 1 to 15 of each; {nearest(text, ['3 wood 1 clay'])}")
    return sum(((ware + 1) << _AMOUNT_BITS | amount) << 16 - 8 * place for place, (ware, amount) in enumerate(pairs))


_PAIR = re.compile(r"(\d+) ([a-z_]+(?: boar)?)")
PAYMENT = Field(
    "goods", 0, _payment, _encode_payment, r"(?:\d+ [a-z_]+(?: boar)? ?)*",
    words=lambda found, _: " ".join(f"{amount} {_spaced(name)}" for name, amount in found["goods"].items()) or "nothing", bits=24,
)  # fmt: skip


KINDS: actions.Kinds = {
    "pass": ("pass", ()),
    "place": ("place {person} on {space}", (SPACE, PERSON)),
    "room": ("build a room on {cell}{farm}", (CELL, FARM)),
    "stable": ("build a stable on {cell}{farm}", (CELL, FARM)),
    "renovate": ("renovate to {material}", (named("material", 2, house.NAMES),)),
    "plow": ("plow {cell}{farm}", (CELL, FARM)),
    "sow": ("sow {crop} on {cell}", (_good("crop", 2, good.CROPS), CELL)),
    "bake": ("bake a grain in {improvement}", (IMPROVEMENT,)),
    "fence": ("fence a pasture of {cells}{farm}", (PASTURE, FARM)),
    "fence_piece": ("build a fence at {edge}{farm}", (named("edge", 1, EDGE_NAMES), FARM)),
    "build": ("build {improvement}", (IMPROVEMENT,)),
    "pay": ("pay {goods}", (PAYMENT,)),
    "return": ("return {improvement}", (IMPROVEMENT,)),
    "take": ("take {good}", (GOOD,)),
    "keep": ("keep {animals}", (HERD,)),
    "convert": ("turn 1 {good} into food", (GOOD,)),
    "feed": ("feed with {food} food", (number("food", 2),)),
    "breed": ("breed to {animals}", (HERD,)),
    "give": ("give {amount} {good}", (GOOD, number("amount", 1))),
    "fetch": ("fetch {amount} {good}", (GOOD, number("amount", 1))),
}
assert tuple(KINDS) == act.NAMES
ARGUMENTS = (
    "space", "person", "cell", "farm", "material", "crop", "improvement", "cells", "edge", "goods", "good", "animals", "food", "amount",
    "card", "option",
)  # fmt: skip


class Action(actions.Action):
    """One choice. Arguments that a kind does not have are None."""

    __slots__ = ()

    vocabulary = actions.Vocabulary(KINDS, act.NAMES, ARGUMENTS, told_as={"return": "pay"})
