"""What holds in every position of every game (NI-01 to NI-13), under every reading of every open point (NR-...)."""

from __future__ import annotations

import random
from collections import Counter
from itertools import pairwise
from typing import Any

import pytest

from caverna_sim.games.neanderthal.box.catalog import catalog
from caverna_sim.games.neanderthal.box.tables import printed_tables
from caverna_sim.games.neanderthal.game import Game
from caverna_sim.games.neanderthal.ids import ruling
from caverna_sim.games.neanderthal.ids.things import COLOURS, SPECIES

KINDS: tuple[tuple[int, str | None], ...] = ((3, None), (2, None), (1, "all_species"), (1, "one_species"), (3, "all_species"))
READINGS = [
    pytest.param(name, value, marks=pytest.mark.rule(row["cite"]))
    for name, row in printed_tables()["ruling"].items()
    for value in (row["value"], *row["alternatives"])
]


def disks_of(seat: dict[str, Any], colour: str) -> int:
    """All disks of a colour that a seat has somewhere (husbands apart)."""
    cards = [*seat["daughters"], *seat["animals"], *seat["inventions"]]
    found = seat["vocabulary"][colour] + seat["mpi"][colour] + sum(card["disks"].get(colour, 0) for card in cards)
    found += sum(place.endswith(f"/{colour}") for place in seat["portals"])
    return int(found + sum(elder["disk"] == colour for elder in seat["elders"].values()))


def check(position: dict[str, Any]) -> None:
    """The invariants of a single position."""
    seats, by_species = position["seats"], {seat["species"]: seat for seat in position["seats"]}
    husbands = [woman["husband"] for seat in seats for woman in seat["daughters"] if woman["husband"]]
    suitors = [suitor for seat in seats for woman in seat["daughters"] for suitor in woman["suitors"]]
    for seat in seats:  # NI-01
        for colour in COLOURS:
            under = sum(one["species"] == seat["species"] and one["disk"] == colour for one in husbands)
            assert disks_of(seat, colour) + under == seat["disks"][colour]
    for species, dead in position["dead"].items():  # NI-02
        pieces, alphas = dead["tribesmen"], int(dead["alpha"])
        for seat in seats:
            groups = [seat["unassigned"], *seat["hunters"].values()]
            for group in groups:
                pieces += group["tribesmen"] if seat["species"] == species else group["wanderers"].get(species, 0)
        own = by_species.get(species)
        if own is not None:
            alphas += sum(group["alpha"] for group in (own["unassigned"], *own["hunters"].values(), *own["elders"].values()))
            pieces += sum(not elder["alpha"] for elder in own["elders"].values())
        for one in (*husbands, *suitors):
            if one.get("wanderer", one["species"]) == species:
                alphas, pieces = alphas + one["alpha"], pieces + (not one["alpha"])
        assert (pieces, alphas) == (18, 1)
    cards = Counter[str]()
    for place in (*position["north"], *position["south"]):  # NI-03, NI-09
        if place:
            cards[place.removeprefix("ice:")] += 1
    assert len(position["north"]) == len(position["south"]) == 6
    for name in ("event_deck", "unused", "removed"):  # NI-04
        cards.update(position[name])
    cards.update([card for deck in position["decks"].values() for card in deck])
    cards.update([position["event"]] if position["event"] else [])
    for seat in seats:
        cards.update(
            [*seat["hand"], *seat["trophies"], *(one["id"] for one in (*seat["animals"], *seat["inventions"], *seat["daughters"]))]
        )
        if seat["side"] == "voice":
            assert not {"1", "2"} & set(seat["elders"])  # NI-05
        else:
            assert not seat["portals"]  # NI-08
        mature = sum(elder["disk"] is None and "new" not in elder for elder in seat["elders"].values())
        waits = any(step["step"] == "discard" for step in position["pending"])
        assert len(seat["hand"]) <= mature or waits  # NI-07
        for woman in seat["daughters"]:  # NI-06
            assert len({one["species"] for one in woman["suitors"]}) == len(woman["suitors"])
        if position["phase"] in ("livestock", "action", "over", "event", "auction"):  # NI-10
            assert not seat["hunters"]
            assert not any(woman["suitors"] for woman in seat["daughters"])
    assert sum(cards.values()) == 57
    assert set(cards.values()) == {1}


