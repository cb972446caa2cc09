"""Bots that look ahead: the same games everywhere, nothing hidden read, the stronger tier ahead."""

from __future__ import annotations

from copy import deepcopy
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import caverna_sim as cs
from caverna_sim.games.agricola.bots.names import TIERS
from caverna_sim.games.agricola.bots.parameters import packaged_bots, parameters_of
from caverna_sim.games.agricola.bots.roster import as_bot, bots
from caverna_sim.games.agricola.box.options import Options
from caverna_sim.games.agricola.game import Game, play
from caverna_sim.stats.ratings import clustered_mean
from tests.agricola.bots import SEED, played, scores
from tests.agricola.hand import CARDS

PLANS = tuple(name for name, values in packaged_bots().items() if values["tier"] == "scripted" and name != "novice")
LEANS = {"grower": "people", "farmer": "fields", "herder": "pastures", "artisan": "part_improvements", "cook": "fields"}
LEARNED = tuple(name for name, values in packaged_bots().items() if values["tier"] not in ("random", "scripted"))
TIER_BY_TIER = tuple(name for name in ("random", "novice", "balanced", "swift", "value", "search") if name in packaged_bots())


def test_the_roster_has_bots_that_learned() -> None:
    assert {"swift", "value", "search"} <= set(LEARNED)
    assert [parameters_of(name)["tier"] for name in ("swift", "value", "search")] == ["swift", "value", "search"]
    assert list(packaged_bots()) == sorted(packaged_bots(), key=lambda name: TIERS.index(parameters_of(name)["tier"]))


def test_the_strength_of_every_bot_is_measured() -> None:
    """`caverna-sim bots` shows points of all of them; who is of a higher tier has more."""
    measured = {name: info.strength for name, info in bots().items()}
    assert all(list(told) == ["2 players", "3 players", "4 players"] for told in measured.values())
    for players in ("2 players", "3 players", "4 players"):
        points = [float(measured[name][players].split()[0]) for name in TIER_BY_TIER]
        assert points == sorted(points)


@pytest.mark.parametrize("bot", ["swift", "value", "search"])
def test_a_game_for_people_is_the_game_of_the_batch(bot: str) -> None:
    table = (bot, "balanced")
    few = {"search": {"playouts": 24}}
    found = played(table, 2, few, seating="fixed")
    for index in range(2):
        game = play(Game(players=2, seed=SEED, index=index, game="agricola"), [_with(bot, few), "balanced"])
        assert game._states[0]["hash"] == found.hashes[index]


def _with(bot: str, more: dict[str, dict[str, Any]]) -> Any:
    from caverna_sim.games.agricola.bots.roster import called

    return called(bot, more.get(bot))


@pytest.mark.parametrize("bot", ["swift", "value", "search"])
def test_cards_to_come_are_not_looked_at(bot: str) -> None:
    """AG-SET-05: with two cards of a stage in each other's place, every choice before them is the same."""
    chooser = _with(bot, {"search": {"playouts": 12}})
    for round_, seed in ((1, 3), (5, 4)):
        game = Game(players=2, seed=seed, game="agricola")
        while game.round < round_:
            game.play(as_bot("balanced")(game.view(game.player), game.legal(), np.random.default_rng(1)))
        position = game.to_dict()
        twin = deepcopy(position)
        cards = twin["round_cards"]
        stage = slice(7, 9) if round_ == 5 else slice(4, 7)
        cards[stage] = cards[stage][::-1]
        assert sorted(cards) == sorted(CARDS) and cards != position["round_cards"]
        chosen = [chooser(one.view(one.player), one.legal(), np.random.default_rng(1)).id for one in map(Game.from_dict, (position, twin))]
        assert chosen[0] == chosen[1]


GHOSTS = ("fireplace_2", "fireplace_3", "cooking_hearth_4", "cooking_hearth_5", "well")


