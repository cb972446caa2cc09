"""Learning what positions are worth: what `tune` does for bots that judge.

Generation by generation, bots that follow the evaluation as it is play against one another, some with a taste of their own
so that unusual plans are seen too, and against scripted bots. Tables differ: furnishings are absent, house rules apply. Then the
evaluation is taught what came of each position. The state is kept after every generation; `--resume` goes on from it.
"""

from __future__ import annotations

import tomllib
import zlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from dataclasses import replace as replaced
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from caverna_sim.dataset.schema import Rows
from caverna_sim.games.caverna.bots.layout import FEATURE_GROUPS, JUDGE, NUM_FEATURES, START, VALUE
from caverna_sim.games.caverna.bots.parameters import (
    bot_record,
    judge_bytes,
    label,
    packaged_bots,
    parameters_of,
    to_toml,
    with_fiends,
)
from caverna_sim.games.caverna.box.tables import printed_tables
from caverna_sim.games.caverna.learning.net import NET, SHAPES, judge_of, new_net
from caverna_sim.games.caverna.limits import NUMBERS, OF_EXPANSIONS, SETS, names_in, together
from caverna_sim.games.caverna.scenario.reading import CavernaScenario
from caverna_sim.games.caverna.shape.layout import MOST_COST
from caverna_sim.games.caverna.source import CavernaSource
from caverna_sim.kit.learning.checkpoint import Learning
from caverna_sim.kit.learning.lessons import Lessons as PlainLessons
from caverna_sim.kit.learning.lessons import gains_of, teach
from caverna_sim.kit.learning.net import Layers, with_inputs_of
from caverna_sim.kit.learning.saving import AS_SEEN, Saved
from caverna_sim.kit.learning.strength import mean_points
from caverna_sim.kit.tables.house import Tables
from caverna_sim.match.play import Match, play
from caverna_sim.match.protocol import PlayedChunk, Stop
from caverna_sim.match.seating import GivenTables

Records = NDArray[Any]
Floats = NDArray[np.float32]

GENERATIONS = 30
GAMES = 3000  # a generation
PLAYERS = {1: 1.0, 2: 4.0, 3: 4.0, 4: 4.0, 5: 2.0, 6: 1.0, 7: 1.0}  # players at a table, and how often
KEPT = 4  # generations whose positions are taught again
PASSES = 2  # over what is kept, per generation
TRUST = 0.93
SEATINGS, BLOCKS = 8, 4  # tables that meet the same chances; of these, so many at once
GAMES_AT_ONCE = SEATINGS * BLOCKS
RATE, COOLING, LEAST_RATE = 1e-3, 0.93, 1e-4  # of learning: in the first generation, from one to the next, at least
WARM_RATE = 5e-4  # ... in the first generation when the judge is known
CHECK_GAMES = 240  # for each number of players
BUILT = 0.025  # furnishings that fewer seats build than this are not looked for in the supply

# who plays the games: (part of the seats, temperature)
FOLLOWERS = ((0.30, 0.3), (0.08, 1.5), (0.12, 0.8))
TASTERS, TASTERS_PART, TASTERS_TEMPERATURE = 24, 0.35, 0.5
SCRIPTED_PARTS, SCRIPTED_TEMPERATURES = (0.15, 1.5), (0.3, 1.5, 4.0)  # of one table or another, the others' parts being about 1
LIKED = {"goods": 3.0, "animals": 4.0, "land": 3.0, "weapons": 5.0, "owned": 4.0}  # spread of tastes, in points
LIKED_PART = 0.4  # of the features of a group
LIKED_DWARFS = (0.0, 2.0, 4.0, 7.0, 10.0)  # points for a dwarf

MOST_ABSENT = 0.6  # chance of each furnishing to be absent, where some are
USUAL, DEAR, DEAR_PART = 2, 12, 0.2  # goods by which prices move, and how many of them move much
GOLDEN, MOST_GOLD = 0.3, 16  # how many prices rise in gold, which can be paid and may never be worth it, and by how much at most
OWN_KIND = 0.3  # chance that only plain followers sit there


