"""How the strength of orcs balances a game (Frantic Fiends): what becomes of them, what they cost, whom they hurt.

A study is a sweep: one scenario with one seed, played with several sides of start strengths. Every side deals the same cards, displays
and movement cards, so differences against the easiest side are paired block by block. Named estimands, all of a seat drawn at random:

- `gone`: the chance to end without a hostile orc;
- `score`, and `lost to orcs`: the mean score with the easiest side minus that with another one;
- `won`: the share of the win, by bot;
- fates: the way and the round in which each orc stops being hostile.

Blocks that share a display are kept together as one cluster: intervals then hold for what the box can deal, however much hangs on the
display. Where there are too few sets of display extensions for that, a display is the extensions with the bounty strips.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import nan

import numpy as np
import polars as pl

from caverna_sim.errors import CavernaError
from caverna_sim.games.caverna.box.tables import flatten, with_house_rules
from caverna_sim.games.caverna.expansions import played
from caverna_sim.games.caverna.shape.sizes import LAST_ROUND
from caverna_sim.stats import levels
from caverna_sim.stats.clusters import Clusters, HangsOnDeal, clusters_of, coarsest, effects_of_dealt, errors_by, spread
from caverna_sim.stats.effects import Effects
from caverna_sim.stats.equivalence import Verdict, check_level, overall
from caverna_sim.stats.fates import LEFT, Fates, fates_at
from caverna_sim.stats.levels import EVERYBODY, Curve, PartsMoved, Played, judged_told, slope_told
from caverna_sim.stats.ratings import LEVEL, Estimate
from caverna_sim.stats.source import Facts, Run, Source, needed, open_run
from caverna_sim.stats.summary import Strength, strength
from caverna_sim.stats.words import listed, number, percent_with_interval, with_interval

FATES = ("fought", "trapped", "bribed", "befriended", LEFT)
LOST = "lost_"  # columns of what orcs took: crops, animals, goods of mines
LOSSES = tuple(f"{LOST}{what}" for what in ("crops", "animals", "goods"))
DISPLAYS = ("extensions", "long_strips", "short_strips")
KINDS = {"set of display extensions": DISPLAYS[:1], "set of display extensions and bounty strips": DISPLAYS}  # of clusters
SMALLEST = {"gone": 0.05, "score": 1.0, "won": 0.05}  # less than that nobody would choose a side for
_SHARES = ("gone", "won")
_SLOPE = "one more point of strength on every orc"


def _open(run: Run) -> tuple[Played, pl.LazyFrame]:
    """A run of the sweep, and what became of each orc of each seat."""
    source = open_run(run)
    if source.facts.scenario.get("expansion") != "fiends":
        raise CavernaError(f'orcs: the run `{source.facts.name}` is played without orcs; give scenarios with `expansion = "fiends"`')
    orcs = needed(run, "orcs").join(source.blocks, on="game").with_columns(pl.col("orc").cast(pl.String), pl.col("fate").cast(pl.String))
    left = orcs.group_by("game", "seat").agg((pl.col("fate") == LEFT).sum().alias("orcs left"))
    seats = source.seats.join(left, on=["game", "seat"]).with_columns((pl.col("orcs left") == 0).alias("gone"))
    return levels.played_at(*_strengths(orcs), source, seats, ("score", "won", "gone", "orcs left", *LOSSES)), orcs


def _strengths(orcs: pl.LazyFrame) -> tuple[str, float]:
    """What the side is called, and the mean strength of an orc; a seat with other strengths is named."""
    found = orcs.group_by("seat", "orc").agg(pl.col("start_strength").first()).collect().sort("seat", "orc")
    by_seat = {seat[0]: tuple(part["start_strength"].to_list()) for seat, part in found.partition_by(["seat"], as_dict=True).items()}
    cards = list(by_seat.values())
    usual = max(cards, key=lambda card: (cards.count(card), -sum(card)))
    others = [f"seat {seat}: {_card(card)}" for seat, card in sorted(by_seat.items()) if card != usual]
    means = [float(np.mean([card[orc] for card in cards])) for orc in range(len(usual))]
    return _card(usual) + (f" ({', '.join(others)})" if others else ""), sum(means) / len(means)


def _card(strengths: Sequence[int]) -> str:
    return "/".join(str(strength) for strength in strengths)


@dataclass(frozen=True)
class Sides:
    """How the strength of orcs balances a game with so many players: several sides of start strengths, the same games."""

    name: str
    players: int
    sides: tuple[str, ...]  # easiest first
    games: int  # of each side
    blocks: int
    gone: Curve
    score: Curve
    won: Curve | None  # None alone
    fates: Fates
    parts: PartsMoved
    taken: Mapping[str, tuple[Estimate, ...]]  # crops, animals, goods of mines that orcs took, by side
    displays: HangsOnDeal
    level: float
    measured: Mapping[str, Effects]  # measure, or measure and "change" -> all of `group | side`
    seats_apart: Effects | None  # by seat, on the easiest side: chance that all are gone, minus the mean of the other seats; None alone
    sources: tuple[Source, ...]  # the runs, easiest side first
    strength: Strength  # of the bots, on the easiest side

    @property
    def verdict(self) -> str:
        """The answer in a few sentences."""
        return " ".join(self.verdicts)

    @property
    def verdicts(self) -> tuple[str, ...]:
        """The answer, a sentence for every question."""
        return (self._gone_told(), self._lost_told(), *([self._won_told(self.won)] if self.won else []))

    @property
    def judged(self) -> tuple[Verdict, ...]:
        """In a word what each sentence of `verdicts` says of the hardest side against the easiest; nothing for a single side."""
        if len(self.sides) == 1:
            return ()
        words = [curve.of(EVERYBODY)[1][-1].verdict for curve in (self.gone, self.score)]
        return (*words, *([overall([self.won.of(one)[1][-1].verdict for one in self.won.competitors[1]])] if self.won else []))

    def strength_for(self, share: float) -> Estimate:
        """The mean strength of an orc at which so many seats get rid of all orcs (stats.levels.strength_for)."""
        return levels.strength_for(self.gone, self.measured["gone"], share, self.level)

    def _gone_told(self) -> str:
        means, changes, slope = self.gone.of(EVERYBODY)
        easiest = f"With {self.sides[0]}, {percent_with_interval(means[0])} of the seats get rid of all four orcs"
        if len(self.sides) == 1:
            return easiest + "."
        others = [f"with {side} {percent_with_interval(mean)}" for side, mean in zip(self.sides[1:], means[1:], strict=True)]
        told = f"{easiest}, {listed(others)}: {judged_told(changes[-1], 100, 'percentage points')}"
        return f"{told}; {slope_told(_SLOPE, slope, 100, 'percentage points')}."

    def _lost_told(self) -> str:
        means, changes, slope = self.score.of(EVERYBODY)
        if len(self.sides) == 1:
            return f"The mean score is {with_interval(means[0])}."
        told = f"Orcs of {self.sides[-1]} instead of {self.sides[0]} change a score of {number(means[0].value, 1)} by"
        return f"{told} {judged_told(changes[-1], 1, 'points')}; {slope_told(_SLOPE, slope, 1, 'points')}."

    def _won_told(self, won: Curve) -> str:
        """Whom strength favours."""
        what, groups = won.competitors
        if len(self.sides) == 1:
            best = max(groups, key=lambda group: won.of(group)[0][0].value)
            return f"Most wins: {best} with {percent_with_interval(won.of(best)[0][0])}."
        apart = [(group, won.of(group)[1][-1]) for group in groups]
        told = [f"{group} {judged_told(one, 100, 'percentage points')}" for group, one in apart if one.verdict == "different"]
        if told:
            return f"Stronger orcs shift wins between the {what} ({self.sides[-1]} against {self.sides[0]}): {'; '.join(told)}."
        if all(one.verdict == "equivalent" for _, one in apart):
            return f"Stronger orcs do not shift wins between the {what} by more than {100 * won.smallest_effect:g} percentage points."
        return f"Whether stronger orcs shift wins between the {what} is undecided."


def sides_of(runs: Sequence[Run], level: float = LEVEL) -> Sides:
    """What runs say that differ in the strength of the orcs only; the easiest side is what others are compared with."""
    check_level(level)
    levels.check_runs(runs, "orcs")
    opened = sorted((_open(run) for run in runs), key=lambda one: one[0].strength)
    sides = [side for side, _ in opened]
    levels.check_pairing(sides, "orcs")
    first = sides[0].source
    players, every = first.facts.players, clusters_of(first, KINDS)
    clusters = coarsest(every)
    by_seat_and_bot = levels.groups_of(sides, players)
    groups = {"gone": [EVERYBODY, *by_seat_and_bot], "score": [EVERYBODY, *by_seat_and_bot], "won": by_seat_and_bot}
    curves = {
        measure: levels.curve(sides, clusters, measure, named, level, SMALLEST[measure], measure in _SHARES)
        for measure, named in groups.items()
    }  # fmt: skip
    fates = [row for side, orcs in opened for row in fates_at(side.label, orcs, "orc", FATES, clusters, LAST_ROUND, level)]
    labels = tuple(side.label for side in sides)
    return Sides(
        name=first.facts.name,
        players=players,
        sides=labels,
        games=first.sample.games,
        blocks=first.sample.blocks,
        gone=curves["gone"],
        score=curves["score"],
        won=curves["won"] if players > 1 else None,
        fates=Fates(labels, tuple(fates)),
        parts=levels.parts_moved(sides, clusters, level),
        taken=levels.mean_losses(sides, clusters, level, LOST),
        displays=_displays(sides, every, clusters, level),
        level=level,
        measured={
            name: found
            for measure, named in groups.items() if named
            for name, found in levels.measured(sides, clusters, measure, named).items()
        },
        seats_apart=levels.seats_apart(sides[0], clusters, "gone", players) if players > 1 else None,
        sources=tuple(side.source for side in sides),
        strength=strength(first, level),
    )  # fmt: skip


# ---------------------------------------------------------------- displays


def _displays(sides: Sequence[Played], every: Sequence[Clusters], used: Clusters, level: float) -> HangsOnDeal:
    errors, several = [], len(sides) > 1
    for words, measure, scale in (("chance that all orcs are gone, ", "gone", 100.0), ("mean score, ", "score", 1.0)):
        of = {side.label: (scale, side.seats[EVERYBODY], measure) for side in (sides[0], sides[-1])}
        errors += [errors_by(f"{words}{label}", [part], every) for label, part in of.items()]
        if several:
            (easy, less), (hard, more) = of.items()
            errors.append(errors_by(f"{words}{hard} minus {easy}", [more, (-less[0], *less[1:])], every))
    everybody = [side.seats[EVERYBODY] for side in sides]
    source = sides[0].source
    effects = effects_of_dealt(source, DISPLAYS, everybody, "gone", used, SMALLEST["gone"], level, display_contents(source.facts))
    return HangsOnDeal(used.kind, tuple(errors), spread(everybody, "gone", every[1]) if len(every) > 1 else nan, effects)


def display_contents(facts: Facts) -> dict[str, str]:
    """What every display extension and bounty strip brings, by the printed names."""
    tables = with_house_rules(flatten(facts.rules), played(facts.scenario))
    printed = {id_: str(row["name"]) for table in ("furnishing", "trap", "bounty") for id_, row in tables.get(table, {}).items()}
    found = {name: [row[place] for place in ("top", "middle", "bottom")] for name, row in tables.get("display_extension", {}).items()}
    found |= {name: list(row["tiles"]) for name, row in tables.get("bounty_short", {}).items()}
    for name, row in tables.get("bounty", {}).items():
        found.setdefault(row["strip"], []).append(name)
    return {name: ", ".join(printed.get(item, item) for item in items) for name, items in found.items()}
