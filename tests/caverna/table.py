"""Words to set a table up and to play at it, so that tests read like the rulebook.

game = position(players=2, round=5, seats=[seat(wood=4, stone=3, board={"M13": "cavern"})])
do(game, "place", space="housework")
do(game, "furnish", tile="dwelling", cell="M13")
"""

from __future__ import annotations

import copy
from typing import Any

import pytest

from caverna_sim import Action, Game, PositionError
from caverna_sim.games.caverna.ids import good

rule = pytest.mark.rule

EMPTY_BOARD = [
    [".", ".", ".", "^", "^", "^"],
    [".", ".", ".", "^", "^", "^"],
    [".", ".", ".", "cavern", "^", "^"],
    [".", ".", ".", "entry_level_dwelling", "^", "^"],
]
# enough orange tiles for a family, away from cells that tests like to use
DWELLINGS = {"M24": "simple_dwelling_4w2s", "M34": "simple_dwelling_3w3s", "M23": "dwelling"}


def place_of(cell: str) -> tuple[int, int]:
    """Row and column (from 0) of a cell such as F31 or M24."""
    return int(cell[2]) - 1, int(cell[1]) - 1 + (3 if cell[0] == "M" else 0)


def dwarf(weapon: int = 0, at: str = "home", newborn: bool = False) -> dict[str, Any]:
    """One dwarf."""
    entry: dict[str, Any] = {"weapon": weapon, "at": at}
    if newborn:
        entry["newborn"] = True
    return entry


def seat(
    board: dict[str, str] | None = None,
    dwarfs: list[Any] | None = None,
    stables: tuple[str, ...] = (),
    begging: int = 0,
    overhang: list[Any] | None = None,
    **wares: Any,
) -> dict[str, Any]:
    """A seat: cells by name on an otherwise empty board, dwarfs as weapon strengths or entries, goods and animals."""
    cells = copy.deepcopy(EMPTY_BOARD)
    for cell, content in (board or {}).items():
        row, column = place_of(cell)
        cells[row][column] = content
    family = [0, 0] if dwarfs is None else dwarfs
    return {
        "goods": {name: wares.pop(name) for name in good.GOODS if name in wares},
        "animals": {name: wares.pop(name) for name in good.ANIMALS if name in wares},
        "begging": begging,
        "dwarfs": [dwarf(entry) if isinstance(entry, int) else entry for entry in family],
        "board": cells,
        "overhang": overhang or [],
        "stables": list(stables),
        **wares,
    }


def position(
    players: int = 2, round: int = 1, seats: list[Any] | None = None, phase: str = "work", rules: Any = None, **fields: Any
) -> Game:
    """A game at a hand-written position; seats that are not given are at the start. The first seat moves."""
    table = list(seats or [])
    table += [seat() for _ in range(players - len(table))]
    mover = {"to_move": 0} if phase in ("work", "feeding", "breeding", "final", "harvest_choice") else {}
    return Game.from_dict(
        {"format": 1, "players": players, "round": round, "phase": phase, "rules": rules or {}, "seats": table, **mover, **fields}
    )


def find(game: Game, kind: str, **arguments: Any) -> list[Action]:
    """Legal actions of a kind with these arguments."""
    return [
        action
        for action in game.legal()
        if action.kind == kind and all(getattr(action, name) == value for name, value in arguments.items())
    ]


def can(game: Game, kind: str, **arguments: Any) -> bool:
    """Whether an action of a kind with these arguments is legal."""
    return bool(find(game, kind, **arguments))


def do(game: Game, kind: str, **arguments: Any) -> Game:
    """Play the first legal action of a kind with these arguments."""
    found = find(game, kind, **arguments)
    assert found, f"{kind} {arguments} is not legal; legal: {[action.text for action in game.legal()]}"
    return game.play(found[0])


def goods(game: Game, number: int = 0) -> dict[str, int]:
    """Goods and animals of a seat by name; dict subtraction-friendly."""
    entry = game.to_dict()["seats"][number]
    return {**entry["goods"], **entry["animals"]}


def cell(game: Game, name: str, number: int = 0) -> str:
    """What lies on a cell of a seat."""
    row, column = place_of(name)
    return str(game.to_dict()["seats"][number]["board"][row][column])


def on_space(game: Game, space: str) -> dict[str, int]:
    """Goods lying on an action space."""
    return dict(game.to_dict()["spaces"][space]["goods"])


def score(game: Game, number: int = 0) -> dict[str, int]:
    """Scoring parts of a seat and their total."""
    entry = game.scores()[number]
    return {**entry["parts"], "total": entry["total"]}


def finish_turn(game: Game) -> Game:
    """Pass until another seat moves or the phase changes."""
    mover, phase = game.player, game.phase
    while not game.over and game.player == mover and game.phase == phase and can(game, "pass"):
        do(game, "pass")
    return game


def fits(**fields: Any) -> bool:
    """Whether the animals of a seat with these fields have room."""
    try:
        position(seats=[seat(**fields)])
    except PositionError as error:
        assert "R-ANIM-1" in str(error) and "no room" in str(error)
        return False
    return True


def play_round(game: Game, spare: tuple[str, ...] = ()) -> Game:
    """Play on to the next round; nobody goes to the spaces named."""
    number = game.round
    while not game.over and game.round == number:
        options = [action for action in game.legal() if action.kind != "place" or action.space not in spare]
        game.play(options[0])
    return game
