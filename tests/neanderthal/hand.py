"""Hand-written positions for tests that read like the rulebook."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from caverna_sim.games.neanderthal.game import Game

ORDER = ("archaic", "neanderthal", "cro_magnon")
FIRE = {"6": {}}  # a mature firebuilder


OTHERWISE_BOUND = {name: f"syn_daughter_{15 + number}" for number, name in enumerate(ORDER)}  # an immature daughter


def seat(species: str, tribesmen: int = 0, free: Mapping[str, int] | None = None, **fields: Any) -> dict[str, Any]:
    """A seat of a position; `tribesmen` are unassigned. Of the colours in `free` so many disks are: she has those that lie nowhere else."""
    people = {"tribesmen": tribesmen, **fields.pop("unassigned", {})}
    found = {"species": species, "mating": "pair", "unassigned": people, **fields}
    bound = {colour: 5 - number - _laid(found, colour) for colour, number in (free or {}).items()}
    if any(bound.values()):
        found["daughters"] = [*found.get("daughters", []), {"id": OTHERWISE_BOUND[species], "disks": bound}]
    return found


def _laid(found: Mapping[str, Any], colour: str) -> int:
    """Disks of a colour on portals, under elders and on the mating card."""
    shown = {"promiscuous": ("orange",), "harem": ("orange", "white")}.get(found["mating"], ())
    portals = [portal for portal in found.get("portals", ()) if portal.endswith(colour)]
    return len(portals) + (colour in shown) + sum(elder.get("disk") == colour for elder in found.get("elders", {}).values())


def words(orange: int = 5, white: int = 5, black: int = 5) -> dict[str, int]:
    """So many free disks."""
    return {"orange": orange, "white": white, "black": black}


def at(phase: str, *seats: dict[str, Any], **fields: Any) -> Game:
    """A game at the beginning of a phase of turn 4, for as many players as seats are given."""
    return Game.from_dict({"game": "neanderthal", "players": len(seats), "round": 4, "phase": phase, "seats": list(seats), **fields})


def row(**places: str | None) -> list[str | None]:
    """A row with cards in columns: `row(c0="horse", c2="wolf")`."""
    return [places.get(f"c{column}") for column in range(6)]


def go(game: Game, *texts: str) -> Game:
    """Play these; whatever is forced in between is played, and passes where nothing else is wanted."""
    for text in texts:
        while text not in said(game):
            legal = said(game)
            step = legal[0] if len(legal) == 1 else "pass"
            assert step in legal, (text, legal)
            game.play(step)
        game.play(text)
    return game


def on(game: Game, phase: str | None = None) -> Game:
    """Pass, or take what is forced, to the end of the turn or to the beginning of a phase."""
    turn = game.round
    while not game.over and game.round == turn and game.phase != phase:
        legal = said(game)
        game.play("pass" if "pass" in legal else legal[0])
    return game


def said(game: Game, kind: str | None = None) -> list[str]:
    """What is legal, in words; of one kind."""
    return [action.text for action in game.legal() if kind in (None, action.kind)]


def own(game: Game, number: int) -> dict[str, Any]:
    """A seat as the position has it."""
    found: dict[str, Any] = game.to_dict()["seats"][number]
    return found


def people(game: Game, number: int) -> int:
    """Unassigned pieces of a seat."""
    pool = own(game, number)["unassigned"]
    return int(pool["tribesmen"] + pool["alpha"] + sum(pool["wanderers"].values()))


def rolls(game: Game, what: str) -> list[dict[str, Any]]:
    """The rolls of a kind so far."""
    return [one for one in game.rolls if one["what"] == what]


def invention(which: str) -> dict[str, Any]:
    """The card of the synthetic deck that carries a named invention."""
    cards = {"rope snare": "syn_s_site_1", "spear-thrower": "syn_n_site_1", "weapon": "syn_n_site_2", "garment": "syn_n_site_3"}
    return {"id": cards[which]}


def elders(*levels: int) -> dict[str, Any]:
    """Mature elders."""
    return {str(level): {} for level in levels}


def immature(level: int, colour: str) -> dict[str, Any]:
    """An elder with a disk under him."""
    return {str(level): {"disk": colour}}


def daughters(*names: str, **fields: Any) -> list[dict[str, Any]]:
    """Mature daughters."""
    return [{"id": name, **fields} for name in names]
