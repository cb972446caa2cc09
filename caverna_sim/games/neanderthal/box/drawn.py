"""Decks drawn anew: what is known of real cards stays, all else is drawn within the counts of the schema (dossier 16.1, 16.2)."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Any

from caverna_sim.games.neanderthal.box.tables import printed_tables
from caverna_sim.games.neanderthal.ids import things
from caverna_sim.kit.tables.house import Tables

OF_FIGURE = ("tyrant_sea_bear",)  # stands for the card of a figure: its babies and releases stay
SEEN_IN_NORTH = (12, 23, 27)  # climax numbers
SPOTS = (("venus", "orange"), ("venus", "black"), ("shaman", "orange"), ("shaman", "white"), ("bison", "black"), ("bison", "white"))
NAMED_INVENTIONS = (("rope snare", ["small"]), ("spear-thrower", ["large"]))


class _Chance:
    """Numbers that are the same on any machine: only `random.random` is promised to stay."""

    def __init__(self, number: int) -> None:
        self._next = random.Random(number).random

    def below(self, bound: int) -> int:
        """From 0 to bound - 1."""
        return int(self._next() * bound)

    def within(self, low: int, high: int) -> int:
        """From low to high."""
        return low + self.below(high - low + 1)

    def is_so(self, share: float) -> bool:
        """True in this share of cases."""
        return self._next() < share

    def one(self, items: Sequence[Any]) -> Any:
        """One of them."""
        return items[self.below(len(items))]

    def some(self, items: Sequence[Any], number: int) -> list[Any]:
        """So many different ones, in random order."""
        left, found = list(items), []
        for _ in range(number):
            found.append(left.pop(self.below(len(left))))
        return found


def drawn_tables(number: int) -> Tables:
    """Biomes and daughters of the synthetic deck with that number."""
    chance, printed = _Chance(number), printed_tables()
    return {"biome": _biomes(chance, printed["biome"]), "daughter": _daughters(chance, printed["daughter"])}


# ---------------------------------------------------------------- biomes


def _role(card: dict[str, Any]) -> str:
    if card["predator"]:
        return "predator"
    return "site" if card["class"] == "club" else str(card["class"])


def _is_settled(card: dict[str, Any]) -> bool:
    """Whether a source says what kind of a card it is."""
    return "class" in card["known"] or "predator" in card["known"]


def _biomes(chance: _Chance, printed: dict[str, Any]) -> dict[str, Any]:
    numbers = [one for one in range(1, 2 * things.PER_REGION + 1) if one not in SEEN_IN_NORTH]
    mixed = chance.some(numbers, len(numbers))
    climax = {
        "north": [*SEEN_IN_NORTH, *mixed[: things.PER_REGION - len(SEEN_IN_NORTH)]],
        "south": mixed[things.PER_REGION - len(SEEN_IN_NORTH) :],
    }
    inventions = _inventions(chance, sum(_role(card) == "site" for card in printed.values()))
    found: dict[str, Any] = {}
    for region in things.ROWS:
        cards = {name: card for name, card in printed.items() if card["region"] == region}
        free = [_role(card) for card in cards.values() if not _is_settled(card)]
        roles, own = chance.some(free, len(free)), chance.some(climax[region], things.PER_REGION)
        for name, card in cards.items():
            role = _role(card) if _is_settled(card) else roles.pop()
            found[name] = _biome(chance, name, card, role, own.pop(), inventions)
    return {name: found[name] for name in printed}


def _biome(chance: _Chance, name: str, printed: dict[str, Any], role: str, climax: int, inventions: list[Any]) -> dict[str, Any]:
    """One card: what is known of it, and the rest drawn for its kind."""
    drawn: dict[str, Any] = {
        "name": printed["name"], "identity": printed["identity"], "region": printed["region"], "climax": climax,
        "class": "club" if role in ("predator", "site") else role, "predator": role == "predator",
        "gather": role == "predator" and chance.is_so(0.6),
        "tools": chance.some(things.COLOURS, {"large": chance.below(3), "small": chance.below(2), "site": chance.below(2)}.get(role, 0)),
        "hit_faces": "one_two" if chance.is_so(0.8) else "one",
        "hits": {"large": chance.within(1, 3), "small": chance.within(1, 2)}.get(role, chance.within(1, 2)),
    }  # fmt: skip
    bites = {"large": chance.below(3), "small": chance.below(2), "site": 0, "predator": chance.within(1, 3)}[role]
    drawn["bite"] = sorted(chance.some((3, 4, 5), bites))
    drawn["frost"] = [6] if chance.is_so(0.9 if printed["region"] == "north" else 0.35) else []
    most = {"large": (2, 7), "small": (1, 3), "site": (0, 1), "predator": (1, 4)}[role]
    drawn["babies"] = chance.within(*most)
    disks = chance.within(*{"large": (1, 2), "small": (0, 1), "site": (1, 2), "predator": (0, 2)}[role])
    release = [chance.one(things.COLOURS) for _ in range(disks)]
    drawn["release"] = {colour: release.count(colour) for colour in things.COLOURS}
    for key in ("known", "cite", "source"):
        drawn[key] = printed[key]
    kept = [*printed["known"], *(("babies", "release", "predator", "gather") if name in OF_FIGURE else ())]
    drawn |= {field: printed[field] for field in kept if field in drawn}
    clash = set(drawn["bite"]) & set(drawn["frost"])
    drawn["bite"] = [face for face in drawn["bite"] if face not in clash]
    return {**drawn, **_icons(chance, printed, role, inventions)}


def _icons(chance: _Chance, printed: dict[str, Any], role: str, inventions: list[Any]) -> dict[str, Any]:
    """Trophy and hand icons, and what a hand card does."""
    known = printed["known"]
    if role == "site":
        return {"hand": {"kind": "invention", "match": chance.one((2, 3))}, "invention": inventions.pop()}
    is_animal = "hand" in known or ("trophy.match" not in known and chance.is_so({"large": 0.25, "small": 0.3}.get(role, 0.2)))
    if is_animal:
        hand = printed["hand"] if "hand" in known else {"kind": "animal", "match": chance.one((3, 4))}
        release = chance.one((*things.COLOURS, ""))
        yields = {"babies": chance.within(1, 2), "release": {colour: int(colour == release) for colour in things.COLOURS}}
        return {"hand": hand, "animal": yields}
    if "trophy.match" in known or role in ("large", "predator") or chance.is_so(0.15):
        wanted = printed["trophy"]["match"] if "trophy.match" in known else chance.one((3, 4))
        return {"trophy": {"points": 2 if wanted == 4 and chance.is_so(0.5) else 1, "match": wanted}}
    return {}


def _inventions(chance: _Chance, number: int) -> list[dict[str, Any]]:
    """The two whose names are known, at least one weapon, and others."""
    found = [{"name": name, "convert": kinds, "weapon": False, "anti_chaos": False} for name, kinds in NAMED_INVENTIONS]
    for place in range(number - len(found)):
        convert = chance.some(("large", "small", "club"), chance.below(2))
        weapon = place == 0 or chance.is_so(0.2)
        found.append({"name": f"made-up invention {place + 1}", "convert": convert, "weapon": weapon, "anti_chaos": chance.is_so(0.25)})
    return chance.some(found, len(found))


# ---------------------------------------------------------------- daughters


def _daughters(chance: _Chance, printed: dict[str, Any]) -> dict[str, Any]:
    climates = _spread(chance, len(printed), (("cooling", 4, 8), ("warming", 3, 6), ("interstadial", 1, 4)))
    storms = _spread(chance, len(printed), (("chaos", 8, 12), ("blizzard", 5, 8)))
    gifts = ["gathering", "anti_chaos", "vp_flat", "vp_per_husband", "vp_per_trophy"]
    found = {}
    for (name, card), climate, storm in zip(printed.items(), climates, storms, strict=True):
        events = [climate] * (climate != "") + ["elder_death"] * chance.below(3) + [storm] * (storm != "")
        events += ["wanderer"] * (chance.within(1, 2) if storm == "chaos" else 0)
        ability = chance.one(gifts) if chance.is_so(0.5) else "none"
        portals = chance.some(SPOTS, chance.within(1, 2))
        drawn = {
            "name": card["name"], "identity": card["identity"], "order": chance.some(things.SPECIES, 3),
            "events": events or ["elder_death"], "bid_media": chance.some(things.COLOURS, chance.within(1, 2)),
            "portals": [{"spot": spot, "colour": colour} for spot, colour in portals], "ability": ability,
            "known": card["known"], "cite": card["cite"], "source": card["source"],
        }  # fmt: skip
        found[name] = drawn | {field: card[field] for field in card["known"] if field in drawn}
    return found


def _spread(chance: _Chance, cards: int, kinds: Sequence[tuple[str, int, int]]) -> list[str]:
    """Icons over cards: of each kind a number within bounds."""
    icons = [name for name, low, high in kinds for _ in range(chance.within(low, high))]
    return chance.some([*icons, *[""] * (cards - len(icons))], cards)
