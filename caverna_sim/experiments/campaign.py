"""Games in a row: what one earned buys bonuses for the next ones, one lost game ends the campaign; and many such campaigns of a bot."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any, ClassVar, Generic, TypeVar

from caverna_sim import check
from caverna_sim.check import MOST_NUMBER
from caverna_sim.errors import CavernaError, nearest, shown

if TYPE_CHECKING:
    import polars as pl
    from matplotlib.figure import Figure

    from caverna_sim.kit.play.log import LogEntry
    from caverna_sim.stats.ratings import Estimate

MOST_CAMPAIGNS = 10**9

# ---------------------------------------------------------------- what can be bought

Wish = tuple[str, bool]  # name of a bonus, permanent
Purchases = Callable[[Any], Iterable[Wish]]  # of a state of the campaign


@dataclass(frozen=True)
class Bonus:
    """Something to be bought with points."""

    name: str
    once: int  # price for the next game only
    permanent: int  # price for every later game
    goods: Mapping[str, int] = field(default_factory=dict)
    program: str | None = None  # what is to be done instead
    text: str = ""

    def price(self, permanent: bool) -> int:
        """Its price."""
        return self.permanent if permanent else self.once


@dataclass(frozen=True, kw_only=True)
class CampaignGame:
    """One game of a campaign; a game adds what it tells of it."""

    game: int
    given: tuple[str, ...]  # bonuses at its start
    score: int
    won: bool
    total: int  # points after it, before anything is bought
    discount: int
    bought: tuple[Wish, ...] = ()
    paid: int = 0
    log: tuple[LogEntry, ...]

    @property
    def setting(self) -> Mapping[str, str]:
        """What it was played against, by the name of a column."""
        return {}

    @property
    def amounts(self) -> Mapping[str, int]:
        """What else is counted at its end, by the name of a column."""
        return {}

    @property
    def dealt(self) -> str:
        """What it began with, in words."""
        raise NotImplementedError  # every game says it in words of its own

    @property
    def ended(self) -> str:
        """What became of what it was played against, in words."""
        raise NotImplementedError  # every game says it in words of its own

    @property
    def lost_told(self) -> str:
        """Why it was lost."""
        raise NotImplementedError  # every game says it in words of its own


Played = TypeVar("Played", bound=CampaignGame)


@dataclass(frozen=True)
class CampaignState(Generic[Played]):
    """What a player knows when bonuses can be bought: after a game that was won, before the next one."""

    game: int  # the game just won, from 1
    games: int  # of the whole campaign
    total: int  # points so far, those of this game included
    discount: int  # on what is bought now
    bonuses: Mapping[str, Bonus]
    permanent: tuple[str, ...]  # bonuses that come in every game
    results: tuple[Played, ...]  # of the games so far

    def cost(self, wishes: Iterable[Wish]) -> int:
        """What wishes take off the total."""
        prices = sum(self.bonuses[name].price(permanent) for name, permanent in wishes)
        return max(0, prices - self.discount)

    def affordable(self, wanted: Iterable[Wish]) -> list[Wish]:
        """Wishes in their order, leaving out what the points do not pay for."""
        chosen: list[Wish] = []
        for wish in wanted:
            if self.cost([*chosen, wish]) <= self.total:
                chosen.append(wish)
        return chosen


def buy_nothing(state: CampaignState[Any]) -> list[Wish]:
    """A purchase policy: save all points."""
    return []


def policy_of(purchases: Purchases | str, policies: Mapping[str, Purchases]) -> Purchases:
    """A purchase policy, by name too."""
    if isinstance(purchases, str):
        if purchases not in policies:
            raise CavernaError(f"campaign: unknown purchase policy `{check.shown_name(purchases)}`; {nearest(purchases, policies)}")
        return policies[purchases]
    if not callable(purchases):
        raise CavernaError(
            f"campaign: {shown(purchases)} cannot buy; give a function from a state to (bonus, permanent) pairs, or a policy"
        )
    return purchases


def wish_told(wish: Wish) -> str:
    """A purchase in words."""
    return wish[0].replace("_", " ") + (" for good" if wish[1] else "")


# ---------------------------------------------------------------- results


@dataclass(frozen=True)
class Campaign(Generic[Played]):
    """A campaign that was played to its end, or to its first lost game."""

    bot: str
    side: str  # how hard it is, by name
    seed: int
    number: int
    length: int
    games: tuple[Played, ...]

    @property
    def won(self) -> bool:
        """Whether all games were won."""
        return len(self.games) == self.length and all(game.won for game in self.games)

    @property
    def total(self) -> int:
        """The result: points after the last game, what was paid for bonuses taken off."""
        return self.games[-1].total - self.games[-1].paid

    @property
    def verdict(self) -> str:
        """The result in a sentence."""
        if self.won:
            return f"won: all {self.length} games, {self.total} points in total"
        lost = self.games[-1]
        return f"lost in game {lost.game} of {self.length}: {lost.lost_told}; {self.total} points in total"

    @property
    def table(self) -> pl.DataFrame:
        """A row for every game."""
        import polars as pl

        return pl.DataFrame([
            {
                "game": one.game, **one.setting, "score": one.score, "won": one.won, **one.amounts, "total": one.total,
                "discount": one.discount, "paid": one.paid, "bought": ", ".join(map(wish_told, one.bought)),
            }
            for one in self.games
        ])  # fmt: skip


@dataclass(frozen=True)
class Campaigns(Generic[Played]):
    """Many campaigns of one bot."""

    campaigns: tuple[Campaign[Played], ...]
    level: float

    def win_rate(self, game: int) -> Estimate:
        """The share of won games among those that got so far; Wilson's interval, as campaigns are independent."""
        return self._share([one.games[game - 1].won for one in self.campaigns if len(one.games) >= game])

    @property
    def won(self) -> Estimate:
        """The share of campaigns won."""
        return self._share([one.won for one in self.campaigns])

    def _share(self, won: Sequence[bool]) -> Estimate:
        import numpy as np

        from caverna_sim.stats.ratings import clustered_share

        return clustered_share(np.array(won, np.float64), np.ones(len(won)), self.level)

    @property
    def length(self) -> int:
        """Games of a whole campaign."""
        return self.campaigns[0].length

    @property
    def verdict(self) -> str:
        """How often the first game, and a whole campaign, is won."""
        from caverna_sim.stats.words import percent_with_interval

        first, every = percent_with_interval(self.win_rate(1)), percent_with_interval(self.won)
        mean = sum(one.total for one in self.campaigns) / len(self.campaigns)
        return f"game 1 is won in {first}, the whole campaign in {every}; {mean:.0f} points on average, {len(self.campaigns):,} campaigns"

    @property
    def table(self) -> pl.DataFrame:
        """A row for every game of the campaign."""
        import polars as pl

        rows = []
        for game in range(1, self.length + 1):
            there = [one.games[game - 1] for one in self.campaigns if len(one.games) >= game]
            if there:
                rate = self.win_rate(game)
                more = {name: sum(one.amounts[name] for one in there) / len(there) for name in there[0].amounts}
                rows.append({
                    "game": game, "played": len(there), "won": rate.value, "low": rate.low, "high": rate.high,
                    "score": sum(one.score for one in there) / len(there), **more, "paid": sum(one.paid for one in there) / len(there),
                })  # fmt: skip
        return pl.DataFrame(rows)


