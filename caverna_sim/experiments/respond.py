"""What is left to gain when others answer? Every seat takes its best arm, and then again, until nobody gains more than a point by another.

A round asks every seat what each arm gains it over what it does now. The arm is picked on one half of the blocks and taken when it is shown
to gain more than a point on the other half, so that luck in picking is no gain. All seats move at once; a round plays new chances. What an
arm is (a first placement, a limit that a seat sets itself, a plan) says `Arms`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from math import ceil
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol

import numpy as np
import polars as pl

from caverna_sim.dataset.read import Run
from caverna_sim.errors import CavernaError
from caverna_sim.experiments.outcomes import group_means, names_of, seats_of
from caverna_sim.experiments.study import Found, Question, Study, at, conduct, keep, of_each, of_one_table
from caverna_sim.experiments.tables import with_estimates
from caverna_sim.stats.controls import REGRET
from caverna_sim.stats.effects import Effects, joined
from caverna_sim.stats.families import family
from caverna_sim.stats.words import listed, number, plural

if TYPE_CHECKING:
    from caverna_sim.scenario.scenario import Scenario

MOST_ROUNDS = 8
ESTIMANDS = {"effect": "points of the seat with the arm, against what it does now"}
TABLE = "table"  # the run in which everybody does what was chosen
RESPONSES, SEATS = "Best responses", "Seats on the way"

Chosen = Mapping[int, str]  # seat -> arm that it took


class Arms(Protocol):
    """What seats can answer with."""

    def runs(self, scenario: Scenario, chosen: Chosen) -> Mapping[str, Scenario]:
        """What tells, for each seat, what its arms gain when all others do what was chosen."""

    def mended(self, scenario: Scenario, chosen: Chosen) -> Scenario:
        """The table at which everybody does what was chosen."""

    def gains(self, scenario: Scenario, chosen: Chosen, runs: Mapping[str, Run], half: int | None) -> Mapping[int, Effects]:
        """For each seat what every arm gains over what it does now, from one half of the blocks, or from all."""

    def in_words(self, arm: str, names: Mapping[str, str]) -> str:
        """An arm as people say it."""


@dataclass(frozen=True)
class RoundQuestion(Question):
    """One round: what does each arm gain each seat, at the table as it is now?"""

    arms: Arms
    chosen: tuple[tuple[int, str], ...]
    of: str  # the study that asks
    signed: bool = True
    most_games: int = 40_000
    title: str = "What is left to gain?"

    estimands = ESTIMANDS

    @property
    def name(self) -> str:
        """Of the folder."""
        return f"{self.of}-responses"

    def options(self) -> Mapping[str, Any]:
        """What was taken before."""
        return {"chosen": [list(one) for one in self.chosen]}

    def least_blocks(self, scenario: Scenario) -> int:
        """Both halves have to tell all that is drawn apart."""
        return 2 * scenario.least_blocks if scenario.has_focal_seat else 2

    def runs(self, scenario: Scenario) -> Mapping[str, Scenario]:
        """What tells what arms gain, and the table without them."""
        from caverna_sim.scenario.scenario import read_scenario

        chosen = dict(self.chosen)
        table = read_scenario({**self.arms.mended(scenario, chosen).to_data(), "record": ["games", "players"]})
        return {**self.arms.runs(scenario, chosen), TABLE: table}

    def answer(self, scenarios: Sequence[Scenario], runs: Mapping[str, Mapping[str, Run]]) -> Found:
        """What the runs show."""
        return answer(self, scenarios[0], runs[scenarios[0].name])


def answer(question: RoundQuestion, scenario: Scenario, runs: Mapping[str, Run]) -> Found:
    """All arms of all seats on all blocks, and the one that each seat picks on one half, on the other."""
    arms, chosen = question.arms, dict(question.chosen)
    every = {f"seat {seat}": gains for seat, gains in arms.gains(scenario, chosen, runs, None).items()}
    found = family(joined(every))
    keys = [name.split(": ", 1) for name in found.effects.names]
    head: dict[str, Sequence[Any]] = {"seat": [int(seat.removeprefix("seat ")) for seat, _ in keys], "arm": [arm for _, arm in keys]}
    return Found(
        verdict="",
        table=with_estimates(head, {"effect": found}, {}),
        precision=found.half_width,
        tables={RESPONSES: picked(*(arms.gains(scenario, chosen, runs, half) for half in (0, 1))), SEATS: _seats(runs[TABLE])},
    )


def picked(first: Mapping[int, Effects], second: Mapping[int, Effects]) -> pl.DataFrame:
    """For each seat the arm that is best on one half of the blocks, and what it gains on the other; intervals hold for all seats."""
    best = {seat: gains.names[int(gains.values.argmax())] for seat, gains in first.items() if gains.names}
    best = {seat: arm for seat, arm in best.items() if seat in second and arm in second[seat].names}
    schema = {"seat": pl.Int64, "arm": pl.String, "gain": pl.Float64, "low": pl.Float64, "high": pl.Float64, "kept": pl.Boolean}
    if not best:
        return pl.DataFrame(schema=schema)
    found = family(joined({f"seat {seat}": second[seat].only([arm]) for seat, arm in best.items()}))
    rows = zip(best.items(), found.effects.values, found.low, found.high, strict=True)
    told = [(seat, arm, float(value), float(low), float(high), bool(value > REGRET and low > 0)) for (seat, arm), value, low, high in rows]
    return pl.DataFrame(told, schema=schema, orient="row")


def _seats(run: Run) -> pl.DataFrame:
    """What each seat has above the mean of the table, and of the wins."""
    margins, keys = group_means(seats_of(run), ("seat",), "margin")
    wins, _ = group_means(seats_of(run), ("seat",), "won")
    return with_estimates({"seat": [int(key[0]) for key in keys]}, {"margin": family(margins), "win_share": family(wins)}, {}).drop(
        "low", "high", "pointwise", "p_adjusted", "discovery", "rank_low", "rank_high", "blocks"
    )


def of_rounds(name: str, respond: bool, options: Mapping[str, Any]) -> dict[str, Any]:
    """Options of a study that its rounds have, too: who sits there is in the scenarios already."""
    if respond and options.get("strengths") is not None:
        raise CavernaError(f"{name}: best responses are asked at one strength; leave --respond or --strengths out")
    return {one: options[one] for one in ("games", "workers", "on_progress") if one in options}


def against(found: Effects, current: str, control: str) -> Effects:
    """Effects against a control as gains over the arm that is taken now; the control is an arm, too."""
    if current == control or current not in found.names:  # what can hardly ever be played leaves the bot to itself
        return found
    arms = [*(name for name in found.names if name != current), control]
    weights = np.array([[(name == arm) - float(name == current) for name in found.names] for arm in arms])
    return found.combined(weights, arms)


# ---------------------------------------------------------------- the loop


def responses(arms: Arms, study: Study, **options: Any) -> Study:
    """The study with what comes of it when every seat takes its best arm, again and again; rounds are kept in a folder beside it."""
    games = of_each(study.question, options.pop("games", None), len(study.scenarios)) or [study.question.most_games] * len(study.scenarios)
    paths = [_path(arms, study, place, games=games[place], **options) for place in range(len(study.scenarios))]
    table = pl.concat([path.table for path in paths])
    tables = {title: frame for path in paths for title, frame in path.tables.items()}
    found = replace(
        study.found,
        sentences=(*study.found.sentences, *(path.sentence for path in paths)),
        tables={**tables, **study.found.tables},
        files={**study.found.files, "responses": table},
    )
    found = of_one_table(found, study.scenarios[0].name) if len(paths) == 1 else found
    done = replace(study, found=found, runs={**study.runs, **{name: run for path in paths for name, run in path.runs.items()}})
    keep(done)
    return done


@dataclass(frozen=True)
class _Path:
    """How a table went on, round by round."""

    scenario: Scenario
    table: pl.DataFrame
    tables: Mapping[str, pl.DataFrame]
    sentence: str
    runs: Mapping[str, Mapping[str, Run]]


def _path(arms: Arms, study: Study, place: int, games: int, **options: Any) -> _Path:
    """Round after round, until nobody gains or the same table comes again."""
    scenario, name = study.scenarios[place], study.question.name
    folder = study.folder.with_name(f"{study.folder.name}-responses")
    folder = folder / scenario.name if len(study.scenarios) > 1 else folder
    options["games"] = ceil(games / scenario.players)  # a seat has its share of them
    chosen: dict[int, str] = {}
    seen: list[dict[int, str]] = []
    rounds: list[Study] = []
    while len(rounds) < MOST_ROUNDS and chosen not in seen:
        seen.append(dict(chosen))
        rounds.append(_round(arms, name, scenario, chosen, folder / f"round-{len(rounds) + 1}", len(rounds), **options))
        taken = rounds[-1].found.tables[RESPONSES].filter("kept")
        if not len(taken):
            break
        chosen |= dict(taken.select("seat", "arm").iter_rows())
    return _told(arms, scenario, rounds, chosen)


def _round(arms: Arms, name: str, scenario: Scenario, chosen: Chosen, folder: Path, number_: int, **options: Any) -> Study:
    from caverna_sim.scenario.scenario import read_scenario

    question = RoundQuestion(arms, tuple(sorted(chosen.items())), name)
    return conduct(question, read_scenario({**scenario.to_data(), "seed": scenario.seed + number_}), out=folder, **options)


def _told(arms: Arms, scenario: Scenario, rounds: Sequence[Study], chosen: Chosen) -> _Path:
    """The path as tables and in a sentence."""
    numbered = [one.found.tables[RESPONSES].with_columns(pl.lit(place).alias("round")) for place, one in enumerate(rounds, 1)]
    path = pl.concat(numbered).select("round", "seat", "arm", "gain", "low", "high", "kept")
    seats = [one.found.tables[SEATS].with_columns(pl.lit(place).alias("round")) for place, one in enumerate(rounds, 1)]
    names = names_of(rounds[0].run)
    left = numbered[-1]
    is_still = not left["kept"].any()
    mended = listed([f"seat {seat} takes {arms.in_words(arm, names)}" for seat, arm in sorted(chosen.items())])
    told = f"{mended or 'nobody takes anything else'} after {plural(len(rounds), 'round')} of best responses"
    if is_still and len(left):
        most = left.sort("gain", descending=True).row(0, named=True)
        ends = " to ".join(number(most[end], 1, sign=True) for end in ("low", "high"))
        told += f"; then nobody is shown to gain more than a point (most: seat {most['seat']} {number(most['gain'], 1, sign=True)}, {ends})"
    elif not is_still:
        told += "; there is more to gain, in circles or further on"
    spread = [float(np.ptp(frame["margin"].to_numpy())) for frame in (seats[0], seats[-1])]
    told += f". Seats lie {number(spread[0], 1)} points apart before and {number(spread[1], 1)} after"
    tables = {
        f"{RESPONSES}, {scenario.name}": path,
        f"{SEATS}, {scenario.name}": pl.concat(seats).select("round", pl.all().exclude("round")),
        f"Arms against the mended table, {scenario.name}": rounds[-1].table,
    }
    runs = {f"{scenario.name}, round {place}": next(iter(one.runs.values())) for place, one in enumerate(rounds, 1)}
    return _Path(scenario, path.with_columns(pl.lit(scenario.name).alias("scenario")), tables, at(scenario.name, f"{told}."), runs)


def halves(drawn: pl.DataFrame, arm: str) -> list[pl.DataFrame]:
    """Blocks in two halves, in each of which every arm is drawn as often as in the other."""
    place = drawn.unique("block").sort("block").with_columns(pl.int_range(pl.len()).over(arm).alias("place"))
    return [drawn.join(place.filter(pl.col("place") % 2 == half).select("block"), on="block", how="semi") for half in (0, 1)]
