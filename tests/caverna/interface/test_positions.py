"""Positions as dicts and JSON: written, read back, written by hand (interface, section 2)."""

from __future__ import annotations

import json
from typing import Any

import pytest

from caverna_sim import Game, PositionError
from caverna_sim.games.caverna.ids import phase
from tests.caverna.interface.random_play import ALL_PLAYERS, choices, played
from tests.caverna.table import EMPTY_BOARD, cell, do, dwarf, find, goods, position, rule, seat


def through_json(game: Game) -> dict[str, Any]:
    """The position of a game as it comes back from a file."""
    entry: dict[str, Any] = json.loads(json.dumps(game.to_dict()))
    return entry


# ---------------------------------------------------------------- round trips


@pytest.mark.parametrize("players", ALL_PLAYERS)
def test_a_position_reads_back_at_every_choice_and_plays_on_alike(players: int) -> None:
    game = Game(players, seed=players)
    phases = set()
    twin: Game | None = None
    for number, action in enumerate(choices(game, seed=players + 40)):
        phases.add(game.phase)
        entry = through_json(game)
        if twin is not None:
            assert through_json(twin) == entry  # the last choice had the same consequences for both
        twin = Game.from_dict(entry)
        assert through_json(twin) == entry
        assert twin.legal() == game.legal()
        assert (twin.player, twin.round, twin.phase, twin.over) == (game.player, game.round, game.phase, False)
        if number % 10 == 0:
            assert twin.scores() == game.scores()
        twin.play(action)
    assert twin is not None
    assert through_json(twin) == through_json(game)
    assert phases >= {"work", "feeding", "final"}


@pytest.mark.parametrize("last", [1, 2, 7])
def test_a_shorter_game_reads_back(last: int) -> None:
    game = Game(2, seed=last, rules={"rounds.last": last})
    for number, _ in enumerate(choices(game, seed=last)):
        if number % 10 == 0:
            assert through_json(Game.from_dict(through_json(game))) == through_json(game)
    assert through_json(Game.from_dict(through_json(game))) == through_json(game)


def test_what_house_rules_pile_up_reads_back() -> None:
    game = Game(2, seed=1)
    game.state["seats"][0]["goods"][0] = 1000
    game.state["space_goods"][:, 0] = 1000 * (game.state["space_goods"][:, 0] > 0)
    assert through_json(Game.from_dict(through_json(game))) == through_json(game)


@pytest.mark.parametrize("players", [1, 2, 3, 5])
@pytest.mark.parametrize("most", [3, 30, 90])
def test_from_any_position_on_the_whole_rest_is_the_same(players: int, most: int) -> None:
    game = played(players, seed=most, most=most)
    twin = Game.from_dict(through_json(game))
    for action in choices(game, seed=most):
        twin.play(action)
    assert twin.over
    assert through_json(twin) == through_json(game)
    assert twin.hash == game.hash


def test_a_finished_game_reads_back() -> None:
    game = played(2, seed=3)
    twin = Game.from_dict(through_json(game))
    assert twin.over
    assert twin.legal() == []
    assert twin.scores() == game.scores()


def test_house_rules_travel_with_a_position() -> None:
    game = Game(2, seed=3, rules={"start.food": [5, 6], "toggle.food_tokens_may_be_withheld": False}, tiles="introductory")
    entry = through_json(game)
    assert entry["rules"] == {"start.food": [5, 6], "start.tiles": "introductory", "toggle.food_tokens_may_be_withheld": False}
    twin = Game.from_dict(entry)
    assert twin.rules.tables == game.rules.tables
    assert [goods(twin, number)["food"] for number in (0, 1)] == [5, 6]


def test_a_position_is_plain_data_in_the_documented_words() -> None:
    entry = Game(2, seed=7).to_dict()
    assert (entry["format"], entry["players"], entry["expansion"], entry["seed"], entry["index"]) == (1, 2, None, 7, 0)
    assert (entry["round"], entry["phase"], entry["to_move"]) == (1, "work", 0)
    assert (entry["start_player"], entry["next_start_player"]) == (0, 0)
    assert len(entry["cards"]) == 11
    assert sorted(entry["harvest_markers"].values()) == ["leaf"] * 3 + ["question"] * 3
    assert entry["spaces"]["logging_1_3"] == {"goods": {"wood": 3}, "used_by": None}
    assert "dwelling" not in entry["supply"]
    assert len(entry["supply"]) == 47
    first = entry["seats"][0]
    assert first["goods"] == {"wood": 0, "stone": 0, "ore": 0, "ruby": 0, "food": 1, "gold": 0, "grain": 0, "vegetable": 0}
    assert first["animals"] == {"dog": 0, "sheep": 0, "donkey": 0, "wild_boar": 0, "cattle": 0}
    assert first["dwarfs"] == [{"weapon": 0, "at": "home"}, {"weapon": 0, "at": "home"}]
    assert first["board"] == EMPTY_BOARD
    assert (first["overhang"], first["stables"], first["begging"]) == ([], [], 0)


