"""Points that the text leaves open (NR-...): their numbers in RULES, and the number of the reading that a kernel asks for."""

from __future__ import annotations

NAMES = (
    "players", "convert_timing", "casualty_choice", "chaos_more", "chaos_count", "chaos_none", "war_council", "cool_ice_below",
    "cool_gaps", "cool_empty", "warm_ice", "warm_nobiome", "warm_empty", "blizz_wife", "blizz_husband", "auction", "free_promotion",
    "domain", "alpha_swap", "near_extinct", "sultan", "wanderer_suitor", "chaperone", "woo_auto", "woo_sequence", "woo_exhusband",
    "poetry", "pair_benefit", "pending", "pred_nosurvivor", "pred_two", "pred_merge", "pred_taken", "pred_column", "match_dead",
    "match_zero", "both_icons", "hand_voice", "deck_empty", "release", "invention_elder", "chief_free", "order_56", "ice_end",
    "alpha_score", "alpha_plain", "tie", "negotiate", "k3_suitors", "k3_win", "climax_tie", "woo_evict", "k2_exchange", "k3_foreign",
)  # fmt: skip
(
    PLAYERS, CONVERT_TIMING, CASUALTY_CHOICE, CHAOS_MORE, CHAOS_COUNT, CHAOS_NONE, WAR_COUNCIL, COOL_ICE_BELOW, COOL_GAPS, COOL_EMPTY,
    WARM_ICE, WARM_NOBIOME, WARM_EMPTY, BLIZZ_WIFE, BLIZZ_HUSBAND, AUCTION, FREE_PROMOTION, DOMAIN, ALPHA_SWAP, NEAR_EXTINCT, SULTAN,
    WANDERER_SUITOR, CHAPERONE, WOO_AUTO, WOO_SEQUENCE, WOO_EXHUSBAND, POETRY, PAIR_BENEFIT, PENDING, PRED_NOSURVIVOR, PRED_TWO,
    PRED_MERGE, PRED_TAKEN, PRED_COLUMN, MATCH_DEAD, MATCH_ZERO, BOTH_ICONS, HAND_VOICE, DECK_EMPTY, RELEASE, INVENTION_ELDER, CHIEF_FREE,
    ORDER_56, ICE_END, ALPHA_SCORE, ALPHA_PLAIN, TIE, NEGOTIATE, K3_SUITORS, K3_WIN, CLIMAX_TIE, WOO_EVICT, K2_EXCHANGE, K3_FOREIGN,
) = range(len(NAMES))  # fmt: skip
NUM = len(NAMES)
