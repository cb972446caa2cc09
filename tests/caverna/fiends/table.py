"""Words to set a table up with orcs and to play at it; what the base game shares is in tests/table.py.

game = event(1, "A", seat(orcs=orcs(A=at("F11", 5)), stone=5), card="M3-1")
bribe(game, 3)
leave(game)            # the owner is done, the orc moves
assert place(game, "A") == "F14"
"""

from __future__ import annotations

from typing import Any

from caverna_sim import Game
from tests.caverna.table import can, cell, do, dwarf, find, finish_turn, goods, on_space, rule, score, seat
from tests.caverna.table import position as any_position

__all__ = [
    "BRIBE_GOODS", "DIRECTIONS", "ROUND_OF_EVENT", "SPACES_WITH_GOODS", "at", "bounties", "bribe", "can", "captives", "cell", "defeated",
    "displace", "do", "dwarf", "event", "fight", "find", "finish_turn", "friendly", "goods", "has_bounties", "leave", "need", "on_space",
    "orc", "orcs", "place", "play_out", "position", "rule", "score", "seat", "settle", "step", "take_gold", "take_reward", "until",
    "waiting",
]  # fmt: skip

DIRECTIONS = ("N", "NE", "E", "SE", "S", "SW", "W", "NW")
WORDS = ("north", "northeast", "east", "southeast", "south", "southwest", "west", "northwest")
ORCS = ("A", "B", "C", "D")
START = {"A": (5, "F11"), "B": (7, "F21"), "C": (9, "F31"), "D": (12, "")}
ROUND_OF_EVENT = {1: 3, 2: 6, 3: 8, 4: 10}
BRIBE_GOODS = ["stone", "wood", "ore", "grain"]  # on the boards 1 to 4 unless a test says otherwise
STACK = {"A": 3, "B": 2, "C": 1, "D": 1}
# something to take for every kind of worker, on boards for 1 to 3 players
SPACES_WITH_GOODS: dict[str, dict[str, Any]] = {
    "excavation_1_3": {"goods": {"stone": 2}},
    "logging_1_3": {"goods": {"wood": 3}},
    "ore_mining_1_3": {"goods": {"ore": 2}},
    "sustenance_1_3": {"goods": {"food": 1}},
    "ruby_mining": {"goods": {"ruby": 1}},
    "armory": {"goods": {"wood": 1}},
}

# ---------------------------------------------------------------- setting up


def markers(players: int) -> dict[str, str]:
    """Hidden harvest markers: event 3 in round 8, event 4 in round 10."""
    return {str(number): "orc" if number in (8, 10) else "plain" for number in (7, 8, 9, 10, 11, 12) if number != 9 or players > 2}


def at(where: str, strength: int | None = None, **fields: Any) -> dict[str, Any]:
    """A hostile orc in the forest or in the cave; `strength` is where it starts, unless `start_strength` says otherwise."""
    entry: dict[str, Any] = {"at": where, **fields}
    if strength is not None:
        entry["strength"] = strength
        entry.setdefault("start_strength", strength)
    return entry


def waiting(strength: int = 12) -> dict[str, Any]:
    """Orc D before the end of event 2."""
    return {"at": "waiting", "strength": strength}


def friendly(room: str, works: str = "home") -> dict[str, Any]:
    """A friendly orc and its room."""
    return {"at": "friendly", "room": room, "works": works}


def defeated(round: int = 1, fate: str = "fought", reward: str = "gold") -> dict[str, Any]:
    """An orc that is gone."""
    return {"at": "defeated", "fate": fate, "round": round, "reward": reward}


def orcs(round: int = 12, **named: dict[str, Any]) -> dict[str, dict[str, Any]]:
    """The orcs of a seat; those that are not named are gone, D waits before round 7."""
    gone = {name: defeated() for name in "ABC"} | {"D": defeated(7) if round >= 7 else waiting()}
    return gone | named


def position(players: int = 1, round: int = 1, seats: list[Any] | None = None, phase: str = "work", **fields: Any) -> Game:
    """A game with the expansion. Seats that are not given have no orcs left, so that nobody else has anything to decide."""
    table = list(seats or [])
    table += [seat(orcs=orcs(round)) for _ in range(players - len(table))]
    for entry in table:
        entry.setdefault("orcs", orcs(round))
    fields.setdefault("harvest_markers", markers(players))
    return any_position(players, round, table, phase, expansion="fiends", **fields)


