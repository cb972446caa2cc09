"""Goods that lie on mines, and the mine phase (F-MINE-1 to F-MINE-4, F-TILE-9)."""

from __future__ import annotations

from caverna_sim.compiling.jit import njit, njit_hook
from caverna_sim.games.caverna.fiends.ids import orc, ruling
from caverna_sim.games.caverna.home.animals import animals_fit
from caverna_sim.games.caverna.home.land import list_cells
from caverna_sim.games.caverna.home.wares import gain, gain_all, owns
from caverna_sim.games.caverna.ids import act, effect, good, terrain
from caverna_sim.games.caverna.shape.board import AREA_CELLS
from caverna_sim.games.caverna.shape.layout import CAPTIVE
from caverna_sim.kit.records.bits import count, first

WITH_DONKEY = 0  # first argument of act.MINE
WITH_ORC = 1


@njit
def bit_of(cell):
    """A mine in the masks of agenda steps: cells of the mountain from 0 on."""
    return 1 << (cell - AREA_CELLS)


@njit
def _mines(rules, seat, kind, done):
    """Mines of a kind that are not done yet."""
    return seat["terrain"][kind] & rules["usable"] & ~(done << AREA_CELLS)


# ---------------------------------------------------------------- laying goods on mines


@njit_hook(base_game="None")
def lay_into_new_mine(rules, seat, cell, was_deep_tunnel):
    """Ore onto a new ore mine (F-ACT-2), a ruby onto a new ruby mine if it covers a deep tunnel (F-ACT-3)."""
    if (seat["terrain"][terrain.ORE_MINE] >> cell) & 1:
        seat["detail"][cell] = rules["orcs"]["construction_ore"]
    elif (seat["terrain"][terrain.RUBY_MINE] >> cell) & 1:
        seat["detail"][cell] = rules["orcs"]["construction_rubies"] if was_deep_tunnel else 0


@njit
def _restock_cells(rules, seat, ore_left, ruby_left, done):
    """Mines that can still be stocked in this action; they need not be empty (F-MINE-3)."""
    cells = 0
    if ore_left > 0:
        cells |= _mines(rules, seat, terrain.ORE_MINE, done)
    if ruby_left > 0:
        cells |= _mines(rules, seat, terrain.RUBY_MINE, done)
    return cells


@njit
def can_restock(rules, seat, ore_left, ruby_left, done):
    """Whether there is a mine to stock."""
    return _restock_cells(rules, seat, ore_left, ruby_left, done) != 0


@njit_hook(base_game="n")
def list_restock(rules, seat, ore_left, ruby_left, done, out, n):
    """Every mine that can still be stocked; `done` is a mask of mines (bit_of)."""
    return list_cells(act.RESTOCK, 0, _restock_cells(rules, seat, ore_left, ruby_left, done), out, n)


@njit
def restock(rules, seat, cell):
    """Lay ore or rubies from the supply onto a mine; there is no limit (F-MINE-2)."""
    is_ore = (seat["terrain"][terrain.ORE_MINE] >> cell) & 1
    seat["detail"][cell] += rules["orcs"]["restock_ore"] if is_ore else rules["orcs"]["restock_rubies"]


# ---------------------------------------------------------------- the mine phase


@njit
def _with_goods(seat, kind):
    """Mines of a kind on which goods lie."""
    found = 0
    cells = seat["terrain"][kind]
    while cells:
        if seat["detail"][first(cells)] > 0:
            found |= cells & -cells
        cells &= cells - 1
    return found


@njit
def mines_with_goods(seat):
    """Mines on which ore or rubies lie."""
    return _with_goods(seat, terrain.ORE_MINE) | _with_goods(seat, terrain.RUBY_MINE)


@njit
def mine_orc(rules, seat):
    """The friendly orc that lives in the mine orc dwelling and is no captive, -1 none (F-TILE-9)."""
    for letter in range(orc.NUM):
        resident = seat["orcs"][letter]
        if resident["status"] == orc.FRIENDLY and resident["at"] != CAPTIVE and _mining_row(rules, seat, int(resident["cell"])) >= 0:
            return letter
    return -1


@njit
def _mining_row(rules, seat, cell):
    """The effect of the furnishing on a cell that lets its orc mine ore, -1 none."""
    if cell < 0 or not (seat["terrain"][terrain.FURNISHED] >> cell) & 1:
        return -1
    for index in range(rules["effect_start"][effect.PASSIVE], rules["effect_start"][effect.PASSIVE + 1]):
        row = rules["effect"][index]
        if row["do"] == effect.MINES_ORE and row["furnishing"] == seat["detail"][cell] and owns(seat, int(row["furnishing"])):
            return index
    return -1


