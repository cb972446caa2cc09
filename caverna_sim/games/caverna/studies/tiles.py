"""What is each furnishing worth? Furnishings are taken out of the supply by lot, for everybody or for some seats, so that nothing but
the lot decides who could build them.

Two runs for a scenario, both of whole blocks with the same lots for every seating:

- `absence`: every unique furnishing is absent with chance one half;
- `access`: for a seat drawn by lot (the focal seat), every furnishing may be built by nobody, by that seat only, by all others only, or by
  everybody, each with chance one quarter.

A third, shorter run with all furnishings tells what is built when nothing is missing. Who never builds a furnishing cannot miss it: those
are the negative controls of the study.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, Unpack

import numpy as np
import polars as pl

from caverna_sim import check
from caverna_sim.dataset.read import Run
from caverna_sim.experiments.beside import side_by_side
from caverna_sim.experiments.outcomes import ALL, block_means, bots_of, seats_of
from caverna_sim.experiments.study import Found, Options, Picture, Question, Study, at, conduct, of_each, takes_options
from caverna_sim.experiments.tables import with_estimates
from caverna_sim.games import told_of
from caverna_sim.games.caverna.studies.lots import least_blocks, with_seats
from caverna_sim.games.caverna.studies.names import in_print
from caverna_sim.games.caverna.studies.prices import PriceQuestion, chosen, merged
from caverna_sim.stats.controls import Control, Kind, controls
from caverna_sim.stats.effects import Effects, drawn_design, joined, least_squares
from caverna_sim.stats.equivalence import LEAST_BLOCKS
from caverna_sim.stats.families import Family, family
from caverna_sim.stats.met import Met, hardly, hardly_told, rows_at
from caverna_sim.stats.ratings import Floats
from caverna_sim.stats.source import facts_of, needed
from caverna_sim.stats.usage import Built, built
from caverna_sim.stats.words import listed, number

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

    from caverna_sim.scenario.scenario import Scenario

NEVER_BUILT = 0.001  # of the seats: what is built less often serves as a negative control
ABSENCE = 0.5
PAIRED = (("state_parlor", "broom_chamber"), ("state_parlor", "office_room"), ("broom_chamber", "office_room"))  # praised by all sources
ACCESS = {"private": "focal", "others": "others", "contested": "everybody"}  # estimate -> who may build, against nobody
NOBODY = "nobody"
GHOSTS_RUN = "ghosts"
GHOSTS = (  # what bots build most, so that a bot that takes a tile for worth something because it lies there shows it here
    "wood_supplier", "food_chamber", "working_cave", "ruby_supplier", "weaving_parlor", "weapon_storage", "prayer_chamber", "main_storage",
)  # fmt: skip
UNPAYABLE = 40  # stone
ENDS = 10  # furnishings at either end that are played at other prices
PRICE_SHARE = 1 / 30  # of the games, for each price

ESTIMANDS = {
    "table_effect": "points of the mean seat when the furnishing is there for everybody, against its being absent for everybody",
    "private": "points of a seat that alone may build it, against nobody",
    "others": "points of a seat when all others may build it, against nobody",
    "contested": "points of a seat when everybody may build it, against nobody",
    "built": "share of seats that build it when everything is there",
    "built_when_there": "share of seats that build it in blocks in which it is there",
    "as_built": "points of seats that built it above seats of the same bot that did not: a description, not an effect",
}


@dataclass(frozen=True)
class TileQuestion(Question):
    """What the study asks."""

    fair_prices: bool = False  # asked beside; the same study with or without
    name: str = "tiles"
    title: str = "What is each furnishing worth?"
    most_games: int = 60_000
    signed: bool = True

    estimands = ESTIMANDS

    def arguments(self) -> Sequence[str]:
        """What else stands on the command line."""
        return ["--fair-prices"] if self.fair_prices else []

    def folder_words(self, scenarios: Sequence[Scenario]) -> Sequence[str]:
        """The scenarios alone: fair prices are in a folder of their own."""
        return super().folder_words(scenarios)[:1]

    def least_blocks(self, scenario: Scenario) -> int:
        """For every furnishing, and for everyone who may build it; with few blocks of ghosts there is no such control."""
        return 1 if isinstance(scenario.to_data()["supply"].get("random_absence"), Mapping) else least_blocks(scenario)

    def shares(self) -> Mapping[str, float]:
        """How long each run is beside the others."""
        return {"absence": 1.0, "access": 1.0, "everything there": 0.2, GHOSTS_RUN: 0.22}

    def runs(self, scenario: Scenario) -> Mapping[str, Scenario]:
        """The scenario with furnishings left out by lot."""
        from caverna_sim.scenario.scenario import read_scenario

        data = scenario.to_data()
        supply = data.get("supply", {})
        kept = {"games", "players", "furnishings"}
        return {
            "absence": read_scenario(
                {**data, "supply": {**supply, "random_absence": ABSENCE}, "record": ["games", "players", "furnishings", "supply"]}
            ),
            "access": read_scenario(
                {**data, "supply": {**supply, "random_access": True}, "record": ["games", "players", "furnishings", "assigned"]}
            ),
            "everything there": read_scenario({**data, "record": sorted(kept)}),
            **self._ghosts(scenario),
        }  # fmt: skip

    def _ghosts(self, scenario: Scenario) -> dict[str, Scenario]:
        """Furnishings at a price that nobody can pay, each absent with chance one half, all others there; none where none is offered."""
        from caverna_sim.games.caverna.scenario.design import offered
        from caverna_sim.scenario.scenario import read_scenario

        data = scenario.to_data()
        there = {tile for _, tile in offered(scenario.all_rules, data.get("expansion"))}
        ghosts = [tile for tile in GHOSTS if tile in there]
        if not ghosts:
            return {}
        supply = {**data.get("supply", {}), "random_absence": dict.fromkeys(ghosts, ABSENCE)}
        rules = {**scenario.rules, **{f"furnishing.{tile}.cost.stone": UNPAYABLE for tile in ghosts}}
        return {GHOSTS_RUN: read_scenario({**data, "supply": supply, "rules": rules, "record": ["games", "players", "supply"]})}

    def answer(self, scenarios: Sequence[Scenario], runs: Mapping[str, Mapping[str, Run]]) -> Found:
        """What the runs show."""
        return answer([_Evidence(name, parts) for name, parts in runs.items()])


@takes_options
def tile_study(scenario: Any, *, fair_prices: bool = False, **options: Unpack[Options]) -> Study:
    """What each furnishing is worth at the table of a scenario (or of several, side by side).

    With `fair_prices` the furnishings that a table gains most and least by are played at other prices too, in a folder beside that of the
    study: at which price is each worth as much as the median one?
    """
    with check.arguments("tiles"):
        check.flag(fair_prices, "fair_prices")
    study = conduct(TileQuestion(fair_prices), scenario, **options)
    return _with_prices(study, options) if fair_prices else study


def _with_prices(study: Study, options: Options) -> Study:
    """The study with fair prices beside its answer; how long their runs are follows from what was asked for, or else from its own."""
    worth, tiles = {}, {}
    for name, runs in study.runs.items():
        one = _Evidence(name, runs)
        worth[name] = one.table[ALL]
        tiles[name] = chosen(worth[name], [*one.never_built, *one.not_tried], ENDS)
    asked = of_each(study.question, options.get("games"), len(study.runs)) or [runs["absence"].games_played for runs in study.runs.values()]
    lengths = [max(1, round(PRICE_SHARE * games)) for games in asked]
    question = PriceQuestion(tiles, worth)
    folder = study.folder.with_name(f"{study.folder.name}-{question.name}")
    more = {name: options.get(name) for name in ("workers", "on_progress")}
    prices = conduct(question, list(study.scenarios), games=lengths, out=folder, **more)  # type: ignore[arg-type]
    every = {name: {**own, **{f"prices, {part}": run for part, run in prices.runs[name].items()}} for name, own in study.runs.items()}
    return replace(study, found=merged(study.found, prices.found), runs=every)


# ---------------------------------------------------------------- estimates


class _Evidence:
    """The runs of one scenario, and what is estimated from them."""

    def __init__(self, name: str, runs: Mapping[str, Run]) -> None:
        self.name = name
        self.absence, self.access, self.plain = (runs[part] for part in ("absence", "access", "everything there"))
        self.ghosts = _of_supply(runs[GHOSTS_RUN]) if GHOSTS_RUN in runs else None
        self.bots = (ALL, *bots_of(self.absence)) if len(bots_of(self.absence)) > 1 else (ALL,)
        supply = needed(self.absence, "supply").with_columns(pl.col("tile").cast(pl.String)).collect()
        self.tiles = tuple(sorted(supply["tile"].unique().to_list()))
        self.table = {bot: self._table_effect(supply, bot) for bot in self.bots}
        focal = _focal(self.access)
        self.seat = {bot: self._focal_effects(focal, bot) for bot in self.bots}
        plain, absence = built(self.plain), built(self.absence)
        self.hardly_met = _hardly_met(self.plain, (plain, absence))
        self.built = _shares(plain)
        self.built_when_there = _shares(absence)
        self.as_built = {thing.id: thing.as_built.value for thing in plain.things if thing.as_built is not None}

    def _table_effect(self, supply: pl.DataFrame, bot: str) -> Effects:
        blocks, means = block_means(seats_of(self.absence), bot=bot)
        kept, design, names = drawn_design(supply, "tile", "available", False, blocks)
        return least_squares(means[np.searchsorted(blocks, kept)], design, names).only(self.tiles)

    def _focal_effects(self, drawn: pl.DataFrame, bot: str) -> Effects:
        blocks, means = block_means(seats_of(self.access), bot=bot, focal=drawn.select("block", "seat").unique().lazy())
        kept, design, names = drawn_design(drawn, "tile", "access", NOBODY, blocks)
        return least_squares(means[np.searchsorted(blocks, kept)], *with_seats(design, names, drawn, kept)).only(names)

    def estimate(self, name: str, bot: str) -> Effects:
        """One of the four causal estimates for every furnishing."""
        if name == "table_effect":
            return self.table[bot]
        whole = self.seat[bot].only([f"{tile}: {ACCESS[name]}" for tile in self.tiles])
        return Effects(self.tiles, whole.values, whole.blocks, whole.shares, whole.degrees, whole.remaining)

    @property
    def never_built(self) -> tuple[str, ...]:
        """Furnishings that nobody builds to speak of, whatever else is missing."""
        return tuple(
            tile for tile in self.tiles if max(self.built.get((ALL, tile), 0.0), self.built_when_there.get((ALL, tile), 0.0)) < NEVER_BUILT
        )

    @property
    def not_tried(self) -> set[str]:
        """Furnishings of which nothing is claimed."""
        return {one.row[1] for one in self.hardly_met}

    @property
    def controls(self) -> tuple[Control, ...]:
        """Furnishings that nobody can pay, or that nobody builds, show no effect; who alone may build one scores no less."""
        found = self._told("ghosts", self.ghosts, "{}, which nobody can pay") if self.ghosts is not None else ()
        if self.never_built:
            found += self._told("ghosts", self.table[ALL].only(self.never_built), "{}, which nobody builds")
        return found + self._told("nested", self.estimate("private", ALL), "alone may build {}, against nobody")

    def _told(self, kind: Kind, effects: Effects, words: str) -> tuple[Control, ...]:
        names = [words.format(name) for name in in_print(effects.names)]
        return controls(kind, family(effects), dict(zip(effects.names, names, strict=True)))

    @property
    def games(self) -> int:
        """Of the two causal runs."""
        return self.absence.games_played + self.access.games_played


def _of_supply(run: Run) -> Effects | None:
    """What each furnishing that a run draws is worth to the mean seat; None where there are too few blocks to tell."""
    supply = needed(run, "supply").with_columns(pl.col("tile").cast(pl.String)).collect()
    drawn = supply.filter(pl.col("available").n_unique().over("tile") > 1)
    blocks, means = block_means(seats_of(run))
    kept, design, names = drawn_design(drawn, "tile", "available", False, blocks)
    if len(kept) < len(names) + LEAST_BLOCKS:
        return None
    return least_squares(means[np.searchsorted(blocks, kept)], design, names)


def _hardly_met(run: Run, found: Sequence[Built]) -> tuple[Met, ...]:
    """Furnishings that the scenario brings or changes, and that hardly anybody builds with all others there or half of them missing."""
    game = told_of(run.manifest)
    assert game.built is not None
    rows = [(word, tile) for word, tile in rows_at(facts_of(run).rules, game) if game.rows[word] == game.built]
    games = [{thing.id: (round(thing.in_games * thing.games), thing.games) for thing in one.things} for one in found]
    names = game.names(facts_of(run))
    return hardly(
        [Met((word, tile), game.built, names.get(tile, tile), *often.get(tile, (0, one.games))) for word, tile in rows]
        for one, often in zip(found, games, strict=True)
    )


def _focal(run: Run) -> pl.DataFrame:
    """block, seat (the focal one), tile, access."""
    rows = needed(run, "assigned").filter(pl.col("kind").cast(pl.String) == "access")
    return rows.select("block", "seat", pl.col("tile").cast(pl.String), pl.col("access").cast(pl.String)).collect()


def _shares(found: Built) -> dict[tuple[str, str], float]:
    """(bot, tile) -> share of seats that built it, of those that could."""
    return {(ALL, thing.id): thing.when_there.value for thing in found.things} | {
        (bot, thing.id): share for thing in found.things for bot, share in zip(found.bots, thing.by_bot, strict=True)
    }


# ---------------------------------------------------------------- the answer


def answer(evidence: Sequence[_Evidence]) -> Found:
    """Tables, words and pictures of the evidence of one or several scenarios."""
    families = [{name: family(one.estimate(name, ALL)) for name in ("table_effect", *ACCESS)} for one in evidence]
    tables = [_rows(one, known) for one, known in zip(evidence, families, strict=True)]
    doubts = [text for one in evidence for text in _doubts(one)]
    sentences = [text for one, known in zip(evidence, families, strict=True) for text in _sentences(one, known)]
    further = {f"Together, {one.name}": pairs for one in evidence if (pairs := _pairs(one)) is not None}
    sentences += [_pair_sentence(one, pairs) for one in evidence if (pairs := further.get(f"Together, {one.name}")) is not None]
    found = Found(
        verdict=" ".join(_verdict(one, known["table_effect"]) for one, known in zip(evidence, families, strict=True)),
        table=pl.concat(tables),
        precision=max(known["table_effect"].half_width for known in families),
        sentences=tuple(sentences),
        doubts=tuple(doubts),
        tables=further,
        pictures=tuple(_picture(one, known) for one, known in zip(evidence, families, strict=True)),
        before=tuple(at(one.name, f"{hardly_told(one.hardly_met)}.") for one in evidence if one.hardly_met),
        controls={one.name: one.controls for one in evidence},
    )
    worth = {one.name: (one.absence, one.table[ALL]) for one in evidence}
    return side_by_side(found, worth, "tile", "points of the mean seat", pl.when(pl.col("bot") == ALL).then(pl.col("tile")))


def _rows(one: _Evidence, everybody: Mapping[str, Family]) -> pl.DataFrame:
    """A row for every furnishing, for all bots together and for each of them."""
    parts = [_bot_rows(one, ALL, everybody)]
    others = one.bots[1:]
    if others:
        together = {name: family(joined({bot: one.estimate(name, bot) for bot in others})) for name in everybody}
        keys = [(bot, tile) for bot in others for tile in one.tiles]
        parts.append(_table(one, keys, together))
    return pl.concat(parts)


def _bot_rows(one: _Evidence, bot: str, families: Mapping[str, Family]) -> pl.DataFrame:
    return _table(one, [(bot, tile) for tile in one.tiles], families)


def _table(one: _Evidence, keys: Sequence[tuple[str, str]], families: Mapping[str, Family]) -> pl.DataFrame:
    count = len(keys)
    more: dict[str, Sequence[Any]] = {
        "built": [one.built.get(key, 0.0) for key in keys],
        "built_when_there": [one.built_when_there.get(key, 0.0) for key in keys],
        "as_built": [one.as_built.get(tile) if bot == ALL else None for bot, tile in keys],
        "games": [one.games] * count,
    }
    head = {"tile": [tile for _, tile in keys], "bot": [bot for bot, _ in keys], "scenario": [one.name] * count}
    table = with_estimates(head, families, more)
    is_tried = ~pl.col("tile").is_in(list(one.not_tried))
    return table.with_columns(pl.col("as_built").cast(pl.Float64), pl.when(is_tried).then("discovery").alias("discovery"))


def _verdict(one: _Evidence, found: Family) -> str:
    shown = {
        name: (value, low, high)
        for name, value, low, high in zip(found.effects.names, found.effects.values, found.low, found.high, strict=True)
    }
    tried = {name: ends for name, ends in shown.items() if name not in one.not_tried}
    sure = sorted((name for name, (_, low, high) in tried.items() if low > 0 or high < 0), key=lambda name: -shown[name][0])
    if not sure:
        return at(one.name, "no furnishing is shown to change what a table scores; more games are needed.")
    up = [_worth(name, shown[name]) for name in sure if shown[name][0] > 0][:3]
    down = [_worth(name, shown[name]) for name in reversed(sure) if shown[name][0] < 0][:3]
    told = f"{len(sure)} of {len(shown)} furnishings {'is' if len(sure) == 1 else 'are'} shown to change what the mean seat scores"
    told += f"; worth most: {listed(up)}" if up else ""
    return at(one.name, told + (f"; the table scores more without {listed(down)}" if down else "") + ".")


def _worth(name: str, found: tuple[Any, ...]) -> str:
    value, low, high = found
    return f"{in_print([name])[0]} {number(value, 1, sign=True)} ({number(low, 1, sign=True)} to {number(high, 1, sign=True)})"


def _sentences(one: _Evidence, families: Mapping[str, Family]) -> list[str]:
    told = []
    dead = [tile for tile in one.never_built if tile not in one.not_tried]
    if dead:
        told.append(at(one.name, f"hardly ever built, whatever else is missing: {listed(in_print(dead))}."))
    private = families["private"]
    best = sorted(range(len(one.tiles)), key=lambda place: -private.effects.values[place])[:3]
    shown = [
        _worth(one.tiles[place], (private.effects.values[place], private.low[place], private.high[place]))
        for place in best if private.low[place] > 0 and one.tiles[place] not in one.not_tried
    ]  # fmt: skip
    if shown:
        told.append(at(one.name, f"worth most to a seat that alone may build it: {listed(shown)}."))
    return told


def _doubts(one: _Evidence) -> list[str]:
    told = [at(one.name, "each furnishing is valued with half of the others missing, and so with half of those that could replace it.")]
    if not one.never_built:
        told.append(at(one.name, "every furnishing is built now and then, so there is no negative control."))
    return told


# ---------------------------------------------------------------- furnishings together


def _pairs(one: _Evidence) -> pl.DataFrame | None:
    """Whether two furnishings are worth more together than apart."""
    pairs = [pair for pair in PAIRED if set(pair) <= set(one.tiles)]
    return together(one.absence, one.access, pairs) if pairs else None


def together(absence: Run, access: Run, pairs: Sequence[tuple[str, str]]) -> pl.DataFrame:
    """Two furnishings drawn by lot, each there or not: mean scores of the four cases, and the interaction with its interval.

    `interaction` is of the mean seat: what both add beyond what each adds by itself. `own_interaction` is the same for a seat that may
    or may not build them, whatever the others may.
    """
    supply = needed(absence, "supply").with_columns(pl.col("tile").cast(pl.String)).collect()
    blocks, means = block_means(seats_of(absence))
    kept, design, names = drawn_design(supply, "tile", "available", False, blocks)
    outcomes = means[np.searchsorted(blocks, kept)]
    there = {tile: design[:, names.index(tile)] for pair in pairs for tile in pair}
    drawn = _focal(access)
    focal_blocks, focal_means = block_means(seats_of(access), focal=drawn.select("block", "seat").unique().lazy())
    focal_kept, focal_design, focal_names = drawn_design(drawn, "tile", "access", NOBODY, focal_blocks)
    who = [f"{{}}: {ACCESS[name]}" for name in ("private", "contested")]
    own = {tile: np.asarray(sum(focal_design[:, focal_names.index(name.format(tile))] for name in who)) for tile in there}
    families = {
        "interaction": _products(outcomes, design, names, there, pairs),
        "own_interaction": _products(
            focal_means[np.searchsorted(focal_blocks, focal_kept)], focal_design, focal_names, own, pairs
        ),
    }  # fmt: skip
    cases = {"neither": (0, 0), "first": (1, 0), "second": (0, 1), "both": (1, 1)}
    cells = {
        case: [float(outcomes[(there[a] == first) & (there[b] == second)].mean()) for a, b in pairs]
        for case, (first, second) in cases.items()
    }
    table = with_estimates({"first_tile": [a for a, _ in pairs], "second_tile": [b for _, b in pairs], **cells}, families, {})
    return table.drop("low", "high", "pointwise", "rank_low", "rank_high")


def _products(
    outcomes: Floats, design: Floats, names: Sequence[str], there: Mapping[str, Floats], pairs: Sequence[tuple[str, str]]
) -> Family:
    """The interactions of pairs, beside all effects of single furnishings."""
    labels = [f"{a} with {b}" for a, b in pairs]
    products = np.column_stack([(there[a] - there[a].mean()) * (there[b] - there[b].mean()) for a, b in pairs])
    return family(least_squares(outcomes, np.hstack([design, products]), [*names, *labels]).only(labels))


def _pair_sentence(one: _Evidence, table: pl.DataFrame) -> str:
    """What two furnishings are worth together beyond what each is worth by itself."""
    told = []
    for row in table.iter_rows(named=True):
        value, low, high = (row[name] for name in ("interaction", "interaction_low", "interaction_high"))
        if low > 0 or high < 0:
            told.append(_worth(" with ".join(in_print([row["first_tile"], row["second_tile"]])), (value, low, high)))
    if not told:
        pairs = [" with ".join(in_print([row["first_tile"], row["second_tile"]])) for row in table.iter_rows(named=True)]
        return at(one.name, f"no pair is shown to be worth more or less than its two furnishings: {listed(pairs)}.")
    return at(one.name, f"worth of a pair beyond that of its two furnishings: {listed(told)}.")


# ---------------------------------------------------------------- pictures


def _picture(one: _Evidence, families: Mapping[str, Family]) -> Picture:
    return Picture(
        f"tiles-{one.name}", f"Furnishings, {one.name}",
        "Points of the mean seat with the furnishing in the supply against without, with intervals that hold for all together.",
        lambda axes: _draw(one, families["table_effect"], axes),
    )  # fmt: skip


def _draw(one: _Evidence, found: Family, axes: Axes | None) -> Figure:
    from caverna_sim.stats import figures

    order = sorted(range(len(one.tiles)), key=lambda place: -found.effects.values[place])
    names = [one.tiles[place] for place in order]
    ends = [(found.effects.values[place], found.low[place], found.high[place]) for place in order]
    return figures.forest(in_print(names), ends, "points of the mean seat", axes)
