"""BOT, the parameters of one bot, and MIND, what it works out anew at every decision.

What expansions add stands in their `shape`, as for the records of a game.
"""

from __future__ import annotations

import numpy as np

from caverna_sim.games.caverna.bots.tastes import TASTES
from caverna_sim.games.caverna.expansions import modules
from caverna_sim.games.caverna.ids import act, good, score, step, terrain
from caverna_sim.games.caverna.shape.layout import MAX_LEGAL, MAX_PARTS, MAX_ROUNDS, MAX_TILES, added
from caverna_sim.games.caverna.shape.sizes import MAX_ALIKE, MAX_FURNISHINGS, MAX_LOOT, MAX_PLAYERS, MAX_SPACES, MAX_TRAPS
from caverna_sim.games.caverna.shape.tiles import SET

MAX_CANDIDATES = 40
MAX_OPTIONS = 128  # choices in the middle of a turn that are tried
MAX_STRENGTHS = 31  # house rules may raise weapons to 30
MAX_LEVELS = 10  # ... and expeditions to 9
WORTHS = (np.float32, (good.NUM,))
SCALARS = (  # weights.toml says what they mean
    "temperature", "food_now", "food_soon", "food_spare", "hunger", "hunger_soon", "patience", "surplus", "cell", "meadow", "field",
    "cavern", "tunnel", "together", "crowding", "small_pasture", "large_pasture", "stable", "ore_mine", "ruby_mine", "placement",
    "mouth", "room", "spare_room", "weapon", "first_weapon", "loot", "missing_animal", "pair", "no_room", "start_player", "sow",
    "bonus_now", "bonus_later", "peaceful_bonus", "armed_bonus", "imitate", "begging", "lead", "protect",
)  # fmt: skip

SCRIPTED = 0  # decides by worth alone
VALUE = 1  # looks one placement ahead and judges the outcome
SEARCH = 2  # plays promising placements to the end
RANDOM = 3  # any legal action
NUM_SCRATCH = 6  # states to try things on: for trades, of zeros, looking ahead, playouts, rehearsals, turns of lines
SWIFT = 4  # decides by a net that says how appealing each choice is
TIERS = ("scripted", "value", "search", "random", "swift")

BOT = np.dtype(
    [
        ("tier", np.int8),
        ("candidates", np.int16),  # placements that are looked at closely
        ("options", np.int16),  # choices in the middle of a turn are tried when there are no more than this; 1: never
        ("rehearsed", np.int16),  # promising placements whose turns are tried choice by choice; 1: none
        ("playouts", np.int32),  # per decision of a search bot
        ("finalists", np.int16),  # placements that a search bot plays out
        ("playout_candidates", np.int16),  # placements its own seat looks at in a playout
        ("foreseen", np.int32),  # playouts that what value expects of a placement counts as
        ("horizon", np.int16),  # rounds after this one that a playout goes on for
        ("played_options", np.int16),  # choices of the expansion that a search bot plays out when there are no more than this; 1: never
        ("own_turns", np.int16),  # of a playout with a prior that are decided as value does; the one at hand is the first
        ("lines", np.int16),  # choices of a decision whose whole games are looked at when it plays alone; 1: none
        ("charge", np.float32),  # points for each danger left, of the expansion, when a playout comes to the end of the game
        ("has_prior", np.int8),  # appeals say what is looked at closely and finish turns that are tried; 0: the policy does
        ("trust", np.float32),  # how much a point of appeal counts beside a point that is expected of an outcome
        ("doubt", np.float32),  # points of appeal by which a choice may be behind the best one and still be tried
        *[(name, np.float32) for name in SCALARS],
        ("worth_early", *WORTHS),  # [ware] in round 1
        ("worth_late", *WORTHS),  # [ware] in the last round
        ("enough", *WORTHS),  # [ware] stock beyond which more is worth less
        ("furnishing", np.float32, (MAX_FURNISHINGS,)),  # [furnishing] beyond what can be counted
        ("furnishing_per_round", np.float32, (MAX_FURNISHINGS,)),  # ... for each round left
        ("space", np.float32, (MAX_SPACES,)),  # [space] liking for a space
        ("first", np.float32, (MAX_PLAYERS, MAX_SPACES)),  # [players - 1, space] points by which a seat likes to begin there
        *added("BOT"),
    ],
    align=True,
)

