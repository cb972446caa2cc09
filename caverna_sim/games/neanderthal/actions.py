"""The actions of Neanderthal: kinds with their texts and arguments; cards are called as in the deck that is played."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from functools import lru_cache
from itertools import permutations
from pathlib import Path
from typing import Any

from caverna_sim.errors import CavernaError, UnknownAction, nearest
from caverna_sim.games.neanderthal.box.catalog import Names
from caverna_sim.games.neanderthal.box.tables import printed_tables
from caverna_sim.games.neanderthal.course.deals import COLOUR_ITEM
from caverna_sim.games.neanderthal.course.events import NOBODY
from caverna_sim.games.neanderthal.ids import act, things
from caverna_sim.kit.play import actions
from caverna_sim.kit.play.fields import Field, Read, index_of, named, number
from caverna_sim.toml import read_toml

PRINTED = Names((*printed_tables()["biome"], *printed_tables()["daughter"]))


# ---------------------------------------------------------------- cards, where a disk lies, what is given in a deal


def _cards(names: Names) -> dict[int, str]:
    return dict(enumerate(names.cards))


@lru_cache(maxsize=8)
def _disk_places(names: Names) -> dict[int, str]:
    """Where a disk can lie: on a card, under an elder, under a husband."""
    elders = {things.ELDER_AT + level: f"elder {level}" for level in range(things.CHIEF, things.NUM_LEVELS)}
    return {**_cards(names), **elders, **_with_daughters(things.HUSBAND_AT, "husband of", names)}


def _with_daughters(start: int, words: str, names: Names) -> dict[int, str]:
    return {start + number: f"{words} {name}" for number, name in enumerate(names.cards[things.NUM_BIOMES :])}


_DOES = {things.LEAVE_CARD: "leave", things.MARRY: "marry", things.DIVORCE: "divorce"}


@lru_cache(maxsize=8)
def _items(names: Names) -> dict[int, str]:
    """What can be given in a deal (ids/things.py)."""
    found = {things.NOTHING: "nothing", **{COLOUR_ITEM + number: colour for number, colour in enumerate(things.COLOURS)}}
    found |= {things.CARD_ITEM + number: card for number, card in enumerate(names.cards)}
    found |= {things.LEAVE_PLACE + number: f"leave {place}" for number, place in enumerate(things.PLACES)}
    return found | {number: text for start, does in _DOES.items() for number, text in _with_daughters(start, does, names).items()}


def _listed(known: Callable[[Names], dict[int, str]], what: str, pattern: str) -> Callable[[str, int], Field]:
    """An argument whose numbers have words that hang on the cards."""

    def decode(number: int, names: Names) -> str:
        if number not in (words := known(names)):
            raise IndexError(number)
        return words[number]

    def encode(text: str, names: Names, _: Read) -> int:
        words = known(names)
        return list(words)[index_of(what, text, tuple(words.values()))]

    return lambda name, byte: Field(name, byte, decode, encode, pattern)


_card, _thing = _listed(_cards, "card", r"\w+"), _listed(_items, "thing", r"(?:leave |marry |divorce )?\w+")
_where_field = _listed(_disk_places, "place of a disk", r"elder [1-6]|husband of \w+|\w+")

# ---------------------------------------------------------------- an order of seats

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
    told = {"text": row} if isinstance(row, str) else row
    text = told["text"]
    order = told.get("order") or re.findall(r"{(\w+)}", text)
    made = [(name, 2 - place) for place, name in enumerate(order)]
    return text, tuple(named(*one, _NAMES[one[0]]) if one[0] in _NAMES else _FIELDS.get(one[0], number)(*one) for one in made)


_ROWS = read_toml(Path(__file__).with_suffix(".toml"), "actions", CavernaError)
KINDS: actions.Kinds = {name: _kind(row) for name, row in _ROWS.items()}
NEEDS: Mapping[str, str] = {name: row["needs"] for name, row in _ROWS.items() if "needs" in row}  # where a rule can be named
ARGUMENTS = tuple(dict.fromkeys(field.name for _, fields in KINDS.values() for field in fields))
assert tuple(KINDS) == act.NAMES
assert len(things.PLACES) == things.NUM_PLACES


class Action(actions.Action):
    """One choice; `docs/neanderthal.md` lists the kinds."""

    __slots__ = ()
    vocabulary = actions.Vocabulary(KINDS, act.NAMES, ARGUMENTS, printed=PRINTED)
