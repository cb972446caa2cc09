"""Furnishings, traps and bounties of one's own: a row in `[rules]` or in a file that it names, and nothing else."""

from __future__ import annotations

import json
import pickle
import random
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import caverna_sim as cs
from benchmarks.house_rules import effect_by_chance
from caverna_sim import Action, Game
from caverna_sim.errors import CavernaError, RulesError, ScenarioError
from caverna_sim.games.caverna.box.catalog import catalog
from caverna_sim.games.caverna.box.tables import printed_tables, with_house_rules
from caverna_sim.games.caverna.ids import effect
from caverna_sim.games.caverna.shape import sizes
from caverna_sim.games.caverna.source import CavernaSource
from caverna_sim.scenario.scenario import load_scenario, read_scenario

BAZAAR = {
    "colour": "yellow",
    "cost": {"wood": 1},
    "points": 4,
    "effects": [{"when": "any_time", "do": "trade", "give": {"grain": 1}, "get": {"gold": 2}}],
}
MUD = {"kind": "weakening", "weakens": "fixed", "amount": 2, "cost": {"wood": 1}}
TOLL = {"strip": "L8", "column": 1, "do": "gain", "gain": {"gold": 9}}
OWN = {"furnishing.bazaar": BAZAAR, "trap.mud": MUD, "bounty.toll": TOLL}
DEAR = {"furnishing.palace": {"colour": "green", "cost": {"ruby": 40}, "points": 50}}
BOTS = ["balanced", "builder", "adventurer"]


def scenario(rules: dict[str, Any], expansion: str | None = None, **more: Any) -> dict[str, Any]:
    data = {"name": "own", "players": 3, "bots": BOTS, "games": 60, "seed": 11, "rules": rules, **more}
    return data if expansion is None else {**data, "expansion": expansion}