# ---------------------------------------------------------------- written by hand


def test_a_few_fields_are_enough() -> None:
    game = Game.from_dict({"players": 2, "round": 5, "to_move": 1, "seats": [{"board": EMPTY_BOARD}, {"board": EMPTY_BOARD}]})
    assert (game.round, game.phase, game.player) == (5, "work", 1)
    assert len(game.to_dict()["supply"]) == 47
    assert len(game.to_dict()["seats"][0]["dwarfs"]) == 2
    for _ in choices(game, seed=1):
        pass
    assert game.over


@rule("R-BOARD-2")
def test_every_word_for_a_cell_is_read() -> None:
    words = {
        "F11": "meadow", "F21": "field", "F31": "field:grain*3", "F12": "field:vegetable*1", "F22": "small_pasture",
        "F32": "large_pasture:1", "F33": "large_pasture:1", "F13": "large_pasture:2", "F23": "large_pasture:2", "F34": "meadow",
        "M11": "cavern", "M12": "tunnel", "M21": "deep_tunnel", "M22": "ore_mine", "M31": "ruby_mine", "M24": "carpenter",
    }  # fmt: skip
    game = position(seats=[seat(board=words)])
    for name, word in words.items():
        assert cell(game, name) == word
    assert cell(game, "F14") == "."
    assert cell(game, "M34") == "^"


def test_the_numbers_of_large_pastures_are_only_names() -> None:
    game = position(seats=[seat(board={"F34": "large_pasture:77", "F33": "large_pasture:77"}, sheep=4)])
    assert cell(game, "F34") == cell(game, "F33") == "large_pasture:1"


@rule("R-TILE-9")
def test_halves_that_stick_out_are_read() -> None:
    tiles = {"M13": "office_room", "F34": "meadow", "M24": "tunnel"}
    overhang = [[4, 2, "field"], [4, 4, "cavern"]]
    game = position(seats=[seat(board=tiles, overhang=overhang)])
    assert game.to_dict()["seats"][0]["overhang"] == overhang
    assert Game.from_dict(through_json(game)).to_dict() == game.to_dict()


@rule("R-STAB-2")
def test_stables_stand_on_forest_meadow_and_pasture() -> None:
    tiles = {"F34": "meadow", "F33": "small_pasture"}
    game = position(seats=[seat(board=tiles, stables=("F11", "F33", "F34"))])
    assert game.to_dict()["seats"][0]["stables"] == ["F11", "F33", "F34"]
    assert not find(game, "stable")


def test_dwarfs_stand_where_they_are_put() -> None:
    family = [dwarf(3, at="supplies"), dwarf(0), dwarf(at="supplies", newborn=True)]
    board = {"M24": "dwelling"}
    game = position(seats=[seat(board=board, dwarfs=family)], to_move=0)
    assert game.to_dict()["spaces"]["supplies"]["used_by"] == 0
    assert {action.weapon for action in find(game, "place")} == {0}
    do(game, "place", space="wood_gathering") if find(game, "place", space="wood_gathering") else do(game, "place")


@rule("R-INT-1")
def test_a_covered_furnishing_is_kept_in_mind() -> None:
    entry = {**seat(board={"M24": "spare_part_storage"}), "covered": ["trader"]}
    game = position(seats=[entry])
    supply = game.to_dict()["supply"]
    assert "trader" not in supply
    assert "spare_part_storage" not in supply
    assert game.to_dict()["seats"][0]["covered"] == ["trader"]
    assert not find(game, "use_tile", tile="trader")


