"""What survives when unknown cards are others: variations stay within what is known, and their share in the spread is told."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import polars as pl
import pytest

import caverna_sim as cs
from caverna_sim.experiments.assumptions import _chance_of_same, _judged
from caverna_sim.games.neanderthal.box.deck import deck_of
from caverna_sim.games.neanderthal.box.tables import printed_tables
from caverna_sim.games.neanderthal.studies.assumptions import VARIED, variation


def test_a_deck_that_is_drawn_keeps_what_is_known() -> None:
    printed = printed_tables()
    for number in range(40):
        tables = deck_of(f"random:{number}").tables
        for kind in ("biome", "daughter"):
            for name, card in tables[kind].items():
                for field in printed[kind][name]["known"]:
                    place, _, part = field.partition(".")
                    wanted, found = printed[kind][name][place], card[place]
                    assert (found[part] == wanted[part]) if part else found == wanted, (number, name, field)
        north = {card["climax"] for card in tables["biome"].values() if card["region"] == "north"}
        assert {12, 23, 27} <= north
        names = [card["invention"]["name"] for card in tables["biome"].values() if "invention" in card]
        assert {"rope snare", "spear-thrower"} <= set(names)
        assert any(card["invention"]["weapon"] for card in tables["biome"].values() if "invention" in card)
    assert deck_of("random:7").tables == deck_of("random:7").tables
    assert deck_of("random:7").hash != deck_of("random:8").hash


def test_a_kind_alone_is_as_in_the_variation_of_all() -> None:
    whole = variation(VARIED, 3)
    for kind in VARIED:
        alone = variation((kind,), 3)
        assert alone.get("deck") in (None, whole["deck"])
        assert alone["rules"].items() <= whole["rules"].items()
    assert variation(VARIED, 3) == whole != variation(VARIED, 4)


def test_the_study_tells_what_survives(tmp_path: Path) -> None:
    found = cs.neanderthal.assumption_study("neanderthal_2", draws=3, games=240, vary=("cards", "mpi"), out=tmp_path / "study", workers=1)
    table = found.table
    assert {"conclusion", "estimate", "low", "high", "draws", "same_sign", "least", "most", "verdict"} <= set(table.columns)
    assert set(table["verdict"]) <= {"survives", "depends", "undecided"}
    assert table["draws"].max() == 3
    spread = next(iter(found.found.tables.values()))
    assert set(spread["varied"]) == {"cards", "mpi"}
    assert "made-up cards" in found.page().read_text(encoding="utf-8")


def test_variations_that_disagree_decide_and_chance_is_taken_off() -> None:
    errors = np.full(30, 0.8)
    noise = 0.8 * np.tile([-1.0, 1.0], 15)
    assert _chance_of_same(1.0, 0.5 + noise, errors) > 0.99  # the same everywhere; that signs differ is chance
    assert _chance_of_same(1.0, 0.5 + 3 * noise, errors) < 0.75
    assert _chance_of_same(-1.0, 2.0 + noise, errors) < 0.01
    assert [_judged(True, chance) for chance in (0.95, 0.8, 0.5, 0.1)] == ["survives", "undecided", "depends", "depends"]
    assert [_judged(False, chance) for chance in (0.95, 0.8, 0.5, 0.1)] == ["undecided", "undecided", "depends", "undecided"]


def test_only_this_game_has_assumptions() -> None:
    with pytest.raises(cs.CavernaError, match="whose cards are all known"):
        cs.neanderthal.assumption_study("agricola_2", draws=2, games=10)


def test_seats_and_species_are_told_apart(tmp_path: Path) -> None:
    """Species are drawn so that each seat plays each equally often."""
    found = cs.seat_study("neanderthal_3", games=180, out=tmp_path / "study", workers=1, bots=["forager"] * 3)
    seats, species = found.table.filter(pl.col("species") == "all"), found.table.filter(pl.col("seat").is_null())
    assert seats["seat"].to_list() == [0, 1, 2] and species["species"].sort().to_list() == ["archaic", "cro_magnon", "neanderthal"]
    for rows in (seats, species):
        assert rows["margin"].sum() == pytest.approx(0, abs=1e-6) and rows["win_share"].sum() == pytest.approx(1)
        assert (rows["margin_low"] < rows["margin"]).all() and (rows["margin"] < rows["margin_high"]).all()
    assert "species" in found.verdict
    assert found.found.tables["By species"]["species"].to_list() == species["species"].to_list()


def test_species_that_keep_their_seats_are_not_told_apart(tmp_path: Path) -> None:
    data = {"name": "kept", "game": "neanderthal", "players": 2, "bots": ["forager", "forager"], "species": ["archaic", "cro_magnon"]}
    found = cs.seat_study(data, games=40, out=tmp_path / "study", workers=1)
    assert found.table["seat"].to_list() == [0, 1] and "By species" not in found.found.tables
    assert any("leave `species` out" in doubt for doubt in found.found.doubts)
