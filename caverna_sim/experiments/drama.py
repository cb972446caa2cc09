"""How exciting is a game? From the table `rounds`: how often the lead changes, who comes back, how close it ends, how much is blocked."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, Unpack

import numpy as np
import polars as pl

from caverna_sim.dataset.read import Run
from caverna_sim.errors import CavernaError
from caverna_sim.experiments.outcomes import group_means
from caverna_sim.experiments.side_by_side import side_by_side
from caverna_sim.experiments.study import Found, Options, Picture, Question, Study, at, conduct, takes_options
from caverna_sim.experiments.tables import with_estimates
from caverna_sim.stats.effects import Effects, put_together
from caverna_sim.stats.families import Family, family
from caverna_sim.stats.source import needed
from caverna_sim.stats.words import number, percent

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

    from caverna_sim.scenario.scenario import Scenario

CLOSE = 5  # points between first and second: a close game
MEASURES = {
    "lead_changes": "rounds after which another seat leads than before, in a game",
    "last_leader_change": "round after which the later winner leads for good",
    "comeback": "share of games whose winner was last of its table at half-time",
    "winner_behind": "points by which the winner was behind the leader at half-time",
    "gap": "points between first and second at the end",
    "close": f"share of games in which these are at most {CLOSE} points",
    "spread": "points between first and last at the end",
    "blocked": "placements of a seat in a game when a space that it would have liked better was taken",
    "choices": "choices of a seat in a game",
    "plans": "effective number of bots that win: one over the sum of the squares of their shares",
}
OF_THE_BOTS = "plans"  # says nothing of a table, only of who sits there
ESTIMANDS = {"value": "mean over games, with a margin of error that holds for all measures together"}


@dataclass(frozen=True)
class DramaQuestion(Question):
    """What the study asks."""

    name: str = "drama"
    title: str = "How exciting is it?"
    most_games: int = 10_000
    signed: bool = False

    estimands = ESTIMANDS

    def runs(self, scenario: Scenario) -> Mapping[str, Scenario]:
        """The scenario itself, with its rounds kept."""
        from caverna_sim.scenario.scenario import read_scenario

        if scenario.players < 2:
            raise CavernaError(f"drama: `{scenario.name}` has one player, who leads all the time; give scenarios with two or more")
        return {"games": read_scenario({**scenario.to_data(), "record": ["games", "players", "rounds"]})}

    def answer(self, scenarios: Sequence[Scenario], runs: Mapping[str, Mapping[str, Run]]) -> Found:
        """What the runs show."""
        return answer({one.name: (one.players, runs[one.name]["games"]) for one in scenarios})


@takes_options
def drama(scenario: Any, **options: Unpack[Options]) -> Study:
    """How exciting the games of a scenario are."""
    return conduct(DramaQuestion(), scenario, **options)


def answer(runs: Mapping[str, tuple[int, Run]]) -> Found:
    """Table, words and pictures of one or several scenarios."""
    found = {name: family(_measures(run)) for name, (_, run) in runs.items()}
    answered = Found(
        verdict=" ".join(_verdict(name, found[name]) for name in runs),
        table=pl.concat([_table(name, players, run, found[name]) for name, (players, run) in runs.items()]),
        precision=max(one.half_width for one in found.values()),
        tables={f"Round by round, {name}": by_round(run) for name, (_, run) in runs.items()},
        doubts=("Scores during a game count as if it ended then, which favours those who build early.",),
        pictures=tuple(_picture(name, run) for name, (_, run) in runs.items()),
    )
    common = {name: one.effects.only([measure for measure in one.effects.names if measure != OF_THE_BOTS]) for name, one in found.items()}
    return side_by_side(answered, {name: (run, common[name]) for name, (_, run) in runs.items()}, "measure", None, pl.col("measure"))


# ---------------------------------------------------------------- estimates


def _measures(run: Run) -> Effects:
    games = _by_game(run)
    columns = [name for name in MEASURES if name in games.collect_schema().names()]
    parts = [group_means(games.with_columns(pl.lit("all").alias("whole")), ("whole",), name)[0] for name in columns]
    parts.append(_plans(run))
    return replace(put_together(parts), names=(*columns, "plans"))


def _by_game(run: Run) -> pl.LazyFrame:
    """A row for every game: its measures and its block."""
    rounds = needed(run, "rounds")
    last = pl.col("round").max().over("game")
    ordered = rounds.with_columns(last.alias("last"), pl.col("score").max().over("game", "round").alias("best"))
    leaders = (
        ordered.filter(pl.col("score") == pl.col("best")).group_by("game", "round", "last")
        .agg(pl.col("seat").min().alias("leader")).sort("game", "round")
    )  # fmt: skip
    changes = leaders.with_columns((pl.col("leader") != pl.col("leader").shift(1).over("game")).fill_null(False).alias("changed"))
    lead = changes.group_by("game").agg(
        pl.col("changed").sum().alias("lead_changes"),
        pl.col("round").filter(pl.col("changed")).max().fill_null(1).alias("last_leader_change"),
    )
    winners = needed(run, "players").filter(pl.col("rank") == 1).group_by("game").agg(pl.col("seat").min().alias("winner"))
    half = ordered.filter(pl.col("round") == pl.col("last") // 2).join(winners, on="game").with_columns(
        pl.col("score").min().over("game").alias("worst")
    )  # fmt: skip
    middle = half.filter(pl.col("seat") == pl.col("winner")).select(
        "game", (pl.col("score") == pl.col("worst")).alias("comeback"), (pl.col("best") - pl.col("score")).alias("winner_behind")
    )
    scores = needed(run, "players").group_by("game").agg(
        (pl.col("score").max() - pl.col("score").sort(descending=True).slice(1, 1).first()).alias("gap"),
        (pl.col("score").max() - pl.col("score").min()).alias("spread"),
    ).with_columns((pl.col("gap") <= CLOSE).alias("close"))  # fmt: skip
    seat = rounds.group_by("game", "seat").agg(pl.col("blocked").sum(), pl.col("choices").cast(pl.Int64).sum())
    work = seat.group_by("game").agg(pl.col("blocked").mean(), pl.col("choices").mean())
    return (
        lead.join(middle, on="game").join(scores, on="game").join(work, on="game").join(run.games.select("game", "block"), on="game")
    )  # fmt: skip


def _plans(run: Run) -> Effects:
    """One over the sum of squares of the bots' shares of the wins, with the share of each block in its error (delta method)."""
    seats = needed(run, "players").join(run.games.select("game", "block"), on="game").with_columns(pl.col("bot").cast(pl.String))
    wins = seats.group_by("block", "bot").agg(pl.col("won").cast(pl.Float64).sum()).collect()
    blocks = np.sort(wins["block"].unique().to_numpy())
    bots = sorted(wins["bot"].unique().to_list())
    table = np.zeros((len(blocks), len(bots)))
    table[np.searchsorted(blocks, wins["block"].to_numpy()), [bots.index(bot) for bot in wins["bot"].to_list()]] = wins["won"].to_numpy()
    total = table.sum()
    share = table.sum(axis=0) / total
    value = 1 / float(share @ share)
    parts = (table - np.outer(table.sum(axis=1), share)) / total  # of each block in the deviation of the shares
    return Effects(("plans",), np.array([value]), blocks, (-2 * value**2 * parts @ share)[:, None], float(max(1, len(blocks) - 1)))


