"""The solo campaign of Frantic Fiends: five games in a row with carried points and bought bonuses (F-CAMP).

Numbers stand in the tables `campaign`, `campaign_game`, `campaign_bonus` and `milestone`. Nothing of the display, of the milestones or
of the bounty strips comes twice; a game is won without a hostile orc at its end, and one lost game ends the campaign. The module itself
can be called: `cs.campaign("balanced", seed=3)`.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING, Any

from caverna_sim import check
from caverna_sim.chance.streams import STREAM_MILESTONE, Stream
from caverna_sim.check import MOST_NUMBER
from caverna_sim.errors import CavernaError, nearest, shown
from caverna_sim.games.caverna.box.tables import flatten, with_house_rules
from caverna_sim.games.caverna.fiends.schema import EXPANSION
from caverna_sim.games.caverna.game import Game, play
from caverna_sim.kit.tables.house import Tables

if TYPE_CHECKING:
    import polars as pl

    from caverna_sim.games.caverna.game import Bot
    from caverna_sim.kit.play.log import LogEntry
    from caverna_sim.stats.ratings import Estimate

SIDES = ("normal", "hard")
MOST_CAMPAIGNS = 10**9
_POOLS = ("display.extensions", "bounty_board.long", "bounty_board.short")  # what no game may use again (F-CAMP-2)


# ---------------------------------------------------------------- what can be bought


@dataclass(frozen=True)
class Bonus:
    """Something to be bought with points (F-CAMP-4)."""

    name: str  # the ware, or the row of the table
    once: int  # price for the next game only
    permanent: int  # price for every later game
    goods: Mapping[str, int] = field(default_factory=dict)
    program: str | None = None  # space that holds what to do
    text: str = ""

    def price(self, permanent: bool) -> int:
        """Its price."""
        return self.permanent if permanent else self.once


def bonuses(tables: Tables) -> dict[str, Bonus]:
    """All bonuses by name."""
    found = {}
    for key, row in tables["campaign_bonus"].items():
        prices = {"once": row["once"], "permanent": row["permanent"]}
        for goods in row.get("choose", ()):
            name = "+".join(goods)
            found[name] = Bonus(name, **prices, goods=dict(goods), text=", ".join(f"{number} {ware}" for ware, number in goods.items()))
        if "program" in row:
            found[key] = Bonus(key, **prices, program=row["program"], text=row["text"])
    return found


Wish = tuple[str, bool]  # name of a bonus, permanent
Purchases = Callable[["CampaignState"], Iterable[Wish]]


@dataclass(frozen=True)
class CampaignState:
    """What a player knows when bonuses can be bought: after a game that was won, before the next one."""

    game: int  # the game just won, from 1
    games: int  # of the whole campaign
    total: int  # points so far, those of this game included
    milestone: str  # of this game
    discount: int  # that the milestone earned
    bonuses: Mapping[str, Bonus]
    permanent: tuple[str, ...]  # bonuses that come in every game
    results: tuple[CampaignGame, ...]  # of the games so far

    def cost(self, wishes: Iterable[Wish]) -> int:
        """What wishes take off the total; a milestone makes them cheaper (F-CAMP-6)."""
        prices = sum(self.bonuses[name].price(permanent) for name, permanent in wishes)
        return max(0, prices - self.discount)


MOST_ORE = 8  # what the strongest weapon takes


def buy_nothing(state: CampaignState) -> list[Wish]:
    """A purchase policy: save all points."""
    return []


def buy_steadily(state: CampaignState) -> list[Wish]:
    """A purchase policy: ore for the weapons of the next game, as far as the points go."""
    return _affordable(state, [("ore", False)] * MOST_ORE)


def buy_lastingly(state: CampaignState) -> list[Wish]:
    """A purchase policy: ore in every game to come, which costs no more than ore for two; for the last game just once."""
    for_good = state.games - state.game > 1
    return _affordable(state, [("ore", for_good)] * MOST_ORE * 2)


def buy_much(state: CampaignState) -> list[Wish]:
    """A purchase policy: spend what is there, first on ore for two weapons, then on a donkey, wood and dogs."""
    wanted = [*["ore"] * MOST_ORE, "donkey", *["wood"] * 3, *["ore"] * MOST_ORE, *["dog"] * 2, *["wood"] * 5]
    return _affordable(state, [(name, False) for name in wanted])


def _affordable(state: CampaignState, wanted: Iterable[Wish]) -> list[Wish]:
    """Wishes in their order, leaving out what the points do not pay for."""
    chosen: list[Wish] = []
    for wish in wanted:
        if state.cost([*chosen, wish]) <= state.total:
            chosen.append(wish)
    return chosen


POLICIES: dict[str, Purchases] = {"nothing": buy_nothing, "steady": buy_steadily, "lasting": buy_lastingly, "much": buy_much}
DEFAULT_BOT = "campaigner"  # the only one that was seen to win whole campaigns
DEFAULT_POLICY = "lasting"


# ---------------------------------------------------------------- results


@dataclass(frozen=True)
class CampaignGame:
    """One game of a campaign."""

    game: int
    strengths: tuple[int, ...]
    extension: str
    long_strip: str
    short_strip: str
    milestone: str
    given: tuple[str, ...]  # bonuses at its start
    score: int
    won: bool
    orcs: Mapping[str, str]  # orc -> fate
    begging: int
    total: int  # points after it, before anything is bought
    discount: int
    bought: tuple[Wish, ...]
    paid: int
    log: tuple[LogEntry, ...]

    @property
    def left(self) -> int:
        """Hostile orcs at the end."""
        return sum(fate == "left" for fate in self.orcs.values())


@dataclass(frozen=True)
class Campaign:
    """A campaign that was played to its end, or to its first lost game."""

    bot: str
    side: str
    seed: int
    number: int
    length: int
    games: tuple[CampaignGame, ...]

    @property
    def won(self) -> bool:
        """Whether all games were won."""
        return len(self.games) == self.length and all(game.won for game in self.games)

    @property
    def total(self) -> int:
        """The result: points after the last game, what was paid for bonuses taken off (F-CAMP-3)."""
        return self.games[-1].total - self.games[-1].paid

    @property
    def verdict(self) -> str:
        """The result in a sentence."""
        if self.won:
            return f"won: all {self.length} games, {self.total} points in total"
        lost = self.games[-1]
        orcs = "orc" if lost.left == 1 else "orcs"
        return f"lost in game {lost.game} of {self.length}: {lost.left} hostile {orcs} left; {self.total} points in total"

    @property
    def table(self) -> pl.DataFrame:
        """A row for every game."""
        import polars as pl

        return pl.DataFrame(
            [
                {
                    "game": one.game, "strengths": "/".join(map(str, one.strengths)), "score": one.score, "won": one.won,
                    "orcs left": one.left, "total": one.total, "discount": one.discount, "paid": one.paid,
                    "bought": ", ".join(wish_told(wish) for wish in one.bought),
                }
                for one in self.games
            ]
        )  # fmt: skip


def wish_told(wish: Wish) -> str:
    """A purchase in words."""
    return wish[0].replace("_", " ") + (" for good" if wish[1] else "")


@dataclass(frozen=True)
class Campaigns:
    """Many campaigns of one bot."""

    campaigns: tuple[Campaign, ...]
    level: float

    def win_rate(self, game: int) -> Estimate:
        """The share of won games among those that got so far; Wilson's interval, as campaigns are independent."""
        import numpy as np

        from caverna_sim.stats.ratings import clustered_share

        won = [float(one.games[game - 1].won) for one in self.campaigns if len(one.games) >= game]
        return clustered_share(np.array(won), np.ones(len(won)), self.level)

    @property
    def won(self) -> Estimate:
        """The share of campaigns won."""
        import numpy as np

        from caverna_sim.stats.ratings import clustered_share

        every = np.array([float(one.won) for one in self.campaigns])
        return clustered_share(every, np.ones(len(every)), self.level)

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
                rows.append(
                    {
                        "game": game, "played": len(there), "won": rate.value, "low": rate.low, "high": rate.high,
                        "score": sum(one.score for one in there) / len(there), "orcs left": sum(one.left for one in there) / len(there),
                        "paid": sum(one.paid for one in there) / len(there),
                    }
                )  # fmt: skip
        return pl.DataFrame(rows)


