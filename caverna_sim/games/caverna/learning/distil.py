"""Teaching a swift bot what a value bot thinks: the command `tune` for bots that choose by appeal.

Generation by generation games are played, at first by value bots, then by the swift bot as it is, some with tastes of their own, and by
scripted bots: so it is asked where it gets itself, not only where its teacher gets. Of some decisions a value bot with the seat's tastes
says what it expects of every choice, and the net is taught that. The state is kept after every generation; `--resume` goes on from it.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from caverna_sim.games.caverna.bots.layout import JUDGE, JUDGED_FURNISHINGS, NUM_FEATURES, NUM_LIES, NUM_SEEN
from caverna_sim.games.caverna.bots.liked import taste_of
from caverna_sim.games.caverna.bots.parameters import (
    NO_PRIOR,
    appeal_bytes,
    bot_record,
    input_places,
    own_text,
    untaught_record,
)
from caverna_sim.games.caverna.bots.tastes import TASTES
from caverna_sim.games.caverna.learning.appeals import SHAPES, Examples, examples_of, joined, judge_of, mean_costs, net_of, new_net, teach
from caverna_sim.games.caverna.learning.learn import (
    PLAYERS,
    Piece,
    Records,
    before,
    chances_of,
    drawn_limits,
    drawn_rules,
    fingerprint,
    inputs_of,
    options_of,
    scripted_bots,
    settle,
)
from caverna_sim.games.caverna.limits import limits_record
from caverna_sim.games.caverna.scenario.reading import CavernaScenario
from caverna_sim.games.caverna.source import CavernaSource
from caverna_sim.kit.learning.checkpoint import Learning
from caverna_sim.kit.learning.net import Layers, Net, slower, with_inputs_of
from caverna_sim.kit.learning.saving import ANY, AS_SEEN, Saved
from caverna_sim.kit.learning.strength import CHECK_BLOCK, mean_points
from caverna_sim.match.play import Match, play

TEACHER = "value"
TEACHING = {"temperature": 0.0, "prior": NO_PRIOR, "candidates": 24, "options": 128, "rehearsed": 4}  # it looks closer than when it plays
GENERATIONS = 10
GAMES = 3200  # a generation
SEATINGS, BLOCKS = 8, 2
GAMES_AT_ONCE = SEATINGS * BLOCKS
FIRST_GAMES = 0.15  # part of the games of the first generation, which is played by slow bots
STEPS, LAST_STEPS = 500, 1500  # of teaching in a generation, and when all examples are there
RATE, LAST_RATE = 2e-3, 2e-5
ROWS, CHOICES = 40_000, 1_200_000  # room for the examples of one table
TASTERS, LIKED_PART = 24, 0.3  # bots with tastes of their own; the part of things each likes
LIKED = {"weapons": 16.0, "dwarfs": 8.0, "ruby_mine": 8.0, "ore_mine": 8.0}  # spread of a liking, in points
USUALLY_LIKED = 4.0  # ... of all others
MOST_KEPT = 40  # generations
CHECK_GAMES = 240  # for each number of players
STRENGTH_AT = (2, 3, 4)
BUILT_GAMES = 400  # for each of these, to see what is hardly ever built

# who plays: (part of the seats, temperature, share of its decisions that become examples)
VALUE_BOTS = ((0.45, 0.3, 0.6), (0.2, 1.5, 0.6))  # in the first generation
SWIFT_BOTS = ((0.40, 0.1, 0.12), (0.15, 0.6, 0.12))
TASTERS_PART, TASTERS_TEMPERATURE = 0.35, 0.5
INDIFFERENT = np.zeros(len(TASTES), np.float32)
SCRIPTED_SHARE, SCRIPTED_PARTS = 0.03, (0.15, 1.5)


# ---------------------------------------------------------------- games


@dataclass(frozen=True)
class Task:
    """What is taught and how."""

    bot: str
    players: tuple[int, ...] = tuple(PLAYERS)
    games: int = GAMES
    seed: int = 0
    expansion: str | None = None
    only: tuple[str, ...] = ()  # what is taught alone, all else stays as it is


@dataclass(frozen=True)
class Company:
    """Who plays the games of a generation; the judge of each holds what its teacher knows and what it has been taught."""

    bots: Records
    judges: Records
    teachers: Records
    likings: NDArray[np.float32]  # [bot, taste]
    shares: NDArray[np.float64]  # [bot] of its decisions that become examples
    parts: NDArray[np.float64]  # [bot] how often it sits at a table


def followed(task: Task, net: Net) -> Layers:
    """The net that bots follow."""
    if not task.only:
        return net.mean
    known = bot_record(task.bot, None, task.expansion)[1]
    return with_inputs_of({"bias_1": known[0]["appeal"]["bias_1"]}, net.mean)


def company_of(task: Task, net: Net | None, random: np.random.RandomState) -> Company:
    """The company of a generation: value bots before there is a net, swift bots afterwards."""
    plain = VALUE_BOTS if net is None else SWIFT_BOTS
    tier = TEACHER if net is None else task.bot
    likings = np.zeros((len(plain) + TASTERS, len(TASTES)), np.float32)
    liked = random.random_sample((TASTERS, len(TASTES))) < LIKED_PART
    spread = np.array([LIKED.get(name, USUALLY_LIKED) for name in TASTES])
    likings[len(plain) :] = spread * random.standard_normal(liked.shape) * liked
    bots = [_warmed(tier, warmth, task.expansion) for _, warmth, _ in plain]
    bots += [_warmed(tier, TASTERS_TEMPERATURE, task.expansion)] * TASTERS
    judges = [_judge(task, net, liking) for liking in likings]
    scripted = scripted_bots(task.expansion)
    known = bot_record(TEACHER, None, task.expansion)[1]
    shares = [share for *_, share in plain] + [plain[0][2]] * TASTERS + [SCRIPTED_SHARE] * len(scripted)
    parts = [part for part, *_ in plain] + [TASTERS_PART / TASTERS] * TASTERS + [1.0 / len(scripted)] * len(scripted)
    everybody = len(likings) + len(scripted)
    return Company(
        np.concatenate([*bots, scripted]), np.concatenate([*judges, np.repeat(known, len(scripted))]),
        np.repeat(bot_record(TEACHER, TEACHING, task.expansion)[0], everybody),
        np.concatenate([likings, np.zeros((len(scripted), len(TASTES)), np.float32)]), np.array(shares), np.array(parts),
    )  # fmt: skip


def _warmed(name: str, temperature: float, expansion: str | None) -> Records:
    if name == TEACHER:
        return bot_record(name, {**TEACHING, "rehearsed": 1, "temperature": temperature}, expansion)[0]
    return untaught_record(name, {"temperature": temperature}, expansion)


def _judge(task: Task, net: Net | None, liking: NDArray[np.float32] = INDIFFERENT) -> Records:
    """What a teacher of these tastes knows, beside what has been taught so far."""
    judge = np.zeros(1, JUDGE) if net is None else judge_of(followed(task, net), liking)
    known = bot_record(TEACHER, None, task.expansion)[1]
    for name in JUDGE.names or ():
        if name != "appeal":
            judge[0][name] = known[0][name]
    judge[0]["taste"] += taste_of(dict(zip(TASTES, liking.tolist(), strict=True)), input_places(), NUM_FEATURES)
    return judge


def play_examples(task: Task, company: Company, first: int, games: int, random: np.random.RandomState, workers: int) -> Examples:
    """Examples of a generation; they do not depend on the number of workers."""
    from joblib import Parallel, delayed

    often = np.array([PLAYERS[players] for players in task.players])
    scripted = company.shares == SCRIPTED_SHARE
    tasks = []
    for start in range(first, first + games, GAMES_AT_ONCE):
        players = int(random.choice(task.players, p=often / often.sum()))
        parts = np.where(scripted, company.parts * random.choice(SCRIPTED_PARTS), company.parts)
        seatings = random.choice(len(company.bots), size=(SEATINGS, players), p=parts / parts.sum())
        chances = chances_of(task.only)
        rules, limits = drawn_rules(random, task.expansion, players, chances), drawn_limits(random, task.expansion, players, chances)
        tasks.append(delayed(_record)(task, company, Piece(players, rules, seatings, start, limits)))
    return joined(Parallel(n_jobs=workers, prefer="threads")(tasks))


def _record(task: Task, company: Company, piece: Piece) -> Examples:
    from caverna_sim.games.caverna.bots.layout import MIND, NUM_SCRATCH
    from caverna_sim.games.caverna.box.catalog import catalog
    from caverna_sim.games.caverna.playing import rows as kinds
    from caverna_sim.games.caverna.playing.examples import CHOICE, EXAMPLE, Sheets
    from caverna_sim.games.caverna.playing.games import play_games
    from caverna_sim.games.caverna.shape import layout
    from caverna_sim.kit.many.rows import Cast, Room
    from caverna_sim.kit.play.asking import NUM_ASIDES

    players, rules = piece.players, catalog(piece.players, piece.rules, task.expansion)
    plans = np.zeros(GAMES_AT_ONCE, kinds.PLAN)
    plans["block"] = np.repeat(np.arange(piece.first, piece.first + BLOCKS), SEATINGS)
    plans["seating"] = np.tile(np.arange(SEATINGS), BLOCKS)
    plans["bots"][:, :players] = np.tile(piece.seatings, (BLOCKS, 1))
    plans["limits"] = limits_record(piece.limits, plans["limits"].shape[1], rules.tables)
    sheets = Sheets(
        np.zeros((ROWS, NUM_SEEN), np.float32), np.zeros(ROWS, EXAMPLE), np.zeros(CHOICES, CHOICE),
        np.zeros((CHOICES, NUM_LIES), np.float32), company.teachers, company.shares,
    )  # fmt: skip
    tallies, of_seats = np.zeros(1, kinds.TALLY), (GAMES_AT_ONCE, players)
    cast = Cast(company.bots, company.judges, np.zeros(0, np.int64), np.zeros((1, players, 0), np.int16))
    room = Room(
        np.zeros(1, layout.STATE), np.zeros(NUM_ASIDES, layout.STATE), np.zeros(NUM_SCRATCH, layout.STATE), np.zeros(1, MIND),
        np.zeros(layout.MAX_LEGAL, np.int32),
    )  # fmt: skip
    kept = kinds.Kept(
        np.zeros(GAMES_AT_ONCE, kinds.OUTCOME), np.zeros(of_seats, kinds.PLAYER), np.zeros((*of_seats, 0), np.int8),
        np.zeros((0, players, 0), kinds.ROUND), np.zeros(0, kinds.BUILT), np.zeros(0, kinds.PLACED), np.zeros(0, kinds.TAKEN),
        examples=sheets,
    )  # fmt: skip
    play_games(rules.record, plans, cast, room, kept, task.seed, np.zeros(1, np.int8), tallies)
    number, listed = int(tallies[0]["examples"]), int(tallies[0]["listed"])
    rows, choices = sheets.rows[:number], sheets.choices[:listed]
    return examples_of(sheets.seen[:number], company.likings[rows["bot"]], rows, choices, sheets.lies[:listed])


# ---------------------------------------------------------------- generations


State = Learning[Task, Examples]


def new_state(task: Task) -> State:
    """Before the first generation; with an expansion it goes on from what was taught without."""
    random = np.random.RandomState(task.seed % 2**32)
    if task.only:
        return State(task, net_of(bot_record(task.bot, None, task.expansion)[1], is_complete=True), random)
    if task.expansion is None:
        return State(task, new_net(random), random)
    return State(task, net_of(bot_record(task.bot)[1]), random)


def taught_step(state: State, workers: int = 1) -> dict[str, Any]:
    """Play and teach one generation; returns its line of the history."""
    task, random = state.task, state.random
    is_taught = state.generation > 0 or task.expansion is not None or bool(task.only)
    company = company_of(task, state.net if is_taught else None, random)
    games = task.games if is_taught else max(GAMES_AT_ONCE, int(FIRST_GAMES * task.games))
    games = -(-games // GAMES_AT_ONCE) * GAMES_AT_ONCE
    new = play_examples(task, company, state.games, games, random, workers)
    before = mean_costs(state.net.mean, new)
    state.kept = [*state.kept, new][-MOST_KEPT:]
    state.games += games
    teach(state.net, joined(state.kept), STEPS, RATE, random, inputs_of(task.only))
    costs, examples = [round(cost, 3) for cost in before], sum(len(one.part) for one in state.kept)
    return state.note("caverna", strength(state, workers), examples=examples, costs=costs)


def finish(state: State) -> None:
    """Teach with all examples once more, ever slower; inputs that were 0 in all of them lose their weight."""
    examples, inputs = joined(state.kept), inputs_of(state.task.only)
    if inputs is None:
        unseen = ~examples.seen.any(axis=0)
        for layers in (state.net.now, state.net.mean):
            layers["layer_1"][:, unseen] = 0.0
    for steps, rate in slower(LAST_STEPS, RATE, LAST_RATE):
        teach(state.net, examples, steps, rate, state.random, inputs)


def learned(state: State, workers: int = 1) -> dict[str, NDArray[np.float32]]:
    """What was taught, as a bot should follow it: without a thought for furnishings in the supply that it hardly ever builds."""
    layers = {name: array.copy() for name, array in followed(state.task, state.net).items()}
    if state.task.only:
        return layers
    built, seats = np.zeros(JUDGED_FURNISHINGS), 0
    for players in STRENGTH_AT:
        source = own_kind(state, players, "furnishings")
        played = play([Match(source, BUILT_GAMES, CHECK_BLOCK)], {"players": ("score",), "furnishings": ("tile",)}, workers)[0]
        built += np.bincount(played["furnishings", "tile"], minlength=len(built))[: len(built)]
        seats += len(played["players", "score"])
    settle(layers["layer_1"], layers["bias_1"], built / seats)
    return layers


def strength(state: State, workers: int = 1) -> dict[str, float]:
    """Mean points when the bot sits in all seats, by number of players, in games that it never learned from."""
    return mean_points({players: own_kind(state, players) for players in STRENGTH_AT}, CHECK_GAMES, workers)


def own_kind(state: State, players: int, *more: str) -> CavernaSource:
    """The games of the bot as it is in every seat."""
    task, tables = state.task, ("players", *more)
    scenario = CavernaScenario("learn", players, ("learner",) * players, expansion=task.expansion, seed=task.seed, record=tables)
    return CavernaSource(scenario, {"learner": (untaught_record(task.bot, {}, task.expansion), _judge(task, state.net))})


# ---------------------------------------------------------------- the command


def command_of(state: State) -> str:
    """The command line that teaches the same again."""
    return state.command(*options_of(state.task))


def parameter_text(state: State, judge: str) -> str:
    """The parameter file of the bot with its new net."""
    last = {**state.history[-1], **strength(state)}
    more = {"examples": last["examples"], "teacher": fingerprint(bot_record(TEACHER, None, state.task.expansion)[1])}
    more |= {"start": fingerprint(bot_record(state.task.bot)[1])} if state.task.expansion else {}
    more |= {"before": before(state.task.bot, state.task.expansion)} if state.task.only else {}
    provenance = state.provenance(command_of(state), last, **more)
    return own_text(state.task.bot, judge, provenance, state.task.expansion)


class AppealCourse:
    """How a swift bot is taught; see kit/learning/command.py."""

    saved = Saved("swift", SHAPES, Task, Examples, {
        "seen": (np.float16, (AS_SEEN, NUM_SEEN)), "tastes": (np.float16, (AS_SEEN, len(TASTES))), "part": (np.int8, (AS_SEEN,)),
        "first": (np.int64, (AS_SEEN,)), "number": (np.int32, (AS_SEEN,)), "choice": (np.int16, (ANY,)), "kind": (np.int8, (ANY,)),
        "reordered": (np.int8, (ANY,)), "worth": (np.float32, (ANY,)), "lie": (np.float16, (ANY, NUM_LIES)), "cost": (np.float32, (ANY,)),
    })  # fmt: skip
    what, generations = "net", GENERATIONS
    new, step, parameter_text = staticmethod(new_state), staticmethod(taught_step), staticmethod(parameter_text)

    def warm_up(self, state: State) -> None:
        """Compile what is going to be played."""
        own_kind(state, state.task.players[0]).warm_up()

    def words(self, line: Mapping[str, Any]) -> str:
        """What its choices cost, by the teacher's lights."""
        return f"{line['examples']:,} examples  costs {line['costs'][0]:.2f} {line['costs'][1]:.2f}"

    def finish(self, state: State, workers: int) -> bytes:
        """The net, taught with all examples once more."""
        finish(state)
        return appeal_bytes(learned(state, workers))


COURSE = AppealCourse()