# ---------------------------------------------------------------- playing


class Course(Generic[Played]):
    """A campaign while it is played; a game plays the next one and hands its end to `note`."""

    sides: ClassVar[Sequence[str]]
    state: ClassVar[type[CampaignState[Any]]] = CampaignState

    def __init__(
        self, bot: Any, seed: int, purchases: Purchases, side: str, number: int, bonuses: Mapping[str, Bonus], length: int
    ) -> None:
        self.bot, self.seed, self.purchases, self.side, self.number = bot, seed, purchases, side, number
        self.bonuses, self.length = bonuses, length
        self.games: list[Played] = []
        self.once: tuple[str, ...] = ()  # for the next game
        self.permanent: tuple[str, ...] = ()
        self.total = 0

    @classmethod
    def check_side(cls, side: Any) -> None:
        """One of those that there are."""
        if not isinstance(side, str) or side not in cls.sides:
            raise CavernaError(f"campaign: the side {shown(side)} is not allowed; {nearest(side, cls.sides)}")

    @property
    def given(self) -> tuple[str, ...]:
        """Bonuses at the start of the next game."""
        return (*self.permanent, *self.once)

    @property
    def key(self) -> int:
        """The number of the next game under the seed, all campaigns counted."""
        return self.number * self.length + len(self.games)

    def play_next(self) -> None:
        """Play the next game, and buy for the one after it."""
        raise NotImplementedError  # every game plays its own

    def played(self) -> Campaign[Played]:
        """The campaign, played to its end."""
        while len(self.games) < self.length and all(game.won for game in self.games):
            self.play_next()
        return Campaign(name_of(self.bot), self.side, self.seed, self.number, self.length, tuple(self.games))

    def note(self, game: Played) -> None:
        """A game is over: ask what is bought after it."""
        wishes, paid = self._buy(game) if game.won and game.game < self.length else ((), 0)
        self.games.append(replace(game, bought=wishes, paid=paid))
        self.total = game.total - paid
        self.once = tuple(name for name, permanent in wishes if not permanent)
        self.permanent += tuple(name for name, permanent in wishes if permanent)

    def _buy(self, game: Played) -> tuple[tuple[Wish, ...], int]:
        """Ask for wishes, and what they cost."""
        results = (*self.games, game)
        state = self.state(game.game, self.length, game.total, game.discount, self.bonuses, self.permanent, results)
        asked = self.purchases(state)
        if not isinstance(asked, Iterable) or isinstance(asked, str | Mapping):
            advice = "return pairs of a name and whether it is for good, or an empty list to buy nothing"
            raise CavernaError(f"campaign: after game {game.game} {shown(asked)} cannot be bought; {advice}")
        wishes = tuple(self._checked(wish, game.game) for wish in asked)
        paid = state.cost(wishes)
        if paid and paid > game.total:
            raise CavernaError(f"campaign: after game {game.game} the bonuses cost {paid} points, but there are {game.total}; buy less")
        return wishes, paid

    def _checked(self, wish: Any, game: int) -> Wish:
        if not isinstance(wish, tuple | list) or len(wish) != 2 or not isinstance(wish[1], bool):
            raise CavernaError(
                f"campaign: after game {game} {shown(wish)} cannot be bought; give a pair of a name and whether it is for good"
            )
        if wish[0] not in self.bonuses:
            raise CavernaError(f"campaign: after game {game} there is no bonus `{wish[0]}`; {nearest(wish[0], self.bonuses)}")
        return str(wish[0]), wish[1]


