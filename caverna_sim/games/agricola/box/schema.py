"""What every field of the rules tables may hold; `tables.py` walks the tables beside it and names the first wrong value."""

from __future__ import annotations

from caverna_sim.check import Check, is_flag, is_whole, list_of, map_of, one_of, row, rows, text
from caverna_sim.games.agricola.ids import good, part, score
from caverna_sim.games.agricola.shape.board import CELL_NAMES
from caverna_sim.games.agricola.shape.sizes import MAX_BANDS, MAX_FENCES, MAX_OPTIONS, MAX_PEOPLE, MAX_PLAYERS, MAX_STAGES

# what a space does by itself, and what only hand cards are for
BY_ITSELF = ("start_player", "grow", "grow_without_room")
OF_CARDS = ("minor_improvement", "play_occupation")


def _words(value: object, where: str) -> None:
    text(value, where)


CITE: dict[str, Check] = {"cite": _words}
amounts = map_of(good.NAMES, is_whole(0, 15))  # of a cost: four bits in an action's id (farm/improvements.py)
arriving = map_of(good.NAMES, is_whole(0, 9))
food = is_whole(0, 9)
points = is_whole(-20, 20)
points_each = is_whole(-9, 9)
rooms = row({f"{material}_house": amounts for material in ("wood", "clay", "stone")})
renovation = row({"total": amounts, "per_room": amounts})
band = row(
    {"below": points, "at_least": list_of(is_whole(1, 99), 1, MAX_BANDS), "points": list_of(points, 1, MAX_BANDS)},
)
campaign_points = list_of(list_of(is_whole(0, 99), 2, MAX_PLAYERS), 3, 3)

_FEEDING = (
    "adult", "newborn", "solo_adult", "solo_newborn", "raw_grain_food", "raw_vegetable_food", "begging_per_missing_food",
)  # fmt: skip

TABLES: dict[str, Check] = {
    "rounds": row(
        {
            "count": is_whole(1, 14),
            "harvest_after": list_of(is_whole(1, 14)),
            "stages": list_of(is_whole(1, 4), MAX_STAGES, MAX_STAGES),
        },
        CITE,
    ),
    "start": row(
        {
            "food": list_of(is_whole(0, 99), MAX_PLAYERS, MAX_PLAYERS),
            "people": is_whole(1, MAX_PEOPLE),
            "house": one_of(("wood", "clay", "stone")),
            "rooms": list_of(one_of(CELL_NAMES), 1, 10),
        },
        CITE,
    ),
    "solo": row({"starting_food": is_whole(0, 99)}, CITE),
    "components": row(
        {
            "per_player_people": is_whole(1, MAX_PEOPLE),
            "per_player_stables": is_whole(0, 9),
            "per_player_fences": is_whole(0, MAX_FENCES),
        },
        CITE,
    ),
    "costs": row({"room": rooms, "renovate_to_clay": renovation, "renovate_to_stone": renovation, "fence": amounts}, CITE),
    "capacity": row(
        {
            "house_pet": is_whole(0, 9),
            "unfenced_stable": is_whole(0, 4),  # with more there would be too many herds to choose among
            "pasture_per_cell": is_whole(0, 20),
            "pasture_stable_factor": is_whole(1, 5),
        },
        CITE,
    ),
    "sow": row({name: is_whole(1, 9) for name in ("grain_seed", "grain_on_field", "vegetable_seed", "vegetable_on_field")}, CITE),
    "feeding": row(dict.fromkeys(_FEEDING, food), CITE),
    "breeding": row({"parents": is_whole(1, 9)}, CITE),
    "scoring": row(
        {
            **dict.fromkeys(score.BANDS, band),
            **dict.fromkeys(("unused_farmyard_space", "fenced_stable", "wood_room", "clay_room", "stone_room", "food"), points_each),
            **dict.fromkeys(("person", "begging_marker"), points),
            "fenced_stable_max": is_whole(0, 9),
        },
        CITE,
    ),
    "team": row(
        {
            "room": rooms,
            "stable": amounts,
            "fence_group": is_whole(1, MAX_FENCES),
            "fence_surcharge": amounts,
            "marketplace_payment": is_whole(1, 9),
        },
        CITE,
    ),
    "campaign": row(
        {
            "multi": row({**{f"points_{n}p": campaign_points for n in (2, 3, 4)}, "last_place_bonus_food": food}, CITE),
            "solo": row(
                {"goals": list_of(is_whole(-99, 999), 1, 99), "goal_step": is_whole(0, 99), "points_per_food": is_whole(1, 99)}, CITE
            ),
        }
    ),
    "house_rule": row({"food": is_whole(0, 99)}, CITE),
    "action_space": rows(
        row(
            {"name": _words, "where": _words, "players": list_of(is_whole(1, MAX_PLAYERS), 1, MAX_PLAYERS)},
            {
                "stage": is_whole(1, MAX_STAGES),
                "do": list_of(one_of((*BY_ITSELF, *OF_CARDS, *part.OF_WORD)), 1, 2),
                "link": one_of(("and_or", "and_then")),
                "accumulates": arriving,
                "accumulates_solo": arriving,
                "accumulates_without_cards": arriving,
                "gain": arriving,
                "gain_one_of": list_of(map_of(good.NAMES, is_whole(-9, 9)), 1, MAX_OPTIONS),
                "stable_cost": amounts,
                "stable_max": is_whole(0, 9),
                "plow_count": is_whole(1, 9),
                "from_round": is_whole(1, 14),
                "shares": list_of(_words),
                "occupation_cost_food": list_of(food, 1, 9),
                **CITE,
            },
        )
    ),
    "major": rows(
        row(
            {"name": _words, "family": _words, "cost": amounts, "points": points},
            {
                "returns": _words,
                "cook": map_of(good.NAMES, food),
                "bake": row({"food_per_grain": food, "max_grain": is_whole(0, 7)}),
                "bakes_when_built": is_flag,
                "coming": row({"rounds": is_whole(0, 14), "goods": arriving}),
                "harvest_convert": row({"good": one_of(good.NAMES), "food": food}),
                "bonus": row(
                    {
                        "good": one_of(good.NAMES),
                        "at_least": list_of(is_whole(1, 99), 1, MAX_BANDS),
                        "points": list_of(points, 1, MAX_BANDS),
                    }
                ),
                **CITE,
            },
        )
    ),
}
