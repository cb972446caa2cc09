"""What scenarios of a game hold beside what every scenario has, where things are left out, seats limited and openings forced."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from caverna_sim.kit.design.draws import Chances, Design, DrawnLimits, DrawnOpening, Limits, seated
from caverna_sim.scenario.scenario import OwnBot, Scenario

Player = Callable[..., Any]


@dataclass(frozen=True)
class DesignedScenario(Scenario):
    """A scenario whose blocks draw things, limits and openings. Seats go clockwise from the first starting player.

    Openings and limits belong to a seat, whoever sits there. The n-th space of an opening is taken by the n-th placement of
    the seat; when it cannot be used then, the bot places as it likes and that space is given up.
    """

    without: tuple[str, ...] = ()  # things removed for everybody
    random_absence: Chances = 0.0
    random_access: bool = False
    seats_without: Mapping[int, tuple[str, ...]] = field(default_factory=dict)  # seat -> things that it may not build
    limits: Mapping[int, Limits] = field(default_factory=dict)  # seat -> what it may not do
    drawn_limits: DrawnLimits | None = None
    openings: Mapping[int, tuple[str, ...]] = field(default_factory=dict)  # seat -> action spaces of its first placements
    drawn_opening: DrawnOpening | None = None

    # ------------------------------------------------------------ what each game says

    @abstractmethod
    def as_bot(self, name: object, own: Mapping[str, OwnBot]) -> Player:
        """What plays under a name, or as whatever else may sit at a table."""

    @abstractmethod
    def design(self, seed: int, rules: Mapping[str, Any]) -> Design:
        """Its draws with a seed, under house rules by dotted path."""

    @abstractmethod
    def first_places(self, seat: int) -> list[str]:
        """Those of the pool that is drawn from, else every space that is of use then."""

    # ------------------------------------------------------------ what all have

    @property
    def seats(self) -> int:
        """How many seats there are."""
        return self.players

    def spread(self, bots: tuple[Any, ...]) -> tuple[Any, ...]:
        """Who plays each seat: one who is alone plays them all."""
        return bots if len(bots) == self.seats else bots[:1] * self.seats

    def bot(self, name: str) -> Player:
        """What plays under a name of this scenario."""
        return self.as_bot(name, self.own_bots)

    def design_data(self) -> dict[str, Any]:
        """The keys supply, limits and opening."""
        data: dict[str, Any] = {"supply": self._supply_data()}
        if limits := self.limits_data():
            data["limits"] = limits
        data["opening"] = {f"seat_{seat}": {"place": list(spaces)} for seat, spaces in sorted(self.openings.items())}
        if self.drawn_opening is not None:
            data["opening"]["drawn"] = self.drawn_opening.to_data()
        return data

    def limits_data(self) -> dict[str, Any]:
        """The key limits."""
        limits: dict[str, Any] = {f"seat_{seat}": dict(limits) for seat, limits in sorted(self.limits.items())}
        return limits if self.drawn_limits is None else {**limits, "drawn": self.drawn_limits.to_data()}

    def _supply_data(self) -> dict[str, Any]:
        data: dict[str, Any] = {"without": list(self.without), "random_absence": plain(self.random_absence)}
        if self.random_access:
            data["random_access"] = True
        return data | self.more_supply() | {f"seat_{seat}": {"without": list(names)} for seat, names in sorted(self.seats_without.items())}

    def more_supply(self) -> dict[str, Any]:
        """What a game has under `supply` beside."""
        return {}

    @property
    def has_focal_seat(self) -> bool:
        """Whether access, a limit or an opening is drawn."""
        return self.random_access or self.drawn_limits is not None or self.drawn_opening is not None

    @property
    def least_blocks(self) -> int:
        """As its design says."""
        return self.design(self.seed, self.all_rules).least_blocks

    def planned(self, seed: int, index: int, rules: Mapping[str, Any]) -> Planned:
        """Who sits where in game `index`, and what is drawn for its block, under house rules by dotted path."""
        block, number = divmod(index, self.seatings)
        design = self.design(seed, rules)
        drawn = design.of_block(block)
        names = self.who_plays
        focal = None if self.focal_bot is None else names.index(self.focal_bot)
        seating, numbers = seated(self.plan_of_seats.block(seed, block), drawn, focal)[number]
        openings = {seat: list(spaces) for seat, spaces in design.openings[drawn.opening].items()}
        bots = self.spread(tuple(names[bot] for bot in numbers))
        return Planned(self, dict(rules), block, seating, bots, openings, drawn.absent, drawn.limits)


@dataclass(frozen=True)
class Planned:
    """One game of a scenario: games of a block share chances and what is drawn."""

    scenario: Any
    rules: dict[str, Any]  # house rules by dotted path
    block: int
    seating: int  # number of the seating within the block
    bots: tuple[str, ...]  # by seat
    openings: Mapping[int, Sequence[str]]  # seat -> action spaces of its first placements
    absent: tuple[str, ...]  # things absent in this block only
    limits: Mapping[int, Limits]  # seat -> what it may not do, things denied to it included

    @property
    def players(self) -> int:
        """How many sit at the table."""
        return int(self.scenario.players)

    @property
    def own_bots(self) -> Mapping[str, OwnBot]:
        """Bots of the scenario."""
        own: Mapping[str, OwnBot] = self.scenario.own_bots
        return own

    def bot(self, name: object) -> Player:
        """What plays under a name of the scenario, or as whatever else may sit at a table."""
        player: Player = self.scenario.as_bot(name, self.own_bots)
        return player


def plain(chances: Chances) -> Any:
    """Chances as a file has them."""
    return dict(chances) if isinstance(chances, Mapping) else list(chances) if isinstance(chances, tuple) else chances
