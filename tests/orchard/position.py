"""Positions: a game as text that people can read and write."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from caverna_sim.check import MOST_NUMBER, anything, is_whole, list_of, one_of, reading, row, rows
from caverna_sim.errors import PositionError
from caverna_sim.kit.play.positions import amounts_of, opened, read_pending, read_rng, written
from tests.orchard.box import MOST_PLAYERS, Catalog, catalog
from tests.orchard.ids import FRUIT, PHASES, SPACES, STEPS
from tests.orchard.shape.layout import MAX_ROUNDS, NOBODY, STATE

_AMOUNT = is_whole(0, 30_000)
_GOODS = row(dict.fromkeys(FRUIT, _AMOUNT))
_SPACE = row({}, {"goods": row({}, dict.fromkeys(FRUIT, _AMOUNT)), "used_by": is_whole(0, MOST_PLAYERS - 1)})
_NEEDED = {
    "players": is_whole(1, MOST_PLAYERS), "round": is_whole(0, MAX_ROUNDS), "phase": one_of(PHASES),
    "prices": list_of(is_whole(1, 20), 1, MAX_ROUNDS), "spaces": row(dict.fromkeys(SPACES, _SPACE)),
    "seats": list_of(row({"coins": _AMOUNT, "goods": _GOODS}), 1, MOST_PLAYERS),
}  # fmt: skip
_MAY_HAVE = {
    "game": anything, "rules": rows(anything), "seed": anything, "index": is_whole(0, MOST_NUMBER), "to_move": anything,
    "start_player": is_whole(0, MOST_PLAYERS - 1), "pending": anything, "rng": anything, "format": anything,
    "turn": row({}, {"phase_seat": is_whole(0, MOST_PLAYERS)}),
}  # fmt: skip
_FORM = row(_NEEDED, _MAY_HAVE)
_STEPS = tuple(step.name for step in STEPS)


def to_dict(state: Any, rules: Catalog, index: int) -> dict[str, Any]:
    """The whole position, fit for JSON."""
    spaces: dict[str, dict[str, Any]] = {}
    for number, name in enumerate(SPACES):
        goods = amounts_of(state["space_goods"][number], FRUIT)
        user = int(state["used_by"][number])
        spaces[name] = {**({"goods": goods} if goods else {}), **({} if user == NOBODY else {"used_by": user})}
    return written(
        "orchard", state, rules, index, _STEPS, box={"players": rules.players}, turn={"phase_seat": int(state["phase_seat"])},
        course={"phase": PHASES[state["phase"]], "start_player": int(state["start_player"])},
        table={
            "prices": state["price"][1 : int(rules.record[0]["last_round"]) + 1].tolist(),
            "spaces": spaces, "seats": [_seat(state["seats"][seat]) for seat in range(rules.players)],
        },
    )  # fmt: skip


def _seat(seat: Any) -> dict[str, Any]:
    return {"coins": int(seat["coins"]), "goods": amounts_of(seat["goods"], FRUIT, all_of_them=True)}


def from_dict(position: Mapping[str, Any]) -> tuple[np.ndarray, Catalog, int]:
    """State, rules and number of the game; PositionError names what is wrong."""
    with reading(PositionError, "position"):
        opened(position, (*_NEEDED, *_MAY_HAVE), "orchard", MOST_PLAYERS)
        _FORM(position, "")
    rules = catalog(position["players"], position.get("rules", {}))
    last = int(rules.record[0]["last_round"])
    if len(position["prices"]) != last or len(position["seats"]) != rules.players or position["round"] > last:
        raise PositionError(f"position: give {rules.players} seats, {last} prices, and a round up to {last}")
    states = np.zeros(1, STATE)
    state = states[0]
    state["players"], state["round"], state["phase"] = rules.players, position["round"], PHASES.index(position["phase"])
    state["start_player"], state["phase_seat"] = position.get("start_player", 0), position.get("turn", {}).get("phase_seat", 0)
    state["price"][1 : last + 1] = position["prices"]
    for number, name in enumerate(SPACES):
        entry = position["spaces"][name]
        state["used_by"][number] = entry.get("used_by", NOBODY)
        state["space_goods"][number] = [entry.get("goods", {}).get(fruit, 0) for fruit in FRUIT]
        state["stocked"] |= int(any(state["space_goods"][number])) << number
    for own, given in zip(state["seats"], position["seats"], strict=False):
        own["coins"], own["goods"] = given["coins"], [given["goods"][fruit] for fruit in FRUIT]
    with reading(PositionError, "position"):
        read_rng(state, position)
        for _ in read_pending(state, position.get("pending", []), _STEPS, rules.players, 1, lambda _: {}):
            pass  # a step remembers nothing
    return states, rules, position.get("index", 0)
