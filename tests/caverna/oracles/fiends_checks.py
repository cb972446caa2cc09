"""What never changes and never goes wrong in games with orcs, checked after every choice."""

from __future__ import annotations

import random
from collections import Counter
from typing import Any

from caverna_sim import Action
from tests.caverna.oracles.brute_rooms import fits
from tests.caverna.oracles.naive_board import Board
from tests.caverna.oracles.printed import FARM_ANIMALS, Tables, tables
from tests.caverna.oracles.random_play import QuietGame, choose

Position = dict[str, Any]
HOSTILE = ("A", "B", "C", "D")
# choices of an orc event that change nothing but what the orc does by itself
QUIET = ("pass", "displace", "occupy", "capture", "pay_trap", "reduce", "move_in")


def check_game(game: QuietGame, chance: random.Random, most: int = 10_000) -> None:
    """Play at random to the end; every position is sound, and every change possible."""
    start = position = game.to_dict()
    check_position(position, start)
    for _ in range(most):
        if game.over:
            break
        action = choose(chance, game.legal(), eager=True)
        before, position = position, game.play(action).to_dict()
        check_position(position, start, before)
        check_change(before, position, action)
    for seat in position["seats"]:  # every orc has its fate, or sits in the cave after the breakthrough
        assert all(orc["at"] in ("friendly", "defeated") or orc["at"][0] == "M" for orc in seat["orcs"].values())


def check_position(position: Position, start: Position, before: Position | None = None) -> None:
    """Everything that holds in any position; seats that are as they were before need no second look."""
    rules = tables(position["rules"], position["expansion"])
    for entry in position["spaces"].values():
        assert all(amount >= 0 for amount in entry["goods"].values())
    for number, seat in enumerate(position["seats"]):
        if before is not None and seat == before["seats"][number] and position["pending"] == before["pending"]:
            continue
        assert all(amount >= 0 for amount in (*seat["goods"].values(), *seat["animals"].values(), seat["begging"]))
        check_orcs(seat, rules, position)
        check_family(seat, rules)
        check_animals(seat, rules, number, position)
    check_display(position, start, rules)
    check_bounties(position, rules)
    check_workers(position)


def check_orcs(seat: dict[str, Any], rules: Tables, position: Position) -> None:
    """Each orc is waiting, in the forest, in the cave, friendly or defeated, and where it can be."""
    board, cave, held, rooms = Board(seat, rules), Counter[str](), Counter[str](), Counter[str]()
    assert set(HOSTILE) <= set(seat["orcs"]) <= {*HOSTILE, "extra"}
    for name, orc in seat["orcs"].items():
        place = orc["at"]
        if place == "waiting":
            assert name == "D" and position["events"]["event"] <= 2
        elif place == "friendly":
            rooms[orc["room"]] += 1
            effects = rules["furnishing"][board.cells[orc["room"]]]["effects"]
            assert any(effect["do"] == "orc_room" for effect in effects)
            assert (orc["works"] == "captive") <= (orc["room"] in board.occupied)
        elif place == "cave":  # the owner chooses its cell
            assert position["phase"] == "replacement" or any(step["step"] == "cave" for step in position["pending"])
            assert orc["strength"] >= 1
        elif place == "defeated":
            assert orc["fate"] in ("fought", "trapped", "bribed") and name in HOSTILE
        else:
            assert place in board.cells and orc["strength"] >= 1
            cave[place] += place[0] == "M"
            if place[0] == "M":
                assert board.cells[place] and "*" not in board.cells[place]
            if orc.get("held"):
                held[place] += 1
                trap = board.cells[place].removeprefix("trap:")
                assert rules["trap"][trap]["kind"] == "holding" and orc["strength"] <= rules["trap"][trap]["limit"]
    assert all(number == 1 for number in (*held.values(), *rooms.values()))
    assert all(number <= 1 for cell, number in cave.items() if cell != "M14")


def check_family(seat: dict[str, Any], rules: Tables) -> None:
    """Dwarfs and where they live; one captive to a room, never the last dwarf."""
    board, family = Board(seat, rules), seat["dwarfs"]
    tiles = rules["furnishing"]
    beds = Counter[str]()
    for cell, content in board.cells.items():
        if content in tiles:
            beds[cell] = sum(effect["amount"] for effect in tiles[content]["effects"] if effect["do"] == "dwarf_room")
    assert 1 <= len(family) <= 5 and len(family) <= sum(beds.values())
    assert all(0 <= dwarf["weapon"] <= 14 for dwarf in family)
    homes = Counter(dwarf["home"] for dwarf in family if "home" in dwarf)
    assert all(number <= beds[cell] for cell, number in homes.items())
    friends = {orc["room"] for orc in seat["orcs"].values() if orc["at"] == "friendly"}
    assert not friends & set(homes)
    captives = Counter(dwarf["home"] for dwarf in family if dwarf["at"] == "captive")
    assert all(number == 1 and cell in board.occupied for cell, number in captives.items())
    assert captives.total() < len(family)