# the learned evaluation: groups of features (see features.py) and the sizes of its layers
JUDGED_FURNISHINGS = 62  # those that are printed; what a house rule adds has no input
FEATURE_GROUPS = {
    "time": MAX_ROUNDS - 1, "table": 10, "family": 10, "goods": good.NUM_GOODS, "have": 2 * good.NUM_GOODS + 3, "animals": 5,
    "animal_steps": 3 * good.NUM_FARM_ANIMALS, "land": 25, "food": 11, "weapons": 5, "points": 4, "owned": JUDGED_FURNISHINGS,
    "supply": JUDGED_FURNISHINGS, "learned": 1, "free": MAX_SPACES, "stock": MAX_SPACES, "card": MAX_SPACES, "others": 18, "limits": 4,
    "arms": 7, "most_dwarfs": 4, "closed": MAX_SPACES, "no_loot": MAX_LOOT, "dearer": JUDGED_FURNISHINGS, "harder": MAX_LOOT,
    **{group: size for share in modules("shape") for group, size in share.FEATURE_GROUPS.items()},
}  # fmt: skip
NAMED_BY = {  # groups with an input for each row of a table of the rules; files name these inputs by the ids of the rows
    "owned": "furnishing", "supply": "furnishing", "free": "space", "stock": "space", "card": "space",
    "closed": "space", "no_loot": "loot", "dearer": "furnishing", "harder": "loot",
}  # fmt: skip
NUM_FEATURES = sum(FEATURE_GROUPS.values())
_SIZES = list(FEATURE_GROUPS.values())
START = {group: sum(_SIZES[:number]) for number, group in enumerate(FEATURE_GROUPS)}  # [group] first feature
WIDE, NARROW = 96, 32

# the swift bot: what it sees beside the features, and the choices that its net tells apart (see appeal.py)
CONTEXT_GROUPS = {"at": MAX_SPACES, "done": MAX_PARTS, "step": step.GRANT, "acting": 7}
_SIZES_AT = list(CONTEXT_GROUPS.values())
CONTEXT_START = {group: sum(_SIZES_AT[:number]) for number, group in enumerate(CONTEXT_GROUPS)}  # [group] first place in the context
NUM_CONTEXT = sum(_SIZES_AT)
NUM_SEEN = NUM_FEATURES + NUM_CONTEXT
CHOICES = {  # [kind of action] how many of it are told apart
    act.PLACE: MAX_SPACES, act.IMITATE: MAX_SPACES, act.FURNISH: MAX_FURNISHINGS, act.LOOT: MAX_LOOT, act.TWIN_TILE: MAX_TILES,
    act.SINGLE_TILE: terrain.NUM, act.PASTURE: 2, act.STABLE: terrain.NUM, act.RUBY_MINE: terrain.NUM, act.SOW: good.NUM, act.GROW: 1,
    act.COLLECT: 1, act.FORGE: MAX_STRENGTHS, act.EXPEDITION: MAX_LEVELS, act.BUY: good.NUM, act.TRADE: MAX_LEVELS, act.EXCHANGE: good.NUM,
    act.BUY_TILE: terrain.NUM, act.BREED: 1 << good.NUM_FARM_ANIMALS, act.PASS: step.GRANT,
    act.SET_TRAP: MAX_TRAPS, act.FORGE_WOOD: MAX_LEVELS, act.RESTOCK: terrain.NUM,
}  # fmt: skip
NUM_CHOICES = sum(CHOICES.values())
FIRST_CHOICE = tuple(  # [kind of action] -1: the policy decides
    sum(size for other, size in CHOICES.items() if list(CHOICES).index(other) < list(CHOICES).index(kind)) if kind in CHOICES else -1
    for kind in range(act.NUM)
)
CHOICES_OF = tuple(CHOICES.get(kind, 0) for kind in range(act.NUM))
REORDERED = NUM_CHOICES  # added to a placement that is not the weakest dwarf's
NUM_APPEALS = NUM_CHOICES + 1
SIDE_BY_SIDE = 32  # choices whose appeals are worked out together
NUM_LIES = 6  # numbers that tell how a tile lies
PLACING, WORKING = 0, 1  # a net for placements, one for all other choices of a turn
MAX_PLACEMENTS = 640  # spaces for each strength, and rubies for goods and single cells
APPEAL_PER_POINT = 1.4  # appeals were taught as so much for each point

