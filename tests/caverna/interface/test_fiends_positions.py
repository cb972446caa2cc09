"""Positions of Frantic Fiends: written, read back byte for byte, written by hand (interface, section 2)."""

from __future__ import annotations

import io
import json
import random
from typing import Any

import pytest
from rich.console import Console

from caverna_sim import Game
from caverna_sim.games.caverna.fiends.ids import orc
from caverna_sim.games.caverna.fiends.show import lines, table_view
from caverna_sim.games.caverna.show import boards
from tests.caverna.table import EMPTY_BOARD, cell, do, dwarf, find, on_space, position, rule, seat

MARKERS_2 = {"7": "plain", "8": "orc", "10": "orc", "11": "plain", "12": "plain"}


def table(players: int = 2, round: int = 5, seats: list[Any] | None = None, phase: str = "work", **fields: Any) -> Game:
    """A hand-written position with orcs."""
    if players <= 2:
        fields.setdefault("harvest_markers", MARKERS_2)
    return position(players, round, seats, phase, expansion="fiends", **fields)


def orc_of(game: Game, name: str, number: int = 0) -> dict[str, Any]:
    """What a position says of an orc."""
    return dict(game.to_dict()["seats"][number]["orcs"][name])


def gone(*names: str) -> dict[str, Any]:
    """Orcs that are defeated and brought gold."""
    return {name: {"at": "defeated", "reward": "gold"} for name in names}


def check_round_trip(game: Game) -> Game:
    """The game as it comes back from a file: the same record, the same choices."""
    entry = json.loads(json.dumps(game.to_dict()))
    twin = Game.from_dict(entry)
    assert twin.to_dict() == entry
    assert twin.state.tobytes() == game.state.tobytes()
    assert twin.legal() == game.legal()
    return twin


def play_on(game: Game, seed: int, every: float = 0.3) -> set[str]:
    """Play at random to the end, reading positions back on the way; returns the kinds of what was played."""
    chance = random.Random(seed)
    kinds = set()
    while not game.over:
        if chance.random() < every:
            game = check_round_trip(game)
        legal = game.legal()
        action = chance.choice(legal)
        if action.kind == "pass" and chance.random() < 0.6:
            action = chance.choice(legal)
        kinds.add(action.kind)
        game.play(action)
    check_round_trip(game)
    return kinds


# ---------------------------------------------------------------- round trips


@pytest.mark.parametrize("players", range(1, 8))
def test_random_games_read_back_byte_for_byte(players: int) -> None:
    kinds = play_on(Game(players, seed=players, expansion="fiends"), seed=players + 70, every=0.25 / players)
    assert kinds >= {"place", "bribe", "displace", "feed"}


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(12))
def test_many_random_games_read_back_byte_for_byte(seed: int) -> None:
    play_on(Game(1 + seed % 4, seed=seed, expansion="fiends"), seed=seed)


def rich_seat() -> dict[str, Any]:
    """A seat with everything the expansion adds."""
    board = {
        "F31": "field:grain*3", "F32": "trap:net", "F33": "trap:saw_trap:inactive", "F34": "meadow", "F24": "small_pasture",
        "M11": "orc_dwelling", "M12": "ore_mine*4", "M21": "deep_tunnel", "M22": "ruby_mine*1", "M23": "guest_dwelling",
        "M24": "mine_orc_dwelling", "M34": "dwelling",
    }  # fmt: skip
    orcs = {
        "A": {"at": "friendly", "room": "M11"},
        "B": {"at": "F32", "strength": 6, "held": True},
        "C": {"at": "M14", "strength": 2},
        "D": {"at": "friendly", "room": "M24"},
    }
    family = [dwarf(0, "captive") | {"home": "M14"}, dwarf(5) | {"home": "M14"}, dwarf(2)]
    entry = seat(board=board, dwarfs=family, sheep=3, donkey=2, dog=2, ruby=3, food=30, wood=9, stone=9, ore=9)
    return {**entry, "orcs": orcs}


