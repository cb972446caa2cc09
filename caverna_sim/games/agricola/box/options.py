"""How a game is set up: the options of the appendix, beside house rules by path (AG-NHC, AG-TIL-01, AG-VAR)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, fields
from typing import Any

from caverna_sim.check import Wrong, flag, names, whole
from caverna_sim.games.agricola.box.tables import printed_tables
from caverna_sim.games.agricola.ids import house_rule

CARDS_LATER = "games with hand cards cannot be played yet; leave the key out, or set cards = false"
ONLY_WITH_CARDS = ("hands", "kept")
TEAMS = 4  # players


@dataclass(frozen=True)
class Options:
    """The options of a game (AG-NHC-02, AG-NHC-03, AG-TIL-01, AG-VAR-20, AG-VAR-30, UNC-01, UNC-04)."""

    side_job: bool = True
    meeting_place_food: bool = True
    extra_tile: bool = False
    team_play: bool = False
    house_rules: tuple[str, ...] = ()
    round_cards: tuple[str, ...] = ()  # in the order of their rounds; empty: shuffled
    force_conversion: bool = False
    discard_when_breeding: bool = True
    start_player: int = 0

    def told(self) -> dict[str, Any]:
        """Fit for JSON; an order of cards and a starting player only when they were chosen."""
        values = {name: list(value) if isinstance(value, tuple) else value for name, value in asdict(self).items()}
        return {name: value for name, value in values.items() if value or name not in ("round_cards", "start_player")}

    def in_words(self) -> list[str]:
        """What is not as usual, in phrases."""
        found = [
            name.replace("_", " ") if is_so else f"no {name.replace('_', ' ')}"
            for name, is_so in asdict(self).items()
            if isinstance(is_so, bool) and is_so != getattr(USUAL, name)
        ]
        found += self.house_rules
        found += ["chosen round cards"] if self.round_cards else []
        return [*found, f"seat {self.start_player} first"] if self.start_player else found

    @property
    def has_extra_tile(self) -> bool:
        """HR7 is the extra tile, and no more (UNC-14)."""
        return self.extra_tile or "HR7" in self.house_rules


USUAL = Options()
NAMES = tuple(one.name for one in fields(Options))
KEYS = ("cards", *ONLY_WITH_CARDS, *NAMES)  # of scenarios and `Game`
_FLAGS = ("side_job", "meeting_place_food", "extra_tile", "team_play", "force_conversion", "discard_when_breeding")


def read_options(given: Mapping[str, Any], players: int, path: str = "") -> Options:
    """Options from keywords or a table; Wrong names what cannot be."""
    values: dict[str, Any] = {}
    if flag(given.get("cards", False), f"{path}cards"):
        raise Wrong(f"{path}cards", CARDS_LATER)
    for name in ONLY_WITH_CARDS:
        if given.get(name) is not None:
            raise Wrong(f"{path}{name}", CARDS_LATER)
    for name in _FLAGS:
        if given.get(name) is not None:
            values[name] = flag(given[name], f"{path}{name}")
    if given.get("house_rules") is not None:
        values["house_rules"] = tuple(sorted(names(given["house_rules"], f"{path}house_rules", house_rule.NAMES, "house rule")))
    if given.get("round_cards") is not None and given["round_cards"]:
        values["round_cards"] = round_cards(given["round_cards"], f"{path}round_cards")
    if given.get("start_player") is not None:
        values["start_player"] = whole(given["start_player"], f"{path}start_player", 0, players - 1)
    options = Options(**values)
    if options.team_play and players != TEAMS:
        raise Wrong(f"{path}team_play", f"teams need {TEAMS} players, not {players} (AG-VAR-20)")
    if options.extra_tile and players == 1:
        raise Wrong(f"{path}extra_tile", "there is no extra tile for a solo game (AG-TIL-01)")
    if "HR7" in options.house_rules and players != 2:
        raise Wrong(f"{path}house_rules", f"HR7 is for 2 players, not {players} (AG-VAR-30)")
    return options


def round_cards(value: Any, field: str) -> tuple[str, ...]:
    """The cards in the order of their rounds, each in its stage (AG-RND-06)."""
    by_stage = stage_cards()
    known = [card for cards in by_stage for card in cards]
    found = names(value if isinstance(value, list) else list(value) if isinstance(value, Sequence) else value, field, known, "round card")
    if len(found) != len(known):
        raise Wrong(field, f"{len(found)} cards; give all {len(known)} in the order of their rounds")
    now = 0
    for stage, cards in enumerate(by_stage, 1):
        for number in range(now, now + len(cards)):
            word_of_stage(found[number], cards, stage, number + 1, field)
        now += len(cards)
    return found


def word_of_stage(card: str, cards: Sequence[str], stage: int, number: int, field: str) -> None:
    """A card must belong to the stage of its round."""
    if card not in cards:
        raise Wrong(
            field, f"`{card}` cannot be the card of round {number}, which is in stage {stage} (AG-RND-06); allowed: {', '.join(cards)}"
        )


def stage_cards() -> list[list[str]]:
    """The cards of each stage in the order of their ids."""
    spaces, stages = printed_tables()["action_space"], len(printed_tables()["rounds"]["stages"])
    return [[name for name, row in spaces.items() if row.get("stage") == stage] for stage in range(1, stages + 1)]
