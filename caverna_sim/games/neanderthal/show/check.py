"""What `caverna-sim check` says of positions, owner's files and bots of Neanderthal."""

from __future__ import annotations

from pathlib import Path

from caverna_sim.errors import CavernaError
from caverna_sim.kit.many.plays import is_bot_file
from caverna_sim.kit.show.check import check_bot, check_position
from caverna_sim.toml import read_toml

OF_OWNER = frozenset({"deck", "biome", "daughter", "mating", "mating_card", "placard", "dice"})
OF_SCENARIO = frozenset({"players", "bots", "name", "game"})


def check(path: Path) -> tuple[str, str] | None:
    """What kind of file it is and what it holds; None when it is none of this game."""
    kind = path.suffix.lower()
    if kind == ".json":
        from caverna_sim.games.neanderthal.game import Game

        return "position", check_position(path, Game)
    if kind != ".toml":
        return None
    if _is_owners(path):
        return "deck", _check_deck(path)
    if not is_bot_file(path, "neanderthal"):
        return None
    from caverna_sim.games.neanderthal.bots.roster import info_of

    return "bot", check_bot(path, info_of)


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
