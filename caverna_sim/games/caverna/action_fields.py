"""Arguments of Caverna's actions (kit/play/fields.py)."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from caverna_sim.errors import UnknownAction, nearest
from caverna_sim.games.caverna.box.names import Names
from caverna_sim.games.caverna.ids import good
from caverna_sim.games.caverna.shape.board import CELL_NAMES, DIRECTIONS
from caverna_sim.kit.play.fields import Field, Read, index_of, named, number

PAYMENTS = ("", "ore for wood", "ore for stone", "ore for wood and stone")
ANY_MATERIAL = 64  # from here on the payment of a tile priced in any building material: 64 + 8 * wood + stone


def thing(name: str, byte: int, kind: str) -> Field:
    """Something that house rules may add to: its names are those of the game."""
    return Field(
        name, byte, lambda number, names: getattr(names, kind)[number], lambda text, names, _: index_of(name, text, getattr(names, kind))
    )  # fmt: skip


def _encode_title(text: str, names: Names, _: Read) -> int:
    """A furnishing by what is printed on it, or by its id."""
    return names.furnishings.index(text) if text in names.furnishings else index_of("tile", text, names.titles)


def _deal_in_words(arguments: Mapping[str, Any], names: Names) -> str:
    deals, option = names.deals[names.furnishings.index(arguments["tile"])], arguments["option"]
    return deals[option] if option < len(deals) and deals[option] else f"number {option}"


def _encode_deal(text: str, names: Names, read: Read) -> int:
    deals = names.deals[read["tile"]]
    return int(text[len("number ") :]) if re.fullmatch(r"number \d{1,3}", text) else index_of("trade", text, deals)


def _meal_in_words(arguments: Mapping[str, Any], names: Names) -> str:
    option = arguments["option"]
    return names.meals[option] if option < len(names.meals) else f"option {option}"


def _encode_meal(text: str, names: Names, _: Read) -> int:
    return int(text[len("option ") :]) if re.fullmatch(r"option \d{1,3}", text) else index_of("food", text, names.meals)


def _encode_types(text: str, _: Names, __: Read) -> int:
    words = text.split(" and ")
    for word in words:
        if word not in good.FARM_ANIMALS or words.count(word) > 1:
            raise UnknownAction(f"unknown types `{text}`; name different ones of {', '.join(good.FARM_ANIMALS)}, joined by `and`")
    return sum(1 << good.FARM_ANIMALS.index(word) for word in words)


def _decode_types(number: int, _: Names) -> tuple[str, ...]:
    if not 0 < number < 1 << good.NUM_FARM_ANIMALS:
        raise IndexError(number)
    return tuple(name for index, name in enumerate(good.FARM_ANIMALS) if number >> index & 1)


def _decode_payment(number: int, _: Names) -> str:
    if not ANY_MATERIAL <= number < 2 * ANY_MATERIAL:
        return PAYMENTS[number]
    wood, stone = divmod(number - ANY_MATERIAL, 8)
    return f"{wood} wood {stone} stone and ore"


def _encode_payment(text: str, _: Names, __: Read) -> int:
    match = re.fullmatch(r"([0-7]) wood ([0-7]) stone and ore", text)
    if match:
        return ANY_MATERIAL + 8 * int(match[1]) + int(match[2])
    if text not in PAYMENTS:
        raise UnknownAction(f"unknown payment `{text}`; {nearest(text, (*PAYMENTS[1:], '3 wood 2 stone and ore'))}")
    return PAYMENTS.index(text)


def _decode_standing(number: int, _: Names) -> str | None:
    """The cell an animal stands on; None where places do not matter."""
    return CELL_NAMES[number] if number else None


def _encode_standing(text: str, _: Names, __: Read) -> int:
    if text and text not in CELL_NAMES[1:]:
        raise UnknownAction(f"unknown cell `{text}`; {nearest(text, CELL_NAMES[1:])}")
    return CELL_NAMES.index(text) if text else 0


def _decode_step(number: int, _: Names) -> str:
    """The step that is skipped; 0 is none."""
    if number == 0:
        raise IndexError(number)
    return STEPS[number]


def _title(tile: str, names: Names) -> str:
    return names.titles[names.furnishings.index(tile)]


SPACE = thing("space", 2, "spaces")
GOOD = named("good", 2, good.NAMES)
CELL = named("cell", 1, CELL_NAMES)
TILE = thing("tile", 2, "furnishings")
OPTION = number("option", 1)
PASTURE_DIRECTIONS = (*DIRECTIONS, "")
DWARFS = ("adult", "newborn")
PLACES = ("at home", "acting now", "at work", "just born")
STEPS = ("", "field", "breeding")
STEP = named("step", 2, STEPS)._replace(decode=_decode_step)
PAYMENT = Field("payment", 0, _decode_payment, _encode_payment, r"[\w ]+", " paying ")
STANDING = Field("cell", 0, _decode_standing, _encode_standing, before=" from ")
TITLE = Field("tile", 2, TILE.decode, _encode_title, ".+", words=lambda arguments, names: _title(arguments["tile"], names))
DEAL = Field("option", 1, OPTION.decode, _encode_deal, ".+?", words=_deal_in_words)
MEAL = Field("option", 2, OPTION.decode, _encode_meal, r"[\w ]+", words=_meal_in_words)
TYPES = Field("types", 2, _decode_types, _encode_types, "[a-z_ ]+")
