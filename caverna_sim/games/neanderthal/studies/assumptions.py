"""Which conclusions survive when what the icons hide is varied? About a tenth of the card values of the game is known.

Conclusions are measured with the named deck, and again with other decks, readings, dice, MPI disks and placards, all of them within what
is known. A conclusion survives when another variation would nearly surely say the same, and depends when variations disagree; more
variations in which one kind of thing alone is another tell what the spread comes from. Variations are short, for many tell more than long
ones: what is chance in them is taken off.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from math import nan, sqrt
from typing import Any, Unpack

import numpy as np
import polars as pl
from scipy.special import ndtr

from caverna_sim import check
from caverna_sim.dataset.read import Run
from caverna_sim.errors import CavernaError
from caverna_sim.experiments.outcomes import group_means, seats_of
from caverna_sim.experiments.study import CommonOptions, Found, Question, Study, at, conduct, takes_options
from caverna_sim.experiments.tables import with_estimates
from caverna_sim.games.neanderthal.box.deck import DRAWN
from caverna_sim.games.neanderthal.box.tables import printed_tables
from caverna_sim.games.neanderthal.ids.things import COLOURS, MATINGS, SPECIES
from caverna_sim.scenario.scenario import Scenario, read_scenario
from caverna_sim.stats.effects import Effects, joined
from caverna_sim.stats.families import family
from caverna_sim.stats.ratings import Floats
from caverna_sim.stats.words import listed, plural

NAMED = "named"  # the run with the deck that the scenario names
VARIED = ("cards", "switches", "dice", "mpi", "placards")
SURVIVES, DEPENDS, UNDECIDED = "survives", "depends", "undecided"
SAME_ENOUGH, TOO_OFTEN_OTHER = 0.9, 0.75  # chances that another variation has the same sign
SHARE_OF_GAMES = 1 / 8  # a variation has of those with the named deck
FEWEST = 2  # variations, to speak of a spread
LEAST_ALONE = 4  # variations of one kind alone
SHARE_OF_SWITCHES = 0.3  # that have another reading in a variation
NOT_VARIED = ("players", "negotiate")  # what is played, not how a text is read
PORTALS = ("venus/orange", "venus/black", "shaman/orange", "shaman/white", "bison/black", "bison/white")
BY = (("species", "species"), ("seat", "seat"), ("mating_start", "mating"), ("side", "side"), ("bot", "bot"))


def variation(kinds: Sequence[str], number: int) -> dict[str, Any]:
    """Deck and house rules of a variation: the same for the same number."""
    chance = random.Random(f"{number}")
    made: dict[str, Any] = {}
    rules: dict[str, Any] = {}
    for kind in VARIED:  # drawn in any case, so that a kind alone is as in the variation of all
        found = dict(_drawn(kind, chance, number))
        if kind in kinds:
            made |= {"deck": found.pop("deck")} if "deck" in found else {}
            rules |= found
    return {**made, "rules": rules}


def _drawn(kind: str, chance: random.Random, number: int) -> Iterator[tuple[str, Any]]:
    """What a kind of things is in a variation, by key or path."""
    if kind == "cards":
        yield "deck", f"{DRAWN}{number}"
    elif kind == "switches":
        for name, row in printed_tables()["ruling"].items():
            if name not in NOT_VARIED and chance.random() < SHARE_OF_SWITCHES:
                yield f"ruling.{name}", [row["value"], *row["alternatives"]][int(chance.random() * (1 + len(row["alternatives"])))]
    elif kind == "dice":
        faces = [[1], [1, 2]][int(chance.random() * 2)]
        yield "dice.attack_hit", faces
        yield "dice.attack_hit_war_party", [*faces, len(faces) + 1]
        yield "dice.woo_suitor_killed", [[3], [4], [5], [6], []][int(chance.random() * 5)]
    elif kind == "mpi":
        for side in MATINGS:
            disks = [int(chance.random() * len(COLOURS)) for _ in range(int(chance.random() * 4))]
            for place, colour in enumerate(COLOURS):
                yield f"mating.{side}.mpi.{colour}", disks.count(place)
    else:
        left = list(PORTALS)
        for species in SPECIES:
            spot, _, colour = left.pop(int(chance.random() * len(left))).partition("/")
            yield f"placard.{species}.starting_portal.spot", spot
            yield f"placard.{species}.starting_portal.colour", colour


@dataclass(frozen=True)
class AssumptionQuestion(Question):
    """What the study asks."""

    draws: int = 36
    vary: tuple[str, ...] = VARIED
    name: str = "assumptions"
    title: str = "What survives when unknown cards are others?"
    most_games: int = 3_200
    signed: bool = True

    estimands = {  # noqa: RUF012
        "estimate": "points of the group above the mean of its table, with the named deck",
        "chance_same": "chance that another variation has the same sign, from mean and spread of those that were played",
    }

    def options(self) -> Mapping[str, Any]:
        """What else sets it apart."""
        return {"draws": self.draws, "vary": list(self.vary)}

    def arguments(self) -> Sequence[str]:
        """What else stands on the command line."""
        varied = [] if self.vary == VARIED else ["--vary", ",".join(self.vary)]
        return [*([] if self.draws == AssumptionQuestion.draws else ["--draws", str(self.draws)]), *varied]

    @property
    def alone(self) -> int:
        """Variations of one kind alone; none when there is one kind only."""
        return max(LEAST_ALONE, self.draws // 4) if len(self.vary) > 1 else 0

    def length_of(self, part: str) -> float:
        """Variations are short."""
        return 1.0 if part == NAMED else SHARE_OF_GAMES

    def runs(self, scenario: Scenario) -> Mapping[str, Scenario]:
        """The scenario itself, and its variations."""
        if scenario.game != "neanderthal":
            raise CavernaError(f"assumptions: `{scenario.name}` is a scenario of {scenario.game}, whose cards are all known")
        if scenario.players < 2:
            raise CavernaError(f"assumptions: `{scenario.name}` has one player; give scenarios with two or three")
        data = {**scenario.to_data(), "record": ["games", "players"]}
        found = {NAMED: read_scenario(data)}
        wanted = [("all", self.vary, number) for number in range(self.draws)]
        wanted += [(kind, (kind,), number) for kind in self.vary if self.alone for number in range(self.alone)]
        for word, kinds, number in wanted:
            other = variation(kinds, number)
            found[f"{word} {number}"] = read_scenario({**data, **other, "rules": {**data["rules"], **other["rules"]}})
        return found

    def answer(self, scenarios: Sequence[Scenario], runs: Mapping[str, Mapping[str, Run]]) -> Found:
        """What the runs show."""
        told = {one.name: self._conclusions(one.name, runs[one.name]) for one in scenarios}
        table = pl.concat([table for table, _ in told.values()])
        spread = pl.concat([spread for _, spread in told.values()])
        named = family(_effects(runs[scenarios[0].name][NAMED]))
        return Found(
            verdict=" ".join(at(name, _verdict(table)) for name, (table, _) in told.items()),
            table=table,
            precision=named.half_width,
            tables={"How much of the spread each explains": spread} if spread.height else {},
            doubts=(
                "A conclusion is one about these bots. Mating sides and tribal seats are those that bots chose and reached, by no lot.",
                f"A variation is made up, too: {plural(self.draws, 'draw')} within what is known of the cards, not the published game.",
            ),
        )

    def _conclusions(self, name: str, runs: Mapping[str, Run]) -> tuple[pl.DataFrame, pl.DataFrame]:
        """The main table, and what the spread comes from."""
        effects = _effects(runs[NAMED])
        found = family(effects)
        others = {word: _values(run) for word, run in runs.items() if word != NAMED}
        spread: list[dict[str, Any]] = []
        more: dict[str, list[Any]] = {key: [] for key in ("draws", "same_sign", "chance_same", "least", "most", "verdict")}
        for place, conclusion in enumerate(effects.names):
            estimate = float(effects.values[place])
            drawn = np.array([one[conclusion] for word, one in others.items() if word.startswith("all ") and conclusion in one])
            values, errors = drawn.reshape(-1, 2).T
            same = float(np.mean(np.sign(values) == np.sign(estimate))) if len(values) else nan
            chance = _chance_of_same(float(np.sign(estimate)), values, errors)
            ends = (float(values.min()), float(values.max())) if len(values) else (nan, nan)
            told = (len(values), same, chance, *ends, _judged(bool(found.shown[place]), chance))
            for key, value in zip(more, told, strict=True):
                more[key].append(value)
            spread += self._explained(conclusion, name, estimate, others)
        keys = {"conclusion": list(effects.names), "scenario": [name] * len(effects.names)}
        return with_estimates(keys, {"estimate": found}, more), pl.DataFrame(spread)

    def _explained(self, conclusion: str, name: str, estimate: float, others: Mapping[str, Mapping[str, tuple[float, float]]]) -> list[Any]:
        """Shares of the kinds in the spread: mean squared distance from the named deck, less what chance alone makes."""
        squares = {}
        for kind in self.vary if self.alone else ():
            found = [one[conclusion] for word, one in others.items() if word.startswith(f"{kind} ") and conclusion in one]
            squares[kind] = max(0.0, float(np.mean([(value - estimate) ** 2 - error**2 for value, error in found]))) if found else 0.0
        whole = sum(squares.values())
        return [
            {"conclusion": conclusion, "scenario": name, "varied": kind, "spread": square**0.5, "share": square / whole if whole else 0.0}
            for kind, square in squares.items()
        ]  # fmt: skip


def _chance_of_same(sign: float, values: Floats, errors: Floats) -> float:
    """The chance that another variation has this sign: from their mean and spread, what is chance in each taken off."""
    if len(values) < FEWEST:
        return nan
    whole = float(np.var(values, ddof=1))
    spread = max(0.0, whole - float(np.mean(errors**2))) + whole / len(values)  # of variations, and of their mean
    return float(ndtr(sign * values.mean() / sqrt(spread))) if spread else float(sign * values.mean() > 0)


def _judged(is_shown: bool, chance: float) -> str:
    """Whether a conclusion outlives its assumptions: it depends on them where variations disagree, or say the contrary."""
    if 1 - TOO_OFTEN_OTHER < chance < TOO_OFTEN_OTHER or (is_shown and chance < TOO_OFTEN_OTHER):
        return DEPENDS
    return SURVIVES if is_shown and chance >= SAME_ENOUGH else UNDECIDED


def _effects(run: Run) -> Effects:
    """All conclusions of a run: groups above the mean of their tables, tribal against voice, each bot before each other one."""
    seats = seats_of(run).with_columns(pl.col("species", "mating_start", "side").cast(pl.String))
    fits: dict[str, Effects] = {}
    for column, word in BY:
        means, keys = group_means(seats, (column,), "margin")
        names = [str(key[0]) for key in keys]
        if word in ("side", "bot"):
            pairs = list(combinations(sorted(names), 2))
            weights = np.array([[float(name == one) - float(name == other) for name in names] for one, other in pairs]).reshape(
                -1, len(names)
            )
            if pairs:
                fits[word] = means.combined(weights, [f"{one} against {other}" for one, other in pairs])
        elif len(names) > 1:
            fits[word] = means.combined(np.eye(len(names)), names)
    return joined(fits)


def _values(run: Run) -> dict[str, tuple[float, float]]:
    """Estimates and standard errors of a variation, by conclusion."""
    effects = _effects(run)
    pairs = zip(effects.values.tolist(), effects.errors.tolist(), strict=True)
    return dict(zip(effects.names, pairs, strict=True))


def _verdict(table: pl.DataFrame) -> str:
    """The counts, and what survives by name."""
    by = {word: table.filter(pl.col("verdict") == word)["conclusion"].to_list() for word in (SURVIVES, DEPENDS, UNDECIDED)}
    told = [
        f"{len(by[word])} of {table.height} conclusions {words}"
        for word, words in ((SURVIVES, "survive"), (DEPENDS, "depend on what is unknown"))
    ]
    which = f": {listed(by[SURVIVES])}" if by[SURVIVES] else ""
    return f"{told[0]}{which}; {told[1]}; {len(by[UNDECIDED])} are undecided."


@takes_options
def assumption_study(scenario: Any, *, draws: int = 36, vary: Sequence[str] = VARIED, **options: Unpack[CommonOptions]) -> Study:
    """Which conclusions survive when what the icons hide is varied, and what the spread comes from."""
    with check.arguments("assumptions"):
        number = check.whole(draws, "draws", 2, 1000)
        kinds = check.names(vary, "vary", VARIED, "kind")
    if not kinds:
        raise CavernaError(f"assumptions: vary: name at least one of {', '.join(VARIED)}")
    return conduct(AssumptionQuestion(number, kinds), scenario, **options)