@rule("R-INT-17")
def test_goods_of_suppliers_come_in_their_round() -> None:
    entry = {**seat(board={"M24": "stone_supplier"}), "round_goods": {"6": {"stone": 1}, "7": {"stone": 1}}}
    game = position(round=5, seats=[entry], players=1)
    assert goods(game)["stone"] == 0
    for _ in choices(game, seed=2):
        if game.round == 6:
            break
    assert any(entry.text == "+1 stone" for entry in game.log if entry.round == 6)


def test_the_seed_deals_what_a_position_leaves_out() -> None:
    def cards(seed: int) -> list[str]:
        return list(position(players=4, seed=seed).to_dict()["cards"])

    assert cards(1) == Game(4, seed=1).to_dict()["cards"]
    assert len({tuple(cards(seed)) for seed in range(8)}) > 4


@pytest.mark.parametrize("name", ["work", "feeding", "breeding", "final"])
def test_each_phase_with_decisions_can_be_set_up(name: str) -> None:
    assert name in phase.NAMES
    game = position(phase=name, round=5, seats=[seat(board={"F34": "small_pasture"}, sheep=2, food=9)])
    assert (game.player, game.phase) == (0, name)
    assert game.legal()


def test_a_position_is_not_changed_by_reading_it() -> None:
    entry = through_json(played(3, seed=1, most=20))
    before = json.dumps(entry)
    Game.from_dict(entry).play(Game.from_dict(entry).legal()[0])
    assert json.dumps(entry) == before


# ---------------------------------------------------------------- whatever stands in a field

STRANGE: list[Any] = [None, -1, 10**30, 1.5, True, "x", "", [], {}, [[]], {"a": 1}, [None], "home"]


def places_in(value: Any, path: tuple[Any, ...] = ()) -> dict[str, tuple[Any, ...]]:
    """One place for every kind of field, such as seats.*.goods.wood."""
    found: dict[str, tuple[Any, ...]] = {}
    entries = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, entry in entries:
        shape = ".".join("*" if isinstance(word, int) or str(word).isdigit() else str(word) for word in (*path, key))
        found.setdefault(shape, (*path, key))
        for inner, place in places_in(entry, (*path, key)).items():
            found.setdefault(inner, place)
    return found


def full_position() -> dict[str, Any]:
    """A position with something in every field."""
    family = [dwarf(3, at="supplies"), dwarf(0), dwarf(at="supplies", newborn=True)]
    tiles = {"M13": "office_room", "F34": "meadow", "M24": "dwelling", "M23": "spare_part_storage", "F24": "field:grain*2"}
    entry = seat(board=tiles, dwarfs=family, stables=("F11",), overhang=[[4, 2, "meadow"]], sheep=1, wood=2, begging=1)
    entry |= {"covered": ["trader"], "round_goods": {"8": {"wood": 1}}}
    game = position(players=2, round=6, seats=[entry], spaces={"logging_1_3": {"goods": {"wood": 3}}})
    return through_json(game)


def with_strange(entry: dict[str, Any], place: tuple[Any, ...], strange: Any) -> dict[str, Any]:
    """A copy with something else at one place."""
    changed: dict[str, Any] = json.loads(json.dumps(entry))
    inner: Any = changed
    for word in place[:-1]:
        inner = inner[word]
    inner[place[-1]] = strange
    return changed


def refusals_of_strange_values(entry: dict[str, Any], *words: str) -> int:
    """How many strange values are refused, each in one sentence, at places that have one of these words; all others can be played."""
    crashes = []
    refused = 0
    for shape, place in places_in(entry).items():
        if words and not any(word in shape for word in words):
            continue
        for strange in STRANGE:
            try:
                game = Game.from_dict(with_strange(entry, place, strange))
                if not game.over:
                    game.play(game.legal()[0])
                game.to_dict()
            except PositionError as error:
                refused += 1
                assert "\n" not in str(error)
                assert str(error).startswith("position `")
            except Exception as error:
                crashes.append(f"{shape} = {strange!r}: {type(error).__name__}: {error}")
    assert not crashes, "\n".join(crashes)
    return refused


def test_strange_values_are_refused_in_one_sentence_or_can_be_played() -> None:
    assert refusals_of_strange_values(full_position()) > 300


@pytest.mark.parametrize("strange", [None, 3, "x", [], [1], True])
def test_what_is_no_table_at_all_is_refused(strange: Any) -> None:
    with pytest.raises(PositionError, match="give a table"):
        Game.from_dict(strange)