class Chances(NamedTuple):
    """At which tables there is learning: chances of each thing."""

    introductory: float = 0.1
    absent: float = 0.45
    house_rules: float = 0.3  # each of other prices, loot and food
    limited: float = 0.4  # seats may not do all
    limited_seats: float = 0.5  # of each seat there
    two_limits: float = 0.0  # of each seat that is limited


VARIED = Chances()
MOSTLY_LIMITED = Chances(absent=0.2, house_rules=0.4, limited=0.9, limited_seats=0.6, two_limits=0.2)
TOLD = slice(START["limits"], START["harder"] + FEATURE_GROUPS["harder"])  # inputs that are 0 in the printed game without limits
LIMITS = "limits"  # learning only what these say


def chances_of(only: Sequence[str]) -> Chances:
    """At which tables something is learned alone, or everything."""
    return MOSTLY_LIMITED if LIMITS in only else VARIED


def inputs_of(only: Sequence[str]) -> slice | None:
    """Inputs whose weights are learned alone, None for all weights."""
    return TOLD if LIMITS in only else None


# ---------------------------------------------------------------- who plays


def followers(bot: Records) -> Records:
    """Bots that follow the evaluation."""
    return np.concatenate([_follower(bot, temperature) for _, temperature in FOLLOWERS])


def _follower(bot: Records, temperature: float) -> Records:
    one = bot.copy()
    one["tier"], one["temperature"] = VALUE, temperature
    return one


def followed(judge: Records, known: Records) -> Records:
    """A judge beside the prior of the bot that follows it."""
    judge[0]["appeal"] = known[0]["appeal"]
    return judge


def with_tastes(judge: Records, number: int, random: np.random.RandomState) -> Records:
    """Copies of a judge that each like some things beyond their worth."""
    judges = np.repeat(judge, number)
    for one in judges:
        taste = one["taste"]
        dwarf = random.choice(LIKED_DWARFS)
        family = START["family"]
        taste[family : family + 6] = dwarf * np.arange(6)
        taste[family + 6] = dwarf * random.uniform(0, 0.8)
        strength = random.uniform(0, 1.5)
        for group, spread in LIKED.items():
            size = FEATURE_GROUPS[group]
            liked = random.standard_normal(size) * (random.random_sample(size) < LIKED_PART)
            taste[START[group] : START[group] + size] += strength * spread * liked
    return judges


def scripted_bots(expansion: str | None = None) -> Records:
    """The scripted bots of the roster at several temperatures."""
    bots = []
    for name in packaged_bots():
        if parameters_of(name)["tier"] == "scripted":
            for temperature in SCRIPTED_TEMPERATURES:
                bots.append(bot_record(name, {"temperature": temperature}, expansion)[0])
    return np.concatenate(bots)


# ---------------------------------------------------------------- at which tables


def drawn_rules(random: np.random.RandomState, expansion: str | None = None, players: int = 2, chances: Chances = VARIED) -> dict[str, Any]:
    """House rules of the usual kind, or none: a judge that always saw the printed table would be lost without it.

    Whoever plays alone against orcs meets those of one of the games of a campaign (F-CAMP-2).
    """
    tables = printed_tables(expansion)
    rules: dict[str, Any] = {}
    if expansion is not None and players == 1:
        games = list(tables["campaign_game"].values())
        more = games[random.randint(len(games))]["strength_bonus"]
        rules["orc.strength"] = [strength + more for strength in tables["orc"]["strength"]]
    if random.random_sample() < chances.introductory:
        rules["start.tiles"] = "introductory"
    if random.random_sample() < chances.absent:
        chance = random.uniform(0.0, MOST_ABSENT)
        unique = [name for name, row in tables["furnishing"].items() if row.get("copies", 1) == 1]
        rules["start.without"] = [name for name in unique if random.random_sample() < chance]
    if random.random_sample() < chances.house_rules:
        rules |= _prices(random, tables)
    if random.random_sample() < chances.house_rules:
        rules |= {f"loot.{name}.strength": _moved(random, row["strength"], 3, 1, 14) for name, row in _some(random, tables["loot"], 0.3)}
    if random.random_sample() < chances.house_rules:
        rules["start.food"] = [int(food) for food in random.randint(0, 5, 7)]
        rules["start.food_solo"] = int(random.randint(0, 5))
    return rules


