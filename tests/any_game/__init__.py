"""What holds for every game that is registered, and for the toy (tests/toy), which has kernels but no more than it must.

A game is here once its name stands in `caverna_sim.games`; what only its own tests can say (how hidden things are dealt anew) it says in
HIDDEN. Which of its scenarios are played: one for each number of players, with bots that are quick.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from caverna_sim import games
from caverna_sim.games import plays, public_of
from caverna_sim.scenario.scenario import Scenario, load_scenario, packaged_scenarios, read_scenario
from tests.orchard import ORCHARD
from tests.toy import TOY

Position = dict[str, Any]
QUICK = ("random", "scripted", "toy")  # tiers whose games take no time
MOST_SCENARIOS = 4  # of a game

games.register(TOY)
games.register(ORCHARD)
GAMES = tuple(name for name in games.names() if packaged_scenarios(name))
PUBLIC: dict[str, Any] = {name: public_of(name) for name in GAMES}
for _own in (TOY, ORCHARD):
    games._REGISTERED.pop(_own.name)  # other tests count games; `registered` (conftest.py) makes it known here


def _next_two(position: Position, key: str, first: int, is_free: Callable[[Any, Any], bool] = lambda one, other: True) -> Position:
    """The position with two hidden things of a list in each other's place."""
    cards = list(position[key])
    place = next(
        (at for at in range(first, len(cards) - 1) if cards[at] != cards[at + 1] and is_free(cards[at], cards[at + 1])), None
    )  # fmt: skip
    if place is not None:
        cards[place], cards[place + 1] = cards[place + 1], cards[place]
    return {**position, key: cards}


def _of_agricola(position: Position) -> Position:
    """Two round cards of one stage that nobody has seen yet (AG-SET-05)."""
    from caverna_sim.games.agricola.box.tables import printed_tables

    stages = {name: row.get("stage") for name, row in printed_tables()["action_space"].items()}
    first = position["round"] - (position["phase"] == "preparation")
    return _next_two(position, "round_cards", first, lambda one, other: stages[one] == stages[other])


def _of_toy(position: Position) -> Position:
    return _next_two(position, "cards", position["round"] + (position["phase"] == "throwing") - 1)


def _of_orchard(position: Position) -> Position:
    return _next_two(position, "prices", position["round"])


def _of_neanderthal(position: Position) -> Position:
    """Two daughters that nobody has seen, and two northern biomes."""
    other = _next_two(_next_two(position, "event_deck", 0), "unused", 0)
    return {**other, "decks": _next_two(position["decks"], "north", 0), "dice": [1, 2, 3]}


# what is dealt otherwise where nobody can see it, by game; of Caverna, whose views fill hidden places anew from the deal,
# tests/caverna/bots/test_hidden_information.py shows it
HIDDEN: Mapping[str, Callable[[Position], Position]] = {
    "agricola": _of_agricola, "neanderthal": _of_neanderthal, "toy": _of_toy, "orchard": _of_orchard,
}  # fmt: skip


def scenarios_of(game: str) -> tuple[str, ...]:
    """Names of packaged scenarios: the first for each number of players and kind of the game."""
    found: dict[Any, str] = {}
    for name in packaged_scenarios(game):
        scenario = load_scenario(name)
        found.setdefault((scenario.variant, scenario.players), name)
    few = sorted(found.values(), key=lambda name: load_scenario(name).players)
    spread = range(MOST_SCENARIOS) if len(few) > MOST_SCENARIOS else ()
    return tuple(few[place * (len(few) - 1) // (MOST_SCENARIOS - 1)] for place in spread) or tuple(few)


def quick_bots(game: str) -> list[str]:
    """Bots of a game that play in no time."""
    names = list(plays(game).bots())
    blank = {"name": "who", "game": game, "players": 1, "bots": names, "draw": "random"}
    about = plays(game).source(read_scenario(blank)).describe()["bots"]
    return [name for name in names if about[name]["tier"] in QUICK]


def quick(game: str, scenario: str, **more: Any) -> Scenario:
    """A packaged scenario with quick bots in a row, the random one first."""
    data = load_scenario(scenario).to_data()
    known = sorted(quick_bots(game), key=lambda name: name != "random")
    bots = [known[seat % min(3, len(known))] for seat in range(data["players"])]
    data = {name: value for name, value in data.items() if name not in ("draw", "bot")}
    return read_scenario({**data, "bots": bots, **more})


def cases() -> Iterator[tuple[str, str]]:
    """Every game with the scenarios that are played."""
    for own in (TOY, ORCHARD):
        games.register(own)
    try:
        yield from [(game, name) for game in GAMES for name in scenarios_of(game)]
    finally:
        for own in (TOY, ORCHARD):
            games._REGISTERED.pop(own.name)


CASES = tuple(cases())
