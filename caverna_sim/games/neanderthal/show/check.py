"""What `caverna-sim check` says of positions, owner's files and bots of Neanderthal."""

from __future__ import annotations

from pathlib import Path

from caverna_sim.errors import CavernaError
from caverna_sim.kit.show.check import check_file
from caverna_sim.toml import read_toml

OF_OWNER = frozenset({"deck", "biome", "daughter", "mating", "mating_card", "placard", "dice"})
OF_SCENARIO = frozenset({"players", "bots", "name", "game"})


def check(path: Path) -> tuple[str, str] | None:
    """What kind of file it is and what it holds; None when it is none of this game."""
    if path.suffix.lower() == ".toml" and _is_owners(path):
        return "deck", _check_deck(path)
    return check_file(path, "caverna_sim.games.neanderthal", "neanderthal")


def _is_owners(path: Path) -> bool:
    """Whether a TOML file has rows of cards, and is no scenario."""
    try:
        keys = set(read_toml(path, "", CavernaError))
    except CavernaError:
        return False  # said where a scenario is read
    return bool(keys & OF_OWNER) and not keys & OF_SCENARIO and not ("deck" in keys and "bots" in keys)


def _check_deck(path: Path) -> str:
    """An owner's file in words."""
    from caverna_sim.games.neanderthal.box.deck import read_deck

    return f"`{path.name}`: {read_deck(path).banner}"
