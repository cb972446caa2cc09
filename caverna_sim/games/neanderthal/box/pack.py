"""Packs checked tables into the RULES record that kernels read."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Any

import numpy as np

from caverna_sim.games.neanderthal.ids import ruling, score, things
from caverna_sim.games.neanderthal.shape import layout
from caverna_sim.kit.tables.house import Tables


def bits(numbers: Collection[int]) -> int:
    """A set of small numbers."""
    return sum(1 << number for number in set(numbers))


def colours(amounts: Mapping[str, int]) -> list[int]:
    """Amounts by number of the colour."""
    return [amounts.get(name, 0) for name in things.COLOURS]


def place_of(portal: Mapping[str, str]) -> int:
    """The number of a portal place."""
    return things.SPOTS.index(portal["spot"]) * 3 + things.COLOURS.index(portal["colour"])


def pack(tables: Tables, printed: Tables, players: int, variant: int, species: Sequence[int]) -> np.ndarray:
    """One RULES record (an array of length 1); `species` by seat, `players` are people."""
    rules = np.zeros(1, layout.RULES)
    record = rules[0]
    record["players"], record["variant"] = len(species), variant
    record["species"][: len(species)] = species
    alone, setup = tables["one_species"], tables["setup"]
    is_alone = variant == things.ONE_SPECIES
    record["convert_at"] = alone["convert_at"] if is_alone else tables["convert_at"][f"players_{players}"]
    record["event_deck"] = alone["event_deck_size"] if is_alone else setup["event_deck_size"]
    record["unassigned"] = alone["unassigned"] if is_alone else setup["unassigned"]
    record["firebuilder_colour"] = things.COLOURS.index(setup["firebuilder_disk"])
    record["disks"], record["least_bid"] = tables["components"]["disks_per_colour"], tables["auction"]["least"]
    record["per_dependent"] = tables["blizzard"]["tribesmen_per_dependent"]
    record["most_daughters"], record["most_extra"] = alone["most_daughters"], alone["most_extra_events"]
    record["won_score"], record["won_trophies"] = alone["score"], alone["trophies"]
    record["won_animals"] = tables["all_species"]["species_with_animals"]
    _pack_dice(record, tables["dice"])
    _pack_people(record, tables)
    for number, name in enumerate(ruling.NAMES):
        row, readings = tables["ruling"][name], printed["ruling"][name]
        record["ruling"][number] = [readings["value"], *readings["alternatives"]].index(row["value"])
    for number, card in enumerate(tables["biome"].values()):
        _pack_biome(record["biome"][number], card, tables["dice"])
    does = {number: card["invention"] for number, card in enumerate(tables["biome"].values()) if "invention" in card}
    record["weapons"] = bits([number for number, invention in does.items() if invention["weapon"]])
    record["calming"] = bits([number for number, invention in does.items() if invention["anti_chaos"]])
    for kind, name in enumerate(things.CLASSES):
        record["converting"][kind] = bits([number for number, invention in does.items() if name in invention["convert"]])
    for number, card in enumerate(tables["daughter"].values()):
        _pack_daughter(record["woman"][number], card)
    return rules


def _pack_dice(record: Any, dice: Mapping[str, Any]) -> None:
    for name, field in (
        ("attack_hit", "attack"),
        ("attack_hit_war_party", "war_party"),
        ("woo_success", "woo"),
        ("woo_suitor_killed", "woo_killed"),
    ):
        record[field] = bits(dice[name])
    record["weapon_from"], record["weapon_to"] = dice["weapon_from"], dice["weapon_to"]
    record["alpha_face"] = dice["alpha_power_counts_as"]


def _pack_people(record: Any, tables: Tables) -> None:
    domains = list(tables["domain"])
    for number, row in enumerate(tables["domain"].values()):
        places = [{"spot": spot, "colour": colour} for spot in row["spots"] for colour in tables["spot"][spot]["colours"]]
        record["domain"][number] = bits([place_of(place) for place in places])
    for row in tables["elder"].values():
        level = row["level"]
        record["level_side"][level] = bits([things.SIDES.index(side) for side in row["sides"]])
        record["level_colour"][level] = things.COLOURS.index(row["colour"])
        record["level_domain"][level] = 1 + domains.index(row["domain"]) if row["domain"] else 0
        record["level_plays"][level] = things.KINDS.index(row.get("plays", ""))
        record["level_material"][level] = things.MATERIALS.index(row["material"]) if "material" in row else 0
    for number, name in enumerate(things.MATINGS):
        record["mpi"][number] = colours(tables["mating"][name]["mpi"])
        record["value"][number] = [tables["mating"][name]["vp"][what] for what in score.VALUES]
    for number, row in enumerate(tables["mating_card"].values()):
        record["card_sides"][number] = [things.MATINGS.index(side) for side in row["sides"]]
    for number, name in enumerate(things.SPECIES):
        record["start_portal"][number] = place_of(tables["placard"][name]["starting_portal"])
    for number, name in enumerate(things.ABILITIES):
        record["points"][number] = tables["ability"][name].get("points", 0)


def _material(invention: Mapping[str, Any]) -> str:
    """Flint for weapons and what is used on large game, where the card does not say (NU-19)."""
    return str(
        invention.get("material", things.MATERIALS[0] if invention["weapon"] or "large" in invention["convert"] else things.MATERIALS[1])
    )


def _pack_biome(packed: Any, card: Mapping[str, Any], dice: Mapping[str, Any]) -> None:
    packed["region"], packed["climax"] = things.ROWS.index(card["region"]), card["climax"]
    packed["kind"] = things.CLASSES.index(card["class"])
    packed["predator"], packed["gather"] = card["predator"], card["gather"]
    packed["tools"] = [card["tools"].count(colour) for colour in things.COLOURS]
    packed["hit_faces"], packed["hits"] = bits(dice[f"hit_{card['hit_faces']}"]), card["hits"]
    packed["bite"], packed["frost"] = bits(card["bite"]), bits(card["frost"])
    packed["babies"], packed["release"] = card["babies"], colours(card["release"])
    trophy, hand = card.get("trophy"), card.get("hand")
    if trophy:
        packed["trophy"], packed["trophy_match"] = trophy["points"], trophy["match"]
    if hand:
        packed["hand"], packed["hand_match"] = things.KINDS.index(hand["kind"]), hand["match"]
    if "animal" in card:
        packed["animal_babies"], packed["animal_release"] = card["animal"]["babies"], colours(card["animal"]["release"])
    if "invention" in card:
        does = card["invention"]
        packed["material"] = things.MATERIALS.index(_material(does))


def _pack_daughter(packed: Any, card: Mapping[str, Any]) -> None:
    packed["order"] = [things.SPECIES.index(name) for name in card["order"]]
    packed["num_icons"] = len(card["events"])
    packed["icons"][: len(card["events"])] = [things.ICONS.index(name) for name in card["events"]]
    packed["media"] = [colour in card["bid_media"] for colour in things.COLOURS]
    packed["portals"] = bits([place_of(portal) for portal in card["portals"]])
    packed["ability"] = things.ABILITIES.index(card["ability"])
