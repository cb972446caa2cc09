"""Wrong positions with orcs are refused in one sentence that names the field and the rule."""

from __future__ import annotations

import json
from typing import Any

import pytest

from caverna_sim import CavernaError, Game, PositionError
from tests.caverna.interface.test_fiends_positions import rich_seat, table
from tests.caverna.interface.test_positions import refusals_of_strange_values
from tests.caverna.table import dwarf, seat


def refused(*words: str, board: Any = None, family: Any = None, seats: Any = None, animals: Any = None, **fields: Any) -> None:
    """The position with these orcs and this board is refused with these words."""
    entry = seat(board=board, dwarfs=family, **(animals or {}))
    entry |= {name: fields.pop(name) for name in ("orcs", "animals_at", "lost", "stables") if name in fields}
    with pytest.raises(PositionError) as error:
        table(seats=[entry, *(seats or [])], **fields)
    message = str(error.value)
    assert message.startswith("position `")
    assert "\n" not in message
    for word in words:
        assert word in message, message


# ---------------------------------------------------------------- the expansion itself


def test_the_expansion_is_fiends_or_none() -> None:
    with pytest.raises(CavernaError, match=r"expansion: 'forgotten' is not known; give \"fiends\""):
        Game(2, expansion="forgotten")
    with pytest.raises(PositionError, match="position `expansion`"):
        Game.from_dict({"players": 2, "expansion": "forgotten", "seats": [seat(), seat()]})


@pytest.mark.parametrize("field", ["events", "bounty", "display"])
def test_a_base_game_has_no_orc_events(field: str) -> None:
    with pytest.raises(PositionError, match=f"position `{field}`: only a game with `expansion`"):
        Game.from_dict({"players": 1, field: {}, "seats": [seat()]})


@pytest.mark.parametrize(
    ("entry", "words"),
    [
        ({**seat(), "orcs": {}}, "seats.0.orcs"),
        (seat(board={"F34": "trap:net"}), "traps and goods on mines"),
        (seat(board={"M24": "tunnel", "M34": "tunnel", "M23": "ore_mine*2"}), "traps and goods on mines"),
        (seat(dwarfs=[dwarf(0, "captive"), dwarf()]), "unknown name `captive`"),
        (seat(dwarfs=[{"weapon": 0, "at": "home", "home": "M14"}]), "unknown name `home`"),
    ],
)
def test_a_base_game_has_no_orcs(entry: dict[str, Any], words: str) -> None:
    with pytest.raises(PositionError, match="position") as error:
        Game.from_dict({"players": 1, "round": 5, "seats": [entry]})
    assert words in str(error.value)


# ---------------------------------------------------------------- orcs


@pytest.mark.parametrize(
    ("orcs", "words"),
    [
        ({"E": {}}, ("seats.0.orcs", "unknown name `E`")),
        ({"A": {"at": "F99"}}, ("seats.0.orcs.A.at", "unknown place `F99`")),
        ({"A": {"at": "F02"}}, ("seats.0.orcs.A.at", "unknown place `F02`")),
        ({"A": {"at": "waitin"}}, ("did you mean `waiting`",)),
        ({"A": {"at": "waiting"}}, ("on the home board from the start", "F-SETUP-8")),
        ({"A": {"at": "M24"}}, ("seats.0.orcs.A.at", "M24 is rock", "F-CAVE-3")),
        ({"A": {"at": "M13"}, "B": {"at": "M13"}}, ("seats.0.orcs.B.at", "orc A sits on M13 already", "F-CAVE-2")),
        ({"D": {"at": "F11"}}, ("seats.0.orcs.D.at", "`waiting` until the end of event 2", "F-EVENT-9")),
        ({"D": {"at": "defeated"}}, ("seats.0.orcs.D.at", "F-EVENT-9")),
        ({"A": {"strength": 0}}, ("seats.0.orcs.A.strength", "1 to 99")),
        ({"A": {"strength": 6}}, ("seats.0.orcs.A.strength", "start strength of 5")),
        ({"A": {"start_strength": 100}}, ("seats.0.orcs.A.start_strength", "1 to 99")),
        ({"A": {"held": True}}, ("seats.0.orcs.A.held", "no active holding trap on F11", "F-TRAP-7")),
        ({"A": {"at": "M13", "held": True}}, ("seats.0.orcs.A.held", "F-TRAP-7")),
        ({"A": {"at": "cave"}}, ("seats.0.orcs.A.at", "name it", "F-CAVE-3")),
        ({"A": {"at": "friendly"}}, ("seats.0.orcs.A.room", "name its cell", "F-FRIEND-2")),
        ({"A": {"at": "friendly", "room": "M14"}}, ("no room for a friendly orc on M14", "F-FRIEND-2")),
        ({"A": {"at": "friendly", "room": "M24", "reward": "gold"}}, ("seats.0.orcs.A.reward", "F-FRIEND-1")),
        ({"A": {"at": "F11", "reward": "gold"}}, ("seats.0.orcs.A.reward", "friendly or defeated")),
        ({"A": {"at": "defeated", "fate": "eaten"}}, ("seats.0.orcs.A.fate", "unknown name `eaten`")),
        ({"A": {"at": "defeated", "reward": "merchantt"}}, ("seats.0.orcs.A.reward", "did you mean `merchant`")),
        ({"A": {"at": "defeated", "strength": 3}}, ("seats.0.orcs.A.strength", "F-BOUNTY-1")),
        ({"extra": {"at": "F11"}}, ("seats.0.orcs.extra.at", "always friendly", "F-BOUNTY-10")),
    ],
)
def test_impossible_orcs(orcs: dict[str, Any], words: tuple[str, ...]) -> None:
    refused(*words, orcs=orcs)


