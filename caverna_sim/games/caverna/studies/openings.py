"""What is a first placement worth? For every block a seat and its opening are drawn by lot: one of the spaces that can be used then, or
nothing, so that the seat's bot does what it would do anyway. That is what every opening is measured against.

An effect counts every block in which the opening was drawn, also those in which somebody was there first (`complied` tells how many):
what is measured is to set out to open so.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING, Any, Unpack

import numpy as np
import polars as pl

from caverna_sim import check
from caverna_sim.dataset.read import Run
from caverna_sim.experiments.outcomes import ALL, block_means, bots_of, seats_of
from caverna_sim.experiments.study import Found, Options, Picture, Question, Study, conduct
from caverna_sim.experiments.tables import with_estimates
from caverna_sim.stats.effects import Effects, apart, drawn_design, joined, least_squares
from caverna_sim.stats.families import Family, family
from caverna_sim.stats.source import needed
from caverna_sim.stats.words import listed, number, readable

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

    from caverna_sim.scenario.scenario import Scenario

OWN = "own"  # the lot that leaves the bot alone
MOST_LENGTH = 12
LEAST_COMPLIED = 0.02  # of the blocks: what hardly ever happens is counted, not judged

ESTIMANDS = {
    "effect": "points of the seat when this opening is drawn for it, against what its bot itself would do",
    "complied": "share of the games in which the opening that was drawn took place",
}


@dataclass(frozen=True)
class OpeningQuestion(Question):
    """What the study asks."""

    length: int = 1
    pool: tuple[str, ...] = ()  # all when empty
    name: str = "openings"
    title: str = "What is an opening worth?"
    most_games: int = 40_000
    signed: bool = True

    @property
    def estimands(self) -> Mapping[str, str]:
        """Columns of the main table."""
        return ESTIMANDS

    def options(self) -> Mapping[str, Any]:
        """What else sets the study apart."""
        return {"length": self.length, "pool": list(self.pool)}

    def arguments(self) -> Sequence[str]:
        """What else stands on the command line."""
        length = ["--length", str(self.length)] if self.length != 1 else []
        return [*length, *(["--pool", ",".join(self.pool)] if self.pool else [])]

    def runs(self, scenario: Scenario) -> Mapping[str, Scenario]:
        """The scenario with drawn openings."""
        from caverna_sim.scenario.scenario import read_scenario

        data = scenario.to_data()
        drawn = {"length": self.length, "pool": list(self.pool) or "all"}
        opening = {**data.get("opening", {}), "drawn": drawn}
        return {"drawn": read_scenario({**data, "opening": opening, "record": ["games", "players", "assigned"]})}

    def answer(self, scenarios: Sequence[Scenario], runs: Mapping[str, Mapping[str, Run]]) -> Found:
        """What the runs show."""
        return answer([_Evidence(name, parts["drawn"]) for name, parts in runs.items()])


def opening_study(
    scenario: Any,
    *,
    length: int = 1,
    pool: Sequence[str] = (),
    **options: Unpack[Options],
) -> Study:
    """What each first placement (with `length=2` each pair of first two) of a seat is worth; see `conduct` for the other arguments."""
    with check.arguments("openings"):
        question = OpeningQuestion(check.whole(length, "length", 1, MOST_LENGTH), check.texts(pool, "pool"))
    return conduct(question, scenario, **options)


# ---------------------------------------------------------------- estimates


class _Evidence:
    """The run of one scenario, and what is estimated from it, seat by seat."""

    def __init__(self, name: str, run: Run) -> None:
        self.name, self.run = name, run
        self.bots = (ALL, *bots_of(run)) if len(bots_of(run)) > 1 else (ALL,)
        drawn = _drawn(run)
        self.drawn = {int(seat): part for (seat,), part in sorted(drawn.partition_by(["seat"], as_dict=True).items())}
        self.complied = {
            seat: dict(part.group_by("opening").agg(pl.col("complied").mean()).iter_rows()) for seat, part in self.drawn.items()
        }
        self._effects = {bot: self._together(bot) for bot in self.bots}

    def openings(self, seat: int) -> list[str]:
        """Those that were drawn and can be judged."""
        return sorted(opening for opening, share in self.complied[seat].items() if opening != OWN and share >= LEAST_COMPLIED)

    def effects(self, bot: str) -> Effects:
        """The effects of all openings of all seats, `seat: opening`; seats share no blocks."""
        return self._effects[bot]

    def _together(self, bot: str) -> Effects:
        return joined({f"seat {seat}": self._of_seat(seat, bot) for seat in self.drawn})

    def _of_seat(self, seat: int, bot: str) -> Effects:
        rows = self.drawn[seat].filter(pl.col("opening").is_in([OWN, *self.openings(seat)])).unique("block")
        blocks, means = block_means(seats_of(self.run), bot=bot, focal=rows.select("block", "seat").lazy())
        one = rows.select("block", "opening", pl.lit("opening").alias("item"))
        kept, design, names = drawn_design(one, "item", "opening", OWN, blocks)
        found = least_squares(means[np.searchsorted(blocks, kept)], design, names)
        plain = tuple(name.removeprefix("opening: ") for name in names) if len(names) > 1 else tuple(self.openings(seat))
        return Effects(plain, found.values, found.blocks, found.shares, found.degrees, found.remaining)

    @property
    def games(self) -> int:
        """All of them."""
        return self.run.games_played


def _drawn(run: Run) -> pl.DataFrame:
    """game, block, seat, opening that was drawn (`a, b` for two placements), whether it took place."""
    rows = needed(run, "assigned").filter(pl.col("kind").cast(pl.String) == "opening").sort("game", "number")
    names = rows.select("game", "block", "seat", pl.col("opening").cast(pl.String), "complied")
    one = pl.when(pl.col("opening").first() == OWN).then(pl.lit(OWN)).otherwise(pl.col("opening").str.join(", ")).alias("opening")
    return names.group_by("game", "block", "seat", maintain_order=True).agg(one, pl.col("complied").all()).collect()


# ---------------------------------------------------------------- the answer


def answer(evidence: Sequence[_Evidence]) -> Found:
    """Table, words and pictures of the evidence of one or several scenarios."""
    families = [family(one.effects(ALL)) for one in evidence]
    sentences = [text for one in evidence for text in _never(one)]
    sentences += [_strength(a, b) for a, b in pairwise(evidence)]
    return Found(
        verdict=" ".join(_verdict(one, found) for one, found in zip(evidence, families, strict=True)),
        table=pl.concat([_rows(one, found) for one, found in zip(evidence, families, strict=True)]),
        precision=max(found.half_width for found in families),
        sentences=tuple(sentences),
        doubts=(
            "An effect is that of the opening with the rest of the game left to the bot: a player who plans for it may make more of it.",
            "Openings that were drawn but not possible count too: an effect is what it is worth to mean to open so.",
        ),
        pictures=tuple(_picture(one, found) for one, found in zip(evidence, families, strict=True)),
    )


def _rows(one: _Evidence, everybody: Family) -> pl.DataFrame:
    parts = [_table(one, ALL, everybody)]
    parts += [_table(one, bot, family(one.effects(bot))) for bot in one.bots[1:]]
    return pl.concat(parts)


def _table(one: _Evidence, bot: str, found: Family) -> pl.DataFrame:
    keys = [(int(seat.removeprefix("seat ")), opening) for seat, opening in (name.split(": ", 1) for name in found.effects.names)]
    head: dict[str, Sequence[Any]] = {
        "seat": [seat for seat, _ in keys], "opening": [opening for _, opening in keys], "bot": [bot] * len(keys),
        "scenario": [one.name] * len(keys),
    }  # fmt: skip
    more: dict[str, Sequence[Any]] = {"complied": [one.complied[seat][opening] for seat, opening in keys], "games": [one.games] * len(keys)}
    return with_estimates(head, {"effect": found}, more)


def _verdict(one: _Evidence, found: Family) -> str:
    told = []
    for seat in one.drawn:
        places = [place for place, name in enumerate(found.effects.names) if name.startswith(f"seat {seat}: ")]
        better = [place for place in places if found.low[place] > 0]
        if better:
            best = max(better, key=lambda place: found.effects.values[place])
            told.append(f"seat {seat} does better with {_worth(found, best)}")
    if not told:
        worst = int(found.effects.values.argmin())
        least = f"; worst is {found.effects.names[worst].split(': ')[0]} with {_worth(found, worst)}" if found.high[worst] < 0 else ""
        return f"At the table of {one.name} no opening is shown to be better than what the bots do themselves{least}."
    return f"At the table of {one.name} " + listed(told) + " than with what its bot would do."


def _worth(found: Family, place: int) -> str:
    opening = found.effects.names[place].split(": ", 1)[1]
    ends = [number(value, 1, sign=True) for value in (found.effects.values[place], found.low[place], found.high[place])]
    return f"{readable([opening])[0]} {ends[0]} ({ends[1]} to {ends[2]})"


def _never(one: _Evidence) -> list[str]:
    told = []
    for seat, shares in one.complied.items():
        never = sorted(opening for opening, share in shares.items() if opening != OWN and share < LEAST_COMPLIED)
        if never:
            told.append(f"At the table of {one.name}, seat {seat}: drawn, but hardly ever possible: {listed(readable(never))}.")
    return told


def _strength(first: _Evidence, second: _Evidence) -> str:
    a, b = first.effects(ALL), second.effects(ALL)
    names = [name for name in a.names if name in b.names]
    if not names:
        return f"{first.name} and {second.name} have no opening in common."
    found = family(apart(a.only(names), b.only(names)))
    differing = [name for name, differs in zip(names, found.discovery, strict=True) if differs]
    if not differing:
        return f"No opening is shown to be worth something else at {second.name} than at {first.name}."
    return f"Worth something else at {second.name} than at {first.name}: {listed([name.replace('_', ' ') for name in differing])}."


def _picture(one: _Evidence, found: Family) -> Picture:
    return Picture(
        f"openings-{one.name}", f"Openings at the table of {one.name}",
        "Points of the seat with the opening against what its bot would do, with intervals that hold for all together.",
        lambda axes: _draw(found, axes),
    )  # fmt: skip


def _draw(found: Family, axes: Axes | None) -> Figure:
    from caverna_sim.stats import figures

    order = sorted(range(len(found.effects.names)), key=lambda place: -found.effects.values[place])
    ends = [(found.effects.values[place], found.low[place], found.high[place]) for place in order]
    return figures.forest(readable([found.effects.names[place] for place in order]), ends, "points of the seat", axes)
