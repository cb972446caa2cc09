"""Positions and options from outside are played, or refused in one sentence (interface: "Position")."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import pytest

from caverna_sim.errors import CavernaError, PositionError
from caverna_sim.games.agricola.game import Game
from tests.agricola.hand import at, board, fences, seat

STRANGE: tuple[Any, ...] = (
    None, -1, 10**30, 1.5, True, "x", "", [], {}, [[]], {"a": 1}, [None], "home", "field:grain*9", "A012", "6", "h05", 99, [1, 2], "forest",
)  # fmt: skip


def full_position() -> dict[str, Any]:
    """A position with something in every field, in the middle of an action."""
    people = [{"at": "home"}, {"at": "basic_wish_for_children"}, {"at": "basic_wish_for_children", "newborn": True}]
    entry = seat(
        {"wood": 20, "reed": 4, "grain": 2}, {"sheep": 3}, people=people, improvements=["fireplace_2", "joinery"], begging=1,
        board=board(c00="room", c24="field:grain*2", c14="field", c01="stable"), fences=fences("c03 c04"),
        promised={"9": {"food": 1}}, limits={"people_max": 4},
    )  # fmt: skip
    game = at(entry, seat(), round=8, spaces={"forest": {"goods": {"wood": 3}}}, options={"extra_tile": True}, rules={"feeding.adult": 2})
    game.play("place a person on farm_expansion").play("build a stable on c23")
    found: dict[str, Any] = json.loads(json.dumps(game.to_dict()))
    return found


def places(entry: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """Every place of a position, lists and tables too."""
    if path:
        yield path
    for key, inner in entry.items() if isinstance(entry, dict) else enumerate(entry) if isinstance(entry, list) else ():
        yield from places(inner, (*path, key))


def with_strange(entry: dict[str, Any], place: tuple[Any, ...], strange: Any) -> dict[str, Any]:
    changed: dict[str, Any] = json.loads(json.dumps(entry))
    inner: Any = changed
    for word in place[:-1]:
        inner = inner[word]
    inner[place[-1]] = strange
    return changed


def test_strange_values_are_refused_in_one_sentence_or_can_be_played() -> None:
    position, crashes, refused, tried = full_position(), [], 0, 0
    for place in places(position):
        for strange in STRANGE:
            tried += 1
            try:
                game = Game.from_dict(with_strange(position, place, strange))
                for _ in range(3):
                    if not game.over:
                        game.play(game.legal()[0])
                game.to_dict()
                game.scores()
            except PositionError as error:
                refused += 1
                assert "\n" not in str(error) and str(error).startswith("position ")
            except Exception as error:
                crashes.append(f"{place} = {strange!r}: {type(error).__name__}: {error}")
    assert not crashes, "\n".join(crashes[:40])
    assert refused > 2500 and tried > 3000, (refused, tried)


@pytest.mark.parametrize(
    ("fields", "words"),
    [
        ({"seats": [seat({}, {"sheep": 2}), seat()]}, "AG-ANM-08"),
        ({"seats": [seat(fences=["h04"]), seat()]}, "AG-FNC-03"),
        ({"seats": [seat(fences=fences("c04", "c24")), seat()]}, "AG-FNC-05"),
        ({"seats": [seat(board=board(c04="field", c24="field")), seat()]}, "AG-FLD-02"),
        ({"seats": [seat(board=board(c04="room")), seat()]}, "AG-HSE-03"),
        ({"seats": [seat(board=[["room"] * 5, ["."] * 5, ["room", *["."] * 4]]), seat()]}, "AG-SET-01"),
        ({"seats": [seat(people=[{"at": "home"}] * 6), seat()]}, "AG-PPL-03"),
        ({"seats": [seat(improvements=["well"]), seat(improvements=["well"])]}, "in front of another seat"),
        ({"seats": [seat(improvements=["well", "well"]), seat()]}, "stands here twice"),
        ({"seats": [seat(improvements=["A012"]), seat()]}, "hand cards cannot be played yet"),
        ({"seats": [seat(hand=["A012"]), seat()]}, "hand cards cannot be played yet"),
        ({"seats": [seat({"wood": -1}), seat()]}, "goods.wood"),
        ({"seats": [seat(people=[{"at": "forest"}]), seat(people=[{"at": "forest"}])]}, "AG-WRK-02"),
        ({"seats": [seat(), seat()], "round_cards": ["cultivation"]}, "AG-RND-06"),
        ({"seats": [seat(), seat()], "round": 3, "phase": "feeding"}, "has no harvest"),
        ({"seats": [seat(), seat()], "round": 3, "spaces": {"cultivation": {}}}, "not in play in round 3"),
        ({"seats": [seat(), seat()], "spaces": {"forest": {"goods": {"clay": 1}}}}, "AG-RND-04"),
        ({"seats": [seat(), seat()], "spaces": {"forest": {"used_by": 1}}}, "nobody stands there"),
        ({"seats": [seat(), seat()], "cards": True}, "hand cards cannot be played yet"),
        ({"seats": [seat(), seat()], "game": "caverna"}, "another game"),
        ({"seats": [seat(), seat()], "rules": {"major.wel.points": 1}}, "unknown name `wel`"),
        ({"seats": [seat(), seat()], "options": {"team_play": True}}, "AG-VAR-20"),
    ],
)
def test_what_the_rules_forbid_is_named(fields: dict[str, Any], words: str) -> None:
    with pytest.raises(PositionError) as error:
        Game.from_dict({"game": "agricola", "players": 2, "round": 14, **fields})
    assert words in str(error.value) and "\n" not in str(error.value)


def test_a_position_may_leave_out_what_is_obvious() -> None:
    game = Game.from_dict({"game": "agricola", "players": 2})
    assert (game.round, game.phase, game.player) == (1, "work", 0)
    assert Game.from_dict({"game": "agricola", "players": 3, "to_move": 2}).player == 2
    assert Game.from_dict({"game": "agricola", "players": 2, "round": 14, "phase": "over"}).over


def test_a_view_shows_no_card_of_a_round_to_come() -> None:
    game = Game(players=2, seed=3)
    found = game.view(0).to_dict()
    assert found["round_cards"] == game.to_dict()["round_cards"][:1]
    assert not {"seed", "index", "rng"} & set(found)
    assert Game.from_dict(found).legal() == game.legal()


@pytest.mark.parametrize(
    ("given", "words"),
    [
        ({}, "players"), ({"players": 5}, "1 to 4"), ({"players": 2, "cards": True}, "hand cards"),
        ({"players": 2, "side_job": 3}, "true or false"),
        ({"players": 2, "house_rules": ["HR9"]}, "HR9"), ({"players": 2, "start_player": 2}, "start_player"),
        ({"players": 2, "hands": "draft"}, "hand cards"), ({"players": 2, "round_cards": ["fencing"]}, "give all 14"),
        ({"players": 2, "rules": {"feeding.adult": 99}}, "feeding.adult"), ({"players": 2, "rules": {"feeding.adul": 1}}, "adult"),
        ({"players": 2, "scenario": "agricola_3"}, "3 players"),
    ],
)  # fmt: skip
def test_wrong_options_are_refused_in_one_sentence(given: dict[str, Any], words: str) -> None:
    with pytest.raises(CavernaError) as error:
        Game(**given)
    assert words in str(error.value) and "\n" not in str(error.value)
