"""The solo campaign: carried points, prices, discounts, what may not come twice, and when it is over (F-CAMP)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import pytest

import caverna_sim as cs
from caverna_sim.errors import CavernaError
from caverna_sim.games.caverna.box.catalog import Catalog, catalog
from caverna_sim.games.caverna.box.tables import printed_tables
from caverna_sim.games.caverna.fiends import campaign as module
from caverna_sim.games.caverna.fiends.campaign import POLICIES, OrcState, Wish, campaign, campaigns, metric
from caverna_sim.games.caverna.fiends.hostile import hostile_left
from caverna_sim.games.caverna.fiends.ids import orc
from caverna_sim.games.caverna.ids import good, terrain
from caverna_sim.games.caverna.shape import layout
from tests.caverna.table import rule

TABLES = printed_tables("fiends")


@dataclass
class Ended:
    """A game that is over as a test wants it."""

    state: Any
    points: int
    rules: Catalog
    log: tuple[Any, ...] = ()

    def scores(self) -> list[dict[str, Any]]:
        return [{"total": self.points}]


class Script:
    """Stands in for playing: every game ends as written, and what each began with is kept."""

    def __init__(self, points: Sequence[int], lost: int = 0, **wares: int) -> None:
        self.points, self.lost, self.wares = list(points), lost, wares
        self.given: list[tuple[str, ...]] = []
        self.rules: list[dict[str, Any]] = []

    def new_game(self, course: Any, number: int, rules: dict[str, Any], given: Iterable[str]) -> Ended:
        self.given.append(tuple(given))
        self.rules.append(rules)
        state = np.zeros(1, layout.STATE)[0]
        drawn = [int(rules[path][0][1:]) - 1 for path in ("display.extensions", "bounty_board.long", "bounty_board.short")]
        state["extensions"][0], state["long_strips"][0], state["short_strips"][0] = drawn
        for which in range(orc.NUM_HOSTILE):
            state["seats"][0]["orcs"][which]["fate"] = orc.LEFT if number == self.lost and which == orc.D else orc.FOUGHT
        for ware, amount in self.wares.items():
            state["seats"][0]["goods"][good.NAMES.index(ware)] = amount
        return Ended(state, self.points[number - 1], catalog(1, expansion="fiends"))


def scripted(monkeypatch: pytest.MonkeyPatch, points: Sequence[int], lost: int = 0, **wares: int) -> Script:
    script = Script(points, lost, **wares)
    monkeypatch.setattr(module._Course, "new_game", lambda course, number, rules, given: script.new_game(course, number, rules, given))
    monkeypatch.setattr(module, "play", lambda game, bots: game)
    return script


def buys(wishes: dict[int, list[Wish]], seen: list[OrcState] | None = None) -> Any:
    """A purchase policy that buys after the games named."""

    def policy(state: OrcState) -> list[Wish]:
        if seen is not None:
            seen.append(state)
        return wishes.get(state.game, [])

    return policy


# ---------------------------------------------------------------- points and prices


@rule("F-CAMP-3", "F-CAMP-4", "F-CAMP-5")
def test_t17_campaign_purchase(monkeypatch: pytest.MonkeyPatch) -> None:
    """72 points after game 3: an ordinary dwelling for one game costs 70, for good it would cost 140."""
    script = scripted(monkeypatch, [20, 22, 30, 50, 60])
    seen: list[OrcState] = []
    found = campaign("balanced", purchases=buys({3: [("dwelling", False)]}, seen))
    assert seen[2].total == 72
    assert (found.games[2].paid, found.games[3].total) == (70, 2 + 50)
    assert script.given == [(), (), (), ("dwelling",), ()]
    assert seen[2].cost([("dwelling", True)]) == 140
    with pytest.raises(CavernaError, match="after game 3 the bonuses cost 140 points, but there are 72; buy less"):
        campaign("balanced", purchases=buys({3: [("dwelling", True)]}))


@rule("F-CAMP-6")
def test_t18_milestone_discount(monkeypatch: pytest.MonkeyPatch) -> None:
    """8 sheep under a milestone that pays 5 for them: 1 stone (10) costs 5; with nothing bought the discount is lost."""
    scripted(monkeypatch, [60] * 5, sheep=8)
    monkeypatch.setattr(module._Course, "_draw_milestone", lambda course, number: "1a")
    assert TABLES["milestone"]["1a"]["metric"] == "sheep"
    found = campaign("balanced", purchases=buys({1: [("stone", False)]}))
    assert [game.paid for game in found.games] == [5, 0, 0, 0, 0]
    assert found.total == 300 - 5
    assert campaign("balanced", purchases="nothing").total == 300


@rule("F-CAMP-6")
def test_a_discount_never_pays_more_than_is_bought(monkeypatch: pytest.MonkeyPatch) -> None:
    scripted(monkeypatch, [60] * 5, sheep=8)
    monkeypatch.setattr(module._Course, "_draw_milestone", lambda course, number: "1a")
    seen: list[OrcState] = []
    campaign("balanced", purchases=buys({}, seen))
    assert seen[0].discount == 5
    assert seen[0].cost([]) == 0


@rule("F-CAMP-6")
def test_a_milestone_that_is_missed_pays_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    scripted(monkeypatch, [60] * 5, sheep=7)
    monkeypatch.setattr(module._Course, "_draw_milestone", lambda course, number: "1a")
    seen: list[OrcState] = []
    campaign("balanced", purchases=buys({}, seen))
    assert [state.discount for state in seen] == [0, 0, 0, 0]


@rule("F-CAMP-4")
def test_prices_are_those_of_the_table(monkeypatch: pytest.MonkeyPatch) -> None:
    scripted(monkeypatch, [60] * 5)
    seen: list[OrcState] = []
    campaign("balanced", purchases=buys({}, seen))
    prices = {name: (bonus.once, bonus.permanent) for name, bonus in seen[0].bonuses.items()}
    assert {prices[name] for name in ("wood", "ore", "stone")} == {(10, 20)}
    assert {prices[name] for name in ("grain", "dog")} == {(15, 30)}
    assert {prices[name] for name in ("vegetable", "sheep", "wild_boar", "donkey")} == {(20, 40)}
    assert {prices[name] for name in ("cattle", "ruby")} == {(30, 60)}
    rest = {name: prices[name] for name in ("twin_tile", "trap", "function_tile", "dwelling")}
    assert rest == {"twin_tile": (40, 80), "trap": (50, 100), "function_tile": (60, 120), "dwelling": (70, 140)}


@rule("F-CAMP-4")
def test_permanent_bonuses_come_in_every_later_game(monkeypatch: pytest.MonkeyPatch) -> None:
    script = scripted(monkeypatch, [100] * 5)
    wishes = {1: [("stone", True), ("stone", True)], 2: [("ruby", False)]}
    found = campaign("balanced", purchases=buys(wishes))
    assert script.given == [(), ("stone", "stone"), ("stone", "stone", "ruby"), ("stone", "stone"), ("stone", "stone")]
    assert found.total == 500 - 40 - 30


# ---------------------------------------------------------------- the course


@rule("F-CAMP-2")
def test_strengths_rise_from_game_to_game(monkeypatch: pytest.MonkeyPatch) -> None:
    script = scripted(monkeypatch, [50] * 5)
    found = campaign("balanced", purchases="nothing")
    assert ["/".join(map(str, game.strengths)) for game in found.games] == [
        "5/7/9/12",
        "7/9/11/14",
        "9/11/13/16",
        "11/13/15/18",
        "13/15/17/20",
    ]
    hard = campaign("balanced", purchases="nothing", side="hard")
    assert [game.strengths[0] for game in hard.games] == [7, 9, 11, 13, 15]
    assert [rules["start.food_solo"] for rules in script.rules] == [1] * 10


@rule("F-CAMP-2")
def test_nothing_of_the_box_comes_twice(monkeypatch: pytest.MonkeyPatch) -> None:
    script = scripted(monkeypatch, [50] * 5)
    found = campaign("balanced", purchases="nothing")
    for name in ("extension", "long_strip", "short_strip", "milestone"):
        assert len({getattr(game, name) for game in found.games}) == 5, name
    assert [len(rules["display.extensions"]) for rules in script.rules] == [9, 8, 7, 6, 5]
    milestones = {module._Course("balanced", 1, POLICIES["nothing"], "normal", number, {})._draw_milestone(1) for number in range(60)}
    assert milestones == set(TABLES["milestone"])


@rule("F-CAMP-1")
def test_one_lost_game_ends_the_campaign(monkeypatch: pytest.MonkeyPatch) -> None:
    seen: list[OrcState] = []
    scripted(monkeypatch, [50] * 5, lost=3)
    found = campaign("balanced", purchases=buys({}, seen))
    assert [game.won for game in found.games] == [True, True, False]
    assert not found.won
    assert found.verdict == "lost in game 3 of 5: 1 hostile orc left; 150 points in total"
    assert [state.game for state in seen] == [1, 2]  # nothing is bought after a lost game


@rule("F-CAMP-3")
def test_a_whole_campaign_is_won_with_its_total(monkeypatch: pytest.MonkeyPatch) -> None:
    seen: list[OrcState] = []
    scripted(monkeypatch, [50, 60, 70, 80, 90])
    found = campaign("balanced", purchases=buys({}, seen))
    assert found.won
    assert found.verdict == "won: all 5 games, 350 points in total"
    assert [state.game for state in seen] == [1, 2, 3, 4]  # nothing is left to buy for after the last one
    assert found.table["total"].to_list() == [50, 110, 180, 260, 350]


def test_what_cannot_be_bought_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    scripted(monkeypatch, [90] * 5)
    with pytest.raises(CavernaError, match="there is no bonus `stne`; did you mean `stone`"):
        campaign("balanced", purchases=buys({1: [("stne", False)]}))
    with pytest.raises(CavernaError, match="give a pair of a name and whether it is for good"):
        campaign("balanced", purchases=lambda state: ["stone"])  # type: ignore[list-item]
    for nothing in (None, 5, "stone"):
        with pytest.raises(CavernaError, match="cannot be bought; return pairs of a name and whether it is for good, or an empty list"):
            campaign("balanced", purchases=lambda state, nothing=nothing: nothing)
    with pytest.raises(CavernaError, match="on_progress: 5 is not allowed; give a function"):
        campaigns("balanced", 1, on_progress=5)  # type: ignore[arg-type]
    with pytest.raises(CavernaError, match="unknown purchase policy `stedy`; did you mean `steady`"):
        campaign("balanced", purchases="stedy")
    with pytest.raises(CavernaError, match="the side 'hrd' is not allowed"):
        campaign("balanced", side="hrd")
    with pytest.raises(CavernaError, match="campaigns: 0 is not allowed"):
        campaigns("balanced", 0)


@pytest.mark.parametrize("policy", POLICIES)
def test_policies_never_spend_what_is_not_there(monkeypatch: pytest.MonkeyPatch, policy: str) -> None:
    for points in (0, 5, 49, 60, 99, 150, 400):
        scripted(monkeypatch, [points] * 5)
        assert campaign("balanced", purchases=policy).total >= 0
    scripted(monkeypatch, [150] * 5)
    bought = [wish for game in campaign("balanced", purchases=policy).games for wish in game.bought]
    assert bool(bought) == (policy != "nothing")


def test_win_rates_have_intervals(monkeypatch: pytest.MonkeyPatch) -> None:
    scripted(monkeypatch, [50] * 5, lost=2)
    found = campaigns("balanced", 40, purchases="nothing")
    assert (found.win_rate(1).value, found.win_rate(2).value, found.won.value) == (1.0, 0.0, 0.0)
    assert 0.85 < found.win_rate(1).low < 1
    assert found.table["played"].to_list() == [40, 40]
    assert "game 1 is won in 100" in found.verdict


@pytest.mark.parametrize(("name", "amount"), [("sheep", 4), ("grain", 9), ("friendly_orc", 2), ("inactive_trap", 1), ("ruby", 0)])
def test_milestones_count_what_is_there(name: str, amount: int) -> None:
    seat = np.zeros(1, layout.STATE)[0]["seats"][0]
    seat["goods"][good.SHEEP], seat["goods"][good.GRAIN] = 4, 6
    seat["terrain"][terrain.GRAIN_FIELD] = 1 << 7
    seat["detail"][7] = 3
    seat["orcs"][orc.B]["status"] = seat["orcs"][orc.EXTRA]["status"] = orc.FRIENDLY
    seat["terrain"][terrain.TRAP] = 1 << 8 | 1 << 9
    seat["detail"][8], seat["detail"][9] = 3, 3 + terrain.INACTIVE
    assert metric(seat, name) == amount


# ---------------------------------------------------------------- played


def test_a_campaign_is_played_and_repeats_itself() -> None:
    first, again = (cs.campaign("balanced", seed=5, purchases="nothing") for _ in range(2))
    assert first == again
    assert first.games[0].strengths == (5, 7, 9, 12)
    assert len(first.games[0].log) > 100
    assert cs.campaign("balanced", seed=6, purchases="nothing") != first


@rule("F-CAMP-2")
def test_the_campaigner_gets_rid_of_orcs_that_others_leave() -> None:
    """Alone with the orcs of game 4, without any bonus."""
    left = {"adventurer": 0, "campaigner": 0}
    for bot in left:
        for seed in range(6):
            game = cs.play(cs.Game(1, seed=seed, expansion="fiends", rules={"orc.strength": [11, 13, 15, 18]}), [bot])
            left[bot] += hostile_left(game.state["seats"][0])
    assert left["campaigner"] < left["adventurer"] - 3


@rule("F-CAMP-4")
def test_what_lasts_is_bought_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """40 points a game: two ore for good after each of the first three games, four more for the last."""
    script = scripted(monkeypatch, [40] * 5)
    found = campaign("balanced", purchases="lasting")
    assert [len(given) for given in script.given] == [0, 2, 4, 6, 10]
    assert [game.paid for game in found.games] == [40, 40, 40, 40, 0]


def course() -> Any:
    return module._Course("balanced", 3, POLICIES["nothing"], "normal", 0, {})


@rule("F-CAMP-5")
def test_bought_goods_are_there_from_the_start() -> None:
    plan = course()
    without = plan.new_game(1, plan.rules_of(1), ()).to_dict()["seats"][0]
    with_them = plan.new_game(1, plan.rules_of(1), ("stone", "stone", "grain", "dog", "sheep", "ruby")).to_dict()["seats"][0]
    more = {ware: with_them["goods"][ware] - without["goods"][ware] for ware in with_them["goods"]}
    assert {ware: number for ware, number in more.items() if number} == {"stone": 2, "grain": 1, "ruby": 1}
    assert (with_them["animals"]["dog"], with_them["animals"]["sheep"]) == (1, 1)


@rule("F-CAMP-4", "F-CAMP-5")
def test_bought_tiles_traps_and_dwellings_are_chosen_first() -> None:
    plan = course()
    for name, kind in (("dwelling", "furnish"), ("function_tile", "furnish"), ("trap", "set_trap"), ("twin_tile", "twin_tile")):
        game = plan.new_game(1, plan.rules_of(1), (name,))
        kinds = {action.kind for action in game.legal()}
        assert kind in kinds, name
        assert "place" not in kinds, name
        before = game.to_dict()["seats"][0]["goods"]
        game.play(next(action for action in game.legal() if action.kind == kind))
        assert all(before[ware] <= amount for ware, amount in game.to_dict()["seats"][0]["goods"].items()), f"{name} is free"
        while "place" not in {action.kind for action in game.legal()}:
            game.play(next(action for action in game.legal() if action.kind == "pass"))
        assert game.round == 1


@rule("F-CAMP-5")
def test_t17_the_dwelling_stands_in_game_4() -> None:
    plan = course()
    game = plan.new_game(4, plan.rules_of(4), ("dwelling",))
    game.play(next(action for action in game.legal() if action.kind == "furnish"))
    assert "dwelling" in [cell for row in game.to_dict()["seats"][0]["board"] for cell in row]


@rule("F-CAMP-2")
def test_a_game_is_dealt_what_is_left_of_the_box() -> None:
    plan = course()
    rules = {**plan.rules_of(1), "display.extensions": ["X7"], "bounty_board.long": ["L3"], "bounty_board.short": ["S2"]}
    position = plan.new_game(1, rules, ()).to_dict()
    assert position["display"]["extensions"] == ["X7"]
    assert position["bounty"]["strips"] == [["L3", "S2"]]
