"""What is noted of a game with orcs while it is played (playing/games.py): which events each came through, and what became of it."""

from __future__ import annotations

from caverna_sim.compiling.jit import njit, njit_hook
from caverna_sim.games.caverna.fiends.counting import friendly_orcs
from caverna_sim.games.caverna.fiends.ids import orc
from caverna_sim.games.caverna.ids import phase
from caverna_sim.games.caverna.shape.layout import CAPTIVE


@njit_hook(base_game="None")
def forget(rules, tally):
    """A new game begins."""
    tally["event"] = 0
    for seat in range(tally["survived"].shape[0]):
        for which in range(orc.NUM_HOSTILE):
            tally["survived"][seat, which] = 0


@njit_hook(base_game="None")
def note_event(state, rules, tally):
    """Orcs that are still hostile after an orc event have survived it; one that only appeared at its end has not been in it."""
    event, now = int(state["event"]), int(state["phase"])
    if event == tally["event"] or now == phase.HOUSING or now == phase.EVENT or now == phase.AFTER_ORCS:
        return
    tally["event"] = event
    tally["event_round"][event] = state["round"]
    for number in range(state["players"]):
        for which in range(orc.NUM_HOSTILE):
            status = int(state["seats"][number]["orcs"][which]["status"])
            is_new = rules["orcs"]["waits"][which] and rules["orcs"]["event"][event]["brings_last_orc"]
            if (status == orc.FOREST or status == orc.CAVE) and not is_new:
                tally["survived"][number, which] += 1


@njit
def _captives_on(seat, cell):
    """Dwarfs and friendly orcs that are held captive in a room."""
    captives = 0
    for dwarf in range(seat["dwarfs"]):
        if seat["at"][dwarf] == CAPTIVE and seat["home"][dwarf] == cell:
            captives += 1
    for which in range(orc.NUM):
        friend = seat["orcs"][which]
        if friend["status"] == orc.FRIENDLY and friend["at"] == CAPTIVE and friend["cell"] == cell:
            captives += 1
    return captives


@njit
def _note_orcs(seat, survived, row):
    """Keep what has become of the orcs of a seat, and what they did."""
    row["captives"] = 0
    row["friendly_orcs"] = friendly_orcs(seat, True)
    for which in range(orc.NUM_HOSTILE):
        found, kept = seat["orcs"][which], row["orcs"][which]
        is_hostile = found["fate"] == orc.LEFT
        kept["start_strength"] = found["start_strength"]
        kept["strength"] = found["strength"] if is_hostile else 0
        kept["fate"] = found["fate"]
        kept["round"] = 0 if is_hostile else found["fate_round"]
        kept["reward"] = found["reward"]
        kept["events"] = survived[which]
        kept["cell"] = found["cell"] if found["status"] != orc.DEFEATED else -1
        kept["captives"] = _captives_on(seat, int(found["cell"])) if found["status"] == orc.CAVE else 0
        row["captives"] += kept["captives"]
    row["lost_crops"] = seat["lost_crops"]
    row["lost_animals"] = seat["lost_animals"]
    row["lost_goods"] = seat["lost_goods"]


@njit
def _note_display(state, tally, row):
    """Keep what the box dealt besides the cards."""
    for event in range(row["bribe"].shape[0]):
        row["bribe"][event] = state["bribe"][event]
        row["event_round"][event] = tally["event_round"][event]
    for place in range(row["extensions"].shape[0]):
        row["extensions"][place] = state["extensions"][place]
    for place in range(row["long_strips"].shape[0]):
        row["long_strips"][place] = state["long_strips"][place]
        row["short_strips"][place] = state["short_strips"][place]


@njit_hook(base_game="None")
def note_end(state, rules, tally, outcome, players):
    """Keep what was dealt, and what became of the orcs of all seats."""
    _note_display(state, tally, outcome)
    for seat in range(players.shape[0]):
        _note_orcs(state["seats"][seat], tally["survived"][seat], players[seat])
