"""Packs checked tables into the RULES record that kernels read; pack.toml says where each field stands."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from caverna_sim.errors import CavernaError
from caverna_sim.games.neanderthal.ids import ruling, score, things
from caverna_sim.games.neanderthal.shape import layout
from caverna_sim.kit.tables.house import Tables
from caverna_sim.toml import read_toml

_FIELDS = read_toml(Path(__file__).with_suffix(".toml"), "pack", CavernaError)


def bits(numbers: Collection[int]) -> int:
    """A set of small numbers."""
    return sum(1 << number for number in set(numbers))


def place_of(portal: Mapping[str, str]) -> int:
    """The number of a portal place."""
    return things.SPOTS.index(portal["spot"]) * 3 + things.COLOURS.index(portal["colour"])


def _numbers(names: Sequence[str], known: Sequence[str], room: int = 0) -> list[int]:
    return [known.index(name) for name in names] + [0] * (room - len(names))


_AS: Mapping[str, Callable[[Any], Any]] = {
    "faces": bits,
    "colour": things.COLOURS.index,
    "amounts": lambda amounts: [amounts.get(name, 0) for name in things.COLOURS],
    "numbers of colours": lambda names: [names.count(name) for name in things.COLOURS],
    "sides": lambda names: bits(_numbers(names, things.SIDES)),
    "domain": ("", *things.DOMAINS).index,
    "kind of a hand card": things.KINDS.index,
    "material": things.MATERIALS.index,
    "worths": lambda worths: [worths[what] for what in score.VALUES],
    "matings": lambda names: _numbers(names, things.MATINGS),
    "portal": place_of,
    "portals": lambda portals: bits([place_of(portal) for portal in portals]),
    "row": things.ROWS.index,
    "class": things.CLASSES.index,
    "species": lambda names: _numbers(names, things.SPECIES),
    "icons": lambda names: _numbers(names, things.ICONS, layout.MAX_ICONS),
    "number": len,
    "ability": things.ABILITIES.index,
}


def _packed(kind: str, tables: Mapping[str, Any]) -> Iterator[tuple[str, Any]]:
    """The fields that pack.toml tells of, and their values; what a card does not show is left out."""
    for field, told in _FIELDS[kind].items():
        path, *how = [told] if isinstance(told, str) else told
        value: Any = tables
        for name in path.split("."):
            value = value.get(name) if value else None
        if value is not None:
            yield field, _AS[how[0]](value) if how else value


def pack(tables: Tables, printed: Tables, players: int, variant: int, species: Sequence[int]) -> np.ndarray:
    """One RULES record (an array of length 1); `species` by seat, `players` are people."""
    rules = np.zeros(1, layout.RULES)
    record = rules[0]
    record["players"], record["variant"] = len(species), variant
    record["species"][: len(species)] = species
    record["convert_at"] = tables["convert_at"][f"players_{players}"]
    for kind in ("rules", *([things.VARIANTS[variant]] if variant == things.ONE_SPECIES else [])):
        for field, value in _packed(kind, tables):
            record[field] = value
    for kind in ("elder", "mating", "mating_card", "placard", "ability"):
        for number, row in enumerate(tables[kind].values(), 1 if kind == "elder" else 0):
            for field, value in _packed(kind, row):
                record[field][number] = value
    for number, row in enumerate(tables["domain"].values()):
        places = [{"spot": spot, "colour": colour} for spot in row["spots"] for colour in tables["spot"][spot]["colours"]]
        record["domain"][number] = _AS["portals"](places)
    for number, name in enumerate(ruling.NAMES):
        row, readings = tables["ruling"][name], printed["ruling"][name]
        record["ruling"][number] = [readings["value"], *readings["alternatives"]].index(row["value"])
    for kind, records in (("biome", record["biome"]), ("daughter", record["woman"])):
        for number, card in enumerate(tables[kind].values()):
            for field, value in _packed(kind, card):
                records[number][field] = value
    for number, card in enumerate(tables["biome"].values()):
        record["biome"][number]["hit_faces"] = bits(tables["dice"][f"hit_{card['hit_faces']}"])
        if "invention" in card:
            _pack_invention(record, number, card["invention"])
    return rules


def _pack_invention(record: Any, number: int, does: Mapping[str, Any]) -> None:
    """What an invention is good for; flint for weapons and what is used on large game, where the card does not say (NU-19)."""
    is_flint = does["weapon"] or "large" in does["convert"]
    record["biome"][number]["material"] = things.MATERIALS.index(does.get("material", things.MATERIALS[0 if is_flint else 1]))
    record["weapons"] |= does["weapon"] << number
    record["calming"] |= does["anti_chaos"] << number
    for kind in does["convert"]:
        record["converting"][things.CLASSES.index(kind)] |= 1 << number