@pytest.mark.parametrize("seed", range(4))
def test_friendly_orcs_captives_and_goods_in_mines_read_back(seed: int) -> None:
    game = table(seats=[rich_seat(), seat(wood=9, food=20)], round=7)
    check_round_trip(game)
    assert cell(game, "M12") == "ore_mine*4"
    assert cell(game, "F33") == "trap:saw_trap:inactive"
    assert cell(game, "M14") == "entry_level_dwelling"
    assert orc_of(game, "B") == {"strength": 6, "at": "F32", "held": True}
    assert orc_of(game, "A")["works"] == "home"
    assert "place_orc" in play_on(game, seed)


def test_the_last_places_of_the_orcs_read_back() -> None:
    """F-END-1: while the owner chooses, an orc has no cell."""
    board = {"M12": "ore_mine", "M11": "tunnel", "M21": "ore_mine"}
    orcs = gone("C", "D") | {"A": {"at": "M12", "strength": 2}, "B": {"at": "M11", "strength": 2}}
    game = table(seats=[{**seat(board=board), "orcs": orcs}, {**seat(), "orcs": gone(*"ABCD")}], round=12, phase="final")
    do(game, "pass")
    do(game, "pass")
    assert game.phase == "replacement"
    assert orc_of(game, "A")["at"] == "cave"
    twin = check_round_trip(game)
    do(twin, "occupy", orc="A", cell="M21")
    assert twin.over
    assert cell(twin, "M21") == "ore_mine"
    assert {orc_of(twin, name)["at"] for name in "AB"} == {"M12", "M21"}
    check_round_trip(twin)


@rule("F-EVENT-12")
def test_animals_in_their_places_read_back() -> None:
    board = {"F34": "meadow", "F33": "small_pasture", "F24": "large_pasture:1", "F23": "large_pasture:1", "M24": "ore_mine*2"}
    places = {"F33": {"sheep": 2}, "F23": {"cattle": 3}, "F34": {"sheep": 2, "dog": 1}, "M24": {"donkey": 1}}
    entry = {**seat(board=board, sheep=4, cattle=3, donkey=1, dog=2), "animals_at": places}
    events = {"event": 1, "orc": "A", "movement": {"0": "M3-1"}, "places_fixed": True}
    pending = [
        {"step": "move", "seat": 0, "arguments": [0, 0, 0, 0]},
        {"step": "orc", "seat": 0, "arguments": [0, 0, 0, 0]},
    ]
    game = table(round=3, phase="event", seats=[entry], events=events, pending=pending, turn={"phase_seat": 1})
    assert game.to_dict()["seats"][0]["animals_at"] == places
    check_round_trip(game)
    play_on(game, 1)


# ---------------------------------------------------------------- written by hand


def test_a_few_fields_are_enough() -> None:
    seats = [{"board": EMPTY_BOARD}, {"board": EMPTY_BOARD}]
    game = Game.from_dict({"players": 2, "expansion": "fiends", "round": 5, "to_move": 1, "seats": seats})
    new = Game(2, expansion="fiends").to_dict()
    entry = game.to_dict()
    assert entry["expansion"] == "fiends"
    for name in ("harvest_markers", "bounty", "display", "supply", "cards"):
        assert entry[name] == new[name]
    assert entry["events"] == {**new["events"], "event": 1}  # that of round 3 is over
    assert entry["seats"][0]["orcs"] == {
        "A": {"strength": 5, "at": "F11"},
        "B": {"strength": 7, "at": "F21"},
        "C": {"strength": 9, "at": "F31"},
        "D": {"strength": 12, "at": "waiting"},
    }


@rule("F-EVENT-9")
def test_orc_d_stands_where_the_seed_puts_it() -> None:
    columns = set()
    for seed in range(6):
        game = table(seed=seed, round=7)
        columns.add(orc_of(game, "D")["at"])
    assert columns <= {"F11", "F21", "F31"}
    assert len(columns) > 1


