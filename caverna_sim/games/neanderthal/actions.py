"""The actions of Neanderthal: kinds with their texts and arguments; cards are called as in the deck that is played."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import permutations
from typing import Any

from caverna_sim.errors import UnknownAction, nearest
from caverna_sim.games.neanderthal.box.catalog import Names
from caverna_sim.games.neanderthal.box.tables import printed_tables
from caverna_sim.games.neanderthal.course.deals import COLOUR_ITEM
from caverna_sim.games.neanderthal.ids import act
from caverna_sim.games.neanderthal.ids.things import (
    CARD_ITEM,
    COLOURS,
    DIVORCE,
    ELDER_AT,
    HUSBAND_AT,
    LEAVE_CARD,
    LEAVE_PLACE,
    MARRY,
    MATINGS,
    NUM_BIOMES,
    NUM_CARDS,
    NUM_LEVELS,
    NUM_PLACES,
    PIECES,
    PLACES,
    SPOTS,
)
from caverna_sim.kit.play import actions
from caverna_sim.kit.play.fields import Field, Read, index_of, named, number

PRINTED = Names((*printed_tables()["biome"], *printed_tables()["daughter"]))


def _card(name: str, byte: int) -> Field:
    """A card of the deck."""
    return Field(name, byte, lambda number, names: names.cards[number], lambda text, names, _: _index_of_card(text, names), r"\w+")


def _index_of_card(text: str, names: Names) -> int:
    return index_of("card", text, names.cards)


# ---------------------------------------------------------------- where a disk lies, what is given in a deal


def _where(number: int, names: Names) -> str:
    if number < NUM_CARDS:
        return names.cards[number]
    if ELDER_AT < number < ELDER_AT + NUM_LEVELS:
        return f"elder {number - ELDER_AT}"
    if number >= HUSBAND_AT:
        return f"husband of {_daughter(number - HUSBAND_AT, names)}"
    raise IndexError(number)


def _daughter(number: int, names: Names) -> str:
    if number < 0:
        raise IndexError(number)
    return names.cards[NUM_BIOMES + number]


def _number_of_daughter(text: str, names: Names) -> int:
    found = _index_of_card(text, names) - NUM_BIOMES
    if found < 0:
        raise UnknownAction(f"`{text}` is no daughter; {nearest(text, names.cards[NUM_BIOMES:])}")
    return found


def _number_of_where(text: str, names: Names, _: Read) -> int:
    if text.startswith("elder "):
        return ELDER_AT + int(text.removeprefix("elder "))
    if text.startswith("husband of "):
        return HUSBAND_AT + _number_of_daughter(text.removeprefix("husband of "), names)
    return _index_of_card(text, names)


_DOES = {LEAVE_CARD: "leave", MARRY: "marry", DIVORCE: "divorce"}


def _item(number: int, names: Names) -> str:
    if number == 0:
        return "nothing"
    if number >= COLOUR_ITEM:
        return COLOURS[number - COLOUR_ITEM]
    if number < LEAVE_PLACE:
        return names.cards[number - CARD_ITEM]
    if number < LEAVE_CARD:
        return f"leave {PLACES[number - LEAVE_PLACE]}"
    first = max(start for start in _DOES if start <= number)
    return f"{_DOES[first]} {_daughter(number - first, names)}"


def _number_of_item(text: str, names: Names, _: Read) -> int:
    if text == "nothing":
        return 0
    if text in COLOURS:
        return COLOUR_ITEM + COLOURS.index(text)
    word, rest = text.partition(" ")[::2]
    if not rest:
        return CARD_ITEM + _index_of_card(word, names)
    if word == "leave" and rest in PLACES:
        return LEAVE_PLACE + PLACES.index(rest)
    for start, does in _DOES.items():
        if word == does:
            return start + _number_of_daughter(rest, names)
    raise UnknownAction(f"`{text}` cannot be given; {nearest(text, ['nothing', 'leave N1', 'marry CARD', 'divorce CARD'])}")


def _thing(name: str, byte: int) -> Field:
    return Field(name, byte, _item, _number_of_item, r"(?:leave |marry |divorce )?\w+")


WHERE = Field("where", 1, _where, _number_of_where, r"elder [1-6]|husband of \w+|\w+")

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


ORDER = Field("order", 0, _order, _number_of_order, r"\d(?: then \d)+", words=_order_words, bits=24)
PIECE, PIECE_SECOND = named("piece", 2, PIECES), named("piece", 1, PIECES)
CARD, SEAT, LEVEL = _card("card", 2), number("seat", 2), number("level", 2)
COLOUR = named("colour", 2, COLOURS)

KINDS: actions.Kinds = {
    "pass": ("pass", ()),
    "mating": ("take the {side} side", (named("side", 2, MATINGS),)),
    "council": ("let the order be {order}", (ORDER,)),
    "lose": ("lose {piece}", (PIECE,)),
    "lose_elder": ("lose the elder of level {level}", (LEVEL,)),
    "lose_card": ("give up {card}", (CARD,)),
    "turn_mating": ("turn the mating card to {side}", (named("side", 2, MATINGS),)),
    "host": ("send a wanderer to seat {seat}", (SEAT,)),
    "bid": ("bid {disks} disks", (number("disks", 2),)),
    "pay": ("pay {orange} orange, {white} white, {black} black", (number("orange", 2), number("white", 1), number("black", 0))),
    "promote": ("make {piece} the elder of level {level}", (PIECE, number("level", 1))),
    "assign": ("send {amount} {piece} to {place}", (number("amount", 2), PIECE_SECOND, named("place", 0, PLACES))),
    "woo": ("send {piece} to court {card}", (PIECE, _card("card", 1))),
    "recall_elder": ("recall the elder of level {level}", (LEVEL,)),
    "recall_husband": ("recall the husband of {card}", (CARD,)),
    "move_husband": ("move the husband of {card} to {to}", (CARD, _card("to", 1))),
    "offer": ("offer seat {seat} {give} for {get}", (SEAT, _thing("give", 1), _thing("get", 0))),
    "accept": ("accept", ()),
    "refuse": ("refuse", ()),
    "exchange": ("exchange {give} with seat {seat} for {get}", (SEAT, _thing("give", 1), _thing("get", 0))),
    "strike": ("strike at seat {seat}", (SEAT,)),
    "hunt": ("hunt at {place}", (named("place", 2, PLACES),)),
    "court": ("court {card}", (CARD,)),
    "alpha_power": ("count the alpha as a 1", ()),
    "convert": ("count {amount} threes as ones", (number("amount", 2),)),
    "release": ("release {colour} from {where}", (COLOUR, WHERE)),
    "take_trophy": ("take {card} as a trophy", (CARD,)),
    "take_hand": ("take {card} into the hand", (CARD,)),
    "discard": ("discard {card}", (CARD,)),
    "first_suitor": ("let seat {seat} court first", (SEAT,)),
    "swap_alpha": ("swap the alpha in", ()),
    "portal": ("open {spot}/{colour} with {card}", (CARD, named("spot", 1, SPOTS), named("colour", 0, COLOURS))),
    "innovate": ("innovate {colour} from {where}", (COLOUR, WHERE)),
    "play_card": ("play {card} with the elder of level {level}", (CARD, number("level", 1))),
    "extend": ("add {amount} events", (number("amount", 2),)),
    "replace": ("replace {card}", (CARD,)),
}
ARGUMENTS = tuple(dict.fromkeys(field.name for _, fields in KINDS.values() for field in fields))
assert tuple(KINDS) == act.NAMES
assert len(PLACES) == NUM_PLACES


class Action(actions.Action):
    """One choice; `docs/neanderthal.md` lists the kinds."""

    __slots__ = ()
    vocabulary = actions.Vocabulary(KINDS, act.NAMES, ARGUMENTS, printed=PRINTED)