def drawn_limits(
    random: np.random.RandomState, expansion: str | None, players: int, chances: Chances = VARIED
) -> dict[int, dict[str, Any]]:
    """What seats may not do: at most tables nothing."""
    if random.random_sample() >= chances.limited:
        return {}
    tables = printed_tables(expansion)
    limits = {seat: _drawn_limit(random, tables) for seat in range(players) if random.random_sample() < chances.limited_seats}
    if chances.two_limits:
        for seat, limit in limits.items():
            if random.random_sample() < chances.two_limits:
                limits[seat] = together([limit, _drawn_limit(random, tables)])
    return limits


def _drawn_limit(random: np.random.RandomState, tables: Tables) -> dict[str, Any]:
    """One seat's: weapons, dwarfs, or some furnishings, spaces, loot, ways to be rid of orcs."""
    words = [*NUMBERS, *(word for word in SETS if word not in OF_EXPANSIONS or "orc" in tables)]
    word = words[random.randint(len(words))]
    if word == "weapon_max":
        return {word: 0 if random.random_sample() < 0.5 else int(random.randint(1, 12))}
    if word == "weapon_from_round":
        return {word: int(random.randint(4, 11))}
    if word == "dwarfs_max":
        return {word: int(random.randint(2, 5))}
    names = names_in(word, tables)
    return {word: [names[place] for place in random.choice(len(names), size=random.randint(1, min(6, len(names))), replace=False)]}


def _prices(random: np.random.RandomState, tables: Mapping[str, Any]) -> dict[str, Any]:
    """Other prices of some furnishings: one of the goods costs more or less, or gold comes on top."""
    rules = {}
    for name, row in _some(random, tables["furnishing"], 0.3):
        if random.random_sample() < GOLDEN:
            rules[f"furnishing.{name}.cost.gold"] = int(row["cost"].get("gold", 0) + random.randint(1, MOST_GOLD + 1))
        elif row["cost"]:
            ware = list(row["cost"])[random.randint(len(row["cost"]))]
            by = DEAR if random.random_sample() < DEAR_PART else USUAL
            rules[f"furnishing.{name}.cost.{ware}"] = _moved(random, row["cost"][ware], by, 0, MOST_COST)
    return rules


def _some(random: np.random.RandomState, rows: Mapping[str, Any], part: float) -> list[tuple[str, Any]]:
    return [(name, row) for name, row in rows.items() if random.random_sample() < part]


def _moved(random: np.random.RandomState, number: int, by: int, least: int, most: int) -> int:
    return int(min(most, max(least, number + random.randint(-by, by + 1))))


# ---------------------------------------------------------------- games


@dataclass(frozen=True, eq=False)
class Lessons(PlainLessons):
    """Positions and the points that came of them."""

    built: NDArray[np.float64] = field(default_factory=lambda: np.zeros(FEATURE_GROUPS["owned"] + 1))
    # [furnishing] seats of plain followers that had it at the end; last: all their seats


@dataclass(frozen=True)
class Company:
    """Who plays the games of a generation: bots, what they judge by, which of them follow the evaluation."""

    bots: Records
    judges: Records
    learned: Floats  # [bot] 1 for those that play as the evaluation is meant to be followed
    parts: Floats  # [bot] how often it sits at a table
    followers: int  # the first ones have no tastes


@dataclass(frozen=True)
class Piece:
    """Some games of one table."""

    players: int
    rules: Mapping[str, Any]
    seatings: NDArray[np.int64]
    first: int
    limits: Mapping[int, Mapping[str, Any]] = field(default_factory=dict)  # seat -> what it may not do