def name_of(bot: Any) -> str:
    """What a bot is called: a name, or a function."""
    return bot if isinstance(bot, str) else str(getattr(bot, "__name__", bot))


def checked_rules(rules: Any, seed: Any, number: Any = 0) -> dict[str, Any]:
    """House rules of a campaign; its seed and number are numbers."""
    check.whole(seed, "seed", 0, MOST_NUMBER)
    check.whole(number, "number", 0, MOST_CAMPAIGNS)
    return dict(check.plain(check.table({} if rules is None else rules, "rules", advice="a table of house rules by dotted path")))


def many(play: Callable[[int], Campaign[Played]], count: int, level: float, on_progress: Callable[[int], None] | None) -> Campaigns[Played]:
    """So many campaigns, played by number; `on_progress` is told after each how many are done."""
    with check.arguments():
        check.whole(count, "campaigns", 1, MOST_CAMPAIGNS)
        check.number(level, "level", 0.5, 1 - 1e-12, "give a confidence from 0.5 to below 1, such as 0.95")
        check.listener(on_progress, "on_progress")
    found = []
    for number in range(count):
        found.append(play(number))
        if on_progress is not None:
            on_progress(len(found))
    return Campaigns(tuple(found), level)


# ---------------------------------------------------------------- campaigns that nothing is bought in


@dataclass(frozen=True)
class GamesInARow:
    """A campaign that was played, with a column for whatever its game tells."""

    games: pl.DataFrame
    verdict: str
    by: str  # the column of `games` that names whose points a line of the plot shows

    @property
    def table(self) -> pl.DataFrame:
        """The games, one after another."""
        return self.games

    def plot(self) -> Figure:
        """Scores game by game, of a solo campaign with the goals."""
        from matplotlib.figure import Figure

        figure = Figure(figsize=(7, 3.5), layout="constrained")
        axes = figure.subplots()
        for name, rows in self.games.group_by(self.by, maintain_order=True) if self.by else [(("score",), self.games)]:
            axes.plot(range(1, len(rows) + 1), rows["score"], marker="o", label=str(name[0]))
        if not self.by:
            axes.step(range(1, len(self.games) + 1), self.games["goal"], where="mid", label="goal", color="grey")
        axes.set(xlabel="game" if self.by else "attempt", ylabel="points")
        axes.legend(frameon=False)
        return figure

    def __repr__(self) -> str:
        return f"<Campaign: {self.verdict}>"

    def _repr_html_(self) -> str:
        return f"<p>{self.verdict}</p>{self.games._repr_html_()}"
