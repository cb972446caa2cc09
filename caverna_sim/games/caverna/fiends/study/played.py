"""What the study of orcs plays: sides of start strengths, lots for ways and furnishings, one seat with the hard side, campaign games."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from caverna_sim.errors import CavernaError
from caverna_sim.games.caverna.box.tables import flatten, printed_tables, with_house_rules
from caverna_sim.games.caverna.fiends.ids import orc
from caverna_sim.games.caverna.fiends.schema import EXPANSION

if TYPE_CHECKING:
    from caverna_sim.scenario.scenario import Scenario

Side = tuple[int, ...]  # start strengths of the orcs
NORMAL = "everybody normal"


def usual_sides() -> tuple[Side, ...]:
    """Both sides of the strength card, the one between them, and one as far beyond the hard side: good bots beat that too."""
    orcs = printed_tables(EXPANSION)["orc"]
    normal, hard = tuple(orcs["strength"]), tuple(orcs["hard"])
    between = tuple((one + other) // 2 for one, other in zip(normal, hard, strict=True))
    return tuple(sorted({normal, between, hard, beyond(normal, hard)}, key=sum))


def beyond(first: Side, second: Side) -> Side:
    """As far from a side as another one is on its near side; no orc below 1."""
    return tuple(max(1, 2 * b - a) for a, b in zip(first, second, strict=True))


def in_words(side: Sequence[int]) -> str:
    """A side as people write it."""
    return "/".join(map(str, side))


def check_scenario(scenario: Scenario) -> None:
    if scenario.to_data().get("expansion") != EXPANSION:
        raise CavernaError(f'orcs: `{scenario.name}` is the base game, which has no orcs; add expansion = "{EXPANSION}" to the scenario')
    if "orc.strength_by_seat" in scenario.rules:
        raise CavernaError(
            f"orcs: `{scenario.name}` says the strengths of every seat; leave out orc.strength_by_seat, or use orc.hard_seats"
        )


def with_players(scenario: Scenario, players: int) -> Scenario:
    """A scenario at another number of players; its bots take turns in the seats."""
    from caverna_sim.scenario.scenario import read_scenario

    if players == scenario.players:
        return scenario
    bots = scenario.bots if scenario.draws_bots else tuple(scenario.bots[seat % len(scenario.bots)] for seat in range(players))
    data = replace(scenario, bots=bots, players=players).to_data()
    return read_scenario({**data, "name": f"{scenario.name}-{players}"})  # openings and rules have to fit


def on_side(scenario: Scenario, side: Side) -> Scenario:
    """The scenario with these strengths; seats with the hard side as a handicap stay as much harder as they were."""
    from caverna_sim.scenario.scenario import read_scenario

    orcs = with_house_rules(scenario.rules, EXPANSION)["orc"]
    rules = {path: value for path, value in scenario.rules.items() if path != "orc.side"}
    rules["orc.strength"] = list(side)
    if orcs["hard_seats"]:
        apart = [hard - normal for hard, normal in zip(orcs["hard"], orcs["strength"], strict=True)]
        rules["orc.hard"] = [strength + more for strength, more in zip(side, apart, strict=True)]
    return read_scenario({**scenario.to_data(), "rules": rules, "record": ["games", "players", "orcs"]})


def drawn_limits() -> dict[str, Any]:
    """Every way to deal with orcs, and all of them at once."""
    return {way: {"orcs_without": [way]} for way in orc.WAYS} | {"all_of_them": {"orcs_without": list(orc.WAYS)}}


def hard(seat: int) -> str:
    return f"hard {seat}"


def compares_seats(scenario: Scenario) -> bool:
    """Whether one seat can have another side than the others."""
    return scenario.players > 1 and not {"orc.side", "orc.hard_seats"} & set(scenario.rules)


def campaign_run(side: Side) -> str:
    return f"campaign {in_words(side)}"


def campaign_sides(rules: Mapping[str, Any]) -> dict[tuple[str, int], Side]:
    """(normal or hard, game) -> strengths of the orcs in that game of a campaign (F-CAMP-2)."""
    tables = with_house_rules(flatten(rules), EXPANSION)
    cards = {"normal": tables["orc"]["strength"], "hard": tables["orc"]["hard"]}
    more = [int(tables["campaign_game"][str(game)]["strength_bonus"]) for game in range(1, int(tables["campaign"]["games"]) + 1)]
    return {
        (name, game): tuple(strength + extra for strength in card)
        for name, card in cards.items()
        for game, extra in enumerate(more, 1)
    }  # fmt: skip


def alone_against(scenario: Scenario, side: Side) -> Scenario:
    """A game of a campaign without bonuses; the bots of the scenario take turns."""
    from caverna_sim.scenario.scenario import read_scenario

    food = with_house_rules(scenario.rules, EXPANSION)["campaign"]["food"]
    rules = {path: value for path, value in scenario.rules.items() if path not in ("orc.side", "orc.hard_seats")}
    bots = list(dict.fromkeys(scenario.bots))
    data = scenario.to_data()
    plain: dict[str, Any] = {name: data[name] for name in ("name", "expansion", "seed", "bot") if name in data}
    return read_scenario({
        **plain, "players": 1, "bots": bots, **({"draw": "random"} if len(bots) > 1 else {}),
        "rules": {**rules, "orc.strength": list(side), "start.food_solo": food}, "record": ["games", "players"],
    })  # fmt: skip
