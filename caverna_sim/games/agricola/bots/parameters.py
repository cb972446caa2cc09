"""Parameters of bots: what is packaged, and files of one's own."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from functools import cache
from importlib import resources
from pathlib import Path
from typing import Any

import numpy as np

from caverna_sim.check import Wrong, is_number, one_of, reading, row, shown_name, text
from caverna_sim.errors import BotError, nearest, shown
from caverna_sim.games.agricola.bots.layout import BOT, RANDOM, TIERS, WEIGHTS
from caverna_sim.toml import read_toml

Values = dict[str, Any]


def _words(value: Any, where: str) -> None:
    text(value, where)


_WEIGHTS = row({}, dict.fromkeys(WEIGHTS, is_number(-1000, 1000)))
_FORM = row({"tier": one_of(TIERS)}, {"game": one_of(("agricola",)), "description": _words, "base": _words, "weights": _WEIGHTS})


@cache
def packaged_bots() -> Mapping[str, Values]:
    """The bots that come along, the weakest first; what a file leaves out is as in its base."""
    folder = resources.files("caverna_sim.games.agricola.bots") / "data"
    files = {file.name.removesuffix(".toml"): tomllib.loads(file.read_text(encoding="utf-8")) for file in folder.iterdir()}
    order = sorted(files, key=lambda name: (TIERS.index(files[name].get("tier", "scripted")), name != "novice", name))
    return {name: _complete(files[name], files) for name in order}


def _complete(values: Mapping[str, Any], known: Mapping[str, Values]) -> Values:
    """Values with those of the base below them."""
    base = values.get("base")
    below: Values = _complete(known[base], known) if base is not None else {"tier": "scripted", "weights": {}}
    return {**below, **values, "weights": {**below["weights"], **values.get("weights", {})}}


def is_path(name: str) -> bool:
    """Whether a name is that of a file of parameters."""
    return name.endswith(".toml")


def parameters_of(name: str | Path, more: Mapping[str, Any] | None = None) -> Values:
    """What a bot plays with; BotError when there is no such bot or its parameters are wrong."""
    known = packaged_bots()
    if is_path(str(name)):
        given: Mapping[str, Any] = read_toml(str(name), f"bot `{name}`", BotError, "", "give a file of parameters")
    elif name in known:
        given = {"base": name}
    else:
        raise BotError(f"unknown bot `{shown_name(name)}`; {nearest(str(name), known)}")
    with reading(BotError, f"bot `{shown_name(str(name))}`"):
        for values in (given, more or {}):
            if values.get("base", "random") not in known:
                raise Wrong("base", f"unknown bot {shown(values['base'])}; {nearest(str(values['base']), known)}")
        found = _complete(given, known)
        found = {**found, **(more or {}), "weights": {**found["weights"], **_weights_of(more or {})}}
        _FORM(found, "")
    return found


def _weights_of(values: Mapping[str, Any]) -> Mapping[str, Any]:
    weights = values.get("weights", {})
    if not isinstance(weights, Mapping):
        raise Wrong("weights", f"{shown(weights)} is not allowed; give a table of numbers")
    return weights


def bot_record(name: str | Path, more: Mapping[str, Any] | None = None) -> np.ndarray:
    """A BOT record (an array of length 1)."""
    values, record = parameters_of(name, more), np.zeros(1, BOT)
    record[0]["tier"] = TIERS.index(values["tier"])
    if record[0]["tier"] != RANDOM:
        record[0]["weight"] = [values["weights"].get(weight, 0.0) for weight in WEIGHTS]
    return record
