"""The keys of Neanderthal's scenarios: deck, variant, species, limits."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from caverna_sim import check
from caverna_sim.check import Wrong
from caverna_sim.errors import CavernaError, ScenarioError, shown
from caverna_sim.games.neanderthal.box.catalog import Catalog, catalog, read_species, read_variant, seats_of
from caverna_sim.games.neanderthal.box.deck import DRAWN, PER_BLOCK, USUAL, deck_of
from caverna_sim.games.neanderthal.box.tables import flatten, with_house_rules
from caverna_sim.games.neanderthal.chances import deck_number, species_of
from caverna_sim.games.neanderthal.ids.things import SPECIES
from caverna_sim.games.neanderthal.position.read import read_limits
from caverna_sim.kit.design import reading as designs
from caverna_sim.kit.design.draws import Asked, Design, DrawnLimits, Limits, seated
from caverna_sim.kit.design.words import experiments_in_words
from caverna_sim.scenario.scenario import OwnBot, Scenario, load_scenario
from caverna_sim.scenario.values import Faults

KEYS = ("deck", "variant", "species", "limits")


@dataclass(frozen=True)
class NeanderthalScenario(Scenario):
    """A scenario of Neanderthal. A seat is a species in play; alone with all species one bot plays every seat."""

    record: tuple[str, ...] = ()
    deck: str = USUAL
    kind: str = ""  # the variant, empty for the ordinary game
    species: tuple[int, ...] | None = None  # by seat; None: drawn for each block
    limits: Mapping[int, Limits] = field(default_factory=dict)
    drawn_limits: DrawnLimits | None = None

    @property
    def seats(self) -> int:
        """The number of seats."""
        return seats_of(self.players, self.kind)

    def design(self, seed: int) -> Design:
        """What is drawn for blocks: a limit."""
        return Design(Asked(self.seats, limits=self.limits, drawn_limits=self.drawn_limits), seed, together)

    @property
    def has_focal_seat(self) -> bool:
        """Where a limit is drawn, and seats have bots of their own."""
        return self.drawn_limits is not None and self.players == self.seats

    @property
    def least_blocks(self) -> int:
        """As its design says."""
        return self.design(self.seed).least_blocks

    def seated(self, seed: int, block: int) -> list[tuple[int, tuple[int, ...]]]:
        """Who sits where in the games of a block: numbers of seatings and of `who_plays`."""
        focal = None if self.focal_bot is None else self.who_plays.index(self.focal_bot)
        return seated(self.plan_of_seats.block(seed, block), self.design(seed).of_block(block), focal)

    @property
    def variant(self) -> str:
        """What is played besides the plain game."""
        return self.kind.replace("_", " ")

    def deck_of(self, block: int) -> str:
        """The deck of a block."""
        return f"{DRAWN}{deck_number(self.seed, block)}" if self.deck == PER_BLOCK else self.deck

    def species_of(self, block: int, seed: int | None = None) -> tuple[int, ...]:
        """Species by seat in a block."""
        return species_of(self.seed if seed is None else seed, block, self.seats) if self.species is None else self.species

    def bot(self, name: str) -> Callable[..., Any]:
        """What plays under a name of this scenario."""
        from caverna_sim.games.neanderthal.bots.roster import as_bot

        return as_bot(name, self.own_bots)

    def more_data(self) -> dict[str, Any]:
        """The keys of Neanderthal."""
        data: dict[str, Any] = {"deck": self.deck}
        if self.kind:
            data["variant"] = self.kind
        data["species"] = "random" if self.species is None else [SPECIES[one] for one in self.species]
        return {**data, "limits": self._limits_data()}

    def _limits_data(self) -> dict[str, Any]:
        fixed = {f"seat_{seat}": dict(limits) for seat, limits in sorted(self.limits.items())}
        return fixed if self.drawn_limits is None else {**fixed, "drawn": self.drawn_limits.to_data()}

    @property
    def banner(self) -> str:
        """Which deck is played, and how much of it is made up."""
        if self.deck == PER_BLOCK:
            return deck_of(f"{DRAWN}0").banner.replace(f"{DRAWN}0", PER_BLOCK)
        return deck_of(self.deck).banner

    def phrases(self) -> list[str]:
        """The deck first: no page goes without it; then what seats may not do."""
        found = [self.banner]
        if self.species is not None:
            found.append("species by seat " + ", ".join(SPECIES[one].replace("_", " ") for one in self.species))
        return [*found, *experiments_in_words({"limits": self._limits_data()}, "", limits_in_words)]


def together(several: Iterable[Limits]) -> dict[str, Any]:
    """All of several limits at once."""
    both: dict[str, Any] = {}
    for limits in several:
        for name, value in limits.items():
            both[name] = list(dict.fromkeys([*both.get(name, []), *value])) if isinstance(value, list) else both.get(name, True) and value
    return both


def limits_in_words(limits: Mapping[str, Any]) -> str:
    """Limits as phrases."""
    words = []
    for name, value in limits.items():
        if isinstance(value, list):
            words.append(f"{name.replace('_', ' ')} {', '.join(map(str, value))}")
        elif not value:
            words.append(f"no {name.replace('_', ' ')}")
    return "; ".join(words) or "no limits"


@dataclass(frozen=True)
class PlannedGame:
    """One game of a scenario."""

    catalog: Catalog
    block: int
    seating: int  # number of the seating within the block
    bots: tuple[str, ...]  # by seat
    limits: Mapping[int, Mapping[str, Any]]
    own_bots: Mapping[str, OwnBot] = field(default_factory=dict)
    openings: Mapping[int, tuple[str, ...]] = field(default_factory=dict)  # there are none in this game

    def bot(self, name: object) -> Callable[..., Any]:
        """What plays under a name of the scenario, or as whatever else may sit at a table."""
        from caverna_sim.games.neanderthal.bots.roster import as_bot

        return as_bot(name, self.own_bots)


def neanderthal_scenario(source: str | Path | Scenario | Mapping[str, Any]) -> NeanderthalScenario:
    """The scenario that is meant; ScenarioError when it is one of another game."""
    found = load_scenario(source)
    if not isinstance(found, NeanderthalScenario):
        raise ScenarioError(f"scenario `{found.name}`: it is one of {found.game}, not of neanderthal")
    return found


def plan_game(scenario: NeanderthalScenario, seed: int, index: int, overrides: Mapping[str, Any]) -> PlannedGame:
    """Game `index` of a scenario, with other house rules on top."""
    block, number = divmod(index, scenario.seatings)
    names = scenario.who_plays
    seating, seats = scenario.seated(seed, block)[number]
    rules = catalog(
        scenario.players, scenario.kind, scenario.species_of(block, seed), {**scenario.rules, **overrides}, scenario.deck_of(block)
    )  # fmt: skip
    limits, bots = scenario.design(seed).of_block(block).limits, spread([names[bot] for bot in seats], scenario.seats)
    return PlannedGame(rules, block, seating, bots, limits, scenario.own_bots)


def spread(bots: list[Any], seats: int) -> tuple[Any, ...]:
    """A bot for each seat: alone one plays them all."""
    return tuple(bots) if len(bots) == seats else tuple(bots[:1] * seats)


# ---------------------------------------------------------------- reading


def read_keys(general: Mapping[str, Any], data: Mapping[str, Any], faults: Faults) -> NeanderthalScenario:
    """The game's own keys."""
    players = general["players"]
    kind = faults.take("", _said, "variant", read_variant, data.get("variant"), players)
    seats = seats_of(players, kind)
    deck = faults.take(USUAL, _read_deck, data.get("deck", USUAL))
    limits, drawn_limits = designs.read_limits(
        data.get("limits", {}), seats, lambda entry, where: faults.take({}, read_limits, entry, where), "large_game = false", faults
    )  # fmt: skip
    return NeanderthalScenario(
        **general,
        rules=faults.take({}, _read_rules, data.get("rules", {}), deck),
        deck=deck,
        kind=kind,
        species=faults.take(None, _said, "species", read_species, data.get("species"), seats),
        limits=limits,
        drawn_limits=drawn_limits,
    )


def _said(key: str, read: Callable[..., Any], *given: Any) -> Any:
    """What `read` makes of a key; its error is that of the key."""
    try:
        return read(*given)
    except CavernaError as error:
        raise Wrong(key, str(error).removeprefix(f"{key}: ")) from None


def _read_deck(value: Any) -> str:
    if not isinstance(value, str):
        raise Wrong("deck", f"{shown(value)} is not allowed; give `{USUAL}`, `{DRAWN}N`, `{PER_BLOCK}` or a file")
    if value != PER_BLOCK:
        _said("deck", deck_of, value)
    return value


def _read_rules(value: Any, deck: str) -> dict[str, Any]:
    flat = flatten(check.table(check.plain(value, "rules"), "rules", advice="a table such as [rules]"))
    _said("rules", with_house_rules, flat, deck_of(USUAL if deck == PER_BLOCK else deck).tables)
    return flat
