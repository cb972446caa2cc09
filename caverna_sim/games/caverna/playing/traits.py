"""What a seat's game looked like at its end, in a few counts: by these the archetypes can be told apart."""

from __future__ import annotations

from caverna_sim.games.caverna.fiends.cave import captives
from caverna_sim.games.caverna.fiends.hostile import hostile_left
from caverna_sim.games.caverna.home.wares import armed_dwarfs, crops_on_fields, farm_animals
from caverna_sim.games.caverna.ids import good, orc, terrain
from caverna_sim.games.caverna.shape.bits import count
from caverna_sim.games.caverna.shape.board import BOARD
from caverna_sim.jit import njit

TRAITS = (
    "dwarfs", "armed", "strongest", "begging", "farm_animals", "sheep", "donkeys", "dogs", "pastures", "stables", "fields", "crops",
    "ore_mines", "ruby_mines", "rubies", "gold", "furnishings", "yellow",
    "orcs_left", "fought", "trapped", "bribed", "befriended", "captives", "lost_animals", "lost_crops",
)  # fmt: skip
NUM_TRAITS = len(TRAITS)
(
    DWARFS, ARMED, STRONGEST, BEGGING, FARM_ANIMALS, SHEEP, DONKEYS, DOGS, PASTURES, STABLES, FIELDS, CROPS,
    ORE_MINES, RUBY_MINES, RUBIES, GOLD, FURNISHINGS, YELLOW,
    ORCS_LEFT, FOUGHT, TRAPPED, BRIBED, BEFRIENDED, CAPTIVES, LOST_ANIMALS, LOST_CROPS,
) = range(NUM_TRAITS)  # fmt: skip


@njit
def describe_seat(rules, seat, out):
    """Fill out[trait]."""
    goods, ground = seat["goods"], seat["terrain"]
    out[DWARFS] = seat["dwarfs"]
    out[ARMED] = armed_dwarfs(seat)
    out[STRONGEST] = 0
    for dwarf in range(seat["dwarfs"]):
        out[STRONGEST] = max(out[STRONGEST], seat["weapon"][dwarf])
    out[BEGGING] = seat["begging"]
    out[FARM_ANIMALS] = farm_animals(seat)
    out[SHEEP] = goods[good.SHEEP]
    out[DONKEYS] = goods[good.DONKEY]
    out[DOGS] = goods[good.DOG]
    out[PASTURES] = count(ground[terrain.SMALL_PASTURE]) + count(seat["pasture_east"]) + count(seat["pasture_south"])
    out[STABLES] = count(seat["stables"])
    out[FIELDS] = count(ground[terrain.FIELD]) + count(ground[terrain.GRAIN_FIELD]) + count(ground[terrain.VEGETABLE_FIELD])
    out[CROPS] = crops_on_fields(seat, terrain.GRAIN_FIELD) + crops_on_fields(seat, terrain.VEGETABLE_FIELD)
    out[CROPS] += goods[good.GRAIN] + goods[good.VEGETABLE]
    out[ORE_MINES] = count(ground[terrain.ORE_MINE] & BOARD)
    out[RUBY_MINES] = count(ground[terrain.RUBY_MINE] & BOARD)
    out[RUBIES] = goods[good.RUBY]
    out[GOLD] = goods[good.GOLD]
    out[FURNISHINGS] = count(ground[terrain.FURNISHED]) - 1
    out[YELLOW] = count(seat["owned"] & rules["yellow"])
    for trait in range(ORCS_LEFT, NUM_TRAITS):
        out[trait] = 0
    if rules["fiends"]:
        out[ORCS_LEFT] = hostile_left(seat)
        for number in range(orc.NUM_HOSTILE):
            fate = int(seat["orcs"][number]["fate"])
            if fate != orc.LEFT:
                out[FOUGHT + fate - orc.FOUGHT] += 1
        out[CAPTIVES] = captives(seat)
        out[LOST_ANIMALS] = seat["lost_animals"]
        out[LOST_CROPS] = seat["lost_crops"]
