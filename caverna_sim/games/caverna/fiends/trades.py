"""What may be done at any time while animals stand fixed (F-EVENT-12)."""

from __future__ import annotations

from caverna_sim.compiling.jit import njit_hook
from caverna_sim.games.caverna.fiends.events import trades_in_event
from caverna_sim.games.caverna.fiends.standing import list_meals_from, take_from
from caverna_sim.games.caverna.home.trades import list_conversions, list_exchanges, list_tile_trades
from caverna_sim.games.caverna.ids import act, good
from caverna_sim.kit.records.codes import first_of, kind_of, second_of, third_of


@njit_hook(base_game="n")
def list_trades_in_event(rules, seat, acting_dwarf, out, n):
    """The same while animals stand fixed: those that are eaten are taken from a place (F-EVENT-12); none by ruling."""
    if not trades_in_event(rules):
        return n
    n = list_meals_from(rules, seat, out, n)
    n = list_conversions(rules, seat, good.NUM_GOODS, out, n)
    if seat["goods"][good.RUBY] > 0:
        n = list_exchanges(rules, seat, out, n)
    return list_tile_trades(rules, seat, acting_dwarf, out, n)


@njit_hook(base_game="None")
def leave_places(rules, seat, action):
    """Animals that are eaten leave the place that the trade names; before their number is reduced."""
    if kind_of(action) == act.CONVERT and third_of(action):
        take_from(seat, first_of(action), second_of(action), third_of(action))
