"""Points of a farm (AG-SCR, AG-PRC-09)."""

from caverna_sim.compiling.jit import njit
from caverna_sim.games.agricola.farm.fields import crops_on_fields
from caverna_sim.games.agricola.farm.goods import goods_in_all
from caverna_sim.games.agricola.farm.ground import unused_cells
from caverna_sim.games.agricola.farm.house import num_rooms
from caverna_sim.games.agricola.ids import good, score
from caverna_sim.games.agricola.shape.sizes import MAX_BANDS
from caverna_sim.kit.records.bits import count, first


@njit
def banded(row, number):
    """Points for so many of something (AG-SCR-02 to AG-SCR-06)."""
    points = int(row["below"])
    for band in range(MAX_BANDS):
        if number >= row["least"][band]:
            points = int(row["points"][band])
    return points


@njit
def craft_bonus(major, seat):
    """Bonus points for building resources in the supply, which are not spent by it (AG-SCR-13, AG-SCR-15)."""
    points = 0
    if major["bonus_good"] >= 0:
        for band in range(MAX_BANDS):
            if major["bonus_least"][band] > 0 and seat["goods"][major["bonus_good"]] >= major["bonus_least"][band]:
                points = int(major["bonus_points"][band])
    return points


@njit
def _counted(seat, part):
    """What a band counts."""
    goods = seat["goods"]
    if part == score.FIELDS:
        return count(int(seat["fields"]))
    if part == score.PASTURES:
        return int(seat["num_pastures"])
    if part == score.GRAIN:
        return goods[good.GRAIN] + crops_on_fields(seat, seat["grain_fields"])
    if part == score.VEGETABLES:
        return goods[good.VEGETABLE] + crops_on_fields(seat, seat["vegetable_fields"])
    return goods[good.SHEEP + part - score.SHEEP]


@njit
def score_seat(rules, seat, parts):
    """Fill in the parts and return their sum, as if the game ended now."""
    for part in range(score.NUM_BANDED):
        parts[part] = banded(rules["band"][part], _counted(seat, part))
    parts[score.UNUSED_SPACES] = rules["unused_points"] * count(unused_cells(seat))
    fenced_stables = count(int(seat["stables"]) & int(seat["fenced"]))
    parts[score.STABLES] = rules["stable_points"] * min(fenced_stables, int(rules["stable_most"]))
    parts[score.ROOMS] = rules["room_points"][seat["house"]] * num_rooms(seat)
    parts[score.PEOPLE] = rules["person_points"] * seat["people"]
    parts[score.BEGGING] = rules["begging_points"] * seat["begging"]
    parts[score.BONUS] = seat["bonus"] + rules["food_points"] * seat["goods"][good.FOOD]
    parts[score.IMPROVEMENTS] = 0
    owned = int(seat["majors"])
    while owned:
        major = rules["major"][first(owned)]
        owned &= owned - 1
        parts[score.IMPROVEMENTS] += major["points"]
        parts[score.BONUS] += craft_bonus(major, seat)
    total = 0
    for part in range(score.NUM):
        total += parts[part]
    return total


@njit
def tie_of(seat):
    """What breaks a tie: building resources in the supply (AG-SCR-14)."""
    return goods_in_all(seat, good.NUM_BUILDING)
