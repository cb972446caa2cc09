"""Writes positions."""

from __future__ import annotations

import hashlib
import json
from typing import Any

from caverna_sim.games.neanderthal.box.catalog import Catalog
from caverna_sim.games.neanderthal.ids import phase, step, things
from caverna_sim.games.neanderthal.shape.layout import COURSE, PENDING
from caverna_sim.kit.play.positions import amounts_of, members, names_of, written

ICE = "ice:"
PORTALS = tuple(f"{spot}/{colour}" for spot in things.SPOTS for colour in things.COLOURS)
OF_SEAT = ("lost", "swapped", "recalls", "rolled")


def colour_of(disk: int) -> str | None:
    """The colour of a single disk, counted from 1."""
    return things.COLOURS[disk - 1] if disk else None


def checksum(turn: Any, pending: Any) -> str:
    """What says that the opaque part of a position is as it was written."""
    return hashlib.sha256(json.dumps([turn, pending], sort_keys=True).encode()).hexdigest()[:16]


class _Writer:
    """Tells a state by the names of its rules."""

    def __init__(self, state: Any, rules: Catalog) -> None:
        self.state, self.rules, self.cards = state, rules, rules.names.cards

    def daughters(self, row: Any) -> list[str]:
        """Names of daughters."""
        return [self.cards[things.NUM_BIOMES + int(number)] for number in row]

    def place(self, number: int) -> str | None:
        """What lies at a place."""
        biome = int(self.state["biome"][number])
        return None if biome < 0 else (ICE if self.state["ice"][number] else "") + self.cards[biome]

    def seat(self, number: int) -> dict[str, Any]:
        """What belongs to a seat."""
        seat = self.state["seats"][number]
        species = int(seat["species"])
        alpha = int(self.state["alpha"][species])

        def people(pieces: Any, has_alpha: bool) -> dict[str, Any]:
            wanderers = {name: int(pieces[other]) for other, name in enumerate(things.SPECIES) if other != species and pieces[other]}
            return {"tribesmen": int(pieces[species]), "alpha": has_alpha, "wanderers": wanderers}

        places = [place for place in range(things.NUM_PLACES) if seat["hunters"][place].any() or alpha == things.AT_PLACE + place]
        elders = {}
        for level in range(things.CHIEF, things.NUM_LEVELS):
            if seat["elder"][level]:
                elders[str(level)] = {"alpha": alpha == things.ELDER_OF + level, "disk": colour_of(int(seat["elder_disk"][level]))}
                if seat["elder_new"] >> level & 1:
                    elders[str(level)]["new"] = True
        result = {
            "species": things.SPECIES[species], "side": things.SIDES[seat["side"]], "mating": things.MATINGS[seat["mating"]],
            "mating_card": list(self.rules.tables["mating_card"])[seat["card"]],
            **{name: amounts_of(seat[name], things.COLOURS, all_of_them=True) for name in ("disks", "vocabulary", "mpi")},
            "portals": names_of(seat["portals"], PORTALS), "portals_before": names_of(seat["before"], PORTALS),
            "unassigned": people(seat["pool"], alpha == things.POOL), "elders": elders,
            "daughters": [self.woman(int(daughter)) for daughter in seat["tableau"][: seat["daughters"]]],
            "animals": self.owned(seat["animals"]), "inventions": self.owned(seat["inventions"]),
            "trophies": names_of(seat["trophies"], self.cards), "hand": names_of(seat["hand"], self.cards),
            "hunters": {things.PLACES[place]: people(seat["hunters"][place], alpha == things.AT_PLACE + place) for place in places},
        }  # fmt: skip
        limits = {
            "mating_without": names_of(seat["limits"]["mating"], things.MATINGS),
            "promote_without": members(int(seat["limits"]["promote"])),
            **{name: False for name in ("large_game", "bids", "tribal") if seat["limits"][name]},
        }
        limits = {name: value for name, value in limits.items() if value != []}
        return {**result, "limits": limits} if limits else result

    def owned(self, found: Any) -> list[dict[str, Any]]:
        """Animals or inventions with the disks on them."""
        rows = []
        for number in members(int(found)):
            entry: dict[str, Any] = {"id": self.cards[number], "disks": amounts_of(self.state["biome_disks"][number], things.COLOURS)}
            rows.append(entry | {"new": True} if int(self.state["new_cards"]) >> number & 1 else entry)
        return rows

    def woman(self, daughter: int) -> dict[str, Any]:
        """A daughter in a tableau."""
        state, row = self.state, self.state["daughters"][daughter]
        husband, suitors = None, []
        if row["husband"]:
            species = int(row["husband"]) - 1
            is_alpha = bool(state["alpha"][species] == things.HUSBAND_OF + daughter)
            husband = {"species": things.SPECIES[species], "alpha": is_alpha, "disk": colour_of(int(row["husband_disk"]))}
            if row["moved"]:
                husband["moved"] = True
        for species, kind in enumerate(row["suitor"].tolist()):
            if kind:
                suitor: dict[str, Any] = {
                    "species": things.SPECIES[species],
                    "alpha": bool(state["alpha"][species] == things.SUITOR_OF + daughter),
                }
                suitors.append(suitor | {"wanderer": things.SPECIES[kind - 3]} if kind >= 3 else suitor)
        name = self.cards[things.NUM_BIOMES + daughter]
        return {"id": name, "disks": amounts_of(row["disks"], things.COLOURS), "husband": husband, "suitors": suitors}