@rule("F-CAVE-8")
def test_a_tile_under_an_orc_works_no_more() -> None:
    entry = {**seat(board={"M24": "dwelling"}), "orcs": {"A": {"at": "M24"}}}
    game = table(seats=[entry])
    assert cell(game, "M24") == "dwelling"
    assert int(game.state["seats"][0]["room"]) == 2
    free = table(seats=[seat(board={"M24": "dwelling"})])
    assert int(free.state["seats"][0]["room"]) == 3


@rule("F-FRIEND-9")
def test_an_orc_in_the_guest_dwelling_takes_the_room_of_a_dwarf() -> None:
    board = {"M24": "guest_dwelling"}
    game = table(seats=[{**seat(board=board), "orcs": {"A": {"at": "friendly", "room": "M24"}}}])
    assert int(game.state["seats"][0]["room"]) == 2


@rule("F-SETUP-5")
def test_what_lies_on_boards_is_not_on_display() -> None:
    board = {"F34": "trap:pitfall", "F11": "trap:pitfall:inactive", "M24": "orc_dwelling"}
    display = table(seats=[seat(board=board)]).to_dict()["display"]
    assert display["traps"]["pitfall"] == 0
    assert display["traps"]["net"] == 2
    assert display["copies"]["orc_dwelling"] == 1
    assert display["extra_orc"] is True


@rule("F-TRAP-2")
def test_a_trap_needs_no_neighbour_and_is_one() -> None:
    game = table(seats=[seat(board={"F11": "trap:net", "F12": "meadow"})])
    assert cell(game, "F12") == "meadow"


@rule("F-BOUNTY-2")
def test_rewards_and_tokens_tell_the_same() -> None:
    strips = {"strips": [["L4", "S2"]]}
    orcs = {"B": {"at": "defeated", "fate": "bribed", "round": 3, "reward": "merchant"}}
    game = table(seats=[{**seat(), "orcs": orcs}], bounty=strips)
    assert game.to_dict()["bounty"]["tokens"] == {"merchant": {"seat": 0, "orc": "B"}}
    tokens = {**strips, "tokens": {"merchant": {"seat": 0, "orc": "B"}}}
    other = table(seats=[{**seat(), "orcs": {"B": {"at": "defeated"}}}], bounty=tokens)
    assert orc_of(other, "B")["reward"] == "merchant"


@rule("F-FRIEND-5")
def test_a_friendly_orc_stands_on_its_space() -> None:
    board = {"M24": "orc_dwelling"}
    orcs = {"A": {"at": "friendly", "room": "M24", "works": "supplies"}}
    game = table(seats=[{**seat(board=board), "orcs": orcs}], to_move=0)
    assert game.to_dict()["spaces"]["supplies"]["used_by"] == 0
    assert not find(game, "place", space="supplies")
    assert not on_space(game, "supplies")


@rule("F-ROUND-3")
@pytest.mark.parametrize(
    ("number", "phase", "event"),
    [(2, "work", 0), (3, "work", 0), (3, "feeding", 1), (6, "work", 1), (6, "breeding", 2), (8, "work", 2), (9, "work", 3)],
)
def test_the_round_tells_how_many_events_there_were(number: int, phase: str, event: int) -> None:
    markers = {str(number): "orc" if number in (8, 12) else "plain" for number in range(7, 13)}
    game = table(players=3, round=number, phase=phase, harvest_markers=markers)
    assert game.to_dict()["events"]["event"] == event


# ---------------------------------------------------------------- the game around it