APPEAL = np.dtype(
    [
        ("layer_1", np.float32, (2, NUM_SEEN, WIDE)),  # [placing or working, input, unit]
        ("bias_1", np.float32, (2, WIDE)),
        ("layer_2", np.float32, (WIDE, NUM_APPEALS)),  # [unit, choice]: choices of a kind lie side by side
        ("bias_2", np.float32, (NUM_APPEALS,)),
        ("worth", np.float32, (act.NUM,)),  # [kind of action] weight of what the policy thinks of a choice
        ("lie", np.float32, (act.NUM, NUM_LIES)),  # [kind of action] weight of how a tile lies
        ("taste", np.float32, (2, len(TASTES), WIDE)),  # what a liking adds to the bias, when a bot is packed
    ],
    align=True,
)

JUDGE = np.dtype(  # what a value bot judges positions by: a small net from features to points still to come
    [
        ("layer_1", np.float32, (NUM_FEATURES, WIDE)),
        ("bias_1", np.float32, (WIDE,)),
        ("layer_2", np.float32, (WIDE, NARROW)),
        ("bias_2", np.float32, (NARROW,)),
        ("layer_3", np.float32, (NARROW,)),
        ("bias_3", np.float32),
        ("taste", np.float32, (NUM_FEATURES,)),  # points a feature is liked beyond its worth, in the first round; fades to none
        ("appeal", APPEAL),  # what a swift bot decides by
    ],
    align=True,
)
POINTS_PER_UNIT = 20.0  # of what the net says