# ---------------------------------------------------------------- playing


def campaign(
    bot: str | Path | Bot = DEFAULT_BOT,
    seed: int = 0,
    purchases: Purchases | str = DEFAULT_POLICY,
    *,
    side: str = "normal",
    number: int = 0,
    rules: Mapping[str, Any] | None = None,
) -> Campaign:
    """Play a campaign with one bot.

    After every won game but the last `purchases` is asked: a function from a CampaignState to pairs (name of a bonus, whether for
    good), or the name of one of the policies. `number` is that of the campaign under its seed; `rules` are house rules.
    """
    with check.arguments("campaign"):
        check.whole(seed, "seed", 0, MOST_NUMBER)
        check.whole(number, "number", 0, MOST_CAMPAIGNS)
        given = check.plain(check.table({} if rules is None else rules, "rules", advice="a table of house rules by dotted path"))
    course = _Course(bot, seed, _policy(purchases), side, number, dict(given))
    while course.goes_on:
        course.play_next()
    return course.result


def campaigns(
    bot: str | Path | Bot = DEFAULT_BOT,
    count: int = 100,
    seed: int = 0,
    purchases: Purchases | str = DEFAULT_POLICY,
    *,
    side: str = "normal",
    rules: Mapping[str, Any] | None = None,
    level: float = 0.95,
    on_progress: Callable[[int], None] | None = None,
) -> Campaigns:
    """Play many campaigns; `on_progress` is told after each how many are done."""
    with check.arguments():
        check.whole(count, "campaigns", 1, MOST_CAMPAIGNS)
        check.number(level, "level", 0.5, 1 - 1e-12, "give a confidence from 0.5 to below 1, such as 0.95")
        check.listener(on_progress, "on_progress")
    found = []
    for number in range(count):
        found.append(campaign(bot, seed, purchases, side=side, number=number, rules=rules))
        if on_progress is not None:
            on_progress(len(found))
    return Campaigns(tuple(found), level)


