"""The commands `new-bot` and `new-scenario`: files to start from, with comments, that can be checked and played as they are."""

from __future__ import annotations

import json
import re
import shlex
import sys
import tomllib
from argparse import Namespace
from collections.abc import Iterator, Mapping
from importlib import resources
from pathlib import Path
from typing import Any

from caverna_sim import check
from caverna_sim.errors import DONE, CavernaError, nearest
from caverna_sim.files import Output
from caverna_sim.games.caverna.bots.parameters import packaged_bots, parameters_of, usual_orcs
from caverna_sim.games.caverna.scenario.reading import CavernaScenario, caverna_scenario
from caverna_sim.scenario.scenario import packaged_scenarios, read_scenario
from caverna_sim.toml import toml_text

EXAMPLE = "#: "  # lines that take effect without it
NEW_GAMES = 1_000
_ALWAYS = ("name", "description", "players", "bots", "games", "seed")  # keys of a new scenario


def new_scenario(options: Namespace) -> int:
    """The command `new-scenario`."""
    name = _name(options.name)
    if name in packaged_scenarios():
        raise CavernaError(f"new-scenario: `{name}` comes with the package; give another name")
    place = _place(options, "scenario")
    file = shlex.quote(str(place.path))
    place.write(_scenario_text(name, options.base, file, caverna_scenario(options.base)))
    return _told(place.path, f"caverna-sim run {file}", options)


def _scenario_text(name: str, base_name: str, file: str, base: CavernaScenario) -> str:
    """The template with the table of another scenario: what that has stands in force, all else as examples."""
    text = (resources.files("caverna_sim.games.caverna.scenario") / "template.toml").read_text(encoding="utf-8")
    usual = read_scenario({"name": name, "players": base.players, "bots": list(base.bots), "draw": "random"}).to_data()
    data = {**base.to_data(), "name": name, "description": "what this is about, for people", "games": NEW_GAMES}
    own = {key: value for key, value in data.items() if key in _ALWAYS or (value and value != usual.get(key))}
    tables = {key: value for key, value in own.items() if isinstance(value, Mapping)}
    plain = toml_text({key: value for key, value in own.items() if key not in tables}).strip()
    if "expansion" in own:
        text = text.replace('#: expansion = "fiends"\n', "")
    for key, value in tables.items():
        written, example = toml_text({key: value}).strip(), f"{EXAMPLE}[{key}]"
        text = text.replace(example, written) if example in text else f"{text}\n{written}\n"
    filled = {"base": shlex.quote(base_name), "file": file, "table": plain, "seat": f"seat_{min(2, base.players - 1)}"}
    return re.sub(r"{(\w+)}", lambda found: filled.get(found[1], found[0]), text)


def new_bot(options: Namespace) -> int:
    """The command `new-bot`."""
    name = _name(options.name)
    if name in packaged_bots():
        raise CavernaError(f"new-bot: `{name}` is already a bot of the roster; give another name")
    if options.base not in packaged_bots():
        raise CavernaError(f"new-bot: unknown bot `{options.base}`; {nearest(options.base, packaged_bots())}")
    place = _place(options, "bot")
    file = shlex.quote(str(place.path))
    place.write("\n".join(_bot_lines(name, options.base, file)) + "\n")
    return _told(place.path, f"caverna-sim tournament {file} {options.base}", options)


def _name(text: str) -> str:
    """A name, also of a file."""
    try:
        found = check.name(text.removesuffix(".toml"), "NAME")
    except check.Wrong as wrong:
        raise CavernaError(wrong.sentence) from None
    if found.startswith(".") or Path(found).name != found:
        raise CavernaError(f"NAME: `{found}` is not allowed; give a name of letters and digits")
    return found


def _place(options: Namespace, what: str) -> Output:
    return Output(options.out or f"{_name(options.name)}.toml", what, "--out", lambda _: False, options.overwrite)


def _told(path: Path, following: str, options: Namespace) -> int:
    if options.json:
        sys.stdout.write(json.dumps({"file": str(path), "next": following}) + "\n")
    else:
        sys.stdout.write(f"wrote {path}\nnext: caverna-sim check {shlex.quote(str(path))}; {following}\n")
    return DONE


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
        yield f"{EXAMPLE}temperature = {values['temperature']:g}   # {_about(about['weights']['temperature'])}"
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
    yield from (f"{EXAMPLE}{name} = {values[name]:g}   # {_about(row)}" for name, row in about.items() if name in values)


def _about(row: Mapping[str, str]) -> str:
    return f"{row['unit']}: {row['what']}; a higher one {row['more']}"


def _wares(title: str, what: str, values: Mapping[str, Any]) -> Iterator[str]:
    table, _, time = title.partition(".")
    yield ""
    yield f"# {what}"
    yield f"{EXAMPLE}[{title}]"
    yield from (EXAMPLE + line for line in toml_text(values[table][time]).splitlines() if line)