def test_orcs_in_rooms() -> None:
    board = {"M24": "orc_dwelling", "M34": "orc_dwelling"}
    one = {"at": "friendly", "room": "M24"}
    refused("orc A lives on M24 already", "F-FRIEND-2", board=board, orcs={"A": one, "B": one})
    refused("seats.0.orcs.A.works", "it is captive", "F-CAVE-5", board=board, orcs={"A": {**one, "works": "home"}, "B": {"at": "M24"}})
    refused("seats.0.orcs.A.works", "it is free", "F-CAVE-9", board=board, orcs={"A": {**one, "works": "captive"}})
    refused(
        "two workers stand on `supplies`", "R-WORK-2", board=board, family=[dwarf(0, "supplies")], orcs={"A": {**one, "works": "supplies"}}
    )
    feeding = {"board": board, "phase": "feeding", "orcs": {"A": {**one, "works": "supplies"}}}
    refused("every friendly orc is at home", "R-HOME-1", **feeding)
    guest = {"A": {"at": "friendly", "room": "M24"}}
    refused("the dwellings have room for 2", "R-FAM-1", board={"M24": "guest_dwelling"}, family=[0, 0, 0], orcs=guest)
    extra = {**seat(board={"M24": "orc_dwelling"}), "orcs": {"extra": one}}
    refused("there is one extra orc", "F-BOUNTY-10", board={"M24": "orc_dwelling"}, orcs={"extra": one}, seats=[extra])


def test_held_orcs() -> None:
    net = {"F34": "trap:net"}
    refused("there is no active holding trap on F34", board={"F34": "trap:pitfall"}, orcs={"A": {"at": "F34", "held": True}})
    refused("there is no active holding trap on F34", board={"F34": "trap:net:inactive"}, orcs={"A": {"at": "F34", "held": True}})
    refused("`net` holds orcs of strength 8 at most", "F-TRAP-4", board=net, orcs={"C": {"at": "F34", "held": True}})
    both = {name: {"at": "F34", "held": True} for name in "AB"}
    refused("the trap on F34 holds orc A already", "F-TRAP-8", board=net, orcs=both)


def test_after_the_last_event_nobody_stands_in_the_forest() -> None:
    refused("seats.0.orcs.A.at", "after the breakthrough", "F-EVENT-10", round=11)
    refused("orc D has appeared at the end of event 2", "F-EVENT-9", round=7, orcs={"D": {"at": "waiting"}})


# ---------------------------------------------------------------- boards, residents, animals


