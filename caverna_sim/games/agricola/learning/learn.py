"""Learning what positions are worth: what `tune` does for bots that judge.

Generation by generation, bots that follow the evaluation as it is play against one another, at several temperatures so that unusual farms
are seen too, and against scripted bots. Tables differ: players, extra tiles, house rules, teams, improvements that are absent, people that
may not be born. Then the evaluation is taught what came of each position.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from dataclasses import replace as replaced
from functools import partial
from typing import Any

import numpy as np
from numpy.typing import NDArray

from caverna_sim.games.agricola.bots.fingerprints import fingerprint
from caverna_sim.games.agricola.bots.layout import JUDGE, NUM_FEATURES, POINTS_PER_UNIT
from caverna_sim.games.agricola.bots.names import VALUE
from caverna_sim.games.agricola.bots.parameters import bot_record, judge_bytes, own_text, packaged_bots, parameters_of
from caverna_sim.games.agricola.box.options import USUAL, Options
from caverna_sim.games.agricola.box.pack import MAJORS
from caverna_sim.games.agricola.ids import house_rule
from caverna_sim.games.agricola.scenario.reading import AgricolaScenario
from caverna_sim.games.agricola.source import AgricolaSource
from caverna_sim.kit.learning.checkpoint import Learning
from caverna_sim.kit.learning.lessons import Lessons, gains_of, teach
from caverna_sim.kit.learning.net import Judge, Layers
from caverna_sim.kit.learning.saving import AS_SEEN, Saved
from caverna_sim.kit.learning.strength import mean_points
from caverna_sim.match.play import Match, play
from caverna_sim.match.protocol import PlayedChunk, Stop
from caverna_sim.match.seating import GivenTables

Records = NDArray[Any]
Arrays = dict[str, NDArray[Any]]
NET = Judge(JUDGE, POINTS_PER_UNIT)
OF_GAME = ("--game", "agricola")

GENERATIONS = 20
GAMES = 3000  # a generation
FIRST_GAMES = 4  # times as many in the first of a judge that knows nothing: scripted bots are quick
PLAYERS = {1: 2.0, 2: 3.0, 3: 3.0, 4: 3.0}  # players at a table, and how often
KEPT = 4  # generations whose positions are taught again
TAUGHT = 0.25  # part of the positions that are taught
PASSES = 2  # over what is kept, per generation
TRUST = 0.93
SEATINGS, BLOCKS = 8, 8  # tables that meet the same chances; of these, so many at once
GAMES_AT_ONCE = SEATINGS * BLOCKS
RATE, COOLING, LEAST_RATE = 1e-3, 0.93, 1e-4  # of learning: in the first generation, from one to the next, at least
WARM_RATE = 5e-4  # ... in the first generation when the judge is known
CHECK_GAMES = 240  # for each number of players

# who plays the games: (part of the seats, temperature)
FOLLOWERS = ((0.36, 0.0), (0.36, 0.5), (0.18, 1.0), (0.1, 2.0))
SCRIPTED_PART = 0.25  # of all scripted bots, where those that follow the judge are 1
SCRIPTED_NOISES = (0.5, 4.0)

# at which tables: chances of each option, of house rules and of each of them, of absent improvements, of limits and of each seat there
EXTRA_TILE, NO_SIDE_JOB, NO_MEETING_FOOD, KEEPS_ALL, MUST_CONVERT, TEAMS = 0.25, 0.15, 0.15, 0.05, 0.05, 0.1
HOUSE_RULES, EACH_HOUSE_RULE = 0.2, 0.25
ABSENT, MOST_ABSENT = 0.3, 0.5
LIMITED, LIMITED_SEATS = 0.15, 0.4


@dataclass(frozen=True)
class Task:
    """What is learned and how."""

    bot: str
    players: tuple[int, ...] = tuple(PLAYERS)
    games: int = GAMES
    seed: int = 0
    anew: bool = False  # from a judge that knows nothing


State = Learning[Task, Lessons]


@dataclass(frozen=True)
class Table:
    """What is played by some games."""

    players: int
    options: Options = USUAL
    without: tuple[str, ...] = ()
    limits: Mapping[int, Mapping[str, Any]] = field(default_factory=dict)  # seat -> what it may not do


def drawn_table(random: np.random.RandomState, players: Sequence[int]) -> Table:
    """A table of the usual kind, with other options now and then: a judge that never saw them would be lost there."""
    often = np.array([PLAYERS[number] for number in players])
    number = int(random.choice(players, p=often / often.sum()))
    table = Table(number, _drawn_options(random, number))
    if random.random_sample() < ABSENT:
        chance = random.uniform(0.0, MOST_ABSENT)
        table = replaced(table, without=tuple(name for name in MAJORS if random.random_sample() < chance))
    if random.random_sample() < LIMITED:
        limited = [seat for seat in range(number) if random.random_sample() < LIMITED_SEATS]
        table = replaced(table, limits={seat: {"people_max": int(random.randint(2, 5))} for seat in limited})
    return table


def _drawn_options(random: np.random.RandomState, players: int) -> Options:
    lots = random.random_sample(6) < (EXTRA_TILE, NO_SIDE_JOB, NO_MEETING_FOOD, KEEPS_ALL, MUST_CONVERT, TEAMS)
    rules = random.random_sample(len(house_rule.NAMES)) < EACH_HOUSE_RULE
    has_rules = random.random_sample() < HOUSE_RULES
    chosen = (name for name, is_on in zip(house_rule.NAMES, rules, strict=True) if is_on and (name != "HR7" or players == 2))
    return Options(
        extra_tile=bool(lots[0]) and players > 1, side_job=not lots[1], meeting_place_food=not lots[2], discard_when_breeding=not lots[3],
        force_conversion=bool(lots[4]), team_play=bool(lots[5]) and players == 4, house_rules=tuple(chosen) if has_rules else (),
    )  # fmt: skip


@dataclass(frozen=True)
class Company:
    """Who plays the games of a generation."""

    records: Mapping[str, tuple[Records, Records]]  # [name] bot and what it has learned
    parts: NDArray[np.float64]  # how often each sits at a table


def company_of(state: State) -> Company:
    """Who plays the next generation; the first of a judge that knows nothing is played by scripted bots alone."""
    scripted = scripted_bots()
    if state.task.anew and state.generation == 0:
        return Company(scripted, np.full(len(scripted), 1.0 / len(scripted)))
    own, judge = learner(state)
    records = dict(scripted)
    for _, temperature in FOLLOWERS:
        bot = own.copy()
        bot["temperature"] = temperature
        records[f"follower {temperature:g}"] = (bot, judge)
    parts = np.array([SCRIPTED_PART / len(scripted)] * len(scripted) + [part for part, _ in FOLLOWERS])
    return Company(records, parts / parts.sum())


def scripted_bots() -> dict[str, tuple[Records, Records]]:
    """The scripted bots of the roster, calm and noisy."""
    return {
        f"{name} {noise:g}": bot_record(name, {"weights": {"noise": noise}})
        for name, values in packaged_bots().items() if values["tier"] == "scripted" for noise in SCRIPTED_NOISES
    }  # fmt: skip


Read = Callable[[PlayedChunk, int], Arrays]  # what is to be learned from a chunk, and its first game


class Taught(AgricolaSource):
    """The games of a table, with what is to be learned from them: rows of the table `kind`, as they are `read`."""

    def __init__(self, seed: int, company: Company, table: Table, seatings: NDArray[np.int64], kind: str, read: Read) -> None:
        scenario = AgricolaScenario(
            kind, table.players, tuple(company.records), seed=seed, record=("players",), options=table.options, without=table.without,
            limits=table.limits,
        )  # fmt: skip
        super().__init__(scenario, company.records, GivenTables(tuple(map(tuple, seatings.tolist()))), kind)
        self.read = read

    def play(self, first_game: int, games: int, stop: Stop) -> PlayedChunk | None:
        """Play whole blocks of games, and work out what came of every position."""
        played = super().play(first_game, games, stop)
        return played and replaced(played, rows={self.teaches: self.read(played, first_game)})


def play_taught(
    state: Any, company: Company, games: int, workers: int, kind: str, columns: Sequence[str], read: Read
) -> list[NDArray[Any]]:
    """Columns of what is to be learned from a generation; they do not depend on the number of workers."""
    task, random, matches = state.task, state.random, []
    for start in range(state.games, state.games + games, GAMES_AT_ONCE):
        table = drawn_table(random, task.players)
        seatings = random.choice(len(company.parts), size=(SEATINGS, table.players), p=company.parts)
        matches.append(Match(Taught(task.seed, company, table, seatings, kind, read), GAMES_AT_ONCE, start))
    found = play(matches, {kind: tuple(columns)}, workers, chunk_games=GAMES_AT_ONCE)
    return [np.concatenate([one[kind, column] for one in found]) for column in columns]


def read_lessons(teacher: Layers | None, played: PlayedChunk, first_game: int) -> Arrays:
    """Some of the positions of a chunk, and the points that were still to come."""
    rows, scores = played.rows["lessons"], np.asarray(played.rows["players"]["score"], np.float32)
    gains = gains_of(NET, rows, scores.reshape(len(played.hashes), -1), teacher, TRUST, first_game)
    chosen = np.random.RandomState(first_game % 2**32).random_sample(len(gains)) < TAUGHT
    return {"features": np.asarray(rows["feature"])[chosen].astype(np.float16), "gains": gains[chosen]}


def play_lessons(state: State, company: Company, games: int, workers: int) -> Lessons:
    """What is to be learned from a generation."""
    teacher = None if state.task.anew and state.generation < 2 else state.net.mean
    return Lessons(*play_taught(state, company, games, workers, "lessons", ("features", "gains"), partial(read_lessons, teacher)))


def new_state(task: Task) -> State:
    """Before the first generation: what the bot's own judge knows, or nothing."""
    random = np.random.RandomState(task.seed % 2**32)
    return State(task, NET.new(random, None if task.anew else bot_record(task.bot)[1]), random)