MIND = np.dtype(  # what was worked out stays valid until `think` is called again
    [
        ("rounds_left", np.float64),  # after this one
        ("rounds_at_first", np.float64),  # ... after the first one
        ("late", np.float64),  # 0 in the first round, 1 in the last
        ("worth", np.float64, (good.NUM,)),  # [ware] now
        ("food_gap", np.float64),  # food missing at the next feeding
        ("food_next", np.float64),  # need of the feeding after it
        ("feeding_near", np.float64),  # 1 when the next feeding ends this round
        ("slack_now", np.float64),  # what can be eaten at the next feeding beyond its need; negative: markers
        ("slack_soon", np.float64),  # ... when the feeding after it is over
        ("urgency", np.float64),  # weight of hunger now
        ("loot", np.float64, (MAX_LOOT,)),  # [loot] worth, when looked at; 0 also when it cannot be taken
        ("has_loot", np.int8),  # up to this strength
        ("best_items", np.float64, (MAX_LEVELS,)),  # worths of the best loot items, best first, from place 1 on
        ("sorted_up_to", np.int64),  # the strength up to which these were looked for, -1 none
        ("num_sorted", np.int64),
        ("expedition_known", np.int64),  # set of strengths
        ("expedition_level", np.int8, (MAX_STRENGTHS,)),  # [strength] up to this level, when it is known
        ("highest_level", np.int64),  # that has ever been asked for
        ("expedition", np.float64, (MAX_STRENGTHS, MAX_LEVELS)),  # [strength, level] worth of the best items
        ("forge_known", np.int64),  # set of levels
        ("forge_strength", np.int8, (MAX_LEVELS,)),  # [level] the strength to forge
        ("twin_known", np.int64),  # set of twin tiles
        ("twin", np.float64, (MAX_TILES,)),  # [tile] worth of its halves, WORST when it fits nowhere
        ("outcomes_known", np.int64),  # set of numbers of parts that are alike
        ("outcome_of", np.float64, (MAX_ALIKE,)),  # [such a number] worth of the part with its best choice, WORST when it is not possible
        ("tiles_known", *SET),  # set of furnishings
        ("tile_worth", np.float64, (MAX_FURNISHINGS,)),  # [furnishing] before its price
        ("prices_known", *SET),  # set of furnishings
        ("tile_price", np.float64, (MAX_FURNISHINGS,)),  # [furnishing] worth of the printed price, discounts counted
        ("room_for", np.int16, (good.NUM_FARM_ANIMALS,)),  # [farm animal] so many more have room
        ("no_room_for", np.int16, (good.NUM_FARM_ANIMALS,)),  # ... and so many have not
        ("space_looked_at", np.int64, (MAX_SPACES,)),  # where a dwarf can go
        ("space_worth", np.float64, (MAX_SPACES,)),  # ... and the best outcome there
        ("imitated_by", np.int64),  # strength of the dwarf, or what stands for another worker, that `imitated` holds for; NOT_YET none
        ("imitated", np.float64),  # worth of the best space to imitate
        ("part_worth", np.float64, (MAX_PARTS,)),  # [part] of the space that is carried out
        ("part_action", np.int32, (MAX_PARTS,)),
        ("candidate", np.int32, (MAX_CANDIDATES,)),  # placements worth a closer look, best first
        ("candidate_worth", np.float64, (MAX_CANDIDATES,)),
        ("outcome", np.float64, (MAX_CANDIDATES,)),  # [candidate] sum over playouts
        ("plan", np.int32, (MAX_CANDIDATES,)),  # choices that are played out
        ("plan_sum", np.float64, (MAX_CANDIDATES,)),  # [plan] sum over playouts
        ("follow_up", np.int32, (MAX_CANDIDATES,)),  # choices that may follow one that is played out
        ("option", np.int32, (MAX_OPTIONS,)),  # choices in the middle of a turn
        ("option_worth", np.float64, (MAX_OPTIONS,)),  # [option] its appeal
        ("calm", np.int8),  # 1 while looking ahead without chance
        ("stopped", np.int8),  # 1 when nobody waits for the choice any more: set from outside, asked between playouts
        ("lots_known", np.int8),
        ("lots", np.int64, (2,)),  # what keys the lots of the decision at hand
        ("parts", np.int32, (score.NUM,)),  # scratch for scoring
        ("feature", np.float32, (NUM_FEATURES,)),
        ("wide", np.float32, (WIDE,)),
        ("narrow", np.float32, (NARROW,)),
        ("context", np.float32, (NUM_CONTEXT,)),  # of a swift bot, beside the features
        ("rows", np.int32, (NUM_SEEN + 1,)),  # inputs or units that say something, what they say, and how many they are
        ("values", np.float32, (NUM_SEEN + 1,)),
        ("num_rows", np.int64),
        ("appeal", np.float32, (NUM_APPEALS,)),  # [choice] where it was asked for
        ("appeals_known", np.int64),  # set of stretches of SIDE_BY_SIDE choices
        ("lie", np.float32, (NUM_LIES,)),
        ("placement_worth", np.float32, (MAX_PLACEMENTS,)),  # what the policy thinks of the listed placements
        *added("MIND"),
        ("legal", np.int32, (MAX_LEGAL,)),  # scratch for listing choices; arrays of their own would be counted in every call
    ],
    align=True,
)