def event(number: int, name: str, *seats: dict[str, Any], card: str | None = None, steps: list[str] | None = None, **fields: Any) -> Game:
    """The activation of an orc of seat 0 in an orc event; its card is given by id or by its steps.

    A card with steps of one's own is the first of the stack, changed by a house rule.
    """
    if steps is not None:
        card = f"M{len(steps)}-1"
        fields["rules"] = {f"movement_card.{card}.steps": steps, **(fields.get("rules") or {})}
        assert len(steps) == STACK[name], f"cards of {name} have {STACK[name]} steps"
    fixed = any("animals_at" in entry for entry in seats)
    events = {"event": number, "orc": name, "bribe": fields.pop("bribe", BRIBE_GOODS), "places_fixed": fixed}
    events["movement"] = {"0": card} if card else {}
    was_in_cave = seats[0]["orcs"][name]["at"].startswith("M")
    index = ORCS.index(name)
    move = {"step": "move", "seat": 0, "arguments": [index, 0, int(was_in_cave), 0]}
    fields.setdefault("pending", [move, {"step": "orc", "seat": 0, "arguments": [index, 0, 0, 0]}])
    return position(
        fields.pop("players", len(seats)), ROUND_OF_EVENT[number], list(seats), "event", events=events, turn={"phase_seat": 1}, **fields
    )


# ---------------------------------------------------------------- looking


def step(game: Game) -> str:
    """What has to be decided now."""
    pending = game.to_dict()["pending"]
    return str(pending[-1]["step"]) if pending else ""


def orc(game: Game, name: str, number: int = 0) -> dict[str, Any]:
    """An orc of a seat."""
    return dict(game.to_dict()["seats"][number]["orcs"][name])


def place(game: Game, name: str, number: int = 0) -> str:
    """Where an orc is: a cell, or friendly, defeated, waiting."""
    return str(orc(game, name, number)["at"])


def captives(game: Game) -> list[int]:
    """Dwarfs of seat 0 that are captive, by number."""
    return [number for number, entry in enumerate(game.to_dict()["seats"][0]["dwarfs"]) if entry["at"] == "captive"]


def need(game: Game) -> int:
    """How much food a well-supplied seat is asked for."""
    return max(action.food for action in find(game, "feed"))


def bounties(game: Game) -> set[str]:
    """Fields of the bounty board that can be taken now."""
    return {action.bounty for action in find(game, "bounty")}


def has_bounties(game: Game) -> bool:
    """Whether a reward has to be chosen now."""
    return bool(find(game, "bounty") or find(game, "take_gold"))


# ---------------------------------------------------------------- playing


def bribe(game: Game, amount: int) -> Game:
    """The owner pays for the orc whose turn it is (F-EVENT-3)."""
    return do(game, "bribe", amount=amount)


def displace(game: Game, direction: str) -> Game:
    """The owner pushes the orc (F-EVENT-4)."""
    return do(game, "displace", direction=WORDS[DIRECTIONS.index(direction)])


def fight(game: Game, name: str, dogs: int = 0) -> Game:
    """The acting dwarf fights an orc and gives up dogs (F-FIGHT-4)."""
    return do(game, "fight", orc=name, dogs=dogs)


def take_gold(game: Game) -> Game:
    """The gold on the back of the token (F-BOUNTY-1)."""
    return do(game, "take_gold")


def take_reward(game: Game, name: str) -> Game:
    """A field of the bounty board (F-BOUNTY-1)."""
    return do(game, "bounty", bounty=name)


def leave(game: Game) -> Game:
    """The owner has done with the orc whose turn it is, and trades nothing before a breakthrough."""
    if step(game) == "orc":
        do(game, "pass")
    if game.phase == "after_orcs" and step(game) == "start":
        do(game, "pass")
    return game


def settle(game: Game, *kinds: str) -> Game:
    """Choices that leave no choice, such as the one room or the one cell an orc can go to, are taken."""
    while not game.over and len(game.legal()) == 1 and game.legal()[0].kind in (kinds or ("move_in", "occupy", "capture")):
        game.play(game.legal()[0])
    return game


def play_out(game: Game, *steps: str) -> Game:
    """Pass, or take the first choice, while one of these steps is to be decided."""
    while not game.over and step(game) in steps:
        if can(game, "pass"):
            do(game, "pass")
        else:
            game.play(game.legal()[0])
    return game


def until(game: Game, *steps: str) -> Game:
    """Pass, or take the first choice, until one of these steps is to be decided."""
    for _ in range(500):
        if game.over or step(game) in steps:
            return game
        if can(game, "pass"):
            do(game, "pass")
        else:
            game.play(game.legal()[0])
    raise AssertionError(f"none of {steps} came up")