def drawn_pieces(task: Task, company: Company, first: int, random: np.random.RandomState) -> list[Piece]:
    """The tables of a generation; chances are numbered from `first` on."""
    often = np.array([PLAYERS[players] for players in task.players])
    pieces = []
    for start in range(first, first + task.games, GAMES_AT_ONCE):
        players = int(random.choice(task.players, p=often / often.sum()))
        parts = np.where(company.learned > 0.0, company.parts, company.parts * random.choice(SCRIPTED_PARTS))
        if company.followers and random.random_sample() < OWN_KIND:
            parts[company.followers :] = 0.0
        seatings = random.choice(len(company.bots), size=(SEATINGS, players), p=parts / parts.sum())
        chances = chances_of(task.only)
        rules, limits = drawn_rules(random, task.expansion, players, chances), drawn_limits(random, task.expansion, players, chances)
        pieces.append(Piece(players, rules, seatings, start, limits))
    return pieces


def play_lessons(task: Task, company: Company, teacher: Layers | None, pieces: Sequence[Piece], workers: int) -> Lessons:
    """What is to be learned from pieces of games; it does not depend on the number of workers."""
    matches = [Match(_Taught(task, company, teacher, piece), GAMES_AT_ONCE, piece.first * SEATINGS) for piece in pieces]
    found = play(matches, {"lessons": ("features", "gains"), "built": ("seats",)}, workers, chunk_games=GAMES_AT_ONCE)
    features, gains = (np.concatenate([one["lessons", what] for one in found]) for what in ("features", "gains"))
    return Lessons(features, gains, np.sum([one["built", "seats"].sum(axis=0) for one in found], axis=0))


class _Taught(CavernaSource):
    """The games of a piece, with what is to be learned from them instead of rows."""

    def __init__(self, task: Task, company: Company, teacher: Layers | None, piece: Piece) -> None:
        names = [f"bot {number}" for number in range(len(company.bots))]
        records = {name: (company.bots[place : place + 1], company.judges[place : place + 1]) for place, name in enumerate(names)}
        scenario = CavernaScenario(
            "lessons",
            piece.players,
            tuple(names),
            expansion=task.expansion,
            seed=task.seed,
            rules=piece.rules,
            record=("players",),
            limits=piece.limits,
        )
        super().__init__(scenario, records, GivenTables(tuple(map(tuple, piece.seatings.tolist()))), company.learned)
        self.penalty, self.teacher, self.followers = task.penalty, teacher, company.followers

    def play(self, first_game: int, games: int, stop: Stop) -> PlayedChunk | None:
        """Play whole blocks of games, and work out what came of every position."""
        played = super().play(first_game, games, stop)
        if played is None:
            return None
        rows, ends = played.rows["lessons"], played.rows["players"]
        finals = np.asarray(ends["score"], np.float32) - self.penalty * np.asarray(ends.get("orcs_left", 0), np.float32)
        gains = gains_of(NET, rows, finals.astype(np.float32).reshape(games, -1), self.teacher, TRUST, first_game)
        lessons: Rows = {"features": np.asarray(rows["feature"]).astype(np.float16), "gains": gains}
        return replaced(played, rows={"lessons": lessons, "built": {"seats": _built(rows, self.followers)[None]}})


def _built(rows: Rows, followers: int) -> NDArray[np.float64]:
    """What seats of plain followers had furnished by their last turn, and how many seats there were."""
    features, seats = np.asarray(rows["feature"]), np.asarray(rows["game"]) * 8 + np.asarray(rows["seat"])
    last = len(seats) - 1 - np.unique(seats[::-1], return_index=True)[1]
    last = last[np.asarray(rows["bot"])[last] < followers]
    owned = features[last, START["owned"] : START["owned"] + FEATURE_GROUPS["owned"]]
    return np.append(owned.sum(axis=0, dtype=np.float64), len(last))


# ---------------------------------------------------------------- teaching


