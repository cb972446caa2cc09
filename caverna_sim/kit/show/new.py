"""The command `new-scenario`: a file to start from, with comments, that can be checked and played as it is."""

from __future__ import annotations

import json
import re
import shlex
import sys
from argparse import Namespace
from collections.abc import Mapping
from importlib import resources
from pathlib import Path
from typing import Any

from caverna_sim import check
from caverna_sim.errors import DONE, CavernaError
from caverna_sim.files import Output
from caverna_sim.scenario.scenario import Scenario, packaged_scenarios, read_scenario
from caverna_sim.toml import toml_text

EXAMPLE = "#: "  # lines that take effect without it
NEW_GAMES = 1_000
_ALWAYS = ("name", "description", "game", "players", "bots", "games", "seed")  # keys of a new scenario


def new_scenario(options: Namespace, base: Scenario, package: str) -> int:
    """The command `new-scenario`; `package` holds the template."""
    name = name_of(options.name)
    if name in packaged_scenarios():
        raise CavernaError(f"new-scenario: `{name}` comes with the package; give another name")
    place = place_of(options, "scenario")
    file = shlex.quote(str(place.path))
    template = (resources.files(package) / "template.toml").read_text(encoding="utf-8")
    place.write(_scenario_text(template, name, options.base, file, base))
    return told(place.path, f"caverna-sim run {file}", options)


def _scenario_text(text: str, name: str, base_name: str, file: str, base: Scenario) -> str:
    """The template with the table of another scenario: what that has stands in force, all else as examples."""
    plain_one = {"name": name, "game": base.game, "players": base.players, "bots": list(base.bots), "draw": "random"}
    usual = read_scenario(plain_one).to_data()
    data = {**base.to_data(), "name": name, "description": "what this is about, for people", "games": NEW_GAMES}
    own = {key: value for key, value in data.items() if key in _ALWAYS or (value != usual.get(key) and value not in ("", [], {}))}
    tables = {key: value for key, value in own.items() if isinstance(value, Mapping)}
    plain = toml_text({key: value for key, value in own.items() if key not in tables}).strip()
    for key in own:
        text = re.sub(rf"^{EXAMPLE}{key} = .*\n", "", text, flags=re.MULTILINE)
    for key, value in tables.items():
        written, example = toml_text({key: value}).strip(), f"{EXAMPLE}[{key}]"
        text = text.replace(example, written) if example in text else f"{text}\n{written}\n"
    filled = {"base": shlex.quote(base_name), "file": file, "table": plain, "seat": f"seat_{min(2, base.players - 1)}"}
    return re.sub(r"{(\w+)}", lambda found: filled.get(found[1], found[0]), text)


def name_of(text: str) -> str:
    """A name, also of a file."""
    try:
        found = check.name(text.removesuffix(".toml"), "NAME")
    except check.Wrong as wrong:
        raise CavernaError(wrong.sentence) from None
    if found.startswith(".") or Path(found).name != found:
        raise CavernaError(f"NAME: `{found}` is not allowed; give a name of letters and digits")
    return found


def place_of(options: Namespace, what: str) -> Output:
    """Where a new file goes."""
    return Output(options.out or f"{name_of(options.name)}.toml", what, "--out", lambda _: False, options.overwrite)


def told(path: Path, following: str, options: Namespace) -> int:
    """Say what was written, and what can be done with it."""
    if options.json:
        sys.stdout.write(json.dumps({"file": str(path), "next": following}) + "\n")
    else:
        sys.stdout.write(f"wrote {path}\nnext: caverna-sim check {shlex.quote(str(path))}; {following}\n")
    return DONE


def about(row: Mapping[str, Any]) -> str:
    """What a parameter of bots does, as the comment beside it."""
    return f"{row['unit']}: {row['what']}; a higher one {row['more']}"
