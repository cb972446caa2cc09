"""The keys of Neanderthal's scenarios: deck, variant, species, limits."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from caverna_sim.check import Wrong
from caverna_sim.errors import CavernaError, shown
from caverna_sim.games.neanderthal.box.catalog import Catalog, catalog, read_species, read_variant, seats_of
from caverna_sim.games.neanderthal.box.deck import DRAWN, PER_BLOCK, USUAL, Deck, deck_of
from caverna_sim.games.neanderthal.box.tables import with_house_rules
from caverna_sim.games.neanderthal.chances import deck_number, species_of
from caverna_sim.games.neanderthal.ids.things import SPECIES
from caverna_sim.games.neanderthal.position.read import read_limits
from caverna_sim.kit.design import reading as designs
from caverna_sim.kit.design.draws import Asked, Design, Limits
from caverna_sim.kit.design.scenario import DesignedScenario, Planned
from caverna_sim.kit.design.words import experiments_in_words
from caverna_sim.scenario.scenario import OwnBot, Scenario, scenario_of
from caverna_sim.scenario.values import Faults

KEYS = ("deck", "variant", "species", "limits")


@dataclass(frozen=True)
class NeanderthalScenario(DesignedScenario):
    """A scenario of Neanderthal. A seat is a species in play; alone with all species one bot plays every seat."""

    record: tuple[str, ...] = ()
    deck: str = USUAL
    kind: str = ""  # the variant, empty for the ordinary game
    species: tuple[int, ...] | None = None  # by seat; None: drawn for each block
    first_places = Scenario.first_places  # nobody has any

    @property
    def seats(self) -> int:
        """The number of seats."""
        return seats_of(self.players, self.kind)

    def as_bot(self, name: object, own: Mapping[str, OwnBot]) -> Callable[..., Any]:
        """A bot of the scenario, of the roster, of a file, or a function."""
        from caverna_sim.games.neanderthal.bots.roster import as_bot

        return as_bot(name, own)

    def design(self, seed: int, rules: Mapping[str, Any]) -> Design:
        """What is drawn for blocks: a limit."""
        return Design(Asked(self.seats, limits=self.limits, drawn_limits=self.drawn_limits), seed, together)

    @property
    def has_focal_seat(self) -> bool:
        """Where a limit is drawn, and seats have bots of their own."""
        return super().has_focal_seat and self.players == self.seats

    def catalog(self, block: int, seed: int | None = None, rules: Mapping[str, Any] | None = None, deck: Deck | None = None) -> Catalog:
        """The rules of a block, with its house rules and deck or others."""
        found = self.all_rules if rules is None else rules
        return catalog(self.players, self.kind, self.species_of(block, seed), found, deck or self.deck_of(block))

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

    def more_data(self) -> dict[str, Any]:
        """The keys of Neanderthal."""
        data: dict[str, Any] = {"deck": self.deck}
        if self.kind:
            data["variant"] = self.kind
        data["species"] = "random" if self.species is None else [SPECIES[one] for one in self.species]
        return {**data, "limits": self.limits_data()}

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
        return [*found, *experiments_in_words({"limits": self.limits_data()}, "", limits_in_words)]


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


def neanderthal_scenario(source: str | Path | Scenario | Mapping[str, Any]) -> NeanderthalScenario:
    """The scenario that is meant; ScenarioError when it is one of another game."""
    return scenario_of(NeanderthalScenario, source)


def plan_game(scenario: NeanderthalScenario, seed: int, index: int, overrides: Mapping[str, Any]) -> Planned:
    """Game `index` of a scenario, with other house rules on top."""
    return scenario.planned(seed, index, {**scenario.all_rules, **overrides})


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
    return designs.read_rules(value, lambda flat: with_house_rules(flat, deck_of(USUAL if deck == PER_BLOCK else deck).tables))