def rows_of(data: dict[str, Any]) -> dict[str, Any]:
    source = CavernaSource(read_scenario(data))
    games = source.block_games * (data["games"] // source.block_games)
    chunk = source.play(0, games, np.zeros(1, np.int8))
    assert chunk is not None
    names = {table.name: {column.name: column.names for column in table.columns} for table in source.tables}
    return {"rows": chunk.rows, "names": names, "hashes": chunk.hashes}


def test_a_63rd_furnishing_is_one_row_and_bots_build_it() -> None:
    played = rows_of(scenario({"furnishing.bazaar": BAZAAR}))
    tiles = np.asarray(played["rows"]["furnishings"]["tile"])
    assert played["names"]["furnishings"]["tile"][62] == "bazaar"
    assert (tiles == 62).sum() > 10


def test_it_trades_in_words_and_survives_a_position() -> None:
    game = cs.play(Game(3, seed=2, rules={"furnishing.bazaar": BAZAAR}), ["balanced", "builder", "random"])
    texts = [entry.text for entry in game.log if entry.is_choice]
    assert any(text.endswith("with bazaar") for text in texts)
    position = game.to_dict()
    assert Game.from_dict(position).to_dict() == position
    assert Game.from_dict(position).scores() == game.scores()
    owner = Game(2, seed=1, rules={"furnishing.bazaar": BAZAAR}).to_dict()
    owner["seats"][0]["board"][2][3] = "bazaar"
    owner["seats"][0]["goods"]["grain"] = 1
    game = Game.from_dict({**owner, "supply": [name for name in owner["supply"] if name != "bazaar"]})
    text = "trade 1 grain for 2 gold at the Bazaar"
    assert text in [action.text for action in game.legal()]
    gold = game.to_dict()["seats"][0]["goods"]["gold"]
    assert game.play(text).to_dict()["seats"][0]["goods"]["gold"] == gold + 2


def test_a_13th_trap_and_a_29th_bounty_are_one_row_each() -> None:
    played = rows_of(scenario(OWN, "fiends"))
    rewards = played["names"]["orcs"]["reward"]
    taken = {rewards[number] for number in np.unique(played["rows"]["orcs"]["reward"])}
    assert {"toll", "gold", "none"} <= taken
    bazaar = played["names"]["furnishings"]["tile"].index("bazaar")
    assert bazaar in played["rows"]["furnishings"]["tile"]


def test_bots_set_the_trap_and_orcs_step_into_it() -> None:
    told = ""
    for seed in range(6):
        told += "\n".join(entry.text for entry in cs.play(Game(3, seed=seed, rules=OWN, expansion="fiends"), BOTS).log) + "\n"
    assert "set mud on F" in told
    assert "trap:mud has worked and turns inactive" in told


def test_the_reward_is_received_when_the_token_goes_there() -> None:
    rules = {**OWN, "bounty_board.long": ["L8", "L1", "L2"], "orc.strength": [1, 1, 1, 1]}
    game = cs.play(Game(3, seed=4, rules=rules, expansion="fiends"), BOTS)
    lines = [entry.text for entry in game.log]
    at = next(number for number, line in enumerate(lines) if line.startswith("take the bounty toll for orc"))
    assert any("+9 gold" in line for line in lines[at : at + 4])
    position = game.to_dict()
    assert "toll" in position["bounty"]["tokens"]
    assert Game.from_dict(position).to_dict() == position


def test_a_strip_with_one_bounty_has_no_other_fields() -> None:
    game = Game(1, seed=1, rules={"bounty.toll": TOLL, "bounty_board.long": ["L8"]}, expansion="fiends")
    tokens = game.state["bounty_token"]
    assert np.flatnonzero(tokens == -1).tolist() == [28]


def test_numbers_of_what_is_printed_stay() -> None:
    """Ids of actions count on them; games in which nobody can have the new row are the same, draw for draw."""
    printed, own = catalog(3, {}, "fiends").names, catalog(3, OWN, "fiends").names
    for field in ("furnishings", "traps", "bounties", "long_strips", "deals", "meals"):
        before, after = getattr(printed, field), getattr(own, field)
        assert after[: len(before)] == before
    assert np.array_equal(rows_of(scenario({}))["hashes"], rows_of(scenario(DEAR))["hashes"])


def test_numbers_do_not_depend_on_the_order_of_rows() -> None:
    other = {"furnishing.arcade": {"colour": "green"}}
    names = catalog(2, {"furnishing.bazaar": BAZAAR, **other}).names.furnishings
    assert names == catalog(2, {**other, "furnishing.bazaar": BAZAAR}).names.furnishings
    assert names[62:] == ("arcade", "bazaar")


def test_actions_carry_the_names_of_their_rules() -> None:
    names = catalog(2, {"furnishing.bazaar": BAZAAR}).names
    action = Action.parse("furnish M13 with bazaar", names)
    assert (action.id, action.tile) == (6 << 24 | 62 << 16 | 46 << 8, "bazaar")
    assert pickle.loads(pickle.dumps(action)).text == action.text
    with pytest.raises(CavernaError, match="unknown tile `bazaar`"):
        Action.parse("furnish M13 with bazaar")


def test_a_bot_that_judges_positions_plays_with_it() -> None:
    game = cs.play(Game(2, seed=3, rules={"furnishing.bazaar": BAZAAR}), ["value", "balanced"])
    assert game.over


def test_supply_and_limits_know_it() -> None:
    rules = {"furnishing.bazaar": BAZAAR}
    without = read_scenario(scenario(rules, supply={"without": ["bazaar"]}))
    assert "bazaar" not in Game(scenario=without).to_dict()["supply"]
    denied = Game(scenario=read_scenario(scenario(rules, supply={"seat_1": {"without": ["bazaar"]}}))).to_dict()
    assert denied["seats"][1]["limits"] == {"tiles_without": ["bazaar"]}
    assert Game.from_dict(denied).to_dict() == denied
    drawn = rows_of(scenario(rules, supply={"random_absence": {"bazaar": 0.5}}))
    absent = np.asarray(drawn["rows"]["supply"]["available"])[np.asarray(drawn["rows"]["supply"]["tile"]) == 62]
    assert 0 < absent.sum() < len(absent)


def test_a_file_of_rows_is_named_by_the_scenario(tmp_path: Path) -> None:
    (tmp_path / "more.toml").write_text('[furnishing.bazaar]\ncolour = "yellow"\ncost = { wood = 1 }\npoints = 4\n', encoding="utf-8")
    path = tmp_path / "own.toml"
    path.write_text('name = "own"\nplayers = 2\nbots = ["random", "random"]\n[rules]\noverrides = "more.toml"\n', encoding="utf-8")
    assert "bazaar" in Game(scenario=load_scenario(path)).to_dict()["supply"]


def test_what_lies_on_a_part_of_the_display_is_only_there() -> None:
    rules = {"trap.mud": MUD, "display_extension.X1.bottom": "mud"}
    shown = {seed: Game(1, seed=seed, rules=rules, expansion="fiends").to_dict()["display"] for seed in range(12)}
    assert {("mud" in display["traps"]) == ("X1" in display["extensions"]) for display in shown.values()} == {True}


@pytest.mark.parametrize(
    ("rules", "sentence"),
    [
        ({"furnishing.carpentr": {"points": 3}}, "unknown name `carpentr` in furnishing; did you mean `carpenter`"),
        ({"furnishing.bazaar": {"colour": "pink"}}, "`furnishing.bazaar.colour`: "),
        ({"furnishing.Bazaar": {"colour": "green"}}, "up to 40 small letters"),
        ({"furnishing.cavern": {"colour": "green"}}, "something else is called `cavern` already"),
        ({"trap.mud": MUD}, "belongs to Frantic Fiends"),
        ({f"furnishing.x{number}": {"colour": "green"} for number in range(40)}, "40 rows are added, there is room for 34"),
    ],
)
def test_a_wrong_row_is_told_in_one_sentence(rules: dict[str, Any], sentence: str) -> None:
    with pytest.raises(RulesError) as error:
        catalog(3, rules)
    assert sentence in str(error.value)
    assert "\n" not in str(error.value)
    with pytest.raises(ScenarioError):
        read_scenario(scenario(rules))


@pytest.mark.parametrize("do", effect.EFFECTS)
def test_an_effect_goes_with_its_moments_only(do: str) -> None:
    """Elsewhere no kernel looks for it, and some would read what the row does not have."""
    for when in effect.TRIGGERS:
        row = {"colour": "green", "effects": [effect_by_chance(random.Random(1), do, when, is_expanded=True)]}
        taken_away = {f"furnishing.{name}.effects": [] for name in ("builder", "work_room", "warrior_dwelling")}
        rules = {**taken_away, "furnishing.own": row}
        if when in effect.triggers_of(do):
            assert catalog(3, rules, "fiends").record[0]["num_loot"] > 0
            continue
        with pytest.raises(RulesError) as error:
            catalog(3, rules, "fiends")
        assert f"`furnishing.own.effects.0.when`: '{when}' is not allowed; `{do}` goes with `" in str(error.value)
        assert "\n" not in str(error.value)


@pytest.mark.parametrize(
    ("line", "sentence"),
    [
        ({"when": "on_gain", "do": "gain", "goods": {"gold": 1}}, "`on_gain` needs a ware"),
        ({"when": "on_breed", "do": "gain", "ware": "wood", "goods": {"gold": 1}}, "`on_breed` needs a ware"),
        ({"when": "on_build", "do": "gain", "ware": "wood", "goods": {"gold": 1}}, "goes with `on_gain` and `on_breed` only, leave it out"),
        ({"when": "on_convert_animal", "do": "gain", "goods": {"sheep": 1}}, "must not bring farm animals"),
        ({"when": "on_furnish", "do": "may_substitute", "give": "wood", "instead_of": ["ore", "stone"]}, "is what `builder` does"),
    ],
)
def test_a_row_that_cannot_work_is_refused(line: dict[str, Any], sentence: str) -> None:
    with pytest.raises(RulesError) as error:
        catalog(3, {"furnishing.own": {"colour": "green", "effects": [line]}})
    assert sentence in str(error.value)


def test_a_furnishing_pays_at_the_start_of_each_round() -> None:
    """Goods by themselves, and goods for each dwelling beside it."""
    per_dwelling = {"when": "start_of_round", "do": "gain_per", "per": "adjacent_dwelling", "goods": {"ore": 1}}
    lines = [{"when": "start_of_round", "do": "gain", "goods": {"gold": 3}}, per_dwelling]
    position = Game(1, seed=1, rules={"furnishing.own": {"colour": "green", "effects": lines}}).to_dict()
    position["supply"].remove("own")
    position["seats"][0]["board"][2][3] = "own"  # above the entry-level dwelling
    game = Game.from_dict(position)
    before = game.to_dict()["seats"][0]["goods"]
    while game.round == 1:
        texts = [action.text for action in game.legal()]
        game.play(next((text for text in texts if text.endswith("on supplies")), texts[-1]))
    told = [entry.text for entry in game.log if not entry.is_choice]
    after = game.to_dict()["seats"][0]["goods"]
    assert (after["gold"] - before["gold"], after["ore"] - before["ore"]) == (3, 1), told


def test_as_many_rows_as_there_is_room_for() -> None:
    room = {"furnishing": sizes.MAX_FURNISHINGS - 62, "trap": sizes.MAX_TRAPS - 12, "bounty": 4 * sizes.MAX_STRIPS - 28}
    rules: dict[str, Any] = {f"furnishing.x{number}": {"colour": "green"} for number in range(room["furnishing"])}
    rules |= {f"trap.t{number}": MUD for number in range(room["trap"])}
    rules |= {f"bounty.b{number}": {**TOLL, "strip": f"Z{number // 4}", "column": number % 4 + 1} for number in range(room["bounty"])}
    game = cs.play(Game(3, seed=1, rules=rules, expansion="fiends"), ["random"] * 3)
    position = game.to_dict()
    assert Game.from_dict(position).to_dict() == position
    with pytest.raises(RulesError, match="1 to 12 entries"):
        catalog(3, {**rules, "bounty.one_more": {**TOLL, "strip": "ZZ"}}, "fiends")


def test_house_rules_leave_the_printed_tables_as_they_are() -> None:
    """Tables without a change are shared with the printed ones; those with a change are copies, and what stands in them is checked."""
    printed = json.dumps(printed_tables("fiends"))
    rules: list[dict[str, Any]] = [
        {f"{table}.{name}": other}
        for table in ("toggle", "ruling")
        for name, row in printed_tables("fiends")[table].items()
        for other in row["alternatives"]
    ]
    for given in (*rules, OWN, {"loot.cattle.strength": 3}):
        changed = with_house_rules(given, "fiends")
        assert json.dumps(changed) != printed, given
        assert changed["food_value"] is printed_tables("fiends")["food_value"]
    assert json.dumps(printed_tables("fiends")) == printed
    with pytest.raises(RulesError, match=r"loot\.cattle\.strength"):
        with_house_rules({"loot.cattle.strength": -3})
