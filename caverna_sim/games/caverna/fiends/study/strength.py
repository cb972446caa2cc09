"""How strong should the orcs be, and what is each way to deal with them worth (Frantic Fiends)?

The runs of a scenario, all with its seed and so with the same deals:

- a run for every side of start strengths: the same games, so that differences are paired;
- `ways`: for every block a seat and a way to deal with orcs are drawn by lot, and the seat has to do without it;
- `display`: every furnishing of the display is left in the box with chance one half;
- `hard N`: seat N alone has the hard side, against the same games with everybody on the normal one;
- `campaign ...`: the games of a solo campaign, without bonuses.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from math import isfinite, nan
from typing import TYPE_CHECKING, Any, Unpack

import numpy as np
import polars as pl

from caverna_sim import check
from caverna_sim.dataset.read import Run
from caverna_sim.errors import CavernaError, shown
from caverna_sim.experiments.lots import limit_effects
from caverna_sim.experiments.outcomes import ALL, block_means, bots_of, seats_of
from caverna_sim.experiments.side_by_side import side_by_side
from caverna_sim.experiments.study import CommonOptions, Found, Picture, Question, Study, at, conduct, takes_options
from caverna_sim.experiments.tables import SHARED, columns_of
from caverna_sim.games.caverna.box.tables import flatten, printed_tables, with_house_rules
from caverna_sim.games.caverna.fiends.ids import orc
from caverna_sim.games.caverna.fiends.schema import EXPANSION
from caverna_sim.games.caverna.fiends.study.estimate import CHANGE, EVERYBODY, FATES, Sides, label, sides_of, strength_for
from caverna_sim.stats.controls import controls
from caverna_sim.stats.effects import Effects, drawn_design, least_squares
from caverna_sim.stats.equivalence import LEAST_BLOCKS
from caverna_sim.stats.families import Family, family
from caverna_sim.stats.ratings import Estimate, clustered_share
from caverna_sim.stats.source import needed
from caverna_sim.stats.words import listed, named, number, percent, percent_with_interval, range_text

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

    from caverna_sim.scenario.scenario import Scenario

Side = tuple[int, ...]  # start strengths of the orcs
SHARE = 0.5  # of seats, for which a strength is looked for
ABSENCE = 0.5
WAYS = {  # in words
    "traps": "setting traps", "bribes": "bribes", "fights": "fights", "rooms": "rooms for friendly orcs", "dogs": "dogs in fights",
}  # fmt: skip
EVERY_WAY = "every way"
_MAY = {way: f"may use {words}, against not" for way, words in {**WAYS, "all_of_them": EVERY_WAY}.items()}
MEASURES = ("score", "gone", "won")
ESTIMANDS = {
    "gone": "share of seats that end without a hostile orc: each of the four was fought, trapped, bribed or befriended",
    "gone_change": "the same, more than with the easiest side on the same deals",
    "score": "mean score",
    "score_change": "points more than with the easiest side on the same deals: what stronger orcs cost",
    "win_share": "share of the wins; a tie that the orcs left do not break shares the win",
    "win_change": "share of the wins more than with the easiest side",
}
_COLUMNS = {  # of the main table -> what it was called when it was measured
    "gone": "gone", "gone_change": f"gone {CHANGE}", "score": "score", "score_change": f"score {CHANGE}",
    "win_share": "won", "win_change": f"won {CHANGE}",
}  # fmt: skip


@dataclass(frozen=True)
class OrcQuestion(Question):
    """What the study asks."""

    sides: tuple[Side, ...] = field(default_factory=lambda: usual_sides())
    share: float = SHARE
    name: str = "orcs"
    title: str = "How strong should the orcs be?"
    most_games: int = 24_000
    signed: bool = False

    estimands = ESTIMANDS

    def options(self) -> Mapping[str, Any]:
        """What else sets the study apart."""
        return {"sides": [list(side) for side in self.sides], "share": self.share}

    def arguments(self) -> Sequence[str]:
        """What else stands on the command line."""
        words = [word for side in self.sides for word in ("--strengths", in_words(side))] if self.sides != usual_sides() else []
        return [*words, *(["--share", f"{self.share:g}"] if self.share != SHARE else [])]

    def length_of(self, part: str) -> float:
        """How long each run is beside the others."""
        alone = {_hard(seat): 0.4 for seat in range(7)}
        return {**alone, **{_campaign(side): 0.25 for side in campaign_sides({}).values()}}.get(part, 1.0)

    def runs(self, scenario: Scenario) -> Mapping[str, Scenario]:
        """The scenario on every side, and with each lot."""
        from caverna_sim.scenario.scenario import read_scenario

        _check(scenario)
        data = scenario.to_data()
        found = {in_words(side): on_side(scenario, side) for side in self.sides}
        limits = {**data.get("limits", {}), "drawn": drawn_limits()}
        found["ways"] = read_scenario({**data, "limits": limits, "record": ["games", "players", "assigned"]})
        supply = {**data.get("supply", {}), "random_absence": ABSENCE}
        found["display"] = read_scenario({**data, "supply": supply, "record": ["games", "players", "furnishings", "supply"]})
        if _compares_seats(scenario):
            for seat in range(scenario.players):
                rules = {**scenario.rules, "orc.hard_seats": [seat]}
                found[_hard(seat)] = read_scenario({**data, "rules": rules, "record": ["games", "players"]})
            found[NORMAL] = read_scenario({**data, "record": ["games", "players"]})
        return {**found, **{_campaign(side): _alone(scenario, side) for side in campaign_sides(scenario.rules).values()}}

    def answer(self, scenarios: Sequence[Scenario], runs: Mapping[str, Mapping[str, Run]]) -> Found:
        """What the runs show."""
        return answer([_Evidence(self, one, runs[one.name]) for one in scenarios])


@takes_options
def orc_study(
    scenario: Any,
    *,
    strengths: Sequence[Sequence[int]] | None = None,
    share: float = SHARE,
    players: Sequence[int] | None = None,
    **options: Unpack[CommonOptions],
) -> Study:
    """How the strength of the orcs balances a game, and what each way to deal with them is worth.

    `strengths` are those of orcs A, B, C and D on every side (default: both sides of the strength card and the one between); a strength is
    looked for with which a `share` of all seats gets rid of all orcs. `players` plays one scenario with these numbers of players.
    `precision` is in percentage points of the seats that get rid of all orcs.
    """
    with check.arguments("orcs"):
        share = check.number(share, "share", 0.001, 0.999, "give a share of seats between 0 and 1, such as 0.5")
        numbers = None if players is None else check.wholes(players, "players", 1, 7)
    question = OrcQuestion(usual_sides() if strengths is None else _read_sides(strengths), share)
    return conduct(question, scenario if numbers is None else _at_numbers(scenario, numbers), **options)


def _at_numbers(given: Any, players: Sequence[int]) -> list[Scenario]:
    """One scenario at several numbers of players."""
    from caverna_sim.scenario.scenario import load_scenario

    several = given if isinstance(given, list | tuple) else [given]
    if len(several) != 1:
        raise CavernaError("orcs: --players is for one scenario; give one, or leave --players out")
    return [with_players(load_scenario(several[0]), number) for number in players]


# ---------------------------------------------------------------- what is played


def usual_sides() -> tuple[Side, ...]:
    """Both sides of the strength card, the one between them, and one as far beyond the hard side: good bots beat that too."""
    orcs = printed_tables(EXPANSION)["orc"]
    normal, hard = tuple(orcs["strength"]), tuple(orcs["hard"])
    between = tuple((one + other) // 2 for one, other in zip(normal, hard, strict=True))
    return tuple(sorted({normal, between, hard, _beyond(normal, hard)}, key=sum))


def _beyond(first: Side, second: Side) -> Side:
    """As far from a side as another one is on its near side; no orc below 1."""
    return tuple(max(1, 2 * b - a) for a, b in zip(first, second, strict=True))


def _read_sides(given: Any) -> tuple[Side, ...]:
    if not isinstance(given, list | tuple) or not given:
        raise CavernaError(f"orcs: strengths {shown(given)} are not allowed; give a list of sides, such as [[5, 7, 9, 12], [7, 9, 11, 14]]")
    for side in given:
        sound = isinstance(side, list | tuple) and len(side) == orc.NUM_HOSTILE
        if not sound or not all(isinstance(one, int) and not isinstance(one, bool) for one in side):
            raise CavernaError(f"orcs: the side {shown(side)} is not allowed; give four strengths for orcs A, B, C and D")
    return tuple(sorted(dict.fromkeys(tuple(side) for side in given), key=sum))


def in_words(side: Sequence[int]) -> str:
    """A side as people write it."""
    return "/".join(map(str, side))


def _check(scenario: Scenario) -> None:
    if scenario.to_data().get("expansion") != EXPANSION:
        raise CavernaError(f'orcs: `{scenario.name}` is the base game, which has no orcs; add expansion = "{EXPANSION}" to the scenario')
    if "orc.strength_by_seat" in scenario.rules:
        raise CavernaError(
            f"orcs: `{scenario.name}` says the strengths of every seat; leave out orc.strength_by_seat, or use orc.hard_seats"
        )


def with_players(scenario: Scenario, players: int) -> Scenario:
    """A scenario at another number of players; its bots take turns in the seats."""
    from caverna_sim.scenario.scenario import read_scenario

    if players == scenario.players:
        return scenario
    bots = scenario.bots if scenario.draws_bots else tuple(scenario.bots[seat % len(scenario.bots)] for seat in range(players))
    data = replace(scenario, bots=bots, players=players).to_data()
    return read_scenario({**data, "name": f"{scenario.name}-{players}"})  # openings and rules have to fit


def on_side(scenario: Scenario, side: Side) -> Scenario:
    """The scenario with these strengths; seats with the hard side as a handicap stay as much harder as they were."""
    from caverna_sim.scenario.scenario import read_scenario

    orcs = with_house_rules(scenario.rules, EXPANSION)["orc"]
    rules = {path: value for path, value in scenario.rules.items() if path != "orc.side"}
    rules["orc.strength"] = list(side)
    if orcs["hard_seats"]:
        apart = [hard - normal for hard, normal in zip(orcs["hard"], orcs["strength"], strict=True)]
        rules["orc.hard"] = [strength + more for strength, more in zip(side, apart, strict=True)]
    return read_scenario({**scenario.to_data(), "rules": rules, "record": ["games", "players", "orcs"]})


def drawn_limits() -> dict[str, Any]:
    """Every way to deal with orcs, and all of them at once."""
    return {way: {"orcs_without": [way]} for way in orc.WAYS} | {"all_of_them": {"orcs_without": list(orc.WAYS)}}


NORMAL = "everybody normal"


def _hard(seat: int) -> str:
    return f"hard {seat}"


def _compares_seats(scenario: Scenario) -> bool:
    """Whether one seat can have another side than the others."""
    return scenario.players > 1 and not {"orc.side", "orc.hard_seats"} & set(scenario.rules)


def _campaign(side: Side) -> str:
    return f"campaign {in_words(side)}"


def campaign_sides(rules: Mapping[str, Any]) -> dict[tuple[str, int], Side]:
    """(normal or hard, game) -> strengths of the orcs in that game of a campaign (F-CAMP-2)."""
    tables = with_house_rules(flatten(rules), EXPANSION)
    cards = {"normal": tables["orc"]["strength"], "hard": tables["orc"]["hard"]}
    more = [int(tables["campaign_game"][str(game)]["strength_bonus"]) for game in range(1, int(tables["campaign"]["games"]) + 1)]
    return {
        (name, game): tuple(strength + extra for strength in card)
        for name, card in cards.items()
        for game, extra in enumerate(more, 1)
    }  # fmt: skip


def _alone(scenario: Scenario, side: Side) -> Scenario:
    """A game of a campaign without bonuses; the bots of the scenario take turns."""
    from caverna_sim.scenario.scenario import read_scenario

    food = with_house_rules(scenario.rules, EXPANSION)["campaign"]["food"]
    rules = {path: value for path, value in scenario.rules.items() if path not in ("orc.side", "orc.hard_seats")}
    bots = list(dict.fromkeys(scenario.bots))
    data = scenario.to_data()
    plain: dict[str, Any] = {name: data[name] for name in ("name", "expansion", "seed", "bot") if name in data}
    return read_scenario({
        **plain, "players": 1, "bots": bots, **({"draw": "random"} if len(bots) > 1 else {}),
        "rules": {**rules, "orc.strength": list(side), "start.food_solo": food}, "record": ["games", "players"],
    })  # fmt: skip


# ---------------------------------------------------------------- estimates


def with_gone(run: Run) -> pl.LazyFrame:
    """The seats of a run, with the column `gone`: no hostile orc is left."""
    return seats_of(run).with_columns((pl.col("orcs_left") == 0).alias("gone"))


class _Evidence:
    """The runs of one scenario, and what is estimated from them."""

    def __init__(self, question: OrcQuestion, scenario: Scenario, runs: Mapping[str, Run]) -> None:
        self.scenario, self.name, self.share, self.starts = scenario, scenario.name, question.share, question.sides
        self.runs = runs
        self.sides = sides_of([runs[in_words(side)] for side in question.sides])
        self.bots = (ALL, *bots_of(runs["ways"])) if len(bots_of(runs["ways"])) > 1 else (ALL,)
        self.games = sum(run.games_played for run in runs.values())

    @cached_property
    def measured(self) -> dict[str, Family]:
        """Every measure of all groups of seats and sides, judged together."""
        found = self.sides.measured
        return {column: family(found[known]) for column, known in _COLUMNS.items() if known in found}

    @cached_property
    def seats_apart(self) -> Family | None:
        """Seats against the mean of the others, where bots and seats can be told apart."""
        mixed = self.scenario.seating == "fixed" and len(set(self.scenario.bots)) > 1
        return None if self.sides.seats_apart is None or mixed else family(self.sides.seats_apart)

    def ways(self, bot: str) -> dict[str, Family]:
        """What every way is worth to a seat that may use it, against one that may not: minus the effect of the limit."""
        return {measure: self._way(measure, bot) for measure in MEASURES if measure != "won" or self.scenario.players > 1}

    def _way(self, measure: str, bot: str) -> Family:
        found = limit_effects(self.runs["ways"], with_gone(self.runs["ways"]), measure, bot)
        return family(found.combined(-np.eye(len(found.names)), found.names))

    @cached_property
    def everybody(self) -> dict[str, Family]:
        """What ways are worth to all bots together."""
        return self.ways(ALL)

    @cached_property
    def furnishings(self) -> dict[str, Family]:
        """What a furnishing on display is worth to the mean seat; the lot, not the deal, tells it."""
        run = self.runs["display"]
        supply = needed(run, "supply").with_columns(pl.col("tile").cast(pl.String)).collect()
        often = supply.group_by("tile").agg(pl.col("available").sum().alias("there"), pl.len().alias("blocks"))
        enough = often.filter((pl.col("there") >= LEAST_BLOCKS) & (pl.col("there") <= pl.col("blocks") - LEAST_BLOCKS))["tile"]
        if enough.is_empty():
            return {}
        rows = supply.filter(pl.col("tile").is_in(enough.to_list()))
        dealt, brought = _dealt(run)
        found = {}
        for measure in ("score", "gone"):
            blocks, means = block_means(with_gone(run), measure)
            kept, design, names = drawn_design(rows, "tile", "available", False, blocks)
            both = np.hstack([design, dealt[np.searchsorted(blocks, kept)]])
            if len(kept) < both.shape[1] + LEAST_BLOCKS:
                return {}
            found[measure] = family(least_squares(means[np.searchsorted(blocks, kept)], both, [*names, *brought]).only(names))
        return found

    @cached_property
    def handicap(self) -> Effects | None:
        """What the hard side costs a seat among seats with the normal one: points, and chances of the win and of being rid of orcs."""
        if NORMAL not in self.runs:
            return None
        by_seat = [self._of_seat(seat) for seat in range(self.scenario.players)]
        blocks = np.intersect1d(by_seat[0][0], by_seat[-1][0])
        for numbers, _ in by_seat:
            blocks = np.intersect1d(blocks, numbers)
        apart = np.mean([values[np.searchsorted(numbers, blocks)] for numbers, values in by_seat], axis=0)  # [block, measure]
        means = apart.mean(axis=0)
        return Effects(MEASURES, means, blocks, (apart - means) / len(blocks), float(max(1, len(blocks) - 1)))

    def _of_seat(self, seat: int) -> tuple[np.ndarray, np.ndarray]:
        """Blocks, and [block, measure] what changes for a seat with the hard side, on the same deals."""
        both = [
            with_gone(self.runs[name]).filter(pl.col("seat") == seat).group_by("block")
            .agg(*(pl.col(measure).cast(pl.Float64).mean() for measure in MEASURES)).collect()
            for name in (_hard(seat), NORMAL)
        ]  # fmt: skip
        paired = both[0].join(both[1], on="block", suffix=" normal").sort("block")
        apart = [paired[measure].to_numpy() - paired[f"{measure} normal"].to_numpy() for measure in MEASURES]
        return paired["block"].to_numpy(), np.column_stack(apart)

    @cached_property
    def campaign(self) -> pl.DataFrame:
        """Chance to win every game of a solo campaign without bonuses, by side."""
        rows = []
        for (side, game), strengths in campaign_sides(self.scenario.rules).items():
            seats = with_gone(self.runs[_campaign(strengths)])
            every = seats.group_by("block").agg(pl.col("gone").mean(), pl.col("score").mean()).sort("block").collect()
            won = clustered_share(every["gone"].cast(pl.Float64).to_numpy(), np.ones(len(every)))
            rows.append({
                "side": side, "game": game, "orcs": in_words(strengths), "won": won.value, "won_low": won.low, "won_high": won.high,
                "mean score": float(every["score"].mean() or 0.0), "games": len(every),  # type: ignore[arg-type]
            })  # fmt: skip
        return pl.DataFrame(rows)


def _dealt(run: Run) -> tuple[np.ndarray, tuple[str, ...]]:
    """[block, card] which display extensions and short strips lie there, without the first of each kind: so many are always dealt."""
    frame = run.games.group_by("block").agg(pl.col("extensions").first(), pl.col("short_strips").first()).sort("block").collect()
    columns, names = [], []
    for kind in ("extensions", "short_strips"):
        dealt = [set(str(text).split()) for text in frame[kind].to_list()]
        for card in sorted(set().union(*dealt))[1:]:
            there = np.array([card in cards for cards in dealt], np.float64)
            if 0 < there.sum() < len(there):
                columns.append(there)
                names.append(f"card {card}")
    return np.column_stack(columns) if columns else np.zeros((len(frame), 0)), tuple(names)


# ---------------------------------------------------------------- the answer


def answer(evidence: Sequence[_Evidence]) -> Found:
    """Tables, words and pictures of one or several scenarios."""
    tables: dict[str, pl.DataFrame] = {}
    for one in evidence:
        tables |= {f"{title}, {one.name}": table for title, table in _tables(one).items() if len(table)}
    found = Found(
        verdict=" ".join(_verdict(one) for one in evidence),
        table=pl.concat([_rows(one) for one in evidence]),
        precision=100 * max(_half_width(one.measured["gone"], one.sides) for one in evidence),
        sentences=tuple(text for one in evidence for text in _sentences(one)),
        controls={one.name: controls("nested", one.everybody["score"], _MAY) for one in evidence},
        doubts=tuple(dict.fromkeys(text for one in evidence for text in _doubts(one))),
        tables=tables,
        pictures=tuple(picture for one in evidence for picture in _pictures(one)),
    )
    fits = {one.name: (one.runs[in_words(one.starts[0])], _gone_of_all(one)) for one in evidence}
    everybody = (pl.col("bot") == ALL) & pl.col("seat").is_null()
    return side_by_side(found, fits, "side", "% of the seats that end without a hostile orc", pl.when(everybody).then("side"))


def _gone_of_all(one: _Evidence) -> Effects:
    """For every side the share of all seats that get rid of all orcs, in percent."""
    sides = tuple(one.sides.sides)
    effects = one.measured["gone"].effects.only([label(EVERYBODY, side) for side in sides])
    return effects.combined(100 * np.eye(len(sides)), sides)


def _half_width(found: Family, sides: Sides) -> float:
    """The widest interval of all seats together."""
    places = [found.effects.names.index(label(EVERYBODY, side)) for side in sides.sides]
    return float((found.high - found.low)[places].max() / 2)


def _rows(one: _Evidence) -> pl.DataFrame:
    """A row for every group of seats on every side."""
    sides = one.sides
    keys = [(group, side) for group in sides.gone.groups for side in sides.sides]
    columns: dict[str, Sequence[Any]] = {
        "seat": [int(group.removeprefix("seat ")) if group.startswith("seat ") else None for group, _ in keys],
        "bot": [ALL if group == EVERYBODY or group.startswith("seat ") else group for group, _ in keys],
        "side": [side for _, side in keys],
        "strength": [sides.gone.strengths[sides.sides.index(side)] for _, side in keys],
        "scenario": [one.name] * len(keys),
    }
    for column in ESTIMANDS:
        found = one.measured.get(column)
        told = columns_of(found) if found is not None else {}
        places = {} if found is None else {name: place for place, name in enumerate(found.effects.names)}
        for part, suffix in (("effect", ""), ("low", "_low"), ("high", "_high"), ("pointwise", "_pointwise")):
            columns[f"{column}{suffix}"] = [told[part][places[label(*key)]] if label(*key) in places else None for key in keys]
    first = one.measured["gone"]
    places = {name: place for place, name in enumerate(first.effects.names)}
    told = columns_of(first)
    columns |= {name: [told[name][places[label(*key)]] for key in keys] for name in SHARED}
    columns["games"] = [sides.games] * len(keys)
    frame = pl.DataFrame(columns)
    estimates = [name for name in frame.columns if name.startswith(tuple(ESTIMANDS))]
    return frame.with_columns(pl.col("seat").cast(pl.Int64), pl.col(estimates).cast(pl.Float64))


def _verdict(one: _Evidence) -> str:
    told = " ".join(text for text in (_strength_told(one), one.sides.verdicts[0]) if text)
    return at(one.name, _lower(told))


def _lower(text: str) -> str:
    return text[:1].lower() + text[1:]


def _strength_told(one: _Evidence) -> str:
    """With which strengths the wanted share of seats gets rid of all orcs."""
    played, wanted = one.sides, percent(one.share, 0)
    if len(played.sides) == 1:
        return ""
    found = strength_for(played, one.share)
    means, strengths = [mean.value for mean in played.gone.of(EVERYBODY)[0]], played.gone.strengths
    sides = one.starts
    if not isfinite(found.value):
        is_harder = min(means) > one.share
        far, near = (sides[-1], sides[-2]) if is_harder else (sides[0], sides[1])
        share = percent(means[-1] if is_harder else means[0], 0)
        return (
            f"even with {in_words(far)}, {'more' if is_harder else 'fewer'} than {wanted} of the seats get rid of all four orcs ({share});"
            f" try --strengths {in_words(far)} --strengths {in_words(_beyond(near, far))}."
        )
    nearest = tuple(round(float(np.interp(found.value, strengths, orcs))) for orcs in zip(*sides, strict=True))
    level = float(np.interp(sum(nearest), [sum(side) for side in sides], strengths))  # with a handicap above the mean of the side
    there = float(np.interp(level, strengths, means))
    low, high = isfinite(found.low), isfinite(found.high)
    ends = (
        f"{number(found.low, 2)} to {number(found.high, 2)}"
        if low and high
        else (f"{number(found.low, 2)} or more" if low else f"{number(found.high, 2)} or less" if high else "anything that was played")
    )
    return (
        f"orcs of {in_words(nearest)} come nearest to {wanted} of the seats that get rid of all four ({percent(there, 0)}); {wanted} do"
        f" at a mean strength of {number(found.value, 2)} ({ends}), where that side has {number(level, 2)}."
    )


def _sentences(one: _Evidence) -> Iterator[str]:
    yield from (at(one.name, _lower(text)) for text in one.sides.verdicts[1:])
    for text in (_seats_told(one), _ways_told(one), _handicap_told(one), _furnishings_told(one), _campaign_told(one)):
        if text:
            yield at(one.name, text)


def _seats_told(one: _Evidence) -> str:
    """Which seats get rid of their orcs more often than the others."""
    found, side = one.seats_apart, one.sides.sides[0]
    if found is None:
        return ""
    means = dict(zip(one.sides.gone.groups, (of_sides[0] for of_sides in one.sides.gone.means), strict=True))
    apart = [place for place in np.argsort(-found.effects.values) if found.shown[place]]
    if not apart:
        return f"seats are not shown to differ in how often they get rid of all four orcs ({side})."
    told = []
    for place in apart:
        seat, more = found.effects.names[place], found.effects.values[place] > 0
        by, *ends = (100 * abs(value) for value in (found.effects.values[place], found.low[place], found.high[place]))
        told.append(
            f"{seat} {'more' if more else 'less'} often ({percent(means[seat].value, 0)}), by {number(by, 1)} percentage points"
            f" ({number(min(ends), 1)} to {number(max(ends), 1)})"
        )
    rest = [means[seat].value for place, seat in enumerate(found.effects.names) if place not in apart]
    between = f"; the others {range_text(100 * min(rest), 100 * max(rest), 0)} %" if rest else ""
    return f"with {side}, not all seats get rid of all four orcs equally often: {listed(told)}{between}."


def _worth(found: Family, place: int, scale: float = 1.0, unit: str = "points") -> str:
    values = [scale * float(value) for value in (found.effects.values[place], found.low[place], found.high[place])]
    if scale == 100:  # a share cannot change by more than all of it
        values = [min(100.0, max(-100.0, value)) for value in values]
    ends = [number(value, 1, sign=True) for value in values]
    return f"{ends[0]} {unit} ({ends[1]} to {ends[2]})"


def _ways_told(one: _Evidence) -> str:
    points, gone = one.everybody["score"], one.everybody["gone"]
    order = [place for place in np.argsort(-gone.effects.values) if points.effects.names[place] in WAYS]
    sure = [place for place in order if gone.low[place] > 0 or gone.high[place] < 0]
    rest = listed([WAYS[points.effects.names[place]] for place in order if place not in sure])
    if not sure:
        return f"no single way to deal with orcs is shown to matter to getting rid of all of them: {rest}."
    told = [f"{WAYS[points.effects.names[place]]} {_worth(gone, place, 100, 'percentage points')}" for place in sure]
    told[0] += " of getting rid of all four"
    told = [f"{text}, {_worth(points, place)}" for text, place in zip(told, sure, strict=True)]
    more = f"; not shown to matter: {rest}" if rest else ""
    return f"to a seat that may use it, compared with one that may not: {'; '.join(told)}{more}."


def _handicap_told(one: _Evidence) -> str:
    if one.handicap is None:
        return ""
    found = family(one.handicap)
    hard, normal = (in_words(printed_tables(EXPANSION)["orc"][name]) for name in ("hard", "strength"))
    told = [
        _worth(found, 0),
        _worth(found, 1, 100, "percentage points of getting rid of all four"),
        _worth(found, 2, 100, "percentage points of the wins"),
    ]
    return f"one seat with the hard side ({hard}) among seats with the normal one ({normal}), on the same deals: {listed(told)}."


def _furnishings_told(one: _Evidence) -> str:
    if not one.furnishings:
        return ""
    found = one.furnishings["score"]
    sure = [place for place in np.argsort(-found.effects.values) if found.low[place] > 0]
    if not sure:
        return "no furnishing on display is shown to raise what the mean seat scores."
    names = _printed([found.effects.names[place] for place in sure[:3]])
    best = [f"{name} {_worth(found, place)}" for name, place in zip(names, sure, strict=False)]
    return f"the furnishings on display that are worth most to the mean seat: {listed(best)}."


def _campaign_told(one: _Evidence) -> str:
    normal = one.campaign.filter(pl.col("side") == "normal")
    told = [f"game {row['game']} in {percent_with_interval(_won(row))}" for row in normal.iter_rows(named=True)]
    return f"alone, in a campaign on the normal side without bonuses, its bots win {listed(told)}."


def _won(row: Mapping[str, Any]) -> Estimate:
    return Estimate(row["won"], row["won_low"], row["won_high"], (row["won_high"] - row["won_low"]) / 4)


def _doubts(one: _Evidence) -> Iterator[str]:
    yield at(one.name, _lower(one.sides.strength.verdict))
    source = one.sides.sources[0]
    assumed = source.game.assumed(source.facts)
    kinds = list(dict.fromkeys(point.path.partition(".")[0].replace("_", " ") for point in assumed))
    if kinds:
        yield f"Some values are assumed, since no source confirms them: {listed(kinds)}. If you own the game, you can type them in."
    yield f"To be on the safe side, intervals of the sides count each {one.sides.displays.used} once, however many blocks it has."
    yield "A way to deal with orcs is worth what these bots make of it: a bot that never builds a trap loses nothing if it may not."
    yield "Campaign games are played without bonuses here; `caverna-sim campaign` plays whole campaigns and buys some."
    if one.sides.blocks < LEAST_BLOCKS:
        yield f"With fewer than {LEAST_BLOCKS} blocks nothing is claimed; play more games."


# ---------------------------------------------------------------- tables


def _printed(tiles: Sequence[str]) -> list[str]:
    rows = printed_tables(EXPANSION)["furnishing"]
    return named(tiles, {name: str(row["name"]) for name, row in rows.items()})


def _tables(one: _Evidence) -> dict[str, pl.DataFrame]:
    sides = one.sides
    source = sides.sources[0]
    assumed = [{"value": point.path, "played": point.text, "cite": point.cite} for point in source.game.assumed(source.facts)]
    return {
        "What each way to deal with orcs is worth": _ways_table(one),
        "One seat with the hard side": _handicap_table(one),
        "What becomes of each orc (shares of seats)": _fates_table(sides),
        "One more point of strength on every orc": _slopes_table(sides),
        "Points by scoring part against the easiest side": sides.parts.table,
        "What orcs took from a seat": _taken_table(sides),
        "Furnishings on display, by lot": _furnishings_table(one),
        "Extensions and bounty strips (chance that all orcs are gone)": (
            sides.displays.table.sort("change", descending=True) if sides.displays.effects else pl.DataFrame()
        ),
        "Standard errors by what counts once": _errors_table(sides),
        "A solo campaign, game by game": one.campaign,
        "Values that no source confirms": pl.DataFrame(assumed),
    }


def _ways_table(one: _Evidence) -> pl.DataFrame:
    parts = []
    for bot in one.bots:
        found = one.everybody if bot == ALL else one.ways(bot)
        points = found["score"]
        columns: dict[str, Sequence[Any]] = {
            "way": [WAYS.get(name, EVERY_WAY) for name in points.effects.names],
            "bot": [bot] * len(points.effects.names),
            "points": points.effects.values.tolist(), "points_low": points.low.tolist(), "points_high": points.high.tolist(),
        }  # fmt: skip
        for measure, title in (("gone", "all_gone"), ("won", "win_share")):
            known = found.get(measure)
            unknown = np.full(len(points.effects.names), nan)
            ends = (unknown,) * 3 if known is None else (known.effects.values, known.low, known.high)
            columns |= {f"{title}{end}": values.tolist() for end, values in zip(("", "_low", "_high"), ends, strict=True)}
        columns |= {
            "p_adjusted": points.p_adjusted.tolist(),
            "discovery": points.discovery.tolist(),
            "blocks": [len(points.effects.blocks)] * len(points.effects.names),
            "id": list(points.effects.names),
        }
        parts.append(pl.DataFrame(columns))
    return pl.concat(parts)


def _handicap_table(one: _Evidence) -> pl.DataFrame:
    if one.handicap is None:
        return pl.DataFrame()
    words = {"score": "points", "gone": "share of seats without a hostile orc", "won": "share of the wins"}
    return family(one.handicap).table.select(
        pl.col("name").replace_strict(words).alias("what changes"), "effect", "low", "high", "p_adjusted", "discovery", "blocks"
    )


def _fates_table(sides: Sides) -> pl.DataFrame:
    rows = []
    for row in sides.fates.rows:
        told: dict[str, Any] = {"side": row.side, "orc": row.orc}
        for fate in FATES:
            share = row.shares[fate]
            name = "still_hostile" if fate == "left" else fate
            told |= {name: share.value, f"{name}_low": share.low, f"{name}_high": share.high}
        rows.append({**told, "mean round gone": row.round.value})
    return pl.DataFrame(rows)


def _slopes_table(sides: Sides) -> pl.DataFrame:
    if len(sides.sides) == 1:
        return pl.DataFrame()
    words = {"gone": "share of seats without a hostile orc", "score": "points", "won": "share of the wins"}
    return pl.DataFrame([
        {"what": words[sweep.measure], "seats": group, "change": slope.value, "change_low": slope.low, "change_high": slope.high}
        for sweep in (sides.gone, sides.score, *([sides.won] if sides.won else []))
        for group, slope in zip(sweep.groups, sweep.slopes, strict=True)
    ])  # fmt: skip


def _taken_table(sides: Sides) -> pl.DataFrame:
    return pl.DataFrame([
        {
            "taken": "goods in mines" if name == "goods" else name, "side": side,
            "mean": mean.value, "mean_low": mean.low, "mean_high": mean.high,
        }
        for name, means in sides.parts.destroyed.items()
        for side, mean in zip(sides.sides, means, strict=True)
    ])  # fmt: skip


def _furnishings_table(one: _Evidence) -> pl.DataFrame:
    if not one.furnishings:
        return pl.DataFrame()
    points, gone = one.furnishings["score"], one.furnishings["gone"]
    table = points.table.select(
        "name", pl.col("effect").alias("points"), pl.col("low").alias("points_low"), pl.col("high").alias("points_high"),
        "p_adjusted", "discovery", "blocks",
    )  # fmt: skip
    return table.with_columns(
        pl.Series("furnishing", _printed(points.effects.names)),
        pl.Series("all_gone", gone.effects.values), pl.Series("all_gone_low", gone.low), pl.Series("all_gone_high", gone.high),
    ).select(
        "furnishing", "points", "points_low", "points_high", "all_gone", "all_gone_low", "all_gone_high",
        "p_adjusted", "discovery", "blocks", pl.col("name").alias("id"),
    ).sort("points", descending=True)  # fmt: skip


def _errors_table(sides: Sides) -> pl.DataFrame:
    return pl.DataFrame([
        {"estimate": one.what, "value": one.value, **{f"error by {kind}": error for kind, error in one.errors.items()}}
        for one in sides.displays.errors
    ])  # fmt: skip


# ---------------------------------------------------------------- pictures


def _pictures(one: _Evidence) -> Iterator[Picture]:
    from caverna_sim.games.caverna.fiends.study import figures

    sides, name = one.sides, one.name
    yield Picture(
        f"gone-{name}", f"All four orcs gone, {name}", "Chance that a seat ends without a hostile orc by start strengths, with intervals.",
        lambda axes: figures.sweep(sides.gone, axes),
    )  # fmt: skip
    if one.seats_apart is not None:
        found = one.seats_apart
        yield Picture(
            f"seats-{name}", f"Seats, {name}",
            "How much more often a seat gets rid of all orcs than the mean of the others, with intervals that hold for all together.",
            lambda axes: _draw(found, found.effects.names, 100, "percentage points against the other seats", axes),
        )  # fmt: skip
    ways = one.everybody["gone"]
    yield Picture(
        f"ways-{name}", f"Ways to deal with orcs, {name}",
        "Chance of getting rid of all orcs for a seat that may use the way, against one that may not; intervals hold for all together.",
        lambda axes: _draw(
            ways, [WAYS.get(way, EVERY_WAY) for way in ways.effects.names], 100, "percentage points of getting rid of all orcs", axes
        ),
    )  # fmt: skip
    yield Picture(f"fates-{name}", f"What becomes of each orc, {name}", "Shares of seats.", lambda axes: figures.fates(sides.fates, axes))
    yield Picture(
        f"rounds-{name}", f"Orcs still hostile by round, {name}", "How long orcs stay hostile; orc D appears at the end of round 6.",
        lambda axes: figures.hostile(sides.fates),
    )  # fmt: skip
    yield Picture(
        f"score-{name}", f"Mean score by strength, {name}", "Mean scores by start strengths, with intervals.",
        lambda axes: figures.sweep(sides.score, axes),
    )  # fmt: skip
    if sides.parts.sides:
        yield Picture(
            f"parts-{name}", f"Where the points go, {name}", "Scoring parts of a seat against the easiest side.",
            lambda axes: figures.parts_lost(sides.parts, axes),
        )  # fmt: skip
    if sides.won is not None:
        won = sides.won
        yield Picture(
            f"won-{name}", f"Who wins, {name}", "Share of wins by start strengths.", lambda axes: figures.sweep(won, axes)
        )  # fmt: skip
    if one.furnishings:
        tiles = one.furnishings["score"]
        yield Picture(
            f"furnishings-{name}", f"Furnishings on display, {name}",
            "Points of the mean seat with the furnishing on display against without, with intervals that hold for all together.",
            lambda axes: _draw(tiles, _printed(tiles.effects.names), 1, "points of the mean seat", axes),
        )  # fmt: skip
    if sides.displays.effects:
        yield Picture(
            f"displays-{name}", f"What the display decides, {name}",
            "Chance that all orcs are gone when an extension or strip is in the game instead of another; chance deals them.",
            lambda axes: figures.displays(sides.displays, axes),
        )  # fmt: skip
    yield Picture(
        f"campaign-{name}", f"A solo campaign, {name}", "Chance to win each game of a campaign without bonuses.",
        lambda axes: _draw_campaign(one.campaign, axes),
    )  # fmt: skip


def _draw(found: Family, names: Sequence[str], scale: float, unit: str, axes: Axes | None) -> Figure:
    from caverna_sim.stats import figures

    order = list(np.argsort(-found.effects.values))
    ends = [(scale * found.effects.values[place], scale * found.low[place], scale * found.high[place]) for place in order]
    return figures.forest([names[place] for place in order], ends, unit, axes)


def _draw_campaign(table: pl.DataFrame, axes: Axes | None) -> Figure:
    from caverna_sim.stats import figures

    series = {
        f"{side} side": (rows["game"].to_list(), (100 * rows["won"]).to_list())
        for (side,), rows in table.partition_by(["side"], as_dict=True, maintain_order=True).items()
    }
    figure = figures.lines(series, "game of the campaign", "% of games won", axes)
    (axes or figure.axes[0]).set_xticks(sorted(set(table["game"].to_list())))
    return figure