def check_animals(seat: dict[str, Any], rules: Tables, number: int, position: Position) -> None:
    """All animals have room; those with a place stand where they may, and are owned."""
    waits = any(step["step"] in ("make_room", "new_animals") and step["seat"] == number for step in position["pending"])
    assert waits or fits(seat, rules)
    standing, board = Counter[str](), Board(seat, rules)
    for cell, animals in seat.get("animals_at", {}).items():
        assert position["events"]["places_fixed"] or position["phase"] in ("housing", "replacement", "harvest", "return_home")
        assert cell not in board.occupied
        assert sum(animal in animals for animal in FARM_ANIMALS) <= 1
        standing.update(animals)
    assert all(amount <= seat["animals"][animal] for animal, amount in standing.items())
    busy = any(step["step"] in ("arrange", "new_animals", "make_room", "house") for step in position["pending"])
    if position["events"]["places_fixed"] and not busy:
        assert all(standing[animal] == seat["animals"][animal] for animal in FARM_ANIMALS)


def check_display(position: Position, start: Position, rules: Tables) -> None:
    """Every furnishing and trap of the display lies there still, or on one of the home boards."""
    built = Counter[str]()
    for seat in position["seats"]:
        built.update(content.removesuffix(":inactive") for row in seat["board"] for content in row)
        assert not seat["overhang"] and not seat.get("covered")
    for kind, prefix in (("copies", ""), ("traps", "trap:")):
        for name, number in start["display"][kind].items():
            assert position["display"][kind][name] + built[prefix + name] == number, name
    assert set(position["supply"]) <= set(start["supply"])
    for name in start["supply"]:
        left = position["display"]["copies"].get(name, 1 - built[name])
        assert (name in position["supply"]) == (left > 0) and left >= 0, name
    known = {*start["supply"], *start["display"]["copies"], "dwelling", "entry_level_dwelling"}
    assert {name for name in built if name in rules["furnishing"]} <= known
    owners = sum("extra" in seat["orcs"] for seat in position["seats"])
    assert owners + position["display"]["extra_orc"] == 1


def check_bounties(position: Position, rules: Tables) -> None:
    """A token for every reward but gold, each on a field of the strips and of an allowed column."""
    rewards = {}
    for number, seat in enumerate(position["seats"]):
        for name, orc in seat["orcs"].items():
            if orc.get("reward") not in (None, "none", "gold"):
                assert orc["at"] == "defeated" and orc["reward"] not in rewards
                rewards[orc["reward"]] = {"seat": number, "orc": name}
    assert rewards == position["bounty"]["tokens"]
    strips = {long for long, _ in position["bounty"]["strips"]}
    for reward, token in rewards.items():
        row = rules["bounty"][reward]
        assert row["strip"] in strips and row["column"] <= rules["orc"][token["orc"]]["columns"]


def check_workers(position: Position) -> None:
    """Each dwarf and each friendly orc is at home, captive, or alone on a space."""
    standing: dict[str, int] = {}
    for number, seat in enumerate(position["seats"]):
        places = [dwarf["at"] for dwarf in seat["dwarfs"] if not dwarf.get("newborn")]
        places += [orc["works"] for orc in seat["orcs"].values() if orc["at"] == "friendly"]
        for place in places:
            if place not in ("home", "stays_home", "captive"):
                assert place not in standing
                standing[place] = number
    if position["phase"] == "work":
        assert standing == {name: entry["used_by"] for name, entry in position["spaces"].items() if entry["used_by"] is not None}
    else:
        assert not standing


def _planted(seat: dict[str, Any], rules: Tables) -> int:
    board = Board(seat, rules)
    return board.planted("grain") + board.planted("vegetable")


def _in_mines(seat: dict[str, Any]) -> int:
    return sum(int(content.split("*")[1]) for row in seat["board"] for content in row if "_mine*" in content)


def check_change(before: Position, after: Position, action: Action) -> None:
    """Everything that holds between a position and the next decision."""
    rules = tables(before["rules"], before["expansion"])
    for old, new in zip(before["seats"], after["seats"], strict=True):
        if old == new:
            continue
        for name, orc in old["orcs"].items():
            check_fate(orc, new["orcs"][name])
        assert len(new["dwarfs"]) - len(old["dwarfs"]) in (0, 1)
        was, now = Board(old, rules), Board(new, rules)
        for cell, content in was.cells.items():
            assert bool(content) <= bool(now.cells[cell])
            if content.startswith("trap:"):
                assert now.cells[cell] in (content, content + ":inactive")
        in_event = all(position["phase"] in ("event", "after_orcs") for position in (before, after))
        if in_event and action.kind in QUIET:
            check_losses(old, new, rules)


def check_fate(old: dict[str, Any], new: dict[str, Any]) -> None:
    """Orcs get no stronger, and what is gone stays gone."""
    if old["at"] in ("friendly", "defeated"):
        assert new["at"] == old["at"] and new.get("fate") == old.get("fate") and new.get("round") == old.get("round")
    elif new["at"] not in ("friendly", "defeated"):
        assert new["strength"] <= old["strength"]
        assert old["at"][0] not in "Mc" or new["at"][0] in "Mc"  # no way back to the forest
        assert new["at"] != "waiting" or old["at"] == "waiting"


def check_losses(old: dict[str, Any], new: dict[str, Any], rules: Tables) -> None:
    """What orcs take from a home board goes to the supply, and nobody else gets it."""
    lost = {name: new.get("lost", {}).get(name, 0) - old.get("lost", {}).get(name, 0) for name in ("crops", "animals", "goods")}
    assert _planted(old, rules) - _planted(new, rules) == lost["crops"] >= 0
    assert sum(old["animals"].values()) - sum(new["animals"].values()) == lost["animals"] >= 0
    assert _in_mines(old) - _in_mines(new) == lost["goods"] >= 0