def by_round(run: Run) -> pl.DataFrame:
    """Means of a seat after every round."""
    columns = [name for name in needed(run, "rounds").collect_schema().names() if name not in ("game", "seat", "round")]
    return (
        needed(run, "rounds")
        .group_by("round")
        .agg(*(pl.col(name).cast(pl.Float64).mean().round(3) for name in columns))
        .sort("round")
        .collect()
    )


# ---------------------------------------------------------------- the answer


def _table(name: str, players: int, run: Run, found: Family) -> pl.DataFrame:
    count = len(found.effects.names)
    head: dict[str, Sequence[Any]] = {"measure": list(found.effects.names), "players": [players] * count, "scenario": [name] * count}
    more: dict[str, Sequence[Any]] = {
        "games": [run.games_played] * count,
        "meaning": [MEASURES[measure] for measure in found.effects.names],
    }
    table = with_estimates(head, {"value": found}, more)
    return table.drop("p_adjusted", "discovery", "rank_low", "rank_high")  # measures of different kinds have no order


def _verdict(name: str, found: Family) -> str:
    value = dict(zip(found.effects.names, found.effects.values, strict=True))
    return at(
        name,
        f"the lead changes {number(value['lead_changes'], 1)} times a game; {percent(value['comeback'], 0)} of the winners were last at"
        f" half-time; first and second end {number(value['gap'], 1)} points apart, at most {CLOSE} in {percent(value['close'], 0)} of the"
        f" games; a seat finds the space that it would like best taken {number(value['blocked'], 1)} times a game.",
    )


def _picture(name: str, run: Run) -> Picture:
    return Picture(
        f"drama-{name}", f"Scores by round, {name}", "Mean score after every round as if the game ended then, by final rank.",
        lambda axes: _draw(run, axes),
    )  # fmt: skip


def _draw(run: Run, axes: Axes | None) -> Figure:
    from caverna_sim.stats import figures

    ranks = needed(run, "players").select("game", "seat", "rank")
    rows = (
        needed(run, "rounds").join(ranks, on=["game", "seat"]).group_by("rank", "round")
        .agg(pl.col("score").cast(pl.Float64).mean()).sort("rank", "round").collect()
    )  # fmt: skip
    lines = {
        f"rank {rank}": (part["round"].to_list(), part["score"].to_list())
        for (rank,), part in rows.partition_by(["rank"], as_dict=True).items()
    }
    return figures.lines(lines, "round", "mean score", axes)
