"""What the learned evaluation sees of Frantic Fiends, beside the features of the base game (bots/features.py)."""

from __future__ import annotations

from caverna_sim.compiling.jit import njit, njit_hook
from caverna_sim.games.caverna.bots.layout import START
from caverna_sim.games.caverna.bots.worth import known_harvest
from caverna_sim.games.caverna.fiends.bots.danger import any_trap, events_to_come, look_at_prey
from caverna_sim.games.caverna.fiends.fight import dog_strength, fighting_dogs
from caverna_sim.games.caverna.fiends.ids import orc
from caverna_sim.games.caverna.fiends.shape import NUM_EVENTS
from caverna_sim.games.caverna.ids import harvest, phase, terrain
from caverna_sim.kit.records.bits import count

ORCS = START["orcs"]


@njit_hook(base_game="True")
def work_goes_on(state):
    """During an orc event the dwarfs are at home again, and none may be placed."""
    return state["phase"] != phase.EVENT


@njit_hook(base_game="None")
def see_more(state, rules, seat, mind, row):
    """Orcs that are left, how strong and where; friends, traps and events to come."""
    hostile = int(mind["hostile"])
    row[ORCS + min(hostile, orc.NUM_HOSTILE)] = 1.0
    friends = 0
    strongest = 0
    for dwarf in range(seat["dwarfs"]):
        strongest = max(strongest, int(seat["weapon"][dwarf]))
    for number in range(orc.NUM):
        one = seat["orcs"][number]
        friends += 1 if one["status"] == orc.FRIENDLY else 0
        if number < orc.NUM_HOSTILE and mind["orc_strength"][number] > 0:
            row[ORCS + 5 + number] = mind["orc_strength"][number] / 8.0
            row[ORCS + 9 + number] = 1.0 if one["status"] == orc.CAVE else 0.0
            row[ORCS + 13] += (one["start_strength"] - one["strength"]) / 6.0
            row[ORCS + 14] += 1.0 if strongest >= mind["orc_strength"][number] else 0.0
            row[ORCS + 15] += 0.5 if one["held"] else 0.0
    row[ORCS + 16] = friends
    row[ORCS + 17] = count(seat["terrain"][terrain.TRAP]) / 2.0
    row[ORCS + 18] = 1.0 if any_trap(seat) else 0.0
    row[ORCS + 19] = events_to_come(state) / NUM_EVENTS
    row[ORCS + 20] = 1.0 if events_to_come(state) == NUM_EVENTS else 0.0
    row[ORCS + 21] = 1.0 if mind["orc_rooms"] else 0.0
    row[ORCS + 22] = count(seat["barred"]) / 2.0
    if hostile == 0:
        return
    coming = int(state["event"]) + 1
    if coming <= NUM_EVENTS:
        row[ORCS + 23] = min(10.0, float(seat["goods"][int(state["bribe"][coming])])) / 5.0
    reach = strongest + dog_strength(rules, seat) * fighting_dogs(seat) if strongest else 0
    for number in range(orc.NUM_HOSTILE):
        row[ORCS + 24 + number] = 1.0 if 0 < mind["orc_strength"][number] <= reach else 0.0
    for ahead in range(2):
        if coming + ahead <= NUM_EVENTS:
            _bribes(seat, mind, int(seat["goods"][int(state["bribe"][coming + ahead])]), row, ORCS + 28 + 3 * ahead)
    if row[ORCS + 18]:
        look_at_prey(state, rules, seat, mind, row, ORCS + 34)
    row[ORCS + 38] = mind["hostile_strength"] / 20.0
    row[ORCS + 39] = 1.0 if known_harvest(state, rules) == harvest.EVENT else 0.0
    row[ORCS + 40] = 1.0 if state["phase"] == phase.EVENT else 0.0


@njit
def _bribes(seat, mind, goods, row, start):
    """How far goods go as bribes, the weakest orc first."""
    row[start] = min(goods, int(mind["hostile_strength"])) / 8.0
    done = 0
    for lap in range(orc.NUM_HOSTILE):
        best = -1
        for number in range(orc.NUM_HOSTILE):
            strength = int(mind["orc_strength"][number])
            if strength > 0 and not (done >> number) & 1 and (best < 0 or strength < mind["orc_strength"][best]):
                best = number
        if best < 0 or goods < mind["orc_strength"][best]:
            return
        goods -= int(mind["orc_strength"][best])
        done |= 1 << best
        row[start + 1] = 1.0
        row[start + 2] = (lap + 1) / 2.0
