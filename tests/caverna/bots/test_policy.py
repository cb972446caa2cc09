"""How bots play: legal and reproducible games, fed families, no points left lying, archetypes true to their names."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from statistics import mean
from typing import Any

import numpy as np
import pytest

from caverna_sim import Action, Game
from caverna_sim.games.caverna.bots.layout import BOT, JUDGE, SCALARS
from caverna_sim.games.caverna.box.pack import OUTCOME
from caverna_sim.games.caverna.ids import part
from caverna_sim.games.caverna.source import CavernaSource
from caverna_sim.scenario.scenario import read_scenario
from tests.caverna.bots import ARCHETYPES, COMPILED, SCRIPTED, Result, Table, is_among, let, record, results
from tests.caverna.table import can, position, rule, seat

PASS = Action.parse("pass").id

# ---------------------------------------------------------------- worked out once


def source(expansion: str | None) -> CavernaSource:
    """Four different bots at a table."""
    bots = ["balanced", "peaceful", "adventurer", "ruby_miner"]
    data = {"name": "alike", "players": 4, "bots": bots, "seating": "fixed", "seed": 5, "record": ["games"]}
    return CavernaSource(read_scenario({**data, **({"expansion": expansion} if expansion else {})}))


def parts(rules: np.ndarray) -> list[Any]:
    """Everything that spaces and loot let players do."""
    record = rules[0]
    return [*(one for space in record["space"] for one in space["parts"]), *(item["part"] for item in record["loot"])]


@pytest.mark.parametrize("expansion", [None, "fiends"])
def test_parts_share_a_number_when_their_outcome_is_the_same(expansion: str | None) -> None:
    """An outcome that depends on the dwarf that acts, or on what lies there, has none."""
    found: dict[int, set[tuple[Any, ...]]] = {}
    for one in parts(source(expansion).catalog.record):
        if not part.ROWS[one["do"]].is_alike:
            assert one["alike"] == -1
        else:
            found.setdefault(int(one["alike"]), set()).add(tuple(str(one[name]) for name in OUTCOME))
    assert -1 not in found  # as printed there are numbers enough
    assert len(found) >= 20
    assert all(len(outcomes) == 1 for outcomes in found.values())
    assert len(set().union(*found.values())) == len(found)


@pytest.mark.parametrize("expansion", [None, "fiends"])
def test_bots_play_the_same_when_every_part_is_looked_at_each_time(expansion: str | None, monkeypatch: pytest.MonkeyPatch) -> None:
    stop = np.zeros(1, np.int8)
    once = source(expansion).play(0, 24, stop)
    rules = source(expansion).catalog
    rules = replace(rules, record=rules.record.copy())
    for one in parts(rules.record):
        one["alike"] = -1
    monkeypatch.setattr(CavernaSource, "catalog", rules)
    each_time = source(expansion).play(0, 24, stop)
    assert once and each_time
    assert once.hashes.tolist() == each_time.hashes.tolist()


# ---------------------------------------------------------------- legal and reproducible


@pytest.mark.parametrize("tiles", ["full", "introductory"])
@pytest.mark.parametrize("players", range(1, 8))
@pytest.mark.parametrize("name", COMPILED)
def test_every_choice_is_legal(name: str, players: int, tiles: str) -> None:
    for game in range(1 if name == "search" else 4):
        assert Table(players, seed=11, game=game, tiles=tiles).first_illegal(record(name)) is None


def random_parameters(chance: np.random.Generator, size: float) -> np.ndarray:
    """A bot with any numbers that a parameter file may hold."""
    bot = np.zeros(1, BOT)
    bot["candidates"], bot["playouts"] = 6, 8
    for name in SCALARS:
        bot[name] = chance.uniform(-size, size)
    for name in ("temperature", "crowding", "surplus", "no_room"):
        bot[name] = abs(bot[name])
    bot["temperature"] = min(50.0, float(bot["temperature"][0]))
    for name in ("worth_early", "worth_late", "furnishing", "furnishing_per_round", "space"):
        bot[name] = chance.uniform(-size, size, bot[name].shape)
    bot["enough"] = chance.uniform(0, size, bot["enough"].shape)
    return bot


@pytest.mark.parametrize("tier", [0, 1])
@pytest.mark.parametrize("size", [1.0, 30.0, 1000.0])
def test_no_parameters_make_a_bot_play_illegally(size: float, tier: int) -> None:
    chance = np.random.default_rng(int(size))
    for number in range(12):
        bot = random_parameters(chance, size)
        bot["tier"] = tier
        assert Table(1 + number % 7, seed=3, game=number).first_illegal((bot, np.zeros(1, JUDGE))) is None


def test_a_bot_that_dislikes_everything_places_its_dwarfs_all_the_same() -> None:
    bot, judge = record("balanced")
    bot["space"] = -1000.0
    bot["worth_early"] = bot["worth_late"] = -1000.0
    assert Table(2, seed=1).first_illegal((bot, judge)) is None


def test_an_illegal_choice_would_be_noticed() -> None:
    listed = np.array([3, 5, 7], np.int32)
    assert [bool(is_among(action, listed, 2)) for action in (3, 5, 7, 4)] == [True, True, False, False]


def test_an_illegal_choice_is_told_in_words(monkeypatch: pytest.MonkeyPatch) -> None:
    taken = Action.parse("furnish M13 with carpenter").id
    monkeypatch.setattr("tests.caverna.bots._play_out", lambda *game: (taken, 17))
    told = str(Table(2, seed=5, game=3).first_illegal(record("balanced")))
    where = "game 3 of seed 5 with 2 players, round 1, after 17 choices: "
    assert told.startswith(f"{where}seat 0 takes `furnish M13 with carpenter` ({taken}); legal: place a dwarf of strength 0 on ")


@pytest.mark.parametrize("name", COMPILED)
def test_a_game_follows_from_seed_and_number(name: str) -> None:
    def trajectory(seed: int, game: int) -> int:
        return Table(2, seed, game).play(record(name))

    assert trajectory(1, 0) == trajectory(1, 0)
    assert len({trajectory(1, 0), trajectory(2, 0), trajectory(1, 1)}) == 3


def with_other_chances(temperature: float, name: str = "balanced", other: int = 1000) -> tuple[int, int]:
    """The same setup with two sets of lots for the bots."""
    bot = record(name, temperature=temperature)
    played = []
    for first in (0, other):
        table = Table(3, seed=2)
        table.states[0]["game_key"] = first  # what was dealt stays, lots are drawn anew
        played.append(table.play(bot))
    return played[0], played[1]


@pytest.mark.parametrize("name", SCRIPTED)
def test_without_temperature_a_bot_always_plays_the_same(name: str) -> None:
    one, other = with_other_chances(0.0, name)
    assert one == other


@pytest.mark.parametrize("name", [*SCRIPTED, "value"])
def test_with_its_temperature_a_bot_varies(name: str) -> None:
    from caverna_sim.games.caverna.bots.parameters import parameters_of

    played = {with_other_chances(parameters_of(name)["temperature"], name, other)[1] for other in range(0, 4000, 1000)}
    assert len(played) > 1


def test_another_bot_in_seat_2_does_not_shift_the_first_choices_of_seat_0() -> None:
    """Streams belong to seats: until seat 2 has moved, nothing differs."""
    first = []
    for name in ("balanced", "adventurer"):
        table = Table(3, seed=6)
        chosen = []
        for action in table.decisions([record("novice"), record("novice"), record(name)]):
            if table.seat == 2:
                break
            chosen.append(action)
        first.append(chosen)
    assert first[0] == first[1]
    assert len(first[0]) >= 2


# ---------------------------------------------------------------- feeding

PASTURES = {"F34": "large_pasture:1", "F24": "large_pasture:1", "F33": "large_pasture:2", "F23": "large_pasture:2"}


def at_the_table(round: int = 5, **fields: Any) -> Game:
    """Seat 0 is about to feed two dwarfs with 4 food."""
    board = {**PASTURES, **fields.pop("board", {})}
    game = position(round=round, phase="harvest", harvest="full", seats=[seat(board=board, **fields)])
    assert (game.phase, game.player) == ("feeding", 0)
    return game


MEALS: dict[str, dict[str, Any]] = {
    "grain": {"grain": 4},
    "vegetables": {"vegetable": 2},
    "sheep": {"sheep": 4},
    "pairs that would breed": {"sheep": 2, "wild_boar": 1},
    "a pair of donkeys": {"donkey": 2, "food": 1},
    "boars": {"wild_boar": 2},
    "cattle": {"cattle": 2},
    "gold": {"gold": 5},
    "a little of everything": {"grain": 1, "vegetable": 1, "sheep": 1},
    "rubies": {"ruby": 2},
    "gold beside food": {"gold": 2, "food": 3},
    "cooking": {"grain": 1, "vegetable": 1, "board": {"M13": "cooking_cave"}},
    "beer": {"grain": 2, "board": {"M13": "beer_parlor"}},
    "a working cave": {"wood": 1, "food": 2, "board": {"M13": "working_cave"}},
    "a slaughtering cave": {"sheep": 2, "board": {"M13": "slaughtering_cave"}},
}


@rule("R-FEED-2", "R-CONV-1", "R-CONV-2")
@pytest.mark.parametrize("name", COMPILED)
@pytest.mark.parametrize("meal", MEALS)
def test_nobody_begs_while_there_is_something_to_eat(name: str, meal: str) -> None:
    for round in (5, 8, 12):
        game = at_the_table(round, **MEALS[meal])
        chosen = let(name, game, temperature=0.0)
        assert game.to_dict()["seats"][0]["begging"] == 0, chosen


@rule("R-FEED-2")
@pytest.mark.parametrize("name", COMPILED)
def test_what_is_not_needed_is_not_eaten(name: str) -> None:
    game = at_the_table(food=4, grain=3, sheep=2, gold=5, ruby=1)
    let(name, game, temperature=0.0)
    entry = game.to_dict()["seats"][0]
    assert entry["begging"] == 0
    assert (entry["goods"]["grain"], entry["goods"]["gold"], entry["goods"]["ruby"]) == (3, 5, 1)
    assert entry["animals"]["sheep"] >= 2


@rule("R-RUBY-1")
def test_a_ruby_is_eaten_before_a_marker_is_taken() -> None:
    game = at_the_table(food=3, ruby=1)
    let("balanced", game, temperature=0.0)
    entry = game.to_dict()["seats"][0]
    assert (entry["begging"], entry["goods"]["ruby"]) == (0, 0)


def test_cheap_food_goes_first() -> None:
    game = at_the_table(grain=4, cattle=2)
    tastes = {"grain": 0.5, "cattle": 3.0}
    let("balanced", game, temperature=0.0, worth={"early": tastes, "late": tastes})
    assert game.to_dict()["seats"][0]["animals"]["cattle"] >= 2


# ---------------------------------------------------------------- before scoring

# the cells where a tile brings a wild boar are covered: a ruby for a single tile scores nothing here
ROOM = {**PASTURES, "F32": "large_pasture:3", "F22": "large_pasture:3", "F31": "meadow", "F13": "meadow"}
ALL_ANIMALS = {"sheep": 1, "donkey": 1, "wild_boar": 1, "cattle": 1}


def last_trades(board: dict[str, str] | None = None, rules: dict[str, Any] | None = None, **wares: int) -> Game:
    """Seat 0 may trade once more before scoring."""
    game = position(round=12, phase="final", rules=rules, seats=[seat(board={**ROOM, **(board or {})}, **wares)])
    assert (game.phase, game.player) == ("final", 0)
    return game


def gained(name: str, game: Game) -> int:
    """Points that a bot makes of the last trades."""
    before = game.scores()[0]["total"]
    let(name, game)
    return int(game.scores()[0]["total"]) - before


# what is at hand -> points that can be had
ONE_TRADE: dict[str, tuple[dict[str, str], dict[str, int], int]] = {
    "grain in the Beer parlor": ({"M13": "beer_parlor"}, {"grain": 4, **ALL_ANIMALS}, 4),  # 2 points of grain, 6 gold
    "sets in the Spare part storage": ({"M13": "spare_part_storage"}, {"wood": 2, "stone": 3, "ore": 2, **ALL_ANIMALS}, 4),
    "ruby and ore in the Blacksmithing parlor": ({"M13": "blacksmithing_parlor"}, {"ruby": 2, "ore": 2, **ALL_ANIMALS}, 2),
    "a ruby for a missing animal": ({}, {"ruby": 1, "sheep": 1, "wild_boar": 1, "cattle": 1}, 2),  # 2 + 1 - 1
    "rubies for two missing animals": ({}, {"ruby": 2, "sheep": 1, "cattle": 1}, 4),
    "ruby and food for missing cattle": ({}, {"ruby": 1, "food": 1, "sheep": 1, "donkey": 1, "wild_boar": 1}, 2),
}


@rule("R-SCORE-1", "F-beer_parlor", "F-spare_part_storage", "F-blacksmithing_parlor", "R-RUBY-1")
@pytest.mark.parametrize("name", ["balanced", "novice", "trader", "value", "search"])
@pytest.mark.parametrize("case", ONE_TRADE)
def test_free_points_are_taken(name: str, case: str) -> None:
    board, wares, points = ONE_TRADE[case]
    assert gained(name, last_trades(board, **wares)) == points


TWO_TRADES: dict[str, tuple[dict[str, str], dict[str, int], int]] = {
    "a ruby for the ore of a set": ({"M13": "spare_part_storage"}, {"ruby": 1, "wood": 1, "stone": 1, **ALL_ANIMALS}, 1),
    "a ruby for the second grain": ({"M13": "beer_parlor"}, {"ruby": 1, "grain": 1, **ALL_ANIMALS}, 1),
    "grain eaten for missing cattle": ({}, {"ruby": 1, "grain": 2, "sheep": 1, "donkey": 1, "wild_boar": 1}, 2),
}


@rule("R-SCORE-1", "F-beer_parlor", "F-spare_part_storage", "R-RUBY-1")
@pytest.mark.parametrize("case", TWO_TRADES)
def test_free_points_that_take_two_trades_are_taken(case: str) -> None:
    board, wares, points = TWO_TRADES[case]
    assert gained("balanced", last_trades(board, **wares)) == points


@rule("R-SCORE-1", "R-RUBY-1")
def test_food_for_an_exchange_that_costs_more_is_seen_to() -> None:
    """A house rule: cattle for a ruby and two food. Grain is eaten for the second food, though the first is at hand."""
    house = {"ruby.exchange.cattle": {"ruby": 1, "food": 2}}
    game = last_trades({}, rules=house, ruby=1, food=1, grain=1, sheep=1, donkey=1, wild_boar=1)
    assert gained("balanced", game) == 1  # 3 for the missing cattle, less the ruby and the half grain


@rule("R-SCORE-1")
@pytest.mark.parametrize("name", COMPILED)
@pytest.mark.parametrize(
    "wares",
    [{"gold": 7, **ALL_ANIMALS}, {"gold": 5, "ruby": 2, "grain": 3, "vegetable": 1, **ALL_ANIMALS}, {"sheep": 3, "gold": 4}],
    ids=["gold", "all sorts", "sheep"],
)
def test_nothing_is_wasted_in_the_last_trades(name: str, wares: dict[str, int]) -> None:
    game = last_trades({"M13": "trader"}, **wares)
    assert can(game, "use_tile", tile="trader")
    before = game.to_dict()["seats"][0]["goods"]["gold"]
    assert gained(name, game) >= 0
    assert game.to_dict()["seats"][0]["goods"]["gold"] >= before


@rule("R-SCORE-1")
@pytest.mark.parametrize("name", SCRIPTED)
def test_no_single_trade_would_have_added_points(name: str) -> None:
    """At the end of whole games: every trade that is left over scores no more than passing does."""
    compared = 0
    for game in range(4):
        table = Table(3, seed=8, game=game)
        for action in table.decisions([record(name)]):
            if action != PASS or phase_of(table) != "final":
                continue
            number = table.seat
            points, kept = table.total(number), table.states
            for other in table.legal():
                table.states = kept.copy()
                apply_only(table, other)
                if other != PASS and table.states[0]["depth"] == kept[0]["depth"]:  # no animals that would have to go
                    compared += 1
                    assert table.total(number) <= points
            table.states = kept
    assert compared > 10


def phase_of(table: Table) -> str:
    from caverna_sim.games.caverna.ids import phase

    return phase.NAMES[table.states[0]["phase"]]


def apply_only(table: Table, action: int) -> None:
    from caverna_sim.games.caverna.course import core

    core.apply_here(table.states, table.rules, action)


# ---------------------------------------------------------------- archetypes

GAMES = 400


@cache
def sample() -> dict[str, list[Result]]:
    """Mixed tables of four; about 130 games for each bot, seeded."""
    return results(("balanced", *ARCHETYPES), players=4, games=GAMES)


def figure(name: str, what: Any) -> float:
    """Mean of something over the games of a bot."""
    return mean(float(what(result)) for result in sample()[name])


def leads(name: str, what: Any, factor: float = 1.0) -> None:
    """The bot has more of something than every other one, `factor` times as much as they have on average."""
    exceeds(name, what, factor)
    figures = {other: figure(other, what) for other in sample()}
    assert max(figures, key=lambda other: figures[other]) == name, figures


def exceeds(name: str, what: Any, factor: float) -> None:
    """The bot has `factor` times as much of something as the others have on average."""
    others = mean(figure(other, what) for other in sample() if other != name)
    assert figure(name, what) > factor * others, (figure(name, what), others)


def test_the_peaceful_bot_never_forges_and_prays() -> None:
    assert figure("peaceful", lambda result: len(result.weapons)) == 0
    leads("peaceful", lambda result: result.owns("prayer_chamber"), 2)


def test_the_adventurer_is_armed_best() -> None:
    leads("adventurer", lambda result: len(result.weapons), 1.3)
    exceeds("adventurer", lambda result: max(result.weapons, default=0), 1.3)


def test_the_ruby_miner_has_rubies_and_their_mines() -> None:
    leads("ruby_miner", lambda result: result.cells("ruby_mine"), 1.5)
    leads("ruby_miner", lambda result: result.seat["goods"]["ruby"], 1.5)


def test_the_ore_baron_has_ore_mines_and_donkeys() -> None:
    leads("ore_baron", lambda result: result.cells("ore_mine"), 2)
    leads("ore_baron", lambda result: result.seat["animals"]["donkey"], 1.4)


def test_the_herder_has_animals_and_pastures() -> None:
    exceeds("herder", lambda result: sum(result.seat["animals"].values()), 1.3)
    leads("herder", lambda result: result.seat["animals"]["sheep"], 1.5)
    leads("herder", lambda result: result.parts["pastures"], 1.1)


def test_the_crop_farmer_has_crops() -> None:
    leads("crop_farmer", lambda result: result.parts["grain"] + result.parts["vegetables"], 1.5)


def test_the_builder_furnishes() -> None:
    leads("builder", lambda result: result.owns("state_parlor"), 2)
    leads("builder", lambda result: result.owns("office_room"), 2)
    leads("builder", lambda result: result.parts["bonus"], 1.3)


def test_the_big_family_is_big() -> None:
    leads("big_family", lambda result: len(result.seat["dwarfs"]), 1.1)
    leads("big_family", lambda result: result.owns("broom_chamber"), 1.2)


def test_the_trader_has_what_trades() -> None:
    leads("trader", lambda result: result.owns("trader") + result.owns("spare_part_storage") + result.owns("beer_parlor"), 1.5)


def test_every_archetype_is_competent() -> None:
    means = {name: figure(name, lambda result: result.total) for name in sample()}
    assert min(means.values()) > 55, means
    assert means["balanced"] > 70, means


@pytest.mark.parametrize("name", ["balanced", *ARCHETYPES])
def test_competent_bots_hardly_ever_beg(name: str) -> None:
    assert figure(name, lambda result: -result.parts["begging"] / 3) < 0.3


def test_bots_stand_in_their_order() -> None:
    """Random play far below the novice, the novice below the balanced bot; differences are tens of standard errors."""
    found = results(("balanced", "novice"), players=3, games=150)
    strong, weak = (mean(result.total for result in found[name]) for name in ("balanced", "novice"))
    table_totals = []
    for game in range(40):
        table = Table(3, seed=1, game=game)
        table.play_randomly()
        table_totals += [table.total(number) for number in range(3)]
    assert 35 < weak < 55
    assert strong > weak + 15
    assert mean(table_totals) < 0