def _policy(purchases: Purchases | str) -> Purchases:
    if isinstance(purchases, str):
        if purchases not in POLICIES:
            raise CavernaError(f"campaign: unknown purchase policy `{check.shown_name(purchases)}`; {nearest(purchases, POLICIES)}")
        return POLICIES[purchases]
    if not callable(purchases):
        raise CavernaError(
            f"campaign: {shown(purchases)} cannot buy; give a function from a state to (bonus, permanent) pairs, or a policy"
        )
    return purchases


class _Course:
    """A campaign while it is played."""

    def __init__(self, bot: str | Path | Bot, seed: int, purchases: Purchases, side: str, number: int, rules: dict[str, Any]) -> None:
        if not isinstance(side, str) or side not in SIDES:
            raise CavernaError(f"campaign: the side {shown(side)} is not allowed; {nearest(side, SIDES)}")
        from caverna_sim.games.caverna.bots.roster import as_bot

        as_bot(bot)  # told before anything is played
        self.bot, self.seed, self.purchases, self.side, self.number = bot, seed, purchases, side, number
        self.rules = flatten(rules)
        self.tables = with_house_rules(self.rules, EXPANSION)
        self.bonuses = bonuses(self.tables)
        self.length = int(self.tables["campaign"]["games"])
        self.games: list[CampaignGame] = []
        self.once: tuple[str, ...] = ()  # for the next game
        self.permanent: tuple[str, ...] = ()
        self.total = 0

    @property
    def goes_on(self) -> bool:
        """Whether there is another game to play."""
        return len(self.games) < self.length and all(game.won for game in self.games)

    @property
    def result(self) -> Campaign:
        """The campaign so far."""
        name = self.bot if isinstance(self.bot, str) else str(getattr(self.bot, "__name__", self.bot))
        return Campaign(name, self.side, self.seed, self.number, self.length, tuple(self.games))

    # ------------------------------------------------------------ one game

    def play_next(self) -> None:
        """Play the next game, and buy for the one after it."""
        number = len(self.games) + 1
        rules = self.rules_of(number)
        given = (*self.permanent, *self.once)
        milestone = self._draw_milestone(number)
        game = play(self.new_game(number, rules, given), [self.bot])
        self._note(number, tuple(rules["orc.strength"]), given, milestone, game)

    def rules_of(self, number: int) -> dict[str, Any]:
        """House rules of a game: start food, start strengths, and what earlier games have left of the box (F-CAMP-2)."""
        orc = self.tables["orc"]
        more = self.tables["campaign_game"][str(number)]["strength_bonus"]
        rules = {path: value for path, value in self.rules.items() if path not in ("orc.side", "orc.hard_seats")}
        rules["orc.strength"] = [strength + more for strength in orc["hard" if self.side == "hard" else "strength"]]
        rules["start.food_solo"] = self.tables["campaign"]["food"]
        used = [
            [game.extension for game in self.games],
            [game.long_strip for game in self.games],
            [game.short_strip for game in self.games],
        ]
        for path, gone in zip(_POOLS, used, strict=True):
            table, key = path.split(".")
            rules[path] = [name for name in self.tables[table][key] if name not in gone]
        return rules

    def new_game(self, number: int, rules: Mapping[str, Any], given: Iterable[str]) -> Game:
        """A game of the campaign with its bonuses (F-CAMP-5)."""
        from caverna_sim.compiling.progress import CompileProgress
        from caverna_sim.games.caverna.box.catalog import catalog
        from caverna_sim.games.caverna.course import core

        key = self.number * self.length + number - 1
        game = Game.__new__(Game)
        game._start(catalog(1, rules, EXPANSION), key, False)
        with CompileProgress("a game, fiends"):
            core.set_up_here(game._states, game._rules.record, self.seed, key)
            if self._in_setup:
                self._give(game, given)
            game._advance()
            if not self._in_setup:
                self._give(game, given)
                game._advance()
        return game

    @property
    def _in_setup(self) -> bool:
        """Ruling campaign_bonus_timing: bonuses come while the game is set up, or as its first round starts."""
        from caverna_sim.games.caverna.box.tables import printed_tables

        played = self.tables["ruling"]["campaign_bonus_timing"]["value"]
        return bool(played == printed_tables(EXPANSION)["ruling"]["campaign_bonus_timing"]["value"])

    def _give(self, game: Game, given: Iterable[str]) -> None:
        """Goods and animals at once; tiles, traps and dwellings as steps that the player decides, the first bought on top."""
        from caverna_sim.games.caverna.box.catalog import SPACES
        from caverna_sim.games.caverna.ids import argument, good, step

        state = game._states[0]
        for name in reversed([*given]):
            bonus = self.bonuses[name]
            for ware, amount in bonus.goods.items():
                state["seats"][0]["goods"][good.NAMES.index(ware)] += amount
            if bonus.program is not None:
                row = state["agenda"][state["depth"]]
                row["step"], row["seat"], row[argument.SPACE] = step.GRANT, 0, SPACES.index(bonus.program)
                state["depth"] += 1
        game._legal = None

    # ------------------------------------------------------------ after a game

    def _draw_milestone(self, number: int) -> str:
        """A card that still has a side, and one of its sides, at random (F-CAMP-2); sides of a card share all but the last letter."""
        used = [game.milestone for game in self.games]
        left = [name for name in self.tables["milestone"] if name not in used]
        stream = Stream(self.seed, self.number * self.length + number - 1, STREAM_MILESTONE)
        cards = list(dict.fromkeys(name[:-1] for name in left))
        card = cards[stream.below(len(cards))]
        sides: list[str] = [name for name in left if name[:-1] == card]
        return sides[stream.below(len(sides))]

    def _note(self, number: int, strengths: tuple[int, ...], given: tuple[str, ...], milestone: str, game: Game) -> None:
        from caverna_sim.games.caverna.fiends.ids import orc
        from caverna_sim.games.caverna.fiends.names import EXTENSIONS, SHORT_STRIPS

        state = game.state
        score = int(game.scores()[0]["total"])
        fates = {orc.NAMES[which]: orc.FATES[int(state["seats"][0]["orcs"][which]["fate"])] for which in range(orc.NUM_HOSTILE)}
        won = "left" not in fates.values()
        self.total += score
        row = self.tables["milestone"][milestone]
        discount = row["discount"] if won and metric(state["seats"][0], row["metric"]) >= row["threshold"] else 0
        done = {
            "game": number, "strengths": strengths, "extension": EXTENSIONS[state["extensions"][0]],
            "long_strip": game.rules.names.long_strips[state["long_strips"][0]], "short_strip": SHORT_STRIPS[state["short_strips"][0]],
            "milestone": milestone, "given": given, "score": score, "won": won, "orcs": fates,
            "begging": int(state["seats"][0]["begging"]), "total": self.total, "discount": discount, "log": game.log,
        }  # fmt: skip
        wishes, paid = self._buy(CampaignGame(**done, bought=(), paid=0)) if won and number < self.length else ((), 0)
        self.games.append(CampaignGame(**done, bought=wishes, paid=paid))
        self.total -= paid
        self.once = tuple(name for name, permanent in wishes if not permanent)
        self.permanent += tuple(name for name, permanent in wishes if permanent)

    def _buy(self, game: CampaignGame) -> tuple[tuple[Wish, ...], int]:
        """Ask for wishes, and what they cost."""
        state = CampaignState(
            game=game.game, games=self.length, total=game.total, milestone=game.milestone, discount=game.discount,
            bonuses=self.bonuses, permanent=self.permanent, results=(*self.games, game),
        )  # fmt: skip
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