@pytest.mark.parametrize("bot", ["swift", "value"])
def test_what_nobody_can_pay_is_as_good_as_not_there(bot: str, tmp_path: Path) -> None:
    """AG-MAJ-01, AG-MAJ-03: at 15 cattle nobody buys it, nor a Cooking Hearth with a Fireplace that nobody has."""
    table = {"name": "ghosts", "game": "agricola", "players": 2, "bots": [bot, bot], "games": 20, "seed": 6}
    dear = {f"major.{one}.cost.cattle": 15 for one in GHOSTS}
    runs = [
        cs.run({**table, **more}, out=tmp_path / name, workers=1)
        for name, more in (("dear", {"rules": dear}), ("gone", {"supply": {"without": list(GHOSTS)}}), ("printed", {}))
    ]
    dear_games, gone, printed = (run.games.select("hash").collect()["hash"].to_list() for run in runs)
    assert dear_games == gone
    assert gone != printed


@pytest.mark.parametrize("options", [
    Options(extra_tile=True), Options(house_rules=("HR1", "HR2", "HR5")), Options(house_rules=("HR3", "HR4", "HR8")),
    Options(team_play=True), Options(side_job=False, meeting_place_food=False), Options(force_conversion=True, discard_when_breeding=False),
])  # fmt: skip
def test_strong_bots_play_well_under_every_option(options: Options) -> None:
    points = scores(("value", "swift", "balanced", "novice"), 16, options=options)
    assert points[:, 0].mean() > points[:, 2].mean() + 4
    assert points[:, 0].mean() > 20


def test_limits_are_kept() -> None:
    found = played(("value", "balanced"), 8, limits={0: {"people_max": 2}, 1: {"people_max": 3}}, seating="fixed")
    people = np.asarray(found.rows["players"]["people"]).reshape(-1, 2)
    assert people[:, 0].max() == 2 and people[:, 1].max() == 3


def test_bots_that_look_ahead_hardly_ever_beg() -> None:
    for players in (1, 2):
        rows = played(("value",) * players, 24).rows["players"]
        assert np.asarray(rows["begging"]).mean() < 0.2


@pytest.mark.parametrize("bot", PLANS)
def test_competent_bots_hardly_ever_beg(bot: str) -> None:
    """Alone, among their own kind, and among all the others."""
    for players in (1, 2, 3, 4):
        rows = played((bot,) * players, 400).rows["players"]
        assert np.asarray(rows["begging"]).mean() < 0.2, players
    for table in ((bot, "swift"), (bot, *[name for name in PLANS if name != bot][:3])):
        rows = played(table, 200).rows["players"]
        assert np.asarray(rows["begging"])[np.asarray(rows["bot"]) == 0].mean() < 0.2, table


def test_every_plan_has_a_character_of_its_own() -> None:
    """At mixed tables of all of them: what each leans on it has more of than `balanced`, and `cook` fewer fields."""
    rows = {name: np.asarray(found) for name, found in played(PLANS, 900, players=3, draws_bots=True).rows["players"].items()}
    means = {name: {column: rows[column][rows["bot"] == number].mean() for column in LEANS.values()} for number, name in enumerate(PLANS)}
    for plan, column in LEANS.items():
        more, usual = means[plan][column], means["balanced"][column]
        assert more < usual / 2 if plan == "cook" else more > usual, (plan, column, more, usual)


@pytest.mark.slow
@pytest.mark.parametrize("players", [2, 3, 4])
def test_each_tier_beats_the_one_below(players: int) -> None:
    """Duels, and tables of one against others of the tier below: the interval of the lead excludes 0."""
    for below, above in pairwise(TIER_BY_TIER):
        games = 16 if above == "search" else 240
        names = (above, *[f"{below}"] * (players - 1))
        rows = played(names, games * players, {"search": {"playouts": 30}}).rows["players"]
        points, bots = (np.asarray(rows[name]).reshape(-1, players) for name in ("score", "bot"))
        lead = np.where(bots == 0, points, 0).sum(axis=1) - np.where(bots == 1, points, 0).sum(axis=1) / (players - 1)
        found = clustered_mean(lead.reshape(-1, players).mean(axis=1), np.ones(len(lead) // players))
        assert found.low > 0, (below, above, players, found)