def play(game: Game, chance: random.Random, looks: int = 12) -> Counter[str]:
    """Play at random, kinds of actions alike; check now and then."""
    played = Counter[str]()
    while not game.over:
        kinds: dict[str, list[Any]] = {}
        for action in game.legal():
            kinds.setdefault(action.kind, []).append(action)
        kind = chance.choice(sorted(kinds))
        played[kind] += 1
        game.play(chance.choice(kinds[kind]))
        if chance.random() < looks / 150:
            check(game.to_dict())
        assert len(game.actions) < 5000
    check(game.to_dict())
    assert not any(row["seat"] for row in game.state["pending"])
    return played


@pytest.mark.rule("NI-01", "NI-02", "NI-03", "NI-04", "NI-05", "NI-06", "NI-08", "NI-09", "NI-10")
@pytest.mark.parametrize(("players", "variant"), KINDS)
def test_the_invariants_hold_in_random_games(players: int, variant: str | None) -> None:
    for seed in range(4):
        play(Game(players=players, variant=variant, seed=seed), random.Random(seed), 40)


@pytest.mark.parametrize(("name", "value"), READINGS)
def test_every_reading_can_be_played(name: str, value: str) -> None:
    """The kernels play it to the end at every number of players."""
    import numpy as np

    from caverna_sim.games.neanderthal.course.core import random_games
    from caverna_sim.games.neanderthal.shape import layout

    rules = {f"ruling.{name}": value}
    for players, variant, species in ((3, "", (0, 1, 2)), (2, "", (2, 0)), (1, "all_species", (1, 0, 2)), (1, "one_species", (1,))):
        record = catalog(players, variant, species, rules).record
        number = ruling.NAMES.index(name)
        row = printed_tables()["ruling"][name]
        assert record[0]["ruling"][number] == [row["value"], *row["alternatives"]].index(value)
        states, out = np.zeros(3, layout.STATE), np.zeros(layout.MAX_LEGAL, np.int32)
        random_games(states[:1], record, states[1:], out, 7, 0, 10)


@pytest.mark.slow
@pytest.mark.parametrize(("name", "value"), READINGS)
def test_the_invariants_hold_under_every_reading(name: str, value: str) -> None:
    rules = {f"ruling.{name}": value}
    kind = "one_species" if name.startswith("k3") else "all_species" if name.startswith("k2") else None
    play(Game(players=1 if kind else 3, variant=kind, seed=3, rules=rules), random.Random(5))


@pytest.mark.rule("NI-12", "NI-13", "N-EVT-8", "N-END-1")
@pytest.mark.parametrize("seed", range(6))
def test_turns_are_cards_and_interstadials(seed: int) -> None:
    game, ends, ice = Game(players=2, seed=seed), [10], [0]

    def watch(state: Any) -> None:
        ends.append(int(state["event_end"]))
        ice.append(int(state["ice"].sum()))

    game.observer = watch
    play(game, random.Random(seed), 0)
    rows = game.to_dict()
    ended_by_ice = all(place is None or place.startswith("ice:") for place in (*rows["north"], *rows["south"]))
    assert game.round == ends[-1] or ended_by_ice
    assert all(later <= earlier + 1 for earlier, later in pairwise(ends))
    assert all(later <= earlier + 1 for earlier, later in pairwise(ice))


@pytest.mark.rule("NI-11", "N-DISK-3")
def test_a_card_is_mature_when_no_disk_lies_on_it() -> None:
    from tests.neanderthal.hand import at, daughters, seat

    young = daughters("generous_woman", disks={"orange": 1})
    assert at("livestock", seat("archaic", daughters=young), seat("neanderthal")).scores()[0]["parts"]["daughters"] == 0
    assert (
        at("livestock", seat("archaic", daughters=daughters("generous_woman")), seat("neanderthal")).scores()[0]["parts"]["daughters"] == 1
    )


def test_species_have_names_and_seats() -> None:
    assert {seat["species"] for seat in Game(players=3, seed=1).to_dict()["seats"]} == set(SPECIES)
