"""What tables and cards must look like, whoever wrote them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from caverna_sim.check import Wrong, anything, is_flag, is_name, is_whole, list_of, matching, one_of, row
from caverna_sim.errors import CavernaError
from caverna_sim.games.neanderthal.ids import score, things
from caverna_sim.games.neanderthal.shape.layout import MAX_ICONS
from caverna_sim.kit.tables.forms import form_of, forms_of
from caverna_sim.kit.tables.house import Tables
from caverna_sim.toml import read_toml

OF_SPOT = {"venus": ("orange", "black"), "shaman": ("orange", "white"), "bison": ("black", "white")}
card_id = matching(r"[a-z][a-z0-9_]{0,39}", "give an id of small letters, digits and _, such as `honey_bee`")


def portal(value: Any, where: str) -> None:
    """A portal place: the colour is one of its spot's two (N-PORT-1)."""
    row({"spot": one_of(things.SPOTS), "colour": one_of(things.COLOURS)})(value, where)
    if value["colour"] not in OF_SPOT[value["spot"]]:
        raise Wrong(f"{where}.colour", f"`{value['colour']}` is no colour of the spot {value['spot']} (N-PORT-1)")


_FILE = read_toml(Path(__file__).with_suffix(".toml"), "schema", CavernaError)
_KNOWN: dict[str, Any] = {
    "anything": anything, "flag": is_flag, "name": is_name, "colours": things.COLOURS, "sides": things.SIDES,
    "kinds": things.KINDS[1:], "materials": things.MATERIALS,
    "spots": things.SPOTS, "rows": things.ROWS, "classes": things.CLASSES, "species": things.SPECIES, "icons": things.ICONS,
    "abilities": things.ABILITIES, "matings": things.MATINGS, "domains": ("", *things.DOMAINS), "portal": portal,
    "worth": score.VALUES, "MOST_DISKS": 5, "MAX_ICONS": MAX_ICONS, "hits": ("one", "one_two"), "matches": (0, 2, 3, 4),
    "identities": ("named", "invented"), "sources": ("owner", "assumed"),
}  # fmt: skip
_KNOWN |= {"face": (face := is_whole(1, 6)), "faces": list_of(face, 0, 6), "mpi": (mpi := form_of("colours: 0..3", _KNOWN))}
_CONSTANTS = forms_of(_FILE["tables"], _KNOWN)
BIOME_FIELDS, MAY_HAVE, DAUGHTER_FIELDS, ABOUT = (
    {name: form_of(form, _KNOWN) for name, form in _FILE[kind].items()} for kind in ("biome", "biome_may_have", "daughter", "about")
)
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


def check_tables(tables: Tables, tell: Callable[[str], str] = lambda path: path) -> None:
    """Wrong with the first field that cannot be played."""
    for name, form in _CONSTANTS.items():
        form(tables[name], name)
    dice = tables["dice"]
    both = sorted(set(dice["woo_success"]) & set(dice["woo_suitor_killed"]))
    if both:
        raise Wrong("dice.woo_suitor_killed", f"the face {both[0]} stands in `woo_success`, too (N-WOO-4)")
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
