"""The actions of Neanderthal: kinds with their texts and arguments; cards are called as in the deck that is played."""

from __future__ import annotations

import re
from collections.abc import Mapping
from itertools import permutations
from pathlib import Path
from typing import Any

from caverna_sim.errors import CavernaError, UnknownAction, nearest
from caverna_sim.games.neanderthal.box.catalog import Names
from caverna_sim.games.neanderthal.box.tables import printed_tables
from caverna_sim.games.neanderthal.course.deals import COLOUR_ITEM
from caverna_sim.games.neanderthal.ids import act, things
from caverna_sim.kit.play import actions
from caverna_sim.kit.play.fields import Field, Read, index_of, named, number
from caverna_sim.toml import read_toml

PRINTED = Names((*printed_tables()["biome"], *printed_tables()["daughter"]))


def _card(name: str, byte: int) -> Field:
    """A card of the deck."""
    return Field(name, byte, lambda number, names: names.cards[number], lambda text, names, _: _index_of_card(text, names), r"\w+")


def _index_of_card(text: str, names: Names) -> int:
    return index_of("card", text, names.cards)


# ---------------------------------------------------------------- where a disk lies, what is given in a deal


def _where(number: int, names: Names) -> str:
    if number < things.NUM_CARDS:
        return names.cards[number]
    if things.ELDER_AT < number < things.ELDER_AT + things.NUM_LEVELS:
        return f"elder {number - things.ELDER_AT}"
    if number >= things.HUSBAND_AT:
        return f"husband of {_daughter(number - things.HUSBAND_AT, names)}"
    raise IndexError(number)


def _daughter(number: int, names: Names) -> str:
    if number < 0:
        raise IndexError(number)
    return names.cards[things.NUM_BIOMES + number]


def _number_of_daughter(text: str, names: Names) -> int:
    found = _index_of_card(text, names) - things.NUM_BIOMES
    if found < 0:
        raise UnknownAction(f"`{text}` is no daughter; {nearest(text, names.cards[things.NUM_BIOMES :])}")
    return found


def _number_of_where(text: str, names: Names, _: Read) -> int:
    if text.startswith("elder "):
        return things.ELDER_AT + int(text.removeprefix("elder "))
    if text.startswith("husband of "):
        return things.HUSBAND_AT + _number_of_daughter(text.removeprefix("husband of "), names)
    return _index_of_card(text, names)


_DOES = {things.LEAVE_CARD: "leave", things.MARRY: "marry", things.DIVORCE: "divorce"}


def _item(number: int, names: Names) -> str:
    if number == 0:
        return "nothing"
    if number >= COLOUR_ITEM:
        return things.COLOURS[number - COLOUR_ITEM]
    if number < things.LEAVE_PLACE:
        return names.cards[number - things.CARD_ITEM]
    if number < things.LEAVE_CARD:
        return f"leave {things.PLACES[number - things.LEAVE_PLACE]}"
    first = max(start for start in _DOES if start <= number)
    return f"{_DOES[first]} {_daughter(number - first, names)}"


def _number_of_item(text: str, names: Names, _: Read) -> int:
    if text == "nothing":
        return 0
    if text in things.COLOURS:
        return COLOUR_ITEM + things.COLOURS.index(text)
    word, rest = text.partition(" ")[::2]
    if not rest:
        return things.CARD_ITEM + _index_of_card(word, names)
    if word == "leave" and rest in things.PLACES:
        return things.LEAVE_PLACE + things.PLACES.index(rest)
    for start, does in _DOES.items():
        if word == does:
            return start + _number_of_daughter(rest, names)
    raise UnknownAction(f"`{text}` cannot be given; {nearest(text, ['nothing', 'leave N1', 'marry CARD', 'divorce CARD'])}")


def _thing(name: str, byte: int) -> Field:
    return Field(name, byte, _item, _number_of_item, r"(?:leave |marry |divorce )?\w+")


def _where_field(name: str, byte: int) -> Field:
    return Field(name, byte, _where, _number_of_where, r"elder [1-6]|husband of \w+|\w+")


# ---------------------------------------------------------------- an order of seats

NOBODY = 3
ORDERS = tuple(order for seats in (2, 3) for order in permutations(range(seats)))


def _order(number: int, _: Any) -> tuple[int, ...]:
    found = tuple(seat for seat in (number >> 16, number >> 8 & 255, number & 255) if seat != NOBODY)
    if found not in ORDERS or number & 255 not in (*range(3), NOBODY):
        raise IndexError(number)
    return found


def _number_of_order(text: str, _: Any, __: Read) -> int:
    seats = [int(word) for word in text.split(" then ")]
    if tuple(seats) not in ORDERS:
        raise UnknownAction(f"`{text}` is no order of seats; {nearest(text, ['1 then 0', '1 then 0 then 2'])}")
    first, second, third = (*seats, NOBODY)[:3]
    return first << 16 | second << 8 | third


def _order_words(found: Mapping[str, Any], _: Any) -> str:
    return " then ".join(map(str, found["order"]))


def _order_field(name: str, _: int) -> Field:
    return Field(name, 0, _order, _number_of_order, r"\d(?: then \d)+", words=_order_words, bits=24)


_NAMES = {"side": things.MATINGS, "piece": things.PIECES, "place": things.PLACES, "colour": things.COLOURS, "spot": things.SPOTS}
_FIELDS = {"card": _card, "to": _card, "give": _thing, "get": _thing, "where": _where_field, "order": _order_field}


def _kind(row: Any) -> tuple[str, tuple[Field, ...]]:
    """The text of a kind of action, and its arguments."""
    text = row if isinstance(row, str) else row["text"]
    order = re.findall(r"{(\w+)}", text) if isinstance(row, str) else row["order"]
    made = [(name, 2 - place) for place, name in enumerate(order)]
    return text, tuple(named(*one, _NAMES[one[0]]) if one[0] in _NAMES else _FIELDS.get(one[0], number)(*one) for one in made)


KINDS: actions.Kinds = {name: _kind(row) for name, row in read_toml(Path(__file__).with_suffix(".toml"), "actions", CavernaError).items()}
ARGUMENTS = tuple(dict.fromkeys(field.name for _, fields in KINDS.values() for field in fields))
assert tuple(KINDS) == act.NAMES
assert len(things.PLACES) == things.NUM_PLACES


class Action(actions.Action):
    """One choice; `docs/neanderthal.md` lists the kinds."""

    __slots__ = ()
    vocabulary = actions.Vocabulary(KINDS, act.NAMES, ARGUMENTS, printed=PRINTED)
