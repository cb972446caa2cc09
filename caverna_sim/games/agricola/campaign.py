"""Campaigns without hand cards: three games of a table, or one player against rising goals (AG-CMP, AG-PRC-10, AG-PRC-11)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from caverna_sim.chance.streams import STREAM_AGRICOLA_CAMPAIGN, Stream
from caverna_sim.check import arguments, flag, listed, whole
from caverna_sim.errors import CavernaError, shown
from caverna_sim.experiments.campaign import GamesInARow, checked_rules
from caverna_sim.games.agricola.box.tables import with_house_rules
from caverna_sim.games.agricola.game import Game, play

GAMES = 3  # of a campaign for several players
ATTEMPTS = 20


def campaign(
    bots: Any, seed: int = 1, *, goals: Sequence[int] | None = None, attempts: int = ATTEMPTS, rules: Mapping[str, Any] | None = None,
    **options: Any,
) -> GamesInARow:  # fmt: skip
    """Play a campaign: one bot alone against the goals, or two to four of them for three games.

    A bot is a name of the roster, the path of a parameter file or a callable, and keeps its seat. `goals` are other goals, which rise by 1
    after the last; a solo campaign stops after its last game, or `attempts` games in all. The options of the game are keywords.
    """
    with arguments("campaign"):
        changed = checked_rules(rules, seed)
        whole(attempts, "attempts", 1, 10_000)
        if flag(options.pop("cards", False) or False, "cards"):
            raise CavernaError("campaign: cards: campaigns with hand cards cannot be played yet; leave `cards` out")
        for name in ("keep", "players", "scenario", "start_player", "index", "auto"):
            if options.get(name) is not None:
                raise CavernaError(f"campaign: {name}: the campaign says that itself; leave it out")
        if "HR6" in (options.get("house_rules") or ()):
            raise CavernaError("campaign: house_rules: HR6 gives everybody the same food, and a campaign does not; leave it out")
        if goals is not None:
            goals = [whole(goal, "goals", -99, 999) for goal in listed(list(goals) if isinstance(goals, tuple) else goals, "goals")]
    table_ = list(bots) if isinstance(bots, list | tuple) else [bots]
    if not table_:
        raise CavernaError("campaign: bots: give one bot, or two to four of them")
    if len(table_) > 4:
        raise CavernaError(f"campaign: {len(table_)} bots; the game is for 1 to 4 players")
    if len(table_) == 1:
        return _of_one(table_[0], seed, goals, attempts, changed, options)
    if goals is not None:
        raise CavernaError("campaign: goals: they are for one player; leave them out, or give one bot")
    return _of_a_table(table_, seed, changed, options)


def _name(bot: Any) -> str:
    return str(bot) if isinstance(bot, str) else getattr(bot, "__name__", shown(bot))


def _of_one(bot: Any, seed: int, goals: Sequence[int] | None, attempts: int, rules: dict[str, Any], options: dict[str, Any]) -> GamesInARow:
    """A failed game is tried again without food; points above a goal are food for the next game (AG-CMP-04, AG-CMP-05)."""
    import polars as pl

    numbers = with_house_rules(rules)["campaign"]["solo"]
    if goals is not None:
        numbers = {**numbers, "goals": list(goals)}
    if not numbers["goals"]:
        raise CavernaError("campaign: goals: give at least one")
    rows: list[dict[str, Any]] = []
    game, food = 1, 0
    while game <= len(numbers["goals"]) and len(rows) < attempts:
        goal = goal_of(numbers, game)
        played = Game(players=1, seed=seed, index=len(rows), rules={**rules, "solo.starting_food": food}, **options)
        score = play(played, [bot]).scores()[0]["total"]
        passed = score >= goal
        rows.append(
            {"attempt": len(rows) + 1, "game": game, "goal": goal, "start_food": food, "score": score, "passed": passed, "permanent": ""}
        )
        food = (score - goal) // numbers["points_per_food"] if passed else 0
        game += passed
    won = game - 1
    verdict = f"{_name(bot)}: {won} of {len(numbers['goals'])} goals met in {len(rows)} game{'s' if len(rows) > 1 else ''}"
    return GamesInARow(pl.DataFrame(rows), verdict, "")


def goal_of(numbers: Mapping[str, Any], game: int) -> int:
    """The goal of a game, counted from 1; after the last of the list it rises by a step each (AG-CMP-04)."""
    goals = numbers["goals"]
    return int(goals[game - 1] if game <= len(goals) else goals[-1] + numbers["goal_step"] * (game - len(goals)))


def _of_a_table(bots: list[Any], seed: int, rules: dict[str, Any], options: dict[str, Any]) -> GamesInARow:
    """Points by rank; the winner starts the next game, who came last has one food more (AG-CMP-01, AG-CMP-02, UNC-07)."""
    import polars as pl

    tables, players = with_house_rules(rules), len(bots)
    numbers, printed = tables["campaign"]["multi"], tables["start"]["food"]
    rows: list[dict[str, Any]] = []
    start, last = 0, set[int]()
    for number in range(GAMES):
        food = [printed[place] + (numbers["last_place_bonus_food"] if (start + place) % players in last else 0) for place in range(players)]
        given = {**rules, "start.food": [*food, *printed[players:]]}
        game = play(Game(players=players, seed=seed, index=number, rules=given, start_player=start, **options), bots)
        scores = game.scores()
        for seat, score in enumerate(scores):
            rows.append(
                {
                    "game": number + 1, "seat": seat, "bot": _name(bots[seat]), "start_player": start,
                    "start_food": food[(seat - start) % players], "score": score["total"], "rank": score["rank"],
                    "points": numbers[f"points_{players}p"][number][score["rank"] - 1],
                }
            )  # fmt: skip
        ranks = [score["rank"] for score in scores]
        winners = [seat for seat, rank in enumerate(ranks) if rank == 1]
        last = {seat for seat, rank in enumerate(ranks) if rank == max(ranks)}
        start = winners[Stream(seed, number, STREAM_AGRICOLA_CAMPAIGN).below(len(winners))] if len(winners) > 1 else winners[0]
    sums = [tuple(sum(row[key] for row in rows if row["seat"] == seat) for key in ("points", "score")) for seat in range(players)]
    best = [seat for seat in range(players) if sums[seat] == max(sums)]
    names = " and ".join(f"{_name(bots[seat])} in seat {seat}" for seat in best)
    told = ", ".join(f"{points} ({score})" for points, score in sums)
    return GamesInARow(pl.DataFrame(rows), f"{names} won; points (scores) by seat: {told}", "seat")