def metric(seat: Any, name: str) -> int:
    """What a milestone counts at the end of a game: wares, crops on fields included, or friendly orcs."""
    from caverna_sim.games.caverna.fiends.ids import orc
    from caverna_sim.games.caverna.ids import good, terrain

    if name == "friendly_orc":
        return sum(int(seat["orcs"][which]["status"]) == orc.FRIENDLY for which in range(orc.NUM))
    if name == "inactive_trap":
        cells = int(seat["terrain"][terrain.TRAP])
        return sum(cells >> cell & 1 and int(seat["detail"][cell]) >= terrain.INACTIVE for cell in range(len(seat["detail"])))
    found = int(seat["goods"][good.NAMES.index(name)])
    planted = {"grain": terrain.GRAIN_FIELD, "vegetable": terrain.VEGETABLE_FIELD}
    if name in planted:
        cells = int(seat["terrain"][planted[name]])
        found += sum(int(seat["detail"][cell]) for cell in range(len(seat["detail"])) if cells >> cell & 1)
    return found


class _Campaign(ModuleType):
    """Python binds a module to its package under its own name, so the function `cs.campaign` has to be the module."""

    def __call__(self, *args: Any, **more: Any) -> Campaign:
        """Play one campaign; see the function `campaign`."""
        return campaign(*args, **more)


sys.modules[__name__].__class__ = _Campaign
