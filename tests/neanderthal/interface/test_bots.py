"""Who beats whom: each tier the one below, in games of a few seconds; `keeper` wins more of the game with all species than others do."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import polars as pl
import pytest

import caverna_sim as cs

SCRIPTED = ("settled", "forager", "big_game", "talker", "suitor", "warrior", "keeper")


def played(folder: Path, games: int, *bots: str, **more: Any) -> cs.Run:
    data = {"name": "-".join(bots), "game": "neanderthal", "players": len(bots), "bots": list(bots), "seed": 4, **more}
    return cs.run(data, games=games, out=folder / data["name"], workers=1)


def lead(run: cs.Run, bot: str) -> tuple[float, float]:
    """Points of a bot above the mean of its tables, and the 95 % half width."""
    blocks = run.games.select("game", "block").join(run.players, on="game").filter(pl.col("bot").cast(pl.String) == bot)
    means = blocks.group_by("block").agg(pl.col("margin").mean()).collect()["margin"]
    return float(means.mean()), 1.96 * float(means.std()) / len(means) ** 0.5  # type: ignore[arg-type]


@pytest.mark.parametrize("bot", SCRIPTED)
def test_scripted_bots_beat_the_random_one(bot: str, tmp_path: Path) -> None:
    margin, half = lead(played(tmp_path, 120, bot, "random"), bot)
    assert margin - half > 0


@pytest.mark.slow
@pytest.mark.parametrize("others", [("settled",), ("settled", "settled")])
def test_value_beats_scripted_play(others: tuple[str, ...], tmp_path: Path) -> None:
    margin, half = lead(played(tmp_path, 80 // len(others), "value", *others), "value")
    assert margin - half > 0


@pytest.mark.slow
def test_the_keeper_wins_more_of_all_species_than_others(tmp_path: Path) -> None:
    wins = {
        bot: played(tmp_path, 300, bot, players=1, variant="all_species").games.collect()["won_together"].mean()
        for bot in ("keeper", "settled", "talker", "suitor")
    }
    assert max(wins, key=lambda bot: float(wins[bot])) == "keeper"  # type: ignore[arg-type]
    assert wins["keeper"] > 0  # type: ignore[operator]
