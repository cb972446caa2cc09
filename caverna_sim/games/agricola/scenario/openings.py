"""Where the first placements of a seat can go: which spaces are in play, open in time, and of use on the starting farm."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import product
from typing import Any

from caverna_sim.check import Wrong, shown_name
from caverna_sim.errors import nearest
from caverna_sim.games.agricola.box.options import Options, stage_cards
from caverna_sim.games.agricola.box.tables import printed_tables, with_house_rules
from caverna_sim.kit.design.draws import DrawnOpening

_ORDINALS = ("first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth")


@dataclass(frozen=True)
class Spaces:
    """Action spaces of openings (kit.design.reading.Places)."""

    players: int
    options: Options
    rules: Mapping[str, Any]  # house rules by dotted path

    def named(self, name: str, where: str) -> str:
        """The space that a name stands for: its id, or what stands before the number of players."""
        every = self.in_play()
        found = next((space for space in (name, f"{name}_{self.players}") if space in every), None)
        if found is not None:
            return found
        if name in printed_tables()["action_space"]:
            problem = f"the action space `{name}` is not in play here; {nearest(name, every)}"
        else:
            problem = f"unknown action space `{shown_name(name)}`; {nearest(name, every)}"
        raise Wrong(where, problem, name)

    def in_play(self) -> Sequence[str]:
        """All action spaces of such a game, those of cards to come too."""
        return _in_play(self.players, self.options)

    def alternatives(self, drawn: DrawnOpening, seat: int) -> Sequence[tuple[str, ...]]:
        """Every sequence of spaces that a seat can open with."""
        every = product(self.in_play() if drawn.pool is None else drawn.pool, repeat=drawn.length)
        return [opening for opening in every if not any(self.why_never(seat, opening, number) for number in range(drawn.length))]

    def why_never(self, seat: int, opening: Sequence[str], number: int) -> str | None:
        """Why the placement of this number of a seat, counted from 0, can never go to the space of an opening; None when it can."""
        space, tables = opening[number], with_house_rules(self.rules)
        what = f"{_ORDINALS[number] if number < len(_ORDINALS) else f'{number + 1}th'} placement of seat {seat}"
        people, last = int(tables["start"]["people"]), int(tables["rounds"]["count"])
        first, latest = self._earliest_round(space), min(1 + number // people, last)
        if first > latest:
            return f"`{space}` cannot be open for the {what}: it opens in round {first} at the earliest, that one is in round {latest}"
        if number < people and space in opening[:number]:
            return f"`{space}` cannot be used twice in round 1, by the {what} too (AG-WRK-02)"
        if number == 0 and space not in _of_use(self.players, self.options, json.dumps(dict(self.rules), sort_keys=True), seat):
            return f"`{space}` cannot be used by the {what}: nothing can be carried out there on the starting farm (AG-WRK-03)"
        return None

    def _earliest_round(self, space: str) -> int:
        """The first round in which a space can be open."""
        row = printed_tables()["action_space"][space]
        if space in self.options.round_cards:
            return 1 + self.options.round_cards.index(space)
        stages = printed_tables()["rounds"]["stages"]
        return 1 + sum(stages[: row["stage"] - 1]) if "stage" in row else int(row.get("from_round", 1))


@lru_cache(maxsize=64)
def _in_play(players: int, options: Options) -> tuple[str, ...]:
    """Spaces that are open from the start, and all round cards."""
    from caverna_sim.games.agricola.box.pack import is_in_play

    rows = printed_tables()["action_space"]
    return tuple(name for name, row in rows.items() if "stage" in row or is_in_play(row, players, options))


@lru_cache(maxsize=64)
def _of_use(players: int, options: Options, rules: str, seat: int) -> frozenset[str]:
    """Spaces where something can be carried out by a seat's first placement, with any card of round 1, nobody else having placed."""
    from dataclasses import asdict

    from caverna_sim.games.agricola.game import Game

    house = json.loads(rules)
    tables = with_house_rules(house)
    food = tables["start"]["food"][(seat - options.start_player) % players]
    house["start.food"] = [food] * len(tables["start"]["food"])
    given = {**{name: value for name, value in asdict(options).items() if value != ()}, "start_player": seat}
    stages, found = stage_cards(), set[str]()
    for card in [options.round_cards[0]] if options.round_cards else stages[0]:
        order = options.round_cards or (card, *(name for cards in stages for name in cards if name != card))
        game = Game(players=players, seed=0, rules=house, **{**given, "round_cards": list(order)})
        found |= {str(action.space) for action in game.legal() if action.kind == "place"}
    return frozenset(found)
