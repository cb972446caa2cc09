"""Goods, pieces and what follows from their numbers (AG-GDS, AG-RND-01, AG-FNC-07)."""

from __future__ import annotations

import random

import pytest

from caverna_sim.errors import RulesError
from caverna_sim.games.agricola.box.catalog import catalog
from caverna_sim.games.agricola.game import Game
from caverna_sim.games.agricola.ids import good
from tests.agricola.hand import at, go, goods, seat
from tests.agricola.oracles import naive


@pytest.mark.rule("AG-GDS-01", "AG-RND-01", "AG-CMP-08")
def test_kinds_of_goods_and_rounds() -> None:
    assert good.BUILDING == ("wood", "clay", "reed", "stone")
    assert good.CROPS == ("grain", "vegetable")
    assert good.ANIMALS == ("sheep", "wild_boar", "cattle")
    record = catalog(2).record[0]
    assert [number for number, harvest in enumerate(record["has_harvest"]) if harvest] == [4, 7, 9, 11, 13, 14]
    assert record["last_round"] == 14


@pytest.mark.rule("AG-GDS-03", "AG-GDS-04", "AG-GDS-05", "AG-FLD-03", "AG-STB-04", "AG-FNC-06")
def test_nothing_is_given_away_and_what_is_built_stays() -> None:
    rng, game = random.Random(8), Game(players=3, seed=8)
    before: dict[tuple[int, str], set[object]] = {}
    while not game.over:
        for number, entry in enumerate(game.to_dict()["seats"]):
            for word in ("field", "stable"):
                assert before.get((number, word), set()) <= naive.cells_with(entry, word)
                before[number, word] = set(naive.cells_with(entry, word))
            assert before.get((number, "fences"), set()) <= set(entry["fences"])
            before[number, "fences"] = set(entry["fences"])
        assert not {"give", "fetch"} & {action.kind for action in game.legal()}
        game.play(rng.choice(game.legal()))


@pytest.mark.rule("AG-GDS-07")
def test_goods_never_run_out() -> None:
    game = at(seat({"wood": 400}), seat(), spaces={"forest": {"goods": {"wood": 300}}})
    assert goods(go(game, "forest")) == {"wood": 700}


@pytest.mark.rule("AG-FNC-07")
def test_no_pastures_ring_a_space() -> None:
    """A ring around one cell has four sides and the four of the cell itself at least, so 16 fences and more."""
    ring = {(row, column) for row in range(3) for column in range(1, 4)} - {(1, 2)}
    outline: set[str] = set()
    for cell in ring:
        outline ^= naive.edges_around(cell)
    assert len(outline) == 16
    for cells, edges in naive.shapes():
        assert len(edges) > 15 or len(naive.areas(set(edges))) == 1, cells


@pytest.mark.rule("AG-RND-06", "AG-HSE-03", "AG-NHC-03")
def test_house_rules_that_could_do_nothing_are_refused() -> None:
    for rules, word in (
        ({"rounds.stages": [4, 4, 3, 1, 1, 1]}, "rounds.stages.*AG-RND-06"),
        ({"action_space.fencing.players": [2]}, "round cards alone"),
        ({"start.rooms": ["c00", "c24"]}, "start.rooms.*AG-HSE-03"),
    ):
        with pytest.raises(RulesError, match=word):
            Game(players=2, rules=rules)
    assert "side_job" not in Game(players=2, rules={"action_space.side_job.players": [4]}).to_dict()["spaces"]
