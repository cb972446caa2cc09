"""What never changes and never goes wrong, checked after every choice of random games."""

from __future__ import annotations

import random
from typing import Any

import pytest

from caverna_sim import Action, Game
from tests.caverna.oracles.brute_rooms import fits
from tests.caverna.oracles.naive_board import PRINTED, Board, is_forest
from tests.caverna.oracles.printed import Tables, tables
from tests.caverna.oracles.random_play import TILE_SETS, QuietGame, choose, decisions, random_position
from tests.caverna.table import rule

Position = dict[str, Any]


def check_position(position: Position, before: Position | None = None) -> None:
    """Everything that holds in any position; seats that are as they were before need no second look."""
    rules = tables(position["rules"])
    for entry in position["spaces"].values():
        assert all(amount >= 0 for amount in entry["goods"].values())
    for number, seat in enumerate(position["seats"]):
        if before is not None and seat == before["seats"][number]:
            continue
        assert all(amount >= 0 for amount in (*seat["goods"].values(), *seat["animals"].values(), seat["begging"]))
        check_board(seat, rules)
        check_family(seat, rules)
        waits_for_room = any(step["step"] == "make_room" and step["seat"] == number for step in position["pending"])
        assert fits(seat, rules) != waits_for_room
    check_furnishings(position, rules)
    check_spaces(position)


def check_board(seat: dict[str, Any], rules: Tables) -> None:
    board = Board(seat, rules)
    assert len(seat["board"]) == 4 and all(len(row) == 6 for row in seat["board"])
    assert board.cells["M14"] == "entry_level_dwelling" and board.cells["M13"]
    assert len(seat["stables"]) == len(board.stables) <= 3
    for cell in board.stables:
        assert is_forest(cell)
        assert board.cells[cell].split(":")[0] in ("", "meadow", "small_pasture", "large_pasture")
    if seat["overhang"]:
        assert "office_room" in board.owned()


def check_family(seat: dict[str, Any], rules: Tables) -> None:
    tiles, family = Board(seat, rules).furnishings(), seat["dwarfs"]
    room = sum(effect["amount"] for tile in tiles for effect in rules["furnishing"][tile]["effects"] if effect["do"] == "dwarf_room")
    assert 1 <= len(family) <= (6 if "additional_dwelling" in tiles else 5)
    assert min(len(family), 5) <= room
    assert all(0 <= dwarf["weapon"] <= 14 for dwarf in family)
    assert not any(dwarf["weapon"] for dwarf in family if dwarf.get("newborn"))


def check_furnishings(position: Position, rules: Tables) -> None:
    """A unique tile lies in the supply, at one seat, under another tile, or was left in the box."""
    introductory = rules["start"]["tiles"] == "introductory"
    everywhere = list(position["supply"])
    for seat in position["seats"]:
        everywhere += [content for row in seat["board"] for content in row] + [content for _, _, content in seat["overhang"]]
        everywhere += seat.get("covered", [])
    for name, tile in rules["furnishing"].items():
        if tile.get("copies", 1) == 1:
            in_the_box = introductory and not tile["introductory"]
            assert everywhere.count(name) == (0 if in_the_box else 1), name


def check_spaces(position: Position) -> None:
    """At most one dwarf on a space; newborns lie on the dwarf of their seat."""
    standing = {}
    for number, seat in enumerate(position["seats"]):
        for dwarf in seat["dwarfs"]:
            if dwarf["at"] in ("home", "stays_home"):
                continue
            assert dwarf["at"] in position["spaces"]
            if not dwarf.get("newborn"):
                assert dwarf["at"] not in standing
                standing[dwarf["at"]] = number
        assert {d["at"] for d in seat["dwarfs"] if d.get("newborn")} <= {
            "home",
            "stays_home",
            *(s for s, n in standing.items() if n == number),
        }
    assert standing == {name: entry["used_by"] for name, entry in position["spaces"].items() if entry["used_by"] is not None}