@njit
def _fits_without(rules, seat, cell):
    """Whether no donkey has to stand in an ore mine."""
    bit = 1 << cell
    seat["terrain"][terrain.ORE_MINE] &= ~bit
    fits = animals_fit(rules, seat)
    seat["terrain"][terrain.ORE_MINE] |= bit
    return fits


@njit
def orc_mines(rules, seat, done):
    """Ore mines with ore that the mine orc may empty (F-TILE-9, ruling mine_orc_may_use_mine_with_donkey)."""
    if mine_orc(rules, seat) < 0:
        return 0
    cells = _with_goods(seat, terrain.ORE_MINE) & _mines(rules, seat, terrain.ORE_MINE, done)
    if rules["orcs"]["ruling"][ruling.MINE_ORC_MAY_USE_MINE_WITH_DONKEY] == 0:
        return cells
    found = 0
    while cells:
        if _fits_without(rules, seat, first(cells)):
            found |= cells & -cells
        cells &= cells - 1
    return found


@njit
def donkey_mines(rules, seat, done):
    """Mines with goods where a donkey may stand: donkeys went where the owner wants before the phase (F-MINE-4)."""
    cells = 0
    if rules["ore_mine_room"] > 0:
        cells |= _with_goods(seat, terrain.ORE_MINE) & _mines(rules, seat, terrain.ORE_MINE, done)
    if rules["ruby_mine_room"] > 0:
        cells |= _with_goods(seat, terrain.RUBY_MINE) & _mines(rules, seat, terrain.RUBY_MINE, done)
    return cells


@njit
def may_leave_goods(rules, seat, done):
    """Whether no donkey has to stand in a mine with goods that is not done: then its goods may stay (F-MINE-4)."""
    ore, rubies = int(seat["terrain"][terrain.ORE_MINE]), int(seat["terrain"][terrain.RUBY_MINE])
    left = donkey_mines(rules, seat, done)
    seat["terrain"][terrain.ORE_MINE] &= ~left
    seat["terrain"][terrain.RUBY_MINE] &= ~left
    fits = animals_fit(rules, seat)
    seat["terrain"][terrain.ORE_MINE] = ore
    seat["terrain"][terrain.RUBY_MINE] = rubies
    return fits


@njit
def mine_phase_choice(rules, seat):
    """Whether the owner has to choose: which mines are emptied, or whether goods stay where they are."""
    donkeys, for_orc, for_donkeys = int(seat["goods"][good.DONKEY]), orc_mines(rules, seat, 0), donkey_mines(rules, seat, 0)
    if for_orc:
        return True
    if donkeys == 0 or for_donkeys == 0:
        return False
    return donkeys < count(for_donkeys) or may_leave_goods(rules, seat, 0)


@njit
def list_mine(rules, seat, donkeys_left, orc_left, done, out, n):
    """Every mine that a donkey, or the mine orc, can still empty."""
    if donkeys_left > 0:
        n = list_cells(act.MINE, WITH_DONKEY, donkey_mines(rules, seat, done), out, n)
    if orc_left > 0:
        n = list_cells(act.MINE, WITH_ORC, orc_mines(rules, seat, done), out, n)
    return n


@njit
def mine_with(rules, seat, worker, cell):
    """All goods of a mine go to the supply; the mine orc adds something of its own."""
    is_ore = (seat["terrain"][terrain.ORE_MINE] >> cell) & 1
    goods = int(seat["detail"][cell])
    seat["detail"][cell] = 0
    gain(rules, seat, good.ORE if is_ore else good.RUBY, goods)
    if worker == WITH_ORC:
        row = _mining_row(rules, seat, int(seat["orcs"][mine_orc(rules, seat)]["cell"]))
        gain_all(rules, seat, rules["effect"][row]["get"], 1)


@njit
def _fullest(seat, cells):
    """The mine with most goods, the first of equal ones; -1 none."""
    best = -1
    while cells:
        cell = first(cells)
        if best < 0 or seat["detail"][cell] > seat["detail"][best]:
            best = cell
        cells &= cells - 1
    return best


@njit
def mine_everything(rules, seat):
    """Empty as much as possible: the mine orc first, then donkeys, rubies before ore."""
    cell = _fullest(seat, orc_mines(rules, seat, 0))
    if cell >= 0:
        mine_with(rules, seat, WITH_ORC, cell)
    for _ in range(int(seat["goods"][good.DONKEY])):
        cell = _fullest(seat, donkey_mines(rules, seat, 0) & seat["terrain"][terrain.RUBY_MINE])
        if cell < 0:
            cell = _fullest(seat, donkey_mines(rules, seat, 0))
        if cell < 0:
            return
        mine_with(rules, seat, WITH_DONKEY, cell)