def step(state: State, workers: int = 1) -> dict[str, Any]:
    """Play and teach one generation; returns its line of the history."""
    task = state.task
    games = task.games * (FIRST_GAMES if task.anew and state.generation == 0 else 1)
    games = -(-games // GAMES_AT_ONCE) * GAMES_AT_ONCE
    state.kept = [*state.kept, play_lessons(state, company_of(state), games, workers)][-KEPT:]
    state.games += games
    rate = max(LEAST_RATE, (RATE if task.anew else WARM_RATE) * COOLING**state.generation)
    error = teach(NET, state.net, state.kept, PASSES, rate, state.random)
    rows = sum(len(lessons.gains) for lessons in state.kept)
    return state.note("agricola", strength_of(task, learner(state), workers), rows=rows, error=round(error, 2))


def learner(state: State) -> tuple[Records, Records]:
    """The bot with what it has learned so far, one turn ahead; what its prior finds appealing stays."""
    bot, known = bot_record(state.task.bot)
    bot, judge = bot.copy(), NET.judge_of(state.net.mean)
    bot["tier"], judge["appeal"] = VALUE, known["appeal"]
    return bot, judge


def strength_of(task: Any, records: tuple[Records, Records], workers: int) -> dict[str, float]:
    """Mean points when a bot sits in all seats, by number of players, in games that it never learned from."""
    return mean_points({players: own_kind(task, records, players) for players in task.players}, CHECK_GAMES, workers)


def own_kind(task: Any, records: tuple[Records, Records], players: int) -> AgricolaSource:
    """The games of a bot in every seat."""
    scenario = AgricolaScenario("learn", players, ("learner",) * players, seed=task.seed, record=("players",))
    return AgricolaSource(scenario, {"learner": records})


def parameter_text(state: State, judge: str) -> str:
    """The parameter file of the bot with its new judge."""
    start = "nothing" if state.task.anew else fingerprint(*(record[0] for record in bot_record(state.task.bot)))
    provenance = state.provenance(state.command(*OF_GAME), state.history[-1], start=start)
    return own_text(parameters_of(state.task.bot), {"judge": judge}, provenance)


class JudgeCourse:
    """How a judge is learned; see kit/learning/command.py."""

    saved = Saved("agricola judge", NET.shapes, Task, Lessons, {
        "features": (np.float16, (AS_SEEN, NUM_FEATURES)), "gains": (np.float32, (AS_SEEN,)),
    })  # fmt: skip
    what, generations = "judge", GENERATIONS
    new, step, parameter_text = staticmethod(new_state), staticmethod(step), staticmethod(parameter_text)

    def warm_up(self, state: State) -> None:
        """Compile what is going to be played."""
        own_kind(state.task, learner(state), state.task.players[0]).warm_up()

    def words(self, line: Mapping[str, Any]) -> str:
        """How far what it says is off."""
        return f"error {line['error']:.2f}"

    def finish(self, state: State, workers: int) -> bytes:
        """The judge."""
        return judge_bytes(NET.judge_of(state.net.mean))


COURSE = JudgeCourse()
