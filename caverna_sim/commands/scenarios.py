"""The commands `scenarios` and `games`: what comes with the package, to play or to start from."""

from __future__ import annotations

import json
from argparse import Namespace
from collections.abc import Iterable
from typing import Any

from rich.table import Table
from rich.text import Text

from caverna_sim.commands import console
from caverna_sim.errors import CavernaError, nearest
from caverna_sim.games import games as all_games
from caverna_sim.games import named, plays
from caverna_sim.games.facts import GameFacts
from caverna_sim.scenario.scenario import load_scenario, packaged_scenarios
from caverna_sim.stats.words import plural


def run(options: Namespace) -> int:
    """List the packaged scenarios, or print the file of one."""
    known = packaged_scenarios(None if options.game is None else named(options.game, "argument --game"))
    if options.name is not None and options.name not in known:
        raise CavernaError(f"scenarios: there is no packaged scenario `{options.name}`; {nearest(options.name, known)}")
    if options.json:
        chosen = [options.name] if options.name else list(known)
        console().file.write(json.dumps({name: load_scenario(name).to_data() for name in chosen}, indent=2) + "\n")
    elif options.name:
        console().file.write(known[options.name])
    else:
        out = console()
        out.print(_table(list(known)))
        out.print()
        out.print(Text("caverna-sim run NAME plays one; caverna-sim scenarios NAME > FILE.toml makes it yours", "dim"))
    return 0


def _table(names: list[str]) -> Table:
    found = ((name, load_scenario(name)) for name in names)
    return _named((name, scenario.description or scenario.summary) for name, scenario in found)


def games(options: Namespace) -> int:
    """List the games: what they are called, how many can play, what comes along."""
    told = [_about(facts) for facts in all_games()]
    if options.json:
        console().file.write(json.dumps({one["name"]: one for one in told}, indent=2) + "\n")
        return 0
    out = console()
    out.print(_named((one["name"], _in_words(one)) for one in told))
    out.print()
    out.print(
        Text("caverna-sim scenarios --game NAME lists what can be played at once; --game NAME says which game a command is about", "dim")
    )
    return 0


def _about(facts: GameFacts) -> dict[str, Any]:
    own = plays(facts.name)
    return {
        "name": facts.name, "title": facts.title, "players": list(own.players), "expansions": dict(facts.expansions),
        "bots": list(own.bots()), "scenarios": list(packaged_scenarios(facts.name)),
    }  # fmt: skip


def _in_words(about: dict[str, Any]) -> str:
    fewest, most = about["players"]
    titles = " and ".join([about["title"], *about["expansions"].values()])
    return f"{titles}: {fewest} to {most} players, {plural(len(about['bots']), 'bot')}, {plural(len(about['scenarios']), 'scenario')}"


def _named(rows: Iterable[tuple[str, str]]) -> Table:
    """Names with what there is to say of them."""
    table = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0), show_header=False)
    table.add_column(no_wrap=True)
    table.add_column(ratio=1)
    for name, words in rows:
        table.add_row(Text(name, "bold"), words)
    return table