def settled(judge: Records, built: NDArray[np.float64]) -> Records:
    """A judge that does not look for furnishings in the supply that its followers hardly ever build."""
    judge = judge.copy()
    settle(judge[0]["layer_1"], judge[0]["bias_1"], built[:-1] / max(1.0, built[-1]))
    return judge


def settle(layer: Floats, bias: Floats, built: NDArray[np.float64]) -> None:
    """Make what a first layer [..., input, unit] says of furnishings in the supply that hardly anybody builds a part of the bias.

    It was learned by chance, and the tile nearly always lies there. Who builds the tile takes it out of the supply, so its weight is taken
    off what owning it says: for its owner nothing changes. built[tile] is the part of the seats that build it.
    """
    for tile in np.flatnonzero(built < BUILT):
        there, owned = START["supply"] + int(tile), START["owned"] + int(tile)
        bias += layer[..., there, :]
        layer[..., owned, :] -= layer[..., there, :]
        layer[..., there, :] = 0.0


# ---------------------------------------------------------------- generations


@dataclass(frozen=True)
class Task:
    """What is learned and how."""

    bot: str
    players: tuple[int, ...] = tuple(PLAYERS)
    games: int = GAMES
    seed: int = 0
    expansion: str | None = None
    penalty: float = 0.0  # points that an orc left is charged with
    anew: bool = False  # from a judge that knows nothing
    only: tuple[str, ...] = ()  # what is learned alone, all else stays as it is


State = Learning[Task, Lessons]


def new_state(task: Task) -> State:
    """Before the first generation: what the bot's own judge knows, or nothing."""
    random = np.random.RandomState(task.seed % 2**32)
    start = None if task.anew else bot_record(task.bot, None, task.expansion)[1]
    return State(task, new_net(random, start), random)


def company_of(state: State) -> Company:
    """Who plays the next generation; the first of a judge that knows nothing is played by scripted bots alone."""
    task = state.task
    scripted = scripted_bots(task.expansion)
    if task.anew and state.generation == 0:
        ones = np.ones(len(scripted), np.float32)
        return Company(scripted, np.zeros(len(scripted), JUDGE), 0.0 * ones, ones, 0)
    own, known = bot_record(task.bot, None, task.expansion)
    judge = followed(judge_of(learned_layers(state)), known)
    tasters = np.repeat(_follower(own, TASTERS_TEMPERATURE), TASTERS)
    tasters["trust"] = 0.0  # their prior does not know their tastes
    bots = np.concatenate([followers(own), tasters, scripted])
    judges = [np.repeat(judge, len(FOLLOWERS)), with_tastes(judge, TASTERS, state.random), np.zeros(len(scripted), JUDGE)]
    parts = [part for part, _ in FOLLOWERS] + [TASTERS_PART / TASTERS] * TASTERS + [1.0 / len(scripted)] * len(scripted)
    learned = np.arange(len(bots)) < len(bots) - len(scripted)
    return Company(bots, np.concatenate(judges), learned.astype(np.float32), np.array(parts, np.float32), len(FOLLOWERS))


def step(state: State, workers: int = 1) -> dict[str, Any]:
    """Play and teach one generation; returns its line of the history."""
    task, random = state.task, state.random
    company = company_of(state)
    teacher = None if task.anew and state.generation < 2 else state.net.mean
    pieces = drawn_pieces(task, company, state.games, random)
    state.kept = [*state.kept, play_lessons(task, company, teacher, pieces, workers)][-KEPT:]
    state.games += len(pieces) * GAMES_AT_ONCE
    rate = max(LEAST_RATE, (RATE if task.anew or task.only else WARM_RATE) * COOLING**state.generation)
    error = teach(NET, state.net, state.kept, PASSES, rate, random, inputs_of(task.only))
    rows = sum(len(lessons.gains) for lessons in state.kept)
    return state.note("caverna", strength(state, workers=workers), rows=rows, error=round(error, 2))


