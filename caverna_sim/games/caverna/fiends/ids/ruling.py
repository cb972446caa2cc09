"""Rulings: points the rulebook of Frantic Fiends leaves open. RULES["ruling"][id] is 0 for the default reading,
1 for the first alternative, 2 for the second."""

ENTRY_DWELLING_IN_PREFERENCE_3 = 0
SURPLUS_ORC_CAPTIVES = 1
NEVER_CAPTURE_LAST_WORKER = 2
CAPTIVES_EAT = 3
CAPTIVES_FREED_WHEN_ORC_LEAVES = 4
CAPTIVES_COUNT_IN_SCORING_CONDITIONS = 5
DWELLING_ASSIGNMENT_OWNER_CHOICE = 6
ORC_D_ARRIVAL_IS_A_MOVE = 7
TRAP_SET_UNDER_ORC_TRIGGERS = 8
ORC_CELL_USABLE_FOR_TILES_AND_ANIMALS = 9
ANY_TIME_EXCHANGES_DURING_EVENT = 10
NEW_ANIMALS_DURING_EVENT_PLACEABLE = 11
EVENT_PLAYER_ORDER = 12
DISPLACED_INTO_CAVE_REDETERMINED_SAME_EVENT = 13
OCCUPIED_SUPPLIER_GOODS_STILL_DELIVERED = 14
FIGHT_ORC_IN_CAVE_OR_TRAP_ALLOWED = 15
BOUNTY_SPACES_DURING_EVENT = 16
HERALD_LEAVES_SPACE_FREE = 17
FORGER_ALLOWS_OWN_AND_START_SPACE = 18
BOUNTY_EXPEDITION_ALL_WEAPONS_LOOT = 19
BOUNTY_STRENGTH_VALUE = 20
OUTFITTER_MAY_ARM_THE_FIGHTER = 21
FRIENDLY_ORC_COLLECTS_ANIMALS = 22
FRIENDLY_ORC_NEEDS_GOODS = 23
FRIENDLY_ORC_ON_START_SPACE = 24
FRIENDLY_ORC_REHOUSING = 25
GUEST_DWELLING_AUTO_MOVE_IN = 26
MINE_ORC_MAY_USE_MINE_WITH_DONKEY = 27
WARRIOR_DWELLING_DISCOUNTS = 28
ARMORY_DISCOUNT_BLACKSMITH = 29
ENDGAME_ANIMALS_VALUED = 30
ENDGAME_TIE = 31
SOLO_START_FOOD = 32
CAMPAIGN_BONUS_TIMING = 33
EQUALLY_WEAK_CAPTIVE = 34
FOOD_TRAP_LIMIT = 35
CASANOVA_NEWBORN_DURING_EVENT = 36
BIG_DONOR_COUNTS_CAPTIVES = 37
ORC_DOCTOR_GUEST_DWELLING = 38
REWARDS_ARM_NEWBORNS = 39
ENDGAME_DWARFS_VALUED = 40
LAST_WORKER_SPARED_AT_THE_END = 41
FRIENDLY_ORC_MUST_BE_PLACED = 42
NUM = 43
NAMES = (
    "entry_dwelling_in_preference_3",
    "surplus_orc_captives",
    "never_capture_last_worker",
    "captives_eat",
    "captives_freed_when_orc_leaves",
    "captives_count_in_scoring_conditions",
    "dwelling_assignment_owner_choice",
    "orc_d_arrival_is_a_move",
    "trap_set_under_orc_triggers",
    "orc_cell_usable_for_tiles_and_animals",
    "any_time_exchanges_during_event",
    "new_animals_during_event_placeable",
    "event_player_order",
    "displaced_into_cave_redetermined_same_event",
    "occupied_supplier_goods_still_delivered",
    "fight_orc_in_cave_or_trap_allowed",
    "bounty_spaces_during_event",
    "herald_leaves_space_free",
    "forger_allows_own_and_start_space",
    "bounty_expedition_all_weapons_loot",
    "bounty_strength_value",
    "outfitter_may_arm_the_fighter",
    "friendly_orc_collects_animals",
    "friendly_orc_needs_goods",
    "friendly_orc_on_start_space",
    "friendly_orc_rehousing",
    "guest_dwelling_auto_move_in",
    "mine_orc_may_use_mine_with_donkey",
    "warrior_dwelling_discounts",
    "armory_discount_blacksmith",
    "endgame_animals_valued",
    "endgame_tie",
    "solo_start_food",
    "campaign_bonus_timing",
    "equally_weak_captive",
    "food_trap_limit",
    "casanova_newborn_during_event",
    "big_donor_counts_captives",
    "orc_doctor_guest_dwelling",
    "rewards_arm_newborns",
    "endgame_dwarfs_valued",
    "last_worker_spared_at_the_end",
    "friendly_orc_must_be_placed",
)
