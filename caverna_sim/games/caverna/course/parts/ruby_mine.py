"""Build a ruby mine on a tunnel or a deep tunnel (R-MINE)."""

from __future__ import annotations

from caverna_sim.compiling.jit import njit, njit_merged
from caverna_sim.games.caverna.course.hooks import lay_into_new_mine
from caverna_sim.games.caverna.home.land import list_cells, put_terrain, ruby_mine_cells
from caverna_sim.games.caverna.ids import act, terrain
from caverna_sim.kit.records.codes import second_of


@njit_merged
def possible(rules, seat, row):
    """Whether there is such a tunnel."""
    return ruby_mine_cells(rules, seat, int(row["tiles"])) != 0


@njit_merged
def list_choices(rules, seat, row, out, n):
    """Every such tunnel."""
    return list_cells(act.RUBY_MINE, 0, ruby_mine_cells(rules, seat, int(row["tiles"])), out, n)


@njit
def _is_deep(seat, action):
    return (seat["terrain"][terrain.DEEP_TUNNEL] >> second_of(action)) & 1 == 1


@njit_merged
def is_choice(seat, row, action):
    """Parts differ in what they are built on."""
    kind = terrain.DEEP_TUNNEL if _is_deep(seat, action) else terrain.TUNNEL
    return (row["tiles"] >> kind) & 1 == 1


@njit
def carry_out(rules, seat, action):
    """Build it; a ruby goes onto one that covers a deep tunnel (F-ACT-3)."""
    was_deep = _is_deep(seat, action)
    put_terrain(seat, second_of(action), terrain.RUBY_MINE)
    lay_into_new_mine(rules, seat, second_of(action), was_deep)
