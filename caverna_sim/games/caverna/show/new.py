"""The commands `new-scenario` and `new-bot`: files to start from, with comments, that can be checked and played as they are."""

from __future__ import annotations

import shlex
import tomllib
from argparse import Namespace
from collections.abc import Iterator, Mapping
from importlib import resources
from typing import Any

from caverna_sim.errors import CavernaError, nearest
from caverna_sim.games.caverna.bots.parameters import packaged_bots, parameters_of, usual_orcs
from caverna_sim.games.caverna.scenario.reading import caverna_scenario
from caverna_sim.kit.show import new
from caverna_sim.kit.show.new import EXAMPLE, name_of, place_of, told
from caverna_sim.kit.show.new import about as about_parameter
from caverna_sim.toml import toml_text


def new_scenario(options: Namespace) -> int:
    """The command `new-scenario`."""
    return new.new_scenario(options, caverna_scenario(options.base), "caverna_sim.games.caverna.scenario")


def new_bot(options: Namespace) -> int:
    """The command `new-bot`."""
    name = name_of(options.name)
    if name in packaged_bots():
        raise CavernaError(f"new-bot: `{name}` is already a bot of the roster; give another name")
    if options.base not in packaged_bots():
        raise CavernaError(f"new-bot: unknown bot `{options.base}`; {nearest(options.base, packaged_bots())}")
    place = place_of(options, "bot")
    file = shlex.quote(str(place.path))
    place.write("\n".join(_bot_lines(name, options.base, file)) + "\n")
    return told(place.path, f"caverna-sim tournament {file} {options.base}", options)


def _bot_lines(name: str, base: str, file: str) -> Iterator[str]:
    about = tomllib.loads((resources.files("caverna_sim.games.caverna.bots") / "weights.toml").read_text(encoding="utf-8"))
    values = parameters_of(base)
    yield "# A bot of your own: what it takes from another, and what it likes more or less. What is left out is as in `base`."
    yield f"# Lines that begin with `{EXAMPLE.strip()}` hold the values of the base: take that away and change them."
    yield "# More: docs/reference/weights.md"
    yield f"#   caverna-sim check {file}"
    yield f"#   caverna-sim tournament {file} {base}     how strong is it?"
    yield f"#   caverna-sim tune {file}     better numbers"
    yield f'description = "what {name} is after"'
    yield f'base = "{base}"'
    if values["tier"] != "random":
        yield f"{EXAMPLE}temperature = {values['temperature']:g}   # {about_parameter(about['weights']['temperature'])}"
        yield from _group("weights", values["weights"], about["weights"])
        yield from _wares("worth.early", "points of one of each ware in the first round", values)
        yield from _wares("worth.late", "points of one of each ware in the last round", values)
        yield ""
        yield "# points of a furnishing or an action space beyond what can be counted"
        yield f"{EXAMPLE}[furnishing]"
        yield f"{EXAMPLE}carpenter = {{ worth = 1.0, per_round = 0.1 }}"
        yield ""
        yield f"{EXAMPLE}[space]"
        yield f"{EXAMPLE}wish_for_children = 1.0"
        yield from _group("orcs", {**usual_orcs(), **values.get("orcs", {})}, about["orcs"])


def _group(title: str, values: Mapping[str, float], about: Mapping[str, Mapping[str, str]]) -> Iterator[str]:
    yield ""
    yield f"{EXAMPLE}[{title}]"
    yield from (f"{EXAMPLE}{name} = {values[name]:g}   # {about_parameter(row)}" for name, row in about.items() if name in values)


def _wares(title: str, what: str, values: Mapping[str, Any]) -> Iterator[str]:
    table, _, time = title.partition(".")
    yield ""
    yield f"# {what}"
    yield f"{EXAMPLE}[{title}]"
    yield from (EXAMPLE + line for line in toml_text(values[table][time]).splitlines() if line)
