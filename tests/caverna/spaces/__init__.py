"""Words for tests of action spaces and furnishings, beside those of tests/table.py."""

from __future__ import annotations

from typing import Any

from caverna_sim import Game
from tests.caverna.table import can, do, goods, on_space, position, seat

ANY_TIME = {"convert", "exchange", "buy_tile", "use_tile", "disarm"}
STAGES = (
    ("blacksmithing", "sheep_farming", "ore_mine_construction"),
    ("wish_for_children", "donkey_farming", "ruby_mine_construction"),
    ("exploration", "ore_delivery", "family_life"),
    ("ore_trading", "adventure", "ruby_delivery"),
)
MOUNTAIN = [f"M{column}{row}" for row in range(1, 5) for column in range(1, 4)]
FOREST = [f"F{column}{row}" for row in range(1, 5) for column in range(1, 4)]
FULL_MOUNTAIN = {cell: "tunnel" for cell in MOUNTAIN if cell not in ("M13", "M14")}
FULL_FOREST = dict.fromkeys(FOREST, "meadow")


def card_order(players: int, *early: str) -> list[str]:
    """Round cards in a legal order; `early` ones come first in their stage."""
    order: list[str] = []
    for stage in STAGES:
        cards = [card for card in stage if players > 2 or card != "exploration"]
        order += sorted(cards, key=lambda card: (card != "wish_for_children", card not in early))
    return order


def change(game: Game, kind: str, number: int = 0, **arguments: Any) -> dict[str, int]:
    """Play an action and tell how the goods and animals of a seat changed."""
    before = goods(game, number)
    do(game, kind, **arguments)
    after = goods(game, number)
    return {name: after[name] - before[name] for name in after if after[name] != before[name]}


def offered(game: Game) -> set[str]:
    """Kinds of actions on offer, without what may be done at any time."""
    return {action.kind for action in game.legal()} - ANY_TIME


def use(space: str, me: Any = None, players: int = 2, round: int = 12, lying: dict[str, int] | None = None, **fields: Any) -> Game:
    """Seat 0 has just placed a dwarf on a space where these goods lay."""
    game = open_space(space, me, players, round, lying, **fields)
    return do(game, "place", space=space)


def open_space(space: str, me: Any = None, players: int = 2, round: int = 12, lying: dict[str, int] | None = None, **fields: Any) -> Game:
    """Seat 0 is about to place a dwarf; these goods lie on the space."""
    return position(players=players, round=round, seats=[me or seat()], spaces={space: {"goods": lying or {}}}, **fields)


def lying_untouched(game: Game, space: str, rounds: int) -> list[dict[str, int]]:
    """What lies on a space in this round and the next ones while nobody uses it."""
    seen = [on_space(game, space)]
    while len(seen) < rounds:
        next_round(game, space)
        seen.append(on_space(game, space))
    return seen


def next_round(game: Game, spared: str = "") -> Game:
    """Everybody plays anything, but never on the spared space, until the next round has begun."""
    number = game.round
    while game.round == number:
        idle(game, spared)
    return game


def idle(game: Game, spared: str = "") -> Game:
    """Play something that is legal, as short as possible."""
    if can(game, "pass"):
        return do(game, "pass")
    return game.play(next(action for action in game.legal() if action.space != spared))


def filled(space: str, players: int, rounds: int) -> list[dict[str, int]]:
    """What lies on a preprinted space in the first rounds while nobody uses it, from replenishing alone."""
    seen: list[dict[str, int]] = []
    for number in range(rounds):
        lying = {space: {"goods": seen[-1] if seen else {}}}
        game = position(players=players, round=number, phase="start_of_round", spaces=lying)
        assert game.round == number + 1
        seen.append(on_space(game, space))
    return seen


def at_housework(**fields: Any) -> Game:
    """Seat 0, a seat with these fields, has placed a dwarf on Housework and may furnish a cavern."""
    return use("housework", seat(**fields), round=5)


def built(tile: str, cell: str = "M13", **fields: Any) -> dict[str, int]:
    """How goods change when a seat with these fields furnishes a cell with a tile."""
    return change(at_housework(**fields), "furnish", tile=tile, cell=cell)


def can_build(tile: str, **fields: Any) -> bool:
    """Whether a seat with these fields may furnish a cavern with a tile."""
    return can(at_housework(**fields), "furnish", tile=tile)


def must_make_room(game: Game) -> bool:
    """Whether an animal without room has to go before anything else."""
    return offered(game) == set()


def printed_price(tile: str, cost: dict[str, int]) -> dict[str, int]:
    """What furnishing a cavern away from all dwellings takes from and gives to a seat that owns exactly the cost."""
    return built(tile, cell="M23", board={"M23": "cavern"}, **cost)


def missing_one_of_each(cost: dict[str, int]) -> list[dict[str, int]]:
    """The cost with one token less of each good in turn."""
    return [{**cost, ware: amount - 1} for ware, amount in cost.items()]


def printed_points(tile: str) -> int:
    """Printed points of a tile that lies on a home board."""
    return position(seats=[seat(board={"M13": tile})]).scores()[0]["parts"]["furnishings"]


def in_introductory_game(tile: str) -> bool:
    """Whether a tile is for sale in the introductory game."""
    return tile in position(rules={"start.tiles": "introductory"}).to_dict()["supply"]


def assert_printed(tile: str, cost: dict[str, int], points: int, at_once: dict[str, int] | None = None) -> None:
    """Cost and points of a tile are these, nothing less buys it, and it gives so much at once."""
    changes = {ware: (at_once or {}).get(ware, 0) - cost.get(ware, 0) for ware in {*cost, *(at_once or {})}}
    assert printed_price(tile, cost) == {ware: amount for ware, amount in changes.items() if amount}
    assert not any(can_build(tile, **less) for less in missing_one_of_each(cost))
    assert printed_points(tile) == points
