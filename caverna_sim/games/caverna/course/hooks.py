"""What actions, feeding and scoring ask the expansion that is played; in a base game the answer is that of `jit.njit_hook`.

Its own steps and phases are taken where those of the base game are (doors.py, rounds.py).
"""

from caverna_sim.games.caverna.fiends.bounties import granted_by_tile as granted_by_tile
from caverna_sim.games.caverna.fiends.bounties import list_use_space as list_use_space
from caverna_sim.games.caverna.fiends.bounties import occupy_by_herald as occupy_by_herald
from caverna_sim.games.caverna.fiends.ending import score_wing as score_wing
from caverna_sim.games.caverna.fiends.fight import BY_REWARD as BY_REWARD
from caverna_sim.games.caverna.fiends.fight import LOST_WEAPON as LOST_WEAPON
from caverna_sim.games.caverna.fiends.fight import offers as offers
from caverna_sim.games.caverna.fiends.friendly import ARMED_EAT_MORE as ARMED_EAT_MORE
from caverna_sim.games.caverna.fiends.friendly import ARMED_SHIFT as ARMED_SHIFT
from caverna_sim.games.caverna.fiends.friendly import food_of_friends as food_of_friends
from caverna_sim.games.caverna.fiends.friendly import special_feeding_of_event as special_feeding_of_event
from caverna_sim.games.caverna.fiends.hostile import furnished as furnished
from caverna_sim.games.caverna.fiends.hostile import markers_left as markers_left
from caverna_sim.games.caverna.fiends.hostile import newborn_moves_in as newborn_moves_in
from caverna_sim.games.caverna.fiends.mines import lay_into_new_mine as lay_into_new_mine
from caverna_sim.games.caverna.fiends.prices import IN_MATERIAL as IN_MATERIAL
from caverna_sim.games.caverna.fiends.prices import can_pay_in_material as can_pay_in_material
from caverna_sim.games.caverna.fiends.prices import list_in_material as list_in_material
from caverna_sim.games.caverna.fiends.prices import pay_in_material as pay_in_material
from caverna_sim.games.caverna.fiends.standing import settle_in_event as settle_in_event
from caverna_sim.games.caverna.fiends.trades import leave_places as leave_places
from caverna_sim.games.caverna.fiends.trades import list_trades_in_event as list_trades_in_event
