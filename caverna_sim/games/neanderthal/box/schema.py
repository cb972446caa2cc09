"""What tables and cards must look like, whoever wrote them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from caverna_sim.check import Check, Wrong, anything, is_flag, is_name, is_whole, list_of, map_of, matching, one_of, row
from caverna_sim.errors import CavernaError
from caverna_sim.games.neanderthal.ids import things
from caverna_sim.games.neanderthal.shape.layout import MAX_ICONS
from caverna_sim.kit.tables.forms import forms_of
from caverna_sim.kit.tables.house import Tables
from caverna_sim.toml import read_toml

MOST_DISKS = 5
is_face = is_whole(1, 6)
faces = list_of(is_face, 0, 6)
amounts = map_of(things.COLOURS, is_whole(0, MOST_DISKS), "a table such as { orange = 1 }")
mpi = map_of(things.COLOURS, is_whole(0, 3), "a table such as { orange = 1 }")
match = one_of((0, 2, 3, 4))
card_id = matching(r"[a-z][a-z0-9_]{0,39}", "give an id of small letters, digits and _, such as `honey_bee`")


def portal(value: Any, where: str) -> None:
    """A portal place: the colour is one of its spot's two (N-PORT-1)."""
    row({"spot": one_of(things.SPOTS), "colour": one_of(things.COLOURS)})(value, where)
    if value["colour"] not in OF_SPOT[value["spot"]]:
        raise Wrong(f"{where}.colour", f"`{value['colour']}` is no colour of the spot {value['spot']} (N-PORT-1)")


OF_SPOT = {"venus": ("orange", "black"), "shaman": ("orange", "white"), "bison": ("black", "white")}
TROPHY = row({"points": is_whole(1, 2), "match": match})
HAND = row({"kind": one_of(things.KINDS[1:]), "match": match})
ANIMAL = row({"babies": is_whole(0, 18), "release": amounts})
INVENTION = row(
    {"name": is_name, "convert": list_of(one_of(things.CLASSES), 0, 3), "weapon": is_flag, "anti_chaos": is_flag},
    {"material": one_of(things.MATERIALS)},
)
BIOME_FIELDS: dict[str, Check] = {
    "name": is_name, "region": one_of(things.ROWS), "climax": is_whole(0, 999), "class": one_of(things.CLASSES), "predator": is_flag,
    "gather": is_flag, "tools": list_of(one_of(things.COLOURS), 0, 2), "hit_faces": one_of(("one", "one_two")), "hits": is_whole(1, 60),
    "bite": faces, "frost": faces, "babies": is_whole(0, 19), "release": amounts,
}  # fmt: skip
MAY_HAVE: dict[str, Check] = {"trophy": TROPHY, "hand": HAND, "animal": ANIMAL, "invention": INVENTION}
ABOUT: dict[str, Check] = {
    "identity": one_of(("named", "invented")),
    "source": one_of(("owner", "assumed")),
    "known": anything,
    "cite": anything,
}
DAUGHTER_FIELDS: dict[str, Check] = {
    "name": is_name, "order": list_of(one_of(things.SPECIES), 3, 3), "events": list_of(one_of(things.ICONS), 0, MAX_ICONS),
    "bid_media": list_of(one_of(things.COLOURS), 1, 3), "portals": list_of(portal, 1, 2), "ability": one_of(things.ABILITIES),
}  # fmt: skip
BIOME = row(BIOME_FIELDS, {**MAY_HAVE, **ABOUT})
DAUGHTER = row(DAUGHTER_FIELDS, ABOUT)


def _biome(value: Any, where: str) -> None:
    BIOME(value, where)
    both = sorted(set(value["bite"]) & set(value["frost"]))
    if both:
        raise Wrong(f"{where}.frost", f"the face {both[0]} stands in `bite`, too; a face is bloody or frozen (schema)")
    kind = value.get("hand", {}).get("kind")
    if kind and kind not in value:
        raise Wrong(where, f"the table `{kind}` is missing: `hand.kind` is {kind} (schema)")
    for other in things.KINDS[1:]:
        if other in value and other != kind:
            raise Wrong(f"{where}.{other}", f"the card is no {other}; its `hand.kind` would have to say so (schema)")


def _daughter(value: Any, where: str) -> None:
    DAUGHTER(value, where)
    if sorted(value["order"]) != sorted(things.SPECIES):
        raise Wrong(f"{where}.order", f"it is no permutation of {', '.join(things.SPECIES)} (N-ORDER-1)")
    for name in ("bid_media", "portals"):
        if any(value[name].count(one) > 1 for one in value[name]):
            raise Wrong(f"{where}.{name}", "an entry stands there twice")


def _counts(tables: Tables) -> None:
    for region in things.ROWS:
        found = sum(one["region"] == region for one in tables["biome"].values())
        if found != things.PER_REGION:
            raise Wrong("biome", f"{found} cards of the {region}; there are {things.PER_REGION} (N-COMP-2)")
    if len(tables["daughter"]) != things.NUM_DAUGHTERS:
        raise Wrong("daughter", f"{len(tables['daughter'])} cards; there are {things.NUM_DAUGHTERS} (N-COMP-2)")
    twice = set(tables["biome"]) & set(tables["daughter"])
    if twice:
        raise Wrong(f"daughter.{min(twice)}", "a biome has this id already")


_LISTS = {
    "colours": things.COLOURS, "sides": things.SIDES, "kinds": things.KINDS[1:], "materials": things.MATERIALS, "spots": things.SPOTS,
    "matings": things.MATINGS, "domains": ("", "social", "technical", "natural"), "portal": portal, "mpi": mpi, "MOST_DISKS": MOST_DISKS,
    "worth": ("unassigned", "alpha", "elder", "daughter", "husband", "vocabulary", "trophy", "invention", "animal"),
}  # fmt: skip
_CONSTANTS = forms_of(read_toml(Path(__file__).with_suffix(".toml"), "schema", CavernaError), _LISTS)


def check_tables(tables: Tables, tell: Callable[[str], str] = lambda path: path) -> None:
    """Wrong with the first field that cannot be played."""
    for name, form in _CONSTANTS.items():
        form(tables[name], name)
    dice = tables["dice"]
    for first, second in (("woo_success", "woo_suitor_killed"),):
        both = sorted(set(dice[first]) & set(dice[second]))
        if both:
            raise Wrong(f"dice.{second}", f"the face {both[0]} stands in `{first}`, too (N-WOO-4)")
    for name, card in tables["mating_card"].items():
        if card["sides"][0] == card["sides"][1]:
            raise Wrong(f"mating_card.{name}.sides", "both sides are alike; a card shows two systems (N-SETUP-3)")
    for kind, form in (("biome", _biome), ("daughter", _daughter)):
        for name, value in tables[kind].items():
            form(value, f"{kind}.{name}")
    _counts(tables)


def is_whole_card(kind: str, value: Mapping[str, Any]) -> bool:
    """Whether a row of a file says everything about a card."""
    return all(name in value for name in (BIOME_FIELDS if kind == "biome" else DAUGHTER_FIELDS))
