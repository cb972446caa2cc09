"""What a seat's game looked like at its end, in a few counts: by these the archetypes can be told apart."""

from __future__ import annotations

from caverna_sim.engine.bits import count
from caverna_sim.engine.board import BOARD
from caverna_sim.engine.ids import good, terrain
from caverna_sim.engine.wares import armed_dwarfs, crops_on_fields, farm_animals
from caverna_sim.jit import njit

TRAITS = (
    "dwarfs", "armed", "strongest", "begging", "farm_animals", "sheep", "donkeys", "dogs", "pastures", "stables", "fields", "crops",
    "ore_mines", "ruby_mines", "rubies", "gold", "furnishings", "yellow",
)  # fmt: skip
NUM_TRAITS = len(TRAITS)


@njit
def describe_seat(rules, seat, out):
    """Fill out[trait]."""
    goods, ground = seat["goods"], seat["terrain"]
    strongest = 0
    for dwarf in range(seat["dwarfs"]):
        strongest = max(strongest, int(seat["weapon"][dwarf]))
    fields = count(ground[terrain.FIELD]) + count(ground[terrain.GRAIN_FIELD]) + count(ground[terrain.VEGETABLE_FIELD])
    planted = crops_on_fields(seat, terrain.GRAIN_FIELD) + crops_on_fields(seat, terrain.VEGETABLE_FIELD)
    large = count(seat["pasture_east"]) + count(seat["pasture_south"])
    values = (
        int(seat["dwarfs"]), armed_dwarfs(seat), strongest, int(seat["begging"]), farm_animals(seat), int(goods[good.SHEEP]),
        int(goods[good.DONKEY]), int(goods[good.DOG]), count(ground[terrain.SMALL_PASTURE]) + large, count(seat["stables"]), fields,
        planted + int(goods[good.GRAIN]) + int(goods[good.VEGETABLE]), count(ground[terrain.ORE_MINE] & BOARD),
        count(ground[terrain.RUBY_MINE] & BOARD), int(goods[good.RUBY]), int(goods[good.GOLD]),
        count(ground[terrain.FURNISHED]) - 1, count(int(seat["owned"]) & rules["yellow"]),
    )  # fmt: skip
    for index in range(NUM_TRAITS):
        out[index] = values[index]
