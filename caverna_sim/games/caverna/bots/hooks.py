"""What bots ask the expansion that is played, each by what it means to them; in a base game the answer is that of `jit.njit_hook`.

What an expansion decides by itself, at steps of its own, is called where they are (policy.py).
"""

from caverna_sim.games.caverna.fiends.bots.ambush import armed_against as armed_against
from caverna_sim.games.caverna.fiends.bots.ambush import best_trap as best_trap
from caverna_sim.games.caverna.fiends.bots.ambush import build_worth as build_worth
from caverna_sim.games.caverna.fiends.bots.ambush import look_at_fights as look_at_fights
from caverna_sim.games.caverna.fiends.bots.ambush import other_room_worth as other_room_worth
from caverna_sim.games.caverna.fiends.bots.ambush import restock_worth as restock_worth
from caverna_sim.games.caverna.fiends.bots.ambush import worth_of_trap as worth_of_trap
from caverna_sim.games.caverna.fiends.bots.danger import charge_at_end as charge_at_end
from caverna_sim.games.caverna.fiends.bots.danger import is_left_to_judge as is_left_to_judge
from caverna_sim.games.caverna.fiends.bots.danger import is_meeting as is_meeting
from caverna_sim.games.caverna.fiends.bots.danger import is_worth_playing_out as is_worth_playing_out
from caverna_sim.games.caverna.fiends.bots.danger import prospect as prospect
from caverna_sim.games.caverna.fiends.bots.seeing import see_more as see_more
from caverna_sim.games.caverna.fiends.bots.seeing import work_goes_on as work_goes_on
from caverna_sim.games.caverna.fiends.prices import IN_MATERIAL as IN_MATERIAL
from caverna_sim.games.caverna.fiends.prices import can_pay_in_material as can_pay_in_material
from caverna_sim.games.caverna.fiends.prices import forge_wood_price as forge_wood_price
from caverna_sim.games.caverna.fiends.prices import strongest_wooden as strongest_wooden
