"""Draws positions of Neanderthal as HTML: two rows of biomes, placards, tableaus (kit/show/drawing.py)."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from caverna_sim.games.neanderthal.box.catalog import Catalog
from caverna_sim.games.neanderthal.ids.things import COLOURS, PLACES
from caverna_sim.games.neanderthal.show.boards import hunters_at, lines, place_lines, title
from caverna_sim.games.neanderthal.told import SPECIES_NAMES as NAMES
from caverna_sim.kit.show import drawing
from caverna_sim.kit.show.drawing import MORE, Pieces, Position, chip, disc
from caverna_sim.report.html import escape


class Drawing(drawing.Drawing):
    """Rows and tableaus."""

    package = "caverna_sim.games.neanderthal.show"
    beside = (("more", MORE),)
    places = "Biomes, north above south"
    left = "Card of the turn, cards to come, deck"

    def called(self, ware: str, amount: int) -> str:
        """Nothing lies on places."""
        return ware

    def starts(self, position: Position, number: int) -> str:
        """Who goes first in this turn."""
        return "<b>starting player</b>" if position["order"][0] == number else ""

    def seat(self, position: Position, number: int, rules: Catalog) -> Iterator[tuple[str, str]]:
        """Placard with elders and portals first, then the tableau."""
        own = position["seats"][number]
        told = dict(lines(own, rules))
        people = (
            f"<p><b>{escape(NAMES[own['species']])}</b> {escape(str(told['placard']))} · unassigned {escape(str(told['unassigned']))}</p>"
        )
        yield "board", f"{people}<p>{_disks(own['vocabulary'])}</p>{_placard(own, rules)}"
        cards = [_card(one, rules, _wed(one)) for one in own["daughters"]]
        cards += [_card(one, rules, kind[:-1]) for kind in ("animals", "inventions") for one in own[kind]]
        cards += [_card({"id": one}, rules, word) for kind, word in (("trophies", "trophy"), ("hand", "in hand")) for one in own[kind]]
        yield "more", f'<div class="cv-cards">{"".join(cards)}</div>'

    def line(self, text: str) -> str:
        """Dice of a roll are drawn."""
        roll = _ROLL.fullmatch(text)
        return f"{escape(roll[1])}{''.join(map(die, roll[2].split()))}{escape(roll[3] or '')}" if roll else escape(text)

    def board(self, seat: str, pieces: Pieces, fill: bool) -> str:
        """The placard."""
        return drawing.placed(pieces, f"{seat}.board", "div", "cv-board-n", fill)

    def supply(self, position: Position, rules: Catalog) -> str:
        """The card of the turn, and how many turns are left."""
        event = title(position["event"], rules) if position["event"] else "none"
        left = len(position["event_deck"])
        return f"<p>{escape(event)}; {left} more turn{'' if left == 1 else 's'}; {escape(rules.deck.banner)}</p>"

    def pieces_of(self, position: Position, scores: Sequence[Mapping[str, Any]], rules: Any, bots: Sequence[str] = ()) -> Pieces:
        """Places take the place of action spaces."""
        return super().pieces_of({**position, "spaces": dict.fromkeys(PLACES)}, scores, rules, bots)

    def _space(self, position: Position, space: str, rules: Any) -> str:
        number = PLACES.index(space)
        told = place_lines(position, number, rules)[0]
        who = "".join(f'<span class="cv-on">{disc(seat)} {escape(text)}</span>' for seat, text in hunters_at(position, number))
        rest = "".join(f'<span class="cv-held">{escape(line)}</span>' for line in told[1:])
        return f"<b>{space} {escape(told[0])}</b>{rest}{who}"


_PIPS = {"1": "5", "2": "19", "3": "159", "4": "1379", "5": "13579", "6": "134679"}  # of a square of nine places
_ROLL = re.compile(r"(.*?(?:elder death|attack|hunt|courtship)(?: at [^:]+)?: )([1-6](?: [1-6])*)( .*)?", re.DOTALL)


def die(face: str) -> str:
    """A die that shows a face."""
    pips = "".join(f'<circle cx="{4 + 6 * ((int(place) - 1) % 3)}" cy="{4 + 6 * ((int(place) - 1) // 3)}" r="2"/>' for place in _PIPS[face])
    return f'<svg class="cv-die" viewBox="-1 -1 22 22" role="img" aria-label="{face}"><rect width="20" height="20" rx="4"/>{pips}</svg>'


def _disk(colour: str) -> str:
    return f'<i class="cv-disk cv-{colour}" title="{colour}"></i>'


def _disks(amounts: Mapping[str, int]) -> str:
    """Disks of each colour, drawn one by one."""
    return "".join(_disk(colour) * int(amounts.get(colour, 0)) for colour in COLOURS)


def _placard(own: Mapping[str, Any], rules: Catalog) -> str:
    """The elders that its side has, and on the voice side the places of portals; who is there stands out, with the disk under him."""
    there, slots = own["elders"], []
    for name, row in rules.tables["elder"].items():
        if own["side"] in row["sides"]:
            one = there.get(str(row["level"]))
            under = "" if one is None else (_disk(one["disk"]) if one["disk"] else "") + (" alpha" if one["alpha"] else "")
            slots.append(chip(f"{row['level']} {escape(name)} {under}", "" if one else "cv-none"))
    portals = own["portals"] if own["side"] == "voice" else ()
    slots += [chip(f"{spot} {_disk(colour)}") for spot, _, colour in (portal.partition("/") for portal in portals)]
    return f'<div class="cv-slots">{"".join(slots)}</div>'


def _wed(woman: Mapping[str, Any]) -> str:
    """A daughter's husband and suitors."""
    husband = woman["husband"]
    words = [f"husband: {NAMES[husband['species']]}{' (young)' if husband['disk'] else ''}"] if husband else ["daughter"]
    return ", ".join([*words, *(f"suitor: {NAMES[one['species']]}" for one in woman["suitors"])])


def _card(one: Mapping[str, Any], rules: Catalog, words: str) -> str:
    """A card of the tableau, with the disks that keep it immature."""
    return f'<span class="cv-card"><b>{escape(title(one["id"], rules))}</b> {_disks(one.get("disks", {}))} {escape(words)}</span>'


DRAWING = Drawing()
