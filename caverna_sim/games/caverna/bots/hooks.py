"""What bots ask the expansion that is played, each by what it means to them; in a base game the answer is that of `jit.njit_hook`.

What an expansion decides by itself, at steps of its own, is called where they are (policy.py).
"""

from caverna_sim.games.caverna.fiends.bots.ambush import (
    armed_against,
    best_trap,
    build_worth,
    look_at_fights,
    other_room_worth,
    restock_worth,
    worth_of_trap,
)
from caverna_sim.games.caverna.fiends.bots.danger import (
    charge_at_end,
    has_hidden_cards,
    is_left_to_judge,
    is_meeting,
    is_worth_playing_out,
    prospect,
)
from caverna_sim.games.caverna.fiends.bots.seeing import see_more, work_goes_on
from caverna_sim.games.caverna.fiends.prices import IN_MATERIAL, can_pay_in_material, forge_wood_price, strongest_wooden