@pytest.mark.parametrize(
    ("cells", "words"),
    [
        ({"M24": "trap:net"}, ("`trap:net` belongs in the forest",)),
        ({"F34": "trap:nett"}, ("unknown trap `trap:nett`", "`net`")),
        ({"F34": "trap:net:broken"}, ("unknown trap",)),
        ({"F34": "trap:permanent_trap:inactive"}, ("`permanent_trap` never turns inactive", "F-TRAP-10")),
        ({"M24": "ore_mine*-1"}, ("`ore_mine*-1`: a mine holds 0 to 999 goods", "F-MINE-2")),
        ({"M24": "ruby_mine*many"}, ("a mine holds 0 to 999 goods",)),
        ({"F34": "trap:net", "F33": "trap:net", "F24": "trap:net"}, ("3 of `net` lie on the home boards, 2 exist", "F-SETUP-5")),
        ({"M24": "orc_dwelling", "M34": "orc_dwelling", "M23": "orc_dwelling"}, ("3 of `orc_dwelling`", "2 exist")),
    ],
)
def test_impossible_cells(cells: dict[str, str], words: tuple[str, ...]) -> None:
    refused(*words, board=cells)


def test_no_stable_stands_on_a_trap() -> None:
    refused("no stable can stand on F34", "R-STAB-1", board={"F34": "trap:net"}, stables=["F34"])


def test_an_orc_leaves_nothing_in_a_mine() -> None:
    refused("all goods of the mine on M24", "F-CAVE-5", board={"M24": "ore_mine*2"}, orcs={"A": {"at": "M24"}})


def test_captives() -> None:
    captive = dwarf(0, "captive")
    held = {"A": {"at": "M14"}}
    refused("seats.0.dwarfs.0.home", "name its cell", family=[captive, 0])
    refused("no hostile orc sits on M14", "F-CAVE-5", family=[captive | {"home": "M14"}, 0])
    refused("there is no dwelling on M13", "F-CAVE-7", family=[dwarf() | {"home": "M13"}])
    refused("a second captive on M14", family=[captive | {"home": "M14"}] * 2, orcs=held)
    refused("all dwarfs are captive", "F-CAVE-6", family=[captive | {"home": "M14"}], orcs=held)
    crowd = [dwarf() | {"home": "M14"}] * 3
    refused("M14 has room for 2 dwarfs", board={"M24": "dwelling"}, family=crowd, phase="housing", round=3)


def test_animals_in_their_places() -> None:
    def wrong(*words: str, places: Any, cells: Any = None, **animals: int) -> None:
        events = {"event": 1, "orc": "A", "places_fixed": True}
        refused(*words, board=cells, animals=animals, animals_at=places, round=3, phase="event", events=events)

    pasture = {"F34": "small_pasture"}
    refused("while `events.places_fixed` is true", board=pasture, animals={"sheep": 1}, animals_at={"F34": {"sheep": 1}})
    wrong("more sheep have places than the seat owns", places={"F34": {"sheep": 2}}, cells=pasture, sheep=1)
    wrong("3 sheep on F34, there is room for 2", places={"F34": {"sheep": 3}}, cells={**pasture, "F33": "small_pasture"}, sheep=3)
    wrong("1 sheep on F34, there is room for 0", places={"F34": {"sheep": 1}}, cells={"F34": "field", "F33": "small_pasture"}, sheep=1)
    wrong("cannot share a place", places={"F34": {"sheep": 1, "cattle": 1}}, cells={**pasture, "F33": "small_pasture"}, sheep=1, cattle=1)
    wrong("dogs have places only where they watch sheep", places={"F34": {"dog": 1}}, cells=pasture, dog=1)
    wrong("unknown cell `F9`", places={"F9": {"sheep": 1}}, cells=pasture, sheep=1)
    wrong("unknown name `cow`", places={"F34": {"cow": 1}}, cells=pasture, sheep=1)


# ---------------------------------------------------------------- events, bounty board, display


