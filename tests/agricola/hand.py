"""Hand-written positions for tests that read like the rulebook."""

from __future__ import annotations

from typing import Any

from caverna_sim.games.agricola.game import Game

EMPTY = [[".", ".", ".", ".", "."], ["room", ".", ".", ".", "."], ["room", ".", ".", ".", "."]]
CARDS = (
    "major_improvement", "fencing", "grain_utilization", "sheep_market", "basic_wish_for_children", "house_redevelopment",
    "western_quarry", "vegetable_seeds", "pig_market", "cattle_market", "eastern_quarry", "urgent_wish_for_children", "cultivation",
    "farm_redevelopment",
)  # fmt: skip


def board(**cells: str) -> list[list[str]]:
    """The farmyard at the start with other cells: `board(c02="field")`."""
    rows = [list(row) for row in EMPTY]
    for name, text in cells.items():
        rows[int(name[1])][int(name[2])] = text
    return rows


def seat(goods: dict[str, int] | None = None, animals: dict[str, int] | None = None, **fields: Any) -> dict[str, Any]:
    """A seat of a position."""
    return {"goods": goods or {}, "animals": animals or {}, **fields}


def at(*seats: dict[str, Any], **fields: Any) -> Game:
    """A game at a position, for as many players as seats are given; the work phase of round 14 unless it is said."""
    return Game.from_dict({"game": "agricola", "players": len(seats), "round": 14, "seats": list(seats), **fields})


def texts(game: Game, kind: str | None = None) -> list[str]:
    """What is legal, in words; of one kind."""
    return [action.text for action in game.legal() if kind in (None, action.kind)]


def usable(game: Game) -> set[str]:
    """The spaces where the seat to move may place a person."""
    return {action.space for action in game.legal() if action.kind == "place"}


def goods(game: Game, number: int = 0) -> dict[str, int]:
    """Everything a seat has, food and animals too; nothing left out."""
    found = game.to_dict()["seats"][number]
    return {name: amount for name, amount in {**found["goods"], **found["animals"]}.items() if amount}


def go(game: Game, space: str, *choices: str) -> Game:
    """Place a person, and then choose."""
    game.play(f"place a person on {space}")
    for choice in choices:
        game.play(choice)
    return game


def fences(*pastures: str) -> list[str]:
    """The fences around pastures: `fences("c03 c04", "c14")`."""
    found: set[str] = set()
    for pasture in pastures:
        edges: set[str] = set()
        for cell in pasture.split():
            row, column = int(cell[1]), int(cell[2])
            edges ^= {f"h{row}{column}", f"h{row + 1}{column}", f"v{row}{column}", f"v{row}{column + 1}"}
        found |= edges
    return sorted(found)
