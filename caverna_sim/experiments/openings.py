"""What is a first placement worth? For every block a seat and its opening are drawn by lot: one of the places that can be used then, or
nothing, so that the seat's bot does what it would do anyway. That is what every opening is measured against.

An effect counts every block in which the opening was drawn, also those in which somebody was there first (`complied` tells how many):
what is measured is to set out to open so.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from math import nan
from typing import TYPE_CHECKING, Any, Unpack

import numpy as np
import polars as pl

from caverna_sim import check
from caverna_sim.dataset.read import Run
from caverna_sim.errors import CavernaError
from caverna_sim.experiments.follow import followed, in_words, opening_in_words
from caverna_sim.experiments.outcomes import ALL, block_means, judged_bots, names_of, seats_of
from caverna_sim.experiments.respond import Chosen, against, halves, of_rounds, responses
from caverna_sim.experiments.side_by_side import side_by_side
from caverna_sim.experiments.study import Found, Options, Picture, Question, Study, at, conduct, draw_effects, takes_options
from caverna_sim.experiments.tables import with_estimates
from caverna_sim.games import told_of
from caverna_sim.stats.controls import Control, controls
from caverna_sim.stats.effects import Effects, drawn_design, joined, least_squares
from caverna_sim.stats.families import Family, family
from caverna_sim.stats.source import needed
from caverna_sim.stats.words import listed, number, readable

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

    from caverna_sim.scenario.scenario import Scenario

REPLY = "reply to "  # names a run in which seat 0 opens so, and what seat 1 does is drawn
REPLY_SHARE = 0.2  # of the games
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
    replies: bool = False  # whether seat 1 is asked how to answer each first placement of seat 0
    respond: bool = False  # whether seats answer each other; asked beside, the same study with or without
    name: str = "openings"
    title: str = "What is an opening worth?"
    most_games: int = 40_000
    signed: bool = True

    estimands = ESTIMANDS

    def options(self) -> Mapping[str, Any]:
        """What else sets the study apart."""
        return {"length": self.length, "pool": list(self.pool), **({"replies": True} if self.replies else {})}

    def arguments(self) -> Sequence[str]:
        """What else stands on the command line."""
        length = ["--length", str(self.length)] if self.length != 1 else []
        pool = ["--pool", ",".join(self.pool)] if self.pool else []
        return [*length, *pool, *(["--replies"] if self.replies else []), *(["--respond"] if self.respond else [])]

    def folder_words(self, scenarios: Sequence[Scenario]) -> Sequence[str]:
        """Responses are in a folder of their own."""
        return [word for word in super().folder_words(scenarios) if word != "respond"]

    def least_blocks(self, scenario: Scenario) -> int:
        """For every opening of every seat."""
        return scenario.least_blocks

    def length_of(self, part: str) -> float:
        """How long each run is beside the others."""
        return REPLY_SHARE if part.startswith(REPLY) else 1.0

    def runs(self, scenario: Scenario) -> Mapping[str, Scenario]:
        """The scenario with drawn openings, and with what seat 1 answers drawn."""
        from caverna_sim.scenario.scenario import read_scenario

        data = scenario.to_data()
        pool = list(self.pool) or "all"
        opening = {**data.get("opening", {}), "drawn": {"length": self.length, "pool": pool}}
        game = told_of({"game": scenario.game})
        kept = ["games", "players", *(things.table for things in (game.built, game.places) if things is not None), "assigned"]
        found = {"drawn": read_scenario({**data, "opening": opening, "record": kept})}
        for first in _first_of_seat_0(found["drawn"]) if self.replies else ():
            answers = {**data.get("opening", {}), "seat_0": {"place": [first]}, "drawn": {"seat": 1, "length": 1, "pool": pool}}
            found[f"{REPLY}{first}"] = read_scenario({**data, "opening": answers, "record": ["games", "players", "assigned"]})
        return found

    def answer(self, scenarios: Sequence[Scenario], runs: Mapping[str, Mapping[str, Run]]) -> Found:
        """What the runs show."""
        return answer([_Evidence(name, parts, self.length) for name, parts in runs.items()])


def _first_of_seat_0(scenario: Scenario) -> list[str]:
    """Where seat 0 can place first, as far as that is drawn."""
    if scenario.players < 2:
        raise CavernaError(f"openings: `{scenario.name}` has one player, to whom nobody replies; leave --replies out")
    return scenario.first_places(0)


@takes_options
def opening_study(
    scenario: Any,
    *,
    length: int = 1,
    pool: Sequence[str] = (),
    replies: bool = False,
    respond: bool = False,
    **options: Unpack[Options],
) -> Study:
    """What each first placement (with `length=2` each pair of first two) of a seat is worth.

    With `replies` also how seat 1 best answers each first placement of seat 0; with `respond` what comes of it when every seat takes its
    best opening, again and again, until nobody gains more than a point by another.
    """
    with check.arguments("openings"):
        question = OpeningQuestion(
            check.whole(length, "length", 1, MOST_LENGTH), check.texts(pool, "pool"), check.flag(replies, "replies"),
            check.flag(respond, "respond"),
        )  # fmt: skip
    of_each_round = of_rounds("openings", question.respond, options)
    study = conduct(question, scenario, **options)
    return responses(OpeningArms(question.length, question.pool), study, **of_each_round) if respond else study


@dataclass(frozen=True)
class OpeningArms:
    """First placements that seats answer with."""

    length: int
    pool: tuple[str, ...]

    def mended(self, scenario: Scenario, chosen: Chosen) -> Scenario:
        """Everybody opens as was chosen."""
        from caverna_sim.scenario.scenario import read_scenario

        return read_scenario({**scenario.to_data(), "opening": self._fixed(scenario, chosen)})

    def runs(self, scenario: Scenario, chosen: Chosen) -> Mapping[str, Scenario]:
        """For each seat a run in which its opening is drawn, and the others open as was chosen."""
        from caverna_sim.scenario.scenario import read_scenario

        drawn = {"length": self.length, "pool": list(self.pool) or "all"}
        found = {}
        for seat in range(scenario.players):
            others = {key: value for key, value in self._fixed(scenario, chosen).items() if key != f"seat_{seat}"}
            data = {**scenario.to_data(), "opening": {**others, "drawn": {"seat": seat, **drawn}}}
            found[f"seat {seat}"] = read_scenario({**data, "record": ["games", "players", "assigned"]})
        return found

    def _fixed(self, scenario: Scenario, chosen: Chosen) -> dict[str, Any]:
        taken = {f"seat_{seat}": {"place": opening.split(", ")} for seat, opening in chosen.items() if opening != OWN}
        own = {f"seat_{seat}" for seat, opening in chosen.items() if opening == OWN}
        return {**{key: value for key, value in scenario.to_data().get("opening", {}).items() if key not in own}, **taken}

    def gains(self, scenario: Scenario, chosen: Chosen, runs: Mapping[str, Run], half: int | None) -> Mapping[int, Effects]:
        """What every opening gains a seat over the one that it has now."""
        found = {}
        for seat in range(scenario.players):
            run = runs[f"seat {seat}"]
            effects = _Evidence(scenario.name, {"drawn": run}, self.length, only=seat).of_half(seat, half)
            found[seat] = against(effects, chosen.get(seat, OWN), OWN)
        return found

    def in_words(self, arm: str, names: Mapping[str, str]) -> str:
        """An opening."""
        return "what its bot likes" if arm == OWN else opening_in_words(arm)


# ---------------------------------------------------------------- estimates


class _Evidence:
    """The run of one scenario, and what is estimated from it, seat by seat."""

    def __init__(self, name: str, runs: Mapping[str, Run], length: int = 1, only: int | None = None) -> None:
        self.name, self.run, self.length = name, runs["drawn"], length
        self.replies = {part.removeprefix(REPLY): run for part, run in runs.items() if part.startswith(REPLY)}
        run = self.run
        self.bots = judged_bots(run)
        drawn = _drawn(run) if only is None else _drawn(run).filter(pl.col("seat") == only)
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
        try:
            return self._of_rows(seat, self.drawn[seat], bot)
        except CavernaError:  # one bot of a large pool sits there in too few blocks; what all gain there is told
            if bot == ALL:
                raise
            return self._of_rows(seat, self.drawn[seat], ALL).only([])

    def _of_rows(self, seat: int, drawn: pl.DataFrame, bot: str) -> Effects:
        rows = drawn.filter(pl.col("opening").is_in([OWN, *self.openings(seat)])).unique("block")
        blocks, means = block_means(seats_of(self.run), bot=bot, focal=rows.select("block", "seat").lazy())
        one = rows.filter(pl.col("block").is_in(blocks)).select("block", "opening", pl.lit("opening").alias("item"))
        kept, design, names = drawn_design(one, "item", "opening", OWN, blocks)
        found = least_squares(means[np.searchsorted(blocks, kept)], design, names)
        met = tuple(sorted(set(one["opening"]) - {OWN}))  # one bot of a pool may not have met all of them
        return replace(found, names=tuple(name.removeprefix("opening: ") for name in names) if len(names) > 1 else met)

    def of_half(self, seat: int, half: int | None) -> Effects:
        """The openings of a seat on one half of its blocks, or on all."""
        return self._of_rows(seat, self.drawn[seat] if half is None else halves(self.drawn[seat], "opening")[half], ALL)

    @property
    def regret(self) -> tuple[Control, ...]:
        """What each seat gains by the opening that half of its blocks call best, on the other half."""
        found, told = {}, {}
        for seat, part in self.drawn.items():
            try:
                first, second = (self._of_rows(seat, half, ALL) for half in halves(part, "opening"))
            except CavernaError:  # too few blocks to halve them
                return ()
            if not first.names:  # none of the pool can be played
                continue
            best = first.names[int(first.values.argmax())]
            if best in second.names:
                found[f"seat {seat}"] = second.only([best])
                told[f"seat {seat}: {best}"] = f"seat {seat} with {opening_in_words(best)} every time, against what its bot does"
        return controls("regret", family(joined(found)), told) if found else ()

    @property
    def done(self) -> dict[str, float]:
        """In which share of the games each opening took place that was drawn."""
        return {f"seat {seat}: {_plain(opening)}": share for seat, known in self.complied.items() for opening, share in known.items()}

    @property
    def games(self) -> int:
        """Of the openings."""
        return self.run.games_played

    def followed(self) -> pl.DataFrame:
        """What goes with each opening."""
        return followed(self.run, pl.concat(self.drawn.values()), OWN, self.length)


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
    tables: dict[str, pl.DataFrame] = {}
    pictures = [_picture(one, found) for one, found in zip(evidence, families, strict=True)]
    for one, found in zip(evidence, families, strict=True):
        pictures += [_grid(one, found, seat) for seat in one.drawn if one.length > 1 and one.openings(seat)]
        if one.replies:
            replies = _replies(one)
            tables[f"Replies of seat 1, {one.name}"] = _reply_table(replies)
            sentences.append(_reply_sentence(one, replies))
        tables[f"What goes with an opening, {one.name}"] = follow = one.followed()
        sentences += in_words(one.name, follow, _clearest(found), names_of(one.run))
    answered = Found(
        verdict=" ".join(_verdict(one, found) for one, found in zip(evidence, families, strict=True)),
        table=pl.concat([_rows(one, found) for one, found in zip(evidence, families, strict=True)]),
        precision=max(found.half_width for found in families),
        sentences=tuple(sentences),
        controls={one.name: one.regret for one in evidence},
        done={one.name: one.done for one in evidence},
        doubts=(
            "After its opening the bot plays as always; a player who plans for the opening may make more of it.",
            "Openings that were drawn but could not be played count too: an effect is what the intention is worth.",
        ),
        tables=tables,
        pictures=tuple(pictures),
    )
    named = pl.concat_str(pl.lit("seat "), "seat", pl.lit(": "), pl.col("opening").map_elements(_plain, pl.String))
    worth = {one.name: (one.run, _plainly(one.effects(ALL))) for one in evidence}
    return side_by_side(answered, worth, "opening", "points of the seat", pl.when(pl.col("bot") == ALL).then(named))


def _plainly(effects: Effects) -> Effects:
    """Under names that do not say for how many players a space is: other numbers of players have other variants of it."""
    plain = [f"{seat}: {_plain(opening)}" for seat, opening in (name.split(": ", 1) for name in effects.names)]
    kept = [name for name in plain if plain.count(name) == 1]
    chosen = effects.only([name for name, short in zip(effects.names, plain, strict=True) if short in kept])
    return replace(chosen, names=tuple(kept))


def _plain(opening: str) -> str:
    return ", ".join(readable([space])[0] for space in opening.split(", "))


def _clearest(found: Family) -> list[str]:
    """The openings that are shown to matter most, whatever the seat: the best and the worst."""
    order = np.argsort(found.effects.values)
    sure = [int(place) for place in (order[-1], order[0]) if found.low[place] > 0 or found.high[place] < 0]
    return list(dict.fromkeys(found.effects.names[place].split(": ", 1)[1] for place in sure))


# ---------------------------------------------------------------- replies


def _replies(one: _Evidence) -> Family:
    """What each first placement of seat 1 is worth to it after each of seat 0, against what its bot would do; names `first: reply`."""
    return family(joined({first: _reply(one.name, run) for first, run in one.replies.items()}))


def _reply(name: str, run: Run) -> Effects:
    effects = _Evidence(name, {"drawn": run}, only=1).effects(ALL)
    return replace(effects, names=tuple(label.split(": ", 1)[1] for label in effects.names))


def _reply_table(found: Family) -> pl.DataFrame:
    keys = [name.split(": ", 1) for name in found.effects.names]
    head = pl.DataFrame({"first_of_seat_0": [first for first, _ in keys], "reply_of_seat_1": [reply for _, reply in keys]})
    told = found.table.select("effect", "low", "high", "p_adjusted", "discovery")
    return pl.concat([head, told], how="horizontal").sort("first_of_seat_0", "effect", descending=[False, True])


def _reply_sentence(one: _Evidence, found: Family) -> str:
    """For each first placement of seat 0, a reply that is shown to be better than what the bot of seat 1 does by itself."""
    best: dict[str, int] = {}
    for place, name in enumerate(found.effects.names):
        first = name.split(": ", 1)[0]
        if found.low[place] > 0 and found.effects.values[place] > found.effects.values[best.get(first, place)] - 1e-12:
            best[first] = place
    if not best:
        return at(one.name, "no reply of seat 1 is shown to be better than what its bot does by itself.")
    told = [f"to {readable([first])[0]} with {_worth(found, place)}" for first, place in best.items()]
    return at(one.name, f"seat 1 can reply better than its bot does: {listed(told)}.")


def _rows(one: _Evidence, everybody: Family) -> pl.DataFrame:
    parts = [_table(one, ALL, everybody)]
    parts += [_table(one, bot, family(one.effects(bot))) for bot in one.bots[1:] if one.effects(bot).names]
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
            told.append(f"seat {seat} with {_worth(found, best)}")
    if not told:
        worst = int(found.effects.values.argmin())
        least = f"; worst is {found.effects.names[worst].split(': ')[0]} with {_worth(found, worst)}" if found.high[worst] < 0 else ""
        return at(one.name, f"no opening is shown to be better than what the bots do themselves{least}.")
    return at(one.name, f"better than what its bot would do: {listed(told)}.")


def _worth(found: Family, place: int) -> str:
    opening = found.effects.names[place].split(": ", 1)[1]
    ends = [number(value, 1, sign=True) for value in (found.effects.values[place], found.low[place], found.high[place])]
    return f"{opening_in_words(opening)} {ends[0]} ({ends[1]} to {ends[2]})"


def _never(one: _Evidence) -> list[str]:
    told = []
    for seat, shares in one.complied.items():
        never = sorted(opening for opening, share in shares.items() if opening != OWN and share < LEAST_COMPLIED)
        if never:
            told.append(at(one.name, f"seat {seat} drew, but could hardly ever play, {listed(list(map(opening_in_words, never)))}."))
    return told


def _grid(one: _Evidence, found: Family, seat: int) -> Picture:
    """First and second placement of a seat as rows and columns."""
    cells = {
        tuple(name.split(": ", 1)[1].split(", ")): place
        for place, name in enumerate(found.effects.names)
        if name.startswith(f"seat {seat}: ")
    }
    return Picture(
        f"pairs-{seat}-{one.name}", f"First and second placement of seat {seat}, {one.name}",
        "Points of the seat when it opens with the row and goes on with the column, against what its bot would do. Pale letters: may be"
        " nothing; empty: hardly ever possible.",
        lambda axes: _draw_grid(cells, found, axes),
    )  # fmt: skip


def _draw_grid(cells: Mapping[tuple[str, ...], int], found: Family, axes: Axes | None) -> Figure:
    from caverna_sim.stats import figures

    rows, columns = (sorted({cell[side] for cell in cells}) for side in (0, 1))
    values = [[float(found.effects.values[cells[a, b]]) if (a, b) in cells else nan for b in columns] for a in rows]
    sure = [
        [(a, b) in cells and bool(found.low[cells[a, b]] > 0 or found.high[cells[a, b]] < 0) for b in columns] for a in rows
    ]  # fmt: skip
    return figures.matrix(readable(rows), readable(columns), values, sure, "second placement", axes)


def _picture(one: _Evidence, found: Family) -> Picture:
    return Picture(
        f"openings-{one.name}", f"Openings, {one.name}",
        "Points of the seat with the opening against what its bot would do, with intervals that hold for all together.",
        lambda axes: draw_effects(found, readable(found.effects.names), "points of the seat", axes),
    )  # fmt: skip