def learned_layers(state: State) -> Layers:
    """The net that bots follow."""
    if not state.task.only:
        return state.net.mean
    known = bot_record(state.task.bot, None, state.task.expansion)[1]
    return with_inputs_of({"bias_1": known[0]["bias_1"]}, state.net.mean)


def learned_judge(state: State) -> Records:
    """What has been learned so far, as a bot should follow it."""
    if state.task.only:
        return judge_of(learned_layers(state))
    return settled(judge_of(state.net.mean), np.sum([lessons.built for lessons in state.kept], axis=0))


def strength(state: State, games: int = CHECK_GAMES, players: Sequence[int] = (1, 2, 4), workers: int = 1) -> dict[str, float]:
    """Mean points when the bot sits in all seats, by number of players, in games that it never learned from."""
    return mean_points({number: own_kind(state, number) for number in players}, games, workers)


def own_kind(state: State, players: int) -> CavernaSource:
    """The games of the bot with its present judge in every seat."""
    task = state.task
    scenario = CavernaScenario("learn", players, ("learner",) * players, expansion=task.expansion, seed=task.seed, record=("players",))
    own, known = bot_record(task.bot, None, task.expansion)
    return CavernaSource(scenario, {"learner": (own, followed(judge_of(learned_layers(state)), known))})


# ---------------------------------------------------------------- the files


def command_of(state: State) -> str:
    """The command line that learns the same again."""
    penalty = ["--penalty", f"{state.task.penalty:g}"] if state.task.penalty else []
    return state.command(*options_of(state.task), *penalty)


def options_of(task: Any) -> list[str]:
    """Options that both ways of learning have."""
    words = ["--expansion", task.expansion] if task.expansion else []
    return [*words, "--only", ",".join(task.only)] if task.only else words


def parameter_text(state: State, judge: str) -> str:
    """The parameter file of the bot with its new judge, complete in itself: the judge was learned with this policy."""
    task, last = state.task, state.history[-1]
    start = "nothing" if task.anew else fingerprint(bot_record(task.bot, None, task.expansion)[1])
    more = {"before": before(task.bot, task.expansion)} if task.only else {}
    provenance = state.provenance(command_of(state), last, start=start, **more)
    bot = bot_record(task.bot, None, task.expansion)[0]
    if task.expansion:
        return with_fiends(task.bot, bot, provenance, judge)
    description = str(parameters_of(task.bot).get("description", label(task.bot)))
    prior = str(parameters_of(task.bot).get("prior", ""))
    return to_toml(bot, description=description, judge=judge, prior=prior, provenance=provenance)


def before(bot: str, expansion: str | None) -> dict[str, Any]:
    """Where all else comes from that a bot of the roster knows."""
    own = tomllib.loads(packaged_bots().get(bot, ""))
    return dict((own.get(expansion, {}) if expansion else own).get("provenance", {}))


def fingerprint(judge: Records) -> str:
    """Names a judge by what it knows."""
    return f"{zlib.crc32(b''.join(np.ascontiguousarray(judge[0][name]).tobytes() for name in SHAPES)):08x}"


# ---------------------------------------------------------------- the course


class JudgeCourse:
    """How a judge is learned; see kit/learning/command.py."""

    saved = Saved("judge", SHAPES, Task, Lessons, {
        "features": (np.float16, (AS_SEEN, NUM_FEATURES)), "gains": (np.float32, (AS_SEEN,)),
        "built": (np.float64, (FEATURE_GROUPS["owned"] + 1,)),
    })  # fmt: skip
    what, generations = "judge", GENERATIONS
    new, step, parameter_text = staticmethod(new_state), staticmethod(step), staticmethod(parameter_text)

    def warm_up(self, state: State) -> None:
        """Compile what is going to be played."""
        own_kind(state, state.task.players[0]).warm_up()

    def words(self, line: Mapping[str, Any]) -> str:
        """How far what it says is off."""
        return f"error {line['error']:.2f}"

    def finish(self, state: State, workers: int) -> bytes:
        """The judge."""
        return judge_bytes(learned_judge(state))


COURSE = JudgeCourse()
