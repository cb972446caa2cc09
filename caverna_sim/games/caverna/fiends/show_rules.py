"""What `caverna-sim rules` shows of Frantic Fiends beside the base game: topics, and what stands in their columns."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from caverna_sim.games.caverna.fiends.schema import HOSTILE
from caverna_sim.games.caverna.show.boards import amounts

Row = Mapping[str, Any]

TOPICS: dict[str, tuple[tuple[str, ...], str, tuple[str, ...]]] = {
    "orcs": (("orc", "fight", "wood_weapon", "mine", "restock"), "orcs, fights and mines", ("value of", "is", "rule")),
    "events": (("orc_event",), "orc events", ("event", "stacks", "displacement", "afterwards")),
    "movement": (("movement_card",), "movement cards", ("card", "steps", "orc D")),
    "bribes": (("bribe_marker",), "bribe markers", ("marker", "good")),
    "bounties": (("bounty",), "rewards of the bounty board", ("bounty", "strip", "reward")),
    "traps": (("trap",), "traps", ("trap", "kind", "cost", "copies", "effect")),
    "display": (
        ("display", "display_base", "display_extension", "bounty_board", "bounty_short"), "what is on offer", ("value of", "is", "rule")),
    "rulings": (("ruling",), "points the rulebook of the expansion leaves open, and what is played", ("ruling", "about")),
    "campaign": (("campaign", "campaign_game", "campaign_bonus", "milestone"), "solo campaign", ("value of", "is", "rule")),
}  # fmt: skip
_HARVESTS = {
    "full": "harvest", "mine_feed": "mine and feeding phase", "feed_armed": "special feeding",
    "choice": "field, mine and feeding, or feeding and breeding", "none": "no harvest",
}  # fmt: skip


def _afterwards(row: Row) -> str:
    """What follows the orcs of an event."""
    words = ["orc D appears"] if row.get("brings_last_orc") else []
    words += ["the orcs break through"] if row.get("breakthrough") else []
    return "; ".join([*words, _HARVESTS[row["harvest"]]])


CELLS: dict[str, Callable[[Row], str]] = {
    "stacks": lambda row: " ".join(f"{name}: {row['stacks'][name]}" for name in HOSTILE if row["stacks"][name]),
    "displacement": lambda row: amounts(row["displace_cost"]) or "free",
    "afterwards": _afterwards,
    "steps": lambda row: " ".join(row["steps"]),
    "orc D": lambda row: str(row["d_column"]),
    "strip": lambda row: f"{row['strip']}, column {row['column']}",
}
FIELD_OF_CELL = {"displacement": "displace_cost", "orc D": "d_column", "afterwards": "harvest"}
