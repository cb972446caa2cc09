"""The command `bots`: who can play, and what they like."""

from __future__ import annotations

import json
from argparse import Namespace
from collections.abc import Mapping
from typing import Any, Protocol

from rich.table import Table
from rich.text import Text

from caverna_sim.commands import console

WIDE = 80  # columns that have room for everything
MOST_IN_LINE = 3  # numbers that concern one thing


class BotInfo(Protocol):
    """What a roster tells of a bot."""

    description: str
    tier: str
    parameters: dict[str, Any]  # nested as in a parameter file
    strength: Any  # as measured; None when it was not


class Roster(Protocol):
    """Who can play: the module of a game that tells."""

    def bots(self) -> Mapping[str, Any]:
        """All bots by name."""

    def info_of(self, name: str) -> Any:
        """One of them, or that of a parameter file; BotError when there is none."""


def run(options: Namespace, roster: Roster) -> int:
    """List the roster, or show all parameters of one bot."""
    known = {options.name: roster.info_of(options.name)} if options.name else roster.bots()
    if options.json:
        console().print(json.dumps({name: _plain(info) for name, info in known.items()}, indent=2), soft_wrap=True)
    elif options.name:
        _show_one(options.name, known[options.name])
    else:
        out = console()
        out.print(_roster(known, out.width))
        about = "points at mixed tables of 2 / 3 / 4 players; " if any(_points(info) for info in known.values()) else ""
        out.print(Text(f"{about}`caverna-sim bots NAME` tells all about one", "dim"))
    return 0


def _plain(info: BotInfo) -> dict[str, Any]:
    return {"description": info.description, "tier": info.tier, "parameters": info.parameters, "strength": info.strength}


def _strength(info: BotInfo) -> str:
    """Numbers as measured, in one line."""
    if info.strength is None:
        return ""
    if isinstance(info.strength, Mapping):
        return ", ".join(f"{key} {value}" for key, value in info.strength.items())
    return str(info.strength)


def _roster(known: Mapping[str, BotInfo], width: int) -> Table:
    """Name, description, tier, points; a narrow terminal does without tiers, but never without figures."""
    is_wide = width >= WIDE
    table = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0), show_header=False)
    for is_text in (False, True, *([False] if is_wide else []), False):
        table.add_column(no_wrap=not is_text, ratio=1 if is_text else None)
    for name, info in known.items():
        tier = [Text(info.tier, "dim")] if is_wide else []
        table.add_row(Text(name, "bold"), info.description, *tier, _points(info))
    return table


def _points(info: BotInfo) -> str:
    """Points only, one for each number of players that was measured."""
    measured = info.strength if isinstance(info.strength, Mapping) else {}
    return " / ".join(str(value).split(" ")[0].replace("-", "\N{MINUS SIGN}") for value in measured.values())


def _show_one(name: str, info: BotInfo) -> None:
    out = console()
    out.print(Text.assemble((name, "bold"), f": {info.description}"))
    out.print(f"tier {info.tier}" + (f"; strength {_strength(info)}" if info.strength is not None else ""))
    for key, value in info.parameters.items():
        if not isinstance(value, Mapping):
            out.print(f"{key} = {value}")
    for key, value in info.parameters.items():
        if isinstance(value, Mapping):
            _show_table(out, key, value)


def _show_table(out: Any, title: str, values: Mapping[str, Any]) -> None:
    """A table of parameters, then the tables in it; the few numbers that concern one thing stay in one line."""
    plain = {key: value for key, value in values.items() if not isinstance(value, Mapping) or _is_short(value)}
    if plain:
        out.print()
        out.print(Text(title, "bold"))
        table = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0), show_header=False)
        for key, value in plain.items():
            shown = ", ".join(f"{part} {_value(one)}" for part, one in value.items()) if isinstance(value, Mapping) else _value(value)
            table.add_row(f"  {key}", shown)
        out.print(table)
    for key, value in values.items():
        if key not in plain:
            _show_table(out, f"{title}.{key}", value)


def _is_short(values: Mapping[str, Any]) -> bool:
    return len(values) <= MOST_IN_LINE and not any(isinstance(value, Mapping) for value in values.values())


def _value(value: Any) -> str:
    """A number, or the name of a judge."""
    return f"{value:g}" if isinstance(value, int | float) else str(value)
