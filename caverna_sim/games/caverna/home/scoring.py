"""Scoring (R-SCORE)."""

from __future__ import annotations

from caverna_sim.compiling.jit import njit
from caverna_sim.games.caverna.home.furnish import cell_of_furnishing
from caverna_sim.games.caverna.home.wares import armed_dwarfs, count_of, crops_on_fields, farm_animals, owns
from caverna_sim.games.caverna.ids import effect, good, score, terrain
from caverna_sim.games.caverna.shape.board import BOARD
from caverna_sim.games.caverna.shape.layout import CAPTIVE
from caverna_sim.kit.records.bits import count, first


@njit
def _animals(rules, seat, parts):
    points = rules["points"]
    parts[score.ANIMALS] = farm_animals(seat) * int(points[score.POINTS_FARM_ANIMAL])
    parts[score.ANIMALS] += int(seat["goods"][good.DOG]) * int(points[score.POINTS_DOG])
    for animal in range(good.FIRST_FARM_ANIMAL, good.NUM):
        if seat["goods"][animal] == 0:
            parts[score.MISSING_ANIMALS] += points[score.POINTS_MISSING]


@njit
def _crops(rules, seat, parts):
    """Crops in the supply and on fields; grain is rounded up in total."""
    grain = int(seat["goods"][good.GRAIN]) + crops_on_fields(seat, terrain.GRAIN_FIELD)
    vegetables = int(seat["goods"][good.VEGETABLE]) + crops_on_fields(seat, terrain.VEGETABLE_FIELD)
    per_point = int(rules["points"][score.GRAIN_PER_POINT])
    parts[score.GRAIN] = (grain + per_point - 1) // per_point
    parts[score.VEGETABLES] = vegetables * int(rules["points"][score.POINTS_VEGETABLE])


@njit
def _board(rules, seat, parts):
    """Unused cells, pastures and mines."""
    unused = seat["terrain"][terrain.EMPTY] & ~seat["stables"] & BOARD
    parts[score.UNUSED_SPACES] = count(unused) * rules["points"][score.POINTS_UNUSED]
    value = rules["terrain_points"]
    parts[score.PASTURES] = count(seat["terrain"][terrain.SMALL_PASTURE]) * value[terrain.SMALL_PASTURE]
    large = count(seat["pasture_east"]) + count(seat["pasture_south"])
    parts[score.PASTURES] += large * value[terrain.LARGE_PASTURE]
    for mine in (terrain.ORE_MINE, terrain.RUBY_MINE):
        parts[score.MINES] += count(seat["terrain"][mine] & rules["usable"]) * value[mine]


@njit
def _printed_points(rules, seat):
    """Printed points of all furnishings that are not built over."""
    points = 0
    cells = seat["terrain"][terrain.FURNISHED]
    while cells:
        points += int(rules["furnishing"][seat["detail"][first(cells)]]["points"])
        cells &= cells - 1
    return points


@njit
def bonus_points(rules, seat):
    """Points that parlors, storages and chambers give by their texts."""
    points = 0
    for index in range(rules["effect_start"][effect.SCORING], rules["effect_start"][effect.SCORING + 1]):
        row = rules["effect"][index]
        if owns(seat, int(row["furnishing"])):
            points += _points_of_row(rules, seat, row)
    return points


@njit
def _points_of_row(rules, seat, row):
    """Points of one text; captives do not count for conditions about dwarfs (F-SCORE-6)."""
    amount = int(row["amount"])
    if row["do"] == effect.POINTS_PER:
        cell = cell_of_furnishing(seat, int(row["furnishing"]))
        return count_of(rules, seat, int(row["per"]), cell) // int(row["divisor"]) * amount
    if row["do"] == effect.POINTS_IF_ALL_ARMED:
        armed, dwarfs = _counted_dwarfs(rules, seat)
        return amount if armed == dwarfs else 0
    if row["do"] == effect.POINTS_IF_NONE_ARMED:
        armed, dwarfs = _counted_dwarfs(rules, seat)
        return amount if armed == 0 else 0
    if row["do"] == effect.POINTS_BY_DWARFS:
        return int(row["table"][seat["dwarfs"]])
    return 0


@njit
def _counted_dwarfs(rules, seat):
    """Armed dwarfs and all dwarfs that a condition looks at."""
    if rules["captives_count"]:
        return armed_dwarfs(seat), int(seat["dwarfs"])
    armed, dwarfs = 0, 0
    for dwarf in range(seat["dwarfs"]):
        if seat["at"][dwarf] != CAPTIVE:
            dwarfs += 1
            armed += 1 if seat["weapon"][dwarf] > 0 else 0
    return armed, dwarfs


@njit
def own_bonus(rules, seat, furnishing):
    """Points that one furnishing gives by its text now, the Writing chamber's included (F-END-2)."""
    points = 0
    for index in range(rules["effect_start"][effect.SCORING], rules["effect_start"][effect.SCORING + 1]):
        row = rules["effect"][index]
        if row["furnishing"] != furnishing or not owns(seat, furnishing):
            continue
        points += _points_of_row(rules, seat, row)
        if row["do"] == effect.CANCEL_LOSSES:
            points += min(int(row["amount"]), _losses_now(rules, seat))
    return points


@njit
def _losses_now(rules, seat):
    """Points lost for missing animals, unused cells and begging."""
    points = rules["points"]
    losses = -int(seat["begging"]) * int(points[score.POINTS_BEGGING])
    unused = seat["terrain"][terrain.EMPTY] & ~seat["stables"] & BOARD
    losses -= count(unused) * int(points[score.POINTS_UNUSED])
    for animal in range(good.FIRST_FARM_ANIMAL, good.NUM):
        if seat["goods"][animal] == 0:
            losses -= int(points[score.POINTS_MISSING])
    return max(0, losses)


@njit
def cancelled_losses(rules, seat, losses):
    """Writing chamber takes back losses, never more than there are (R-SCORE-3)."""
    cancelled = 0
    for index in range(rules["effect_start"][effect.SCORING], rules["effect_start"][effect.SCORING + 1]):
        row = rules["effect"][index]
        if row["do"] == effect.CANCEL_LOSSES and owns(seat, int(row["furnishing"])):
            cancelled += min(int(row["amount"]), losses - cancelled)
    return cancelled


@njit
def score_home(rules, seat, parts):
    """Fill the scoring parts of a home board but for what losses bring back."""
    for index in range(score.NUM):
        parts[index] = 0
    _animals(rules, seat, parts)
    _crops(rules, seat, parts)
    _board(rules, seat, parts)
    points = rules["points"]
    parts[score.RUBIES] = int(seat["goods"][good.RUBY]) * int(points[score.POINTS_RUBY])
    parts[score.DWARFS] = int(seat["dwarfs"]) * int(points[score.POINTS_DWARF])
    parts[score.GOLD] = int(seat["goods"][good.GOLD]) * int(points[score.POINTS_GOLD])
    parts[score.BEGGING] = int(seat["begging"]) * int(points[score.POINTS_BEGGING])
    parts[score.FURNISHINGS] = _printed_points(rules, seat)
    parts[score.BONUS] = bonus_points(rules, seat)
