"""Who beats whom: each tier the one below, in games of a few seconds; `keeper` wins more of the game with all species than others do."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import polars as pl
import pytest

import caverna_sim as cs
from caverna_sim.games.neanderthal.bots.parameters import BY_VARIANT

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
@pytest.mark.parametrize("players", [2, 3])
def test_scripted_bots_beat_the_random_one(bot: str, players: int, tmp_path: Path) -> None:
    margin, half = lead(played(tmp_path, 60 * players, bot, *["random"] * (players - 1)), bot)
    assert margin - half > 0


@pytest.mark.slow
def test_search_beats_value_with_three_players(tmp_path: Path) -> None:
    margin, half = lead(played(tmp_path, 90, "search", "value", "value"), "search")
    assert margin - half > 0


@pytest.mark.slow
@pytest.mark.parametrize("other", SCRIPTED)
@pytest.mark.parametrize(("players", "games"), [(2, 320), (3, 120)])
def test_value_beats_scripted_play(other: str, players: int, games: int, tmp_path: Path) -> None:
    margin, half = lead(played(tmp_path, games, "value", *[other] * (players - 1)), "value")
    assert margin - half > 0


def share_won(run: cs.Run) -> tuple[float, float]:
    """Games won together, and the 95 % half width; of none in n games at most 3/n are."""
    won = run.games.collect()["won_together"].cast(pl.Float64)
    share = float(won.mean())  # type: ignore[arg-type]
    return share, 1.96 * (share * (1 - share) / len(won)) ** 0.5 if share else 3 / len(won)


@pytest.mark.slow
def test_the_keeper_wins_more_of_all_species_than_any_other_scripted_bot(tmp_path: Path) -> None:
    wins = {bot: share_won(played(tmp_path, 600, bot, players=1, variant="all_species")) for bot in SCRIPTED}
    share, half = wins.pop("keeper")
    assert share - half > max(other + width for other, width in wins.values())


@pytest.mark.slow
def test_value_wins_more_of_one_species_than_the_best_scripted_bot(tmp_path: Path) -> None:
    (value, width), (best, half) = (share_won(played(tmp_path, 400, bot, players=1, variant="one_species")) for bot in ("value", "warrior"))
    assert value - width > best + half


def test_a_bot_is_another_one_in_a_variant() -> None:
    settled, warrior, keeper = (BY_VARIANT[""].parameters_of(name)["weights"] for name in ("settled", "warrior", "keeper"))
    for name in ("value", "search"):
        here = {variant: bots.parameters_of(name)["weights"] for variant, bots in BY_VARIANT.items()}
        for variant, base in (("", settled), ("one_species", warrior), ("all_species", keeper)):
            assert {weight: here[variant][weight] for weight in base} == base
        assert here["one_species"]["horizon"] == here[""]["horizon"]  # what the variant does not say stays


def test_a_bot_of_a_file_takes_what_its_base_says_of_the_variant(tmp_path: Path) -> None:
    file = tmp_path / "mine.toml"
    file.write_text('base = "value"\n[weights]\ncandidates = 3\n[variants.one_species.weights]\nlarge = 9')
    here = {variant: bots.parameters_of(file)["weights"] for variant, bots in BY_VARIANT.items()}
    assert [here[variant]["candidates"] for variant in here] == [3, 3, 3]
    assert [here[variant]["large"] for variant in ("", "one_species")] == [1, 9]
    assert here["one_species"]["kill"] == BY_VARIANT[""].parameters_of("warrior")["weights"]["kill"]


@pytest.mark.parametrize(
    ("said", "told"),
    [
        ("[variants.two_species]", "`variants`: unknown field `two_species`; did you mean `one_species`"),
        ("[variants.one_species]\nbase = 4", "`variants.one_species.base`: 4 is not allowed"),
        ('[variants.one_species]\nbase = "nobody"', "`variants.one_species.base`: "),
        ("[variants.one_species]\nweights = 7", "`variants.one_species.weights`: 7 is not allowed"),
        ("[variants.all_species.weights]\nlarg = 7", "`variants.all_species.weights`: unknown field `larg`; did you mean `large`"),
        ("variants = 3", "`variants`: 3 is not allowed; give a table"),
    ],
)
def test_what_a_file_says_wrong_of_a_variant(said: str, told: str, tmp_path: Path) -> None:
    file = tmp_path / "mine.toml"
    file.write_text(f'base = "value"\n{said}\n')
    with pytest.raises(cs.BotError) as error:
        BY_VARIANT["one_species"].parameters_of(file)
    assert told in str(error.value)


def test_a_scenario_says_nothing_of_other_variants() -> None:
    with pytest.raises(cs.CavernaError, match="variants"):
        cs.run({"name": "x", "game": "neanderthal", "players": 2, "bots": ["mine", "settled"],
                "bot": {"mine": {"base": "value", "variants": {"one_species": {"base": "keeper"}}}}}, games=1)  # fmt: skip
