"""What actions, feeding and scoring ask the expansion that is played; in a base game the answer is that of `jit.njit_hook`.

Its own steps and phases are taken where those of the base game are (doors.py, rounds.py).
"""

from caverna_sim.games.caverna.fiends.bounties import granted_by_tile, list_use_space, occupy_by_herald
from caverna_sim.games.caverna.fiends.ending import score_wing
from caverna_sim.games.caverna.fiends.fight import BY_REWARD, ITEMS, LOST_WEAPON, offers
from caverna_sim.games.caverna.fiends.friendly import ARMED_EAT_MORE, ARMED_SHIFT, food_of_friends, special_feeding_of_event
from caverna_sim.games.caverna.fiends.hostile import furnished, markers_left, newborn_moves_in
from caverna_sim.games.caverna.fiends.mines import lay_into_new_mine
from caverna_sim.games.caverna.fiends.prices import IN_MATERIAL, can_pay_in_material, list_in_material, pay_in_material
from caverna_sim.games.caverna.fiends.standing import settle_in_event
from caverna_sim.games.caverna.fiends.trades import leave_places, list_trades_in_event