@pytest.mark.parametrize(
    ("fields", "words"),
    [
        ({"events": {"event": 2}}, ("events.event", "1 orc events", "F-ROUND-3")),
        ({"events": {"bribe": ["wood", "wood", "ore", "grain"]}}, ("events.bribe", "`wood` is named twice", "F-SETUP-4")),
        ({"events": {"bribe": ["wood", "ruby", "ore", "grain"]}}, ("events.bribe", "no bribe marker shows ruby")),
        ({"events": {"bribe": ["wood"]}}, ("events.bribe", "4 entries")),
        ({"events": {"movement": {"0": "M9-1"}}}, ("events.movement.0", "unknown name `M9-1`")),
        ({"events": {"movement": {"0": "M1-1", "1": "M1-1"}}}, ("events.movement.1", "has drawn `M1-1` already")),
        ({"events": {"orc": "E"}}, ("events.orc", "unknown name `E`")),
        ({"events": {"places_fixed": True}}, ("events.places_fixed", "F-EVENT-12")),
        ({"bounty": {"strips": [["L1", "S1"], ["L2", "S2"]]}}, ("bounty.strips", "1 entries")),
        ({"bounty": {"strips": [["L9", "S1"]]}}, ("bounty.strips", "unknown name `L9`")),
        ({"bounty": {"tokens": {"merchant": {"seat": 0, "orc": "A"}}}}, ("orc A of seat 0 is not defeated", "F-BOUNTY-1")),
        ({"bounty": {"tokens": {"robber": {}}}}, ("unknown name `robber`",)),
        ({"display": {"extensions": ["X1"]}}, ("display.extensions", "2 entries")),
        ({"display": {"extensions": ["X1", "X1"]}}, ("`X1` is named twice", "F-SETUP-5")),
        ({"display": {"traps": {"net": 3}}}, ("display.traps.net", "0 to 2")),
        ({"display": {"copies": {"dwelling": 3}}}, ("display.copies", "unknown name `dwelling`")),
        ({"harvest_markers": {"7": "leaf"}}, ("harvest_markers.7", "unknown name `leaf`", "`plain`")),
        ({"harvest_markers": {"7": "orc"}}, ("2 of them orc markers", "F-SETUP-3")),
        ({"supply": ["carpenter"], "display": {"extensions": ["X1", "X2"]}}, ("`carpenter` is on no display extension", "F-SETUP-5")),
    ],
)
def test_impossible_tables(fields: dict[str, Any], words: tuple[str, ...]) -> None:
    refused(*words, **fields)


def test_tokens_on_the_bounty_board() -> None:
    strips = {"strips": [["L4", "S1"]]}
    wrong_column = {"A": {"at": "defeated", "reward": "merchant"}}
    refused("orc A may only take columns 1 to 1", "F-BOUNTY-2", bounty=strips, orcs=wrong_column)
    refused(
        "`farmer` is not on the bounty board, whose long strips are L4", bounty=strips, orcs={"A": {"at": "defeated", "reward": "farmer"}}
    )
    twice = {name: {"at": "defeated", "reward": "ore_worker"} for name in "AB"}
    refused("two tokens on `ore_worker`", "F-BOUNTY-4", bounty=strips, orcs=twice)
    gold = {"A": {"at": "defeated", "reward": "gold"}}
    tokens = {**strips, "tokens": {"ore_worker": {"seat": 0, "orc": "A"}}}
    refused("has brought another reward", "F-BOUNTY-1", bounty=tokens, orcs=gold)


@pytest.mark.parametrize(
    ("step", "arguments"),
    [("orc", [5, 0, 0, 0]), ("orc", [0, 0, 0, 0]), ("move", [0, 0, 0, 0]), ("bounty", [0, 5, 0, 0]), ("cave", [0, 0, 0, 0]),
     ("reduce", [3, 1, 0, 0]), ("trap_pay", [0, 3, 0, 0]), ("grant", [61, 0, 0, 0]), ("move_in", [1, 0, 0, 0]), ("beggar", [0, 0, 0, 0])],
)  # fmt: skip
def test_pending_steps_that_play_cannot_lead_to(step: str, arguments: list[int]) -> None:
    refused("pending.0.arguments", f"play cannot lead to `{step}`", pending=[{"step": step, "seat": 0, "arguments": arguments}])


# ---------------------------------------------------------------- whatever stands in a field


def test_strange_values_are_refused_in_one_sentence_or_can_be_played() -> None:
    strips = {"strips": [["L4", "S1"]]}
    other = {**seat(), "orcs": {"A": {"at": "defeated", "reward": "ore_worker", "round": 3}}}
    entry = json.loads(json.dumps(table(round=7, seats=[rich_seat(), other], bounty=strips).to_dict()))
    assert refusals_of_strange_values(entry, "events", "bounty", "display", "orcs", "home", "board", "pending", "turn") > 300