def check_change(before: Position, after: Position, action: Action) -> None:
    """Everything that holds between a position and the next decision."""
    mover = before["to_move"]
    rules = tables(before["rules"])
    for number, (old, new) in enumerate(zip(before["seats"], after["seats"], strict=True)):
        if old == new:
            continue
        born = len(new["dwarfs"]) - len(old["dwarfs"])
        assert born == (1 if action.kind == "grow" and number == mover else 0)
        assert new["begging"] >= old["begging"]
        assert set(old["stables"]) <= set(new["stables"])
        was, now = Board(old, rules), Board(new, rules)
        changed = [cell for cell in PRINTED if bool(was.cells[cell]) and not now.cells[cell]]
        assert not changed, "a tile was taken away"
        for dwarf, later in zip(old["dwarfs"], new["dwarfs"], strict=False):
            assert later["weapon"] >= dwarf["weapon"] or action.kind == "disarm"
    assert (before["round"], before["seed"]) <= (after["round"], after["seed"])


def check_game(game: QuietGame, chance: random.Random, most: int = 10_000, tried: float = 0.0) -> None:
    """Play on at random; now and then every legal action is tried on a copy."""
    position = game.to_dict()
    check_position(position)
    for _ in range(most):
        if game.over:
            return
        legal = game.legal()
        assert legal and len(legal) == len(set(legal))
        if chance.random() < tried:
            for action in legal:
                result = game.after(action).to_dict()
                check_position(result, position)
                check_change(position, result, action)
            assert game.to_dict() == position, "trying an action changed the game"
        action = choose(chance, legal, eager=True)
        before, position = position, game.play(action).to_dict()
        check_position(position, before)
        check_change(before, position, action)


CONSERVED = rule("R-COMP-3", "R-COMP-4", "R-WORK-2", "R-FAM-1", "R-FAM-2", "R-WEAP-3", "R-TILE-1", "R-STAB-1", "R-STAB-2", "R-ANIM-4")


@CONSERVED
@pytest.mark.parametrize("players", [1, 2, 3, 4, 5, 6, 7])
def test_nothing_is_lost_along_random_games(players: int) -> None:
    chance = random.Random(players)
    for tiles in TILE_SETS if players < 4 else TILE_SETS[players % 2 : players % 2 + 1]:
        game = QuietGame(players=players, seed=players, tiles=tiles)
        check_game(game, chance, most=350, tried=0.02)
        assert game.over or players > 3


@CONSERVED
@pytest.mark.parametrize("players", [2, 5])
def test_nothing_is_lost_along_play_from_rich_positions(players: int) -> None:
    chance = random.Random(10 + players)
    for _ in range(8):
        check_game(QuietGame.from_dict(random_position(chance, players)), chance, most=25, tried=0.05)


@CONSERVED
@pytest.mark.parametrize("players", [1, 3, 7])
def test_the_same_actions_make_the_same_game(players: int) -> None:
    """A copy goes its own way, and replaying seed and actions leads to the same position."""
    chance = random.Random(players)
    game, copies = Game(players=players, seed=5), []
    for _ in range(40):
        copies.append((game.copy(), game.to_dict()))
        game.play(choose(chance, game.legal(), eager=True))
    for copy, position in copies:
        assert copy.to_dict() == position
    again = Game(players=players, seed=5)
    for action in game.actions:
        again.play(action.text)
    assert again.to_dict() == game.to_dict()
    assert again.hash == game.hash
    assert again.log == game.log


@CONSERVED
def test_positions_of_random_play_are_read_back_the_same() -> None:
    chance = random.Random(8)
    for players in (1, 4, 7):
        for _ in range(4):
            start = QuietGame.from_dict(random_position(chance, players))
            for game, _ in decisions(start, chance, eager=True, most=25):
                position = game.to_dict()
                assert QuietGame.from_dict(position).to_dict() == position


@CONSERVED
@pytest.mark.slow
@pytest.mark.parametrize("players", [1, 2, 3, 4, 5, 6, 7])
def test_nothing_is_lost_in_many_games(players: int) -> None:
    chance = random.Random(100 + players)
    for number in range(2):
        check_game(QuietGame(players=players, seed=number, tiles=TILE_SETS[number % 2]), chance, tried=0.02)
    for _ in range(8):
        check_game(QuietGame.from_dict(random_position(chance, players)), chance, most=60, tried=0.05)
