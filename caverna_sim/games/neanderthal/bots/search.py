"""Bots that look ahead: likely choices are played on for some turns, each in the same deals of what is hidden; the best is taken.

What lies face down is dealt anew for each playout, and its dice are others than those of the game.
"""

from __future__ import annotations

from caverna_sim.compiling.jit import njit, own_copy
from caverna_sim.games.neanderthal.bots.layout import MOST_CANDIDATES, PLACE_OF
from caverna_sim.games.neanderthal.bots.policy import choose, worth_of
from caverna_sim.games.neanderthal.course.core import advance, apply, legal
from caverna_sim.games.neanderthal.course.ending import portal_disks
from caverna_sim.games.neanderthal.course.hidden import deal_anew
from caverna_sim.games.neanderthal.ids import phase, step, things
from caverna_sim.games.neanderthal.tribe.scoring import has_won, score_seat, trophy_points, unmarried
from caverna_sim.kit.bots.best import insert
from caverna_sim.kit.play import ahead
from caverna_sim.kit.records.agenda import top_step
from caverna_sim.kit.records.rows import wipe

CANDIDATES, PLAYOUTS, HORIZON = (PLACE_OF[name] for name in ("candidates", "playouts", "horizon"))
LOOKED_AT = 1 << step.MATING | 1 << step.BID | 1 << step.ASSIGN | 1 << step.ACT | 1 << step.TURN_MATING | 1 << step.REPLACE
TRIED = 2  # number of the scratch state that is played on
WON, ON_THE_WAY = 40.0, 8.0  # points that winning a variant is worth, and each step towards it

begin = own_copy(ahead, __name__, deal_anew=deal_anew).begin


@njit
def looks_ahead(state):
    """Whether the step is worth a look; others are taken as scripted bots take them."""
    return LOOKED_AT >> int(top_step(state)["step"]) & 1 != 0


@njit
def choose_by_playouts(state, rules, bot, scratch, mind, out, n):
    """The candidate with the best mean over playouts."""
    seat_number, weight = int(top_step(state)["seat"]), bot["weight"]
    number = _candidates(state, rules, bot, mind, out, n)
    if number == 1:
        return int(mind["action"][0])
    for key in range(int(weight[PLAYOUTS])):
        for which in range(number):
            scratch[TRIED] = state
            tried = scratch[TRIED]
            begin(tried, rules, int(state["seed"]), _key(state, seat_number) * 64 + key)
            apply(tried, rules, int(mind["action"][which]))
            advance(tried, rules)
            _play_on(tried, rules, bot, scratch, out, int(state["round"]) + int(weight[HORIZON]))
            mind["total"][which] += _standing(tried, rules, seat_number, mind["parts"])
    best = 0
    for which in range(1, number):
        if mind["total"][which] > mind["total"][best]:
            best = which
    return int(mind["action"][best])


@njit
def _key(state, seat_number):
    """Chances of a decision: of the game, the seat and how many choices were made."""
    return (int(state["game_key"]) % (1 << 24) * 4 + seat_number) * 8192 + int(state["choices"]) % 8192


@njit
def _candidates(state, rules, bot, mind, out, n):
    """The choices that the bot likes best at first sight, in order."""
    most, number = min(int(bot["weight"][CANDIDATES]), MOST_CANDIDATES), 0
    row = top_step(state)
    for index in range(n):
        action = int(out[index])
        worth = worth_of(state, rules, bot["weight"], int(row["seat"]), int(row["step"]), action)
        number = insert(mind["action"], mind["worth"], number, most, action, worth)
    wipe(mind["total"])
    return number


@njit
def _play_on(state, rules, bot, scratch, out, last):
    """Everybody goes on as the bot itself would at first sight, to the end of a turn."""
    while state["phase"] != phase.OVER and state["round"] < last:
        n = legal(state, rules, scratch, out)
        apply(state, rules, int(choose(state, rules, bot, out, n)) if n > 1 else int(out[0]))
        advance(state, rules)


@njit
def _standing(state, rules, seat_number, parts):
    """Points ahead of the mean of the others; in variants that are won, how near that is."""
    own = float(score_seat(state, rules, seat_number, parts))
    players = int(state["players"])
    if state["variant"] == things.ALL_SPECIES:
        found = WON if has_won(state, rules, parts) else 0.0
        for other in range(players):
            seat = state["seats"][other]
            found += ON_THE_WAY if seat["animals"] else 0.0
            found += ON_THE_WAY / 2 if seat["side"] == things.TRIBAL else 0.5 * portal_disks(seat)
            found += ON_THE_WAY / 4 if seat["hand"] else 0.0
            found += 0.05 * score_seat(state, rules, other, parts)
        return found
    if state["variant"] == things.ONE_SPECIES:
        seat, enough = state["seats"][0], float(rules["won_score"])
        found = (WON if has_won(state, rules, parts) else 0.0) + min(own, enough) + max(0.0, own - enough) / 4
        found += ON_THE_WAY if seat["side"] == things.TRIBAL else ON_THE_WAY / 2 * portal_disks(seat) / rules["convert_at"]
        found += ON_THE_WAY / 2 * min(int(rules["won_trophies"]), int(trophy_points(rules, seat)))
        return found - ON_THE_WAY / 2 * unmarried(state, seat)
    others = 0.0
    for other in range(players):
        if other != seat_number:
            others += score_seat(state, rules, other, parts)
    return own - others / max(1, players - 1)