@rule("F-SCORE-5")
def test_fewer_hostile_orcs_win_a_tie() -> None:
    orcs = gone("A", "B")
    game = table(seats=[seat(), {**seat(), "orcs": orcs}], spaces={}, start_player=0)
    scores = game.scores()
    assert scores[0]["total"] == scores[1]["total"]
    assert [entry["rank"] for entry in scores] == [2, 1]
    assert {"traps", "orcs"} <= set(scores[0]["parts"])
    assert not {"traps", "orcs"} & set(position().scores()[0]["parts"])


def test_a_view_hides_the_markers_and_the_seed() -> None:
    game = table(round=8)
    view = game.view(0).to_dict()
    assert view["harvest_markers"] == {"7": "plain", "8": "orc"}
    assert not {"seed", "rng", "index"} & set(view)
    for name in ("events", "bounty", "display"):
        assert view[name] == game.to_dict()[name]
    hidden = game.view(0).state()
    assert hidden["markers"][7:9].tolist() == [1, 2]
    assert set(hidden["markers"][9:].tolist()) <= {0, -1}


def test_a_friendly_orc_is_told_why_it_may_not_go() -> None:
    board = {"M24": "orc_dwelling"}
    game = table(seats=[{**seat(board=board), "orcs": {"A": {"at": "friendly", "room": "M24"}}}], to_move=0)
    for text, words in (
        ("place orc B on logging_1_3", "orc B is not friendly (F-FRIEND-1)"),
        ("place orc A on logging_1_3", "dwarfs go before friendly orcs unless a ruby is paid (F-FRIEND-5)"),
        ("place orc A on wood_gathering", "`wood_gathering` is not in play (R-SETUP-3)"),
    ):
        with pytest.raises(ValueError, match="is not legal") as error:
            game.play(text)
        assert words in str(error.value)


@rule("F-EVENT-7")
def test_the_log_tells_every_step_of_an_orc() -> None:
    """T-34 and T-02: from cell to cell into a pitfall that is strong enough."""
    entry = {**seat(board={"F34": "meadow", "F13": "trap:pitfall"}), "orcs": gone("B", "C")}
    events = {"event": 1, "orc": "A", "movement": {"0": "M3-1"}, "places_fixed": True}
    pending = [
        {"step": "move", "seat": 0, "arguments": [0, 0, 0, 0]},
        {"step": "orc", "seat": 0, "arguments": [0, 0, 0, 0]},
    ]
    other = {**seat(), "orcs": gone(*"ABC")}
    game = table(round=3, phase="event", seats=[entry, other], events=events, pending=pending, turn={"phase_seat": 1})
    steps = [str(step) for step in game.rules.tables["movement_card"]["M3-1"]["steps"]]
    do(game, "pass")
    texts = [line.text for line in game.log]
    if steps[:2] == ["S", "S"]:
        assert "orc A goes from F11 to F12, F13" in texts
        assert "F13: trap:pitfall has worked and turns inactive" in texts
        assert "orc A is defeated by a trap (strength 5)" in texts
    assert int(game.state["seats"][0]["orcs"][orc.A]["status"]) in (orc.FOREST, orc.DEFEATED)


def test_the_board_shows_orcs_traps_and_goods_in_mines() -> None:
    game = table(seats=[rich_seat(), seat()], round=7)
    entry = game.to_dict()
    drawn = boards.board(entry["seats"][0], game.rules.tables, 110).plain
    for words in ("orc B6", "orc C2", "net", "saw trap", "inactive", "4 ore", "1 ruby"):
        assert words in drawn
    assert dict(lines(entry["seats"][0]))["orcs"].startswith("A friendly, lives on M11, at home; B strength 6 on F32 (held)")
    assert "unarmed captive on M14" in boards.dwarfs_in_words(entry["seats"][0]["dwarfs"])
    console = Console(width=110, record=True, file=io.StringIO())
    console.print(table_view(entry, game.rules.tables))
    shown = console.export_text()
    assert f"bribe with {entry['events']['bribe'][0]}" in shown
    assert entry["bounty"]["strips"][0][0] in shown