def turn_of(state: Any) -> dict[str, Any]:
    """The registers of the course that say something."""
    found: dict[str, Any] = {name: state[name].tolist() for name, *_ in COURSE if name != "card"}
    pending = [[number, [row[name].tolist() for name in PENDING.names or ()]] for number, row in enumerate(state["pending"]) if row["seat"]]
    seats = [[state["seats"][seat][name].tolist() for name in OF_SEAT] for seat in range(int(state["players"]))]
    return {**found, "hunts": pending, "seats": seats, "icon": int(state["icon"]), "rolls": int(state["rolls"])}


def to_dict(state: Any, rules: Catalog, index: int) -> dict[str, Any]:
    """The whole position of a state record."""
    writer = _Writer(state, rules)
    seats = range(rules.players)
    card, event = int(state["card"]), int(state["event"])
    table: dict[str, Any] = {
        "order": [int(seat) for seat in state["order"][: rules.players]],
        "event": writer.cards[things.NUM_BIOMES + event] if event >= 0 else None,
        "card": writer.cards[things.NUM_BIOMES + card] if card >= 0 else None,
        "icons": [things.ICONS[icon] for icon in state["icons"][state["icon"] : state["num_icons"]]],
        "event_deck": writer.daughters(state["event_deck"][state["event_next"] : state["event_end"]]),
        "unused": writer.daughters(state["unused"][state["unused_next"] : state["unused_end"]]),
        **{
            row: [writer.place(number * things.ROW_LENGTH + column) for column in range(things.ROW_LENGTH)]
            for number, row in enumerate(things.ROWS)
        },
        "fresh": [things.PLACES[place] for place in range(things.NUM_PLACES) if state["fresh"][place]],
        "decks": {
            row: [writer.cards[card] for card in state["deck"][number, state["deck_next"][number] : state["deck_end"][number]]]
            for number, row in enumerate(things.ROWS)
        },
        "removed": [writer.cards[card] for card in state["removed"][: state["num_removed"]]],
        "dead": {
            things.SPECIES[species]: {"tribesmen": int(state["dead"][species]), "alpha": bool(state["alpha"][species] == things.DEAD)}
            for species in (range(3) if rules.variant else sorted(rules.species))
        },
        "seats": [writer.seat(seat) for seat in seats],
        "dice": [int(face) for face in state["given"][state["given_next"] : state["given_end"]]],
    }  # fmt: skip
    found = written(
        "neanderthal", state, rules, index, step.NAMES, turn=turn_of(state), table=table, course={"phase": phase.NAMES[state["phase"]]},
        box={"players": rules.people, "variant": rules.variant or None, "deck": rules.deck.given},
    )  # fmt: skip
    found["rng"]["check"] = checksum(found["turn"], found["pending"])
    return found
