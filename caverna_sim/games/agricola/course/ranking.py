"""Points of a whole table: totals, ties and ranks (AG-SCR-01, AG-SCR-14), those of teams too (AG-VAR-25)."""

from __future__ import annotations

from typing import Any

import numpy as np

from caverna_sim.games.agricola.farm.scoring import score_seat, tie_of
from caverna_sim.games.agricola.ids import score


def score_table(rules: Any, state: Any) -> list[dict[str, Any]]:
    """Per seat total, rank, tie and parts; with team play also what the team has, by which it is ranked."""
    results: list[dict[str, Any]] = []
    parts = np.zeros(score.NUM, np.int32)
    for number in range(int(state["players"])):
        total = int(score_seat(rules, state["seats"][number], parts))
        named = {name: int(parts[index]) for index, name in enumerate(score.NAMES)}
        results.append({"total": total, "rank": 0, "tie": int(tie_of(state["seats"][number])), "parts": named})
    if rules["team_play"]:
        for number, result in enumerate(results):
            result["team"] = team_points(result["parts"], results[(number + 2) % len(results)]["parts"])
    keys = [(result["team"], 0) if rules["team_play"] else (result["total"], result["tie"]) for result in results]
    for result, key in zip(results, keys, strict=True):
        result["rank"] = 1 + sum(other > key for other in keys)
    return results


def team_points(own: dict[str, int], partners: dict[str, int]) -> int:
    """Category by category whichever partner has less; bonus points and begging markers are one category (AG-SCR-12, AG-VAR-25)."""
    bonus = min(one["bonus"] + one["begging"] for one in (own, partners))
    return bonus + sum(min(own[name], partners[name]) for name in own if name not in ("bonus", "begging"))
