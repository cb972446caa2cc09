"""Sowing and reaping (R-SOW, R-HARV-3)."""

from __future__ import annotations

from caverna_sim.compiling.jit import njit
from caverna_sim.games.caverna.home.land import list_cells, put_terrain
from caverna_sim.games.caverna.home.wares import gain
from caverna_sim.games.caverna.ids import act, good, terrain
from caverna_sim.kit.records.bits import first


@njit
def can_sow(rules, seat, grain_left, vegetables_left):
    """Whether there is an empty field and something to plant on it (R-SOW-4)."""
    if seat["terrain"][terrain.FIELD] & rules["usable"] == 0:
        return False
    if grain_left > 0 and seat["goods"][good.GRAIN] > 0:
        return True
    return vegetables_left > 0 and seat["goods"][good.VEGETABLE] > 0


@njit
def list_sow(rules, seat, grain_left, vegetables_left, out, n):
    """Every crop on every empty field."""
    for crop in (good.GRAIN, good.VEGETABLE):
        left = grain_left if crop == good.GRAIN else vegetables_left
        if left <= 0 or seat["goods"][crop] <= 0:
            continue
        cells = seat["terrain"][terrain.FIELD] & rules["usable"]
        n = list_cells(act.SOW, crop, cells, out, n)
    return n


@njit
def sow(rules, seat, crop, cell):
    """Plant one token from the supply and add those of the general supply (R-SOW-2)."""
    seat["goods"][crop] -= 1
    if crop == good.GRAIN:
        put_terrain(seat, cell, terrain.GRAIN_FIELD)
        seat["detail"][cell] = rules["grain_tokens"]
    else:
        put_terrain(seat, cell, terrain.VEGETABLE_FIELD)
        seat["detail"][cell] = rules["vegetable_tokens"]


@njit
def reap(rules, seat):
    """Field step: one token from each sown field into the supply (R-HARV-3)."""
    for kind in (terrain.GRAIN_FIELD, terrain.VEGETABLE_FIELD):
        crop = good.GRAIN if kind == terrain.GRAIN_FIELD else good.VEGETABLE
        cells = seat["terrain"][kind]
        while cells:
            cell = first(cells)
            cells &= cells - 1
            tokens = min(int(rules["reap_tokens"]), int(seat["detail"][cell]))
            gain(rules, seat, crop, tokens)
            seat["detail"][cell] -= tokens
            if seat["detail"][cell] == 0:
                put_terrain(seat, cell, terrain.FIELD)
