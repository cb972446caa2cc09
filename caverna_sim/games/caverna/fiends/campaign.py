"""The solo campaign of Frantic Fiends: five games in a row with carried points and bought bonuses (F-CAMP).

Numbers stand in the tables `campaign`, `campaign_game`, `campaign_bonus` and `milestone`. Nothing of the display, of the milestones or
of the bounty strips comes twice; a game is won without a hostile orc at its end, and one lost game ends the campaign. The module itself
can be called: `cs.campaign("balanced", seed=3)`.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING, Any

from caverna_sim import check
from caverna_sim.chance.streams import STREAM_MILESTONE, Stream
from caverna_sim.experiments.campaign import (
    Bonus,
    Campaign,
    CampaignGame,
    Campaigns,
    CampaignState,
    Course,
    Purchases,
    Wish,
    buy_nothing,
    checked_rules,
    many,
    policy_of,
)  # fmt: skip
from caverna_sim.games.caverna.box.tables import flatten, with_house_rules
from caverna_sim.games.caverna.fiends.schema import EXPANSION
from caverna_sim.games.caverna.game import Game, play
from caverna_sim.kit.tables.house import Tables

if TYPE_CHECKING:
    from caverna_sim.games.caverna.game import Bot

SIDES = ("normal", "hard")
_POOLS = ("display.extensions", "bounty_board.long", "bounty_board.short")  # what no game may use again (F-CAMP-2)


# ---------------------------------------------------------------- what can be bought


def bonuses(tables: Tables) -> dict[str, Bonus]:
    """All bonuses by name (F-CAMP-4): the ware, or the row of the table."""
    found = {}
    for key, row in tables["campaign_bonus"].items():
        prices = {"once": row["once"], "permanent": row["permanent"]}
        for goods in row.get("choose", ()):
            name = "+".join(goods)
            found[name] = Bonus(name, **prices, goods=dict(goods), text=", ".join(f"{number} {ware}" for ware, number in goods.items()))
        if "program" in row:
            found[key] = Bonus(key, **prices, program=row["program"], text=row["text"])
    return found


class OrcState(CampaignState["OrcGame"]):
    """What a player knows when bonuses can be bought; the milestone of a game makes them cheaper (F-CAMP-6)."""

    @property
    def milestone(self) -> str:
        """That of the game just won."""
        return self.results[-1].milestone


MOST_ORE = 8  # what the strongest weapon takes


def buy_steadily(state: OrcState) -> list[Wish]:
    """A purchase policy: ore for the weapons of the next game, as far as the points go."""
    return state.affordable([("ore", False)] * MOST_ORE)


def buy_lastingly(state: OrcState) -> list[Wish]:
    """A purchase policy: ore in every game to come, which costs no more than ore for two; for the last game just once."""
    for_good = state.games - state.game > 1
    return state.affordable([("ore", for_good)] * MOST_ORE * 2)


def buy_much(state: OrcState) -> list[Wish]:
    """A purchase policy: spend what is there, first on ore for two weapons, then on a donkey, wood and dogs."""
    wanted = [*["ore"] * MOST_ORE, "donkey", *["wood"] * 3, *["ore"] * MOST_ORE, *["dog"] * 2, *["wood"] * 5]
    return state.affordable([(name, False) for name in wanted])


POLICIES: dict[str, Purchases] = {"nothing": buy_nothing, "steady": buy_steadily, "lasting": buy_lastingly, "much": buy_much}
DEFAULT_BOT = "campaigner"  # the only one that was seen to win whole campaigns
DEFAULT_POLICY = "lasting"


@dataclass(frozen=True, kw_only=True)
class OrcGame(CampaignGame):
    """One game of a campaign: what of the box it used up, and what became of each orc."""

    strengths: tuple[int, ...]
    extension: str
    long_strip: str
    short_strip: str
    milestone: str
    orcs: Mapping[str, str]  # orc -> fate
    begging: int

    @property
    def left(self) -> int:
        """Hostile orcs at the end."""
        return sum(fate == "left" for fate in self.orcs.values())

    @property
    def setting(self) -> Mapping[str, str]:
        """The strengths of the orcs."""
        return {"strengths": "/".join(map(str, self.strengths))}

    @property
    def amounts(self) -> Mapping[str, int]:
        """Orcs that are still hostile."""
        return {"orcs left": self.left}

    @property
    def dealt(self) -> str:
        """Its orcs, and what of the box lies there."""
        dealt = f"{self.extension}, {self.long_strip}, {self.short_strip}, milestone {self.milestone}"
        return f"orcs {self.setting['strengths']}, {dealt}"

    @property
    def ended(self) -> str:
        """What became of each orc."""
        return ", ".join(f"{orc} {fate}" for orc, fate in self.orcs.items())

    @property
    def lost_told(self) -> str:
        """How many are."""
        return f"{self.left} hostile {'orc' if self.left == 1 else 'orcs'} left"


# ---------------------------------------------------------------- playing


def campaign(
    bot: str | Path | Bot = DEFAULT_BOT,
    seed: int = 0,
    purchases: Purchases | str = DEFAULT_POLICY,
    *,
    side: str = "normal",
    number: int = 0,
    rules: Mapping[str, Any] | None = None,
) -> Campaign[OrcGame]:
    """Play a campaign with one bot.

    After every won game but the last `purchases` is asked: a function from a CampaignState to pairs (name of a bonus, whether for
    good), or the name of one of the policies. `number` is that of the campaign under its seed; `rules` are house rules.
    """
    with check.arguments("campaign"):
        given = checked_rules(rules, seed, number)
    return _Course(bot, seed, policy_of(purchases, POLICIES), side, number, given).played()


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
) -> Campaigns[OrcGame]:
    """Play many campaigns; `on_progress` is told after each how many are done."""
    return many(lambda number: campaign(bot, seed, purchases, side=side, number=number, rules=rules), count, level, on_progress)


class _Course(Course[OrcGame]):
    """A campaign while it is played."""

    sides = SIDES
    state = OrcState

    def __init__(self, bot: str | Path | Bot, seed: int, purchases: Purchases, side: str, number: int, rules: dict[str, Any]) -> None:
        self.check_side(side)
        from caverna_sim.games.caverna.bots.roster import as_bot

        as_bot(bot)  # told before anything is played
        self.rules = flatten(rules)
        self.tables = with_house_rules(self.rules, EXPANSION)
        super().__init__(bot, seed, purchases, side, number, bonuses(self.tables), int(self.tables["campaign"]["games"]))

    # ------------------------------------------------------------ one game

    def play_next(self) -> None:
        """Play the next game, and buy for the one after it."""
        number = len(self.games) + 1
        rules = self.rules_of(number)
        milestone = self._draw_milestone(number)
        game = play(self.new_game(number, rules, self.given), [self.bot])
        self.note(self._ended(number, tuple(rules["orc.strength"]), milestone, game))

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

    def _ended(self, number: int, strengths: tuple[int, ...], milestone: str, game: Game) -> OrcGame:
        from caverna_sim.games.caverna.fiends.ids import orc
        from caverna_sim.games.caverna.fiends.names import EXTENSIONS, SHORT_STRIPS

        state = game.state
        score, seat = int(game.scores()[0]["total"]), state["seats"][0]
        fates = {orc.NAMES[which]: orc.FATES[int(seat["orcs"][which]["fate"])] for which in range(orc.NUM_HOSTILE)}
        won, row = "left" not in fates.values(), self.tables["milestone"][milestone]
        return OrcGame(
            game=number, strengths=strengths, extension=EXTENSIONS[state["extensions"][0]],
            long_strip=game.rules.names.long_strips[state["long_strips"][0]], short_strip=SHORT_STRIPS[state["short_strips"][0]],
            milestone=milestone, given=self.given, score=score, won=won, orcs=fates, begging=int(seat["begging"]),
            total=self.total + score, log=game.log,
            discount=row["discount"] if won and metric(seat, row["metric"]) >= row["threshold"] else 0,
        )  # fmt: skip


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

    def __call__(self, *args: Any, **more: Any) -> Campaign[OrcGame]:
        """Play one campaign; see the function `campaign`."""
        return campaign(*args, **more)


sys.modules[__name__].__class__ = _Campaign
