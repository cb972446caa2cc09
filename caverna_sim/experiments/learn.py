"""Learning what positions are worth: the command `tune` for bots that judge.

Generation by generation, bots that follow the evaluation as it is play against one another, some with a taste of their own
so that unusual plans are seen too, and against scripted bots. Then the evaluation is taught what came of each position.
The state is kept after every generation; `--resume` goes on from it.
"""

from __future__ import annotations

import json
import pickle
import sys
import time
import zlib
from argparse import Namespace
from collections.abc import Sequence
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from caverna_sim import __version__
from caverna_sim.errors import CavernaError
from caverna_sim.games.caverna.bots.layout import FEATURE_GROUPS, JUDGE, NARROW, NUM_FEATURES, POINTS_PER_UNIT, START, VALUE, WIDE
from caverna_sim.games.caverna.bots.parameters import bot_record, packaged_bots, parameters_of, to_toml, write_judge
from caverna_sim.match.arena import duration, label, play, warm_up

Records = NDArray[Any]
Floats = NDArray[np.float32]

GENERATIONS = 30
GAMES = 6000  # a generation
PLAYERS = (1, 2, 3, 4, 5)
KEPT = 5  # generations whose positions are taught again
PASSES = 2  # over what is kept, per generation
TRUST = 0.93
SEATINGS, BLOCKS = 8, 4  # tables that meet the same chances; of these, so many at once
GAMES_AT_ONCE = SEATINGS * BLOCKS
MOST_ROWS = 80  # of a seat in a game
RATE, COOLING, LEAST_RATE = 1e-3, 0.95, 3e-4  # of learning: in the first generation, from one to the next, at least
CHECK_BLOCK = 2**50
CHECK_GAMES = 240  # for each number of players

# who plays the games: (part of the seats, candidates, options, temperature)
FOLLOWERS = ((0.25, 10, 40, 0.3), (0.10, 10, 40, 1.5), (0.10, 20, 64, 0.8))
TASTERS, TASTERS_PART, TASTERS_OPTIONS, TASTERS_TEMPERATURE = 24, 0.40, 24, 0.5
SCRIPTED_PART, SCRIPTED_TEMPERATURES = 0.15, (0.3, 1.5, 4.0)
LIKED = {"goods": 3.0, "animals": 4.0, "land": 3.0, "weapons": 5.0, "owned": 4.0}  # spread of tastes, in points
LIKED_PART = 0.4  # of the features of a group
LIKED_DWARFS = (0.0, 2.0, 4.0, 7.0, 10.0)  # points for a dwarf


# ---------------------------------------------------------------- who plays


def followers(bot: Records) -> Records:
    """Bots that follow the evaluation."""
    return np.concatenate([_follower(bot, candidates, options, warmth) for _, candidates, options, warmth in FOLLOWERS])


def _follower(bot: Records, candidates: int, options: int, temperature: float) -> Records:
    one = bot.copy()
    one["tier"], one["candidates"], one["options"], one["temperature"] = VALUE, candidates, options, temperature
    return one


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


def scripted_bots() -> Records:
    """The scripted bots of the roster at several temperatures."""
    bots = []
    for name in packaged_bots():
        if parameters_of(name)["tier"] == "scripted":
            for temperature in SCRIPTED_TEMPERATURES:
                bots.append(bot_record(name, {"temperature": temperature})[0])
    return np.concatenate(bots)


# ---------------------------------------------------------------- games


@dataclass(frozen=True, eq=False)
class Lessons:
    """Positions and the points that came of them."""

    features: NDArray[np.float16]
    gains: Floats  # points still made after the position, smoothed

    def __reduce__(self) -> tuple[Any, ...]:
        """Most features are 0: a checkpoint keeps them squeezed."""
        return _unsqueezed, (zlib.compress(self.features.tobytes(), 1), self.features.shape, self.gains)


def _unsqueezed(data: bytes, shape: tuple[int, int], gains: Floats) -> Lessons:
    return Lessons(np.frombuffer(zlib.decompress(data), np.float16).reshape(shape), gains)


def play_lessons(
    bots: Records, judges: Records, learned: Sequence[float], parts: Sequence[float], teacher: Any, players: int, pieces: int, seed: int,
    first: int, random: np.random.RandomState,
) -> Lessons:  # fmt: skip
    """Some pieces of games of so many players with bots drawn by their parts; chances are numbered from `first` on."""
    features, gains = [], []
    for start in range(first, first + pieces * GAMES_AT_ONCE, GAMES_AT_ONCE):
        seatings = random.choice(len(bots), size=(SEATINGS, players), p=np.array(parts) / np.sum(parts))
        lessons = _record(bots, judges, learned, seatings, teacher, players, seed, start)
        features.append(lessons.features)
        gains.append(lessons.gains)
    return Lessons(np.concatenate(features), np.concatenate(gains))


def _record(
    bots: Records, judges: Records, learned: Sequence[float], seatings: NDArray[np.int64], teacher: Any, players: int, seed: int, first: int
) -> Lessons:
    from caverna_sim.games.caverna.bots.layout import MIND
    from caverna_sim.games.caverna.box.catalog import catalog
    from caverna_sim.games.caverna.playing.lessons import record_games, smoothed_returns
    from caverna_sim.games.caverna.playing.table import NUM_SCRATCH
    from caverna_sim.games.caverna.shape import layout

    games = BLOCKS * len(seatings)
    most = games * players * MOST_ROWS
    features, points = np.zeros((most, NUM_FEATURES), np.float32), np.zeros((most, 3), np.float32)
    finals = np.zeros((games, players), np.int32)
    rows = record_games(
        np.zeros(1, layout.STATE), catalog(players, {}).record, bots, judges, np.array(learned, np.float32), seatings,
        np.zeros(NUM_SCRATCH, layout.STATE), np.zeros(1, MIND), np.zeros(layout.MAX_LEGAL, np.int32), seed, first, BLOCKS,
        features, points, finals,
    )  # fmt: skip
    features, points = features[:rows], points[:rows]
    expected = points[:, 2].copy()
    trust = 1.0
    if teacher is not None:
        expected += POINTS_PER_UNIT * teacher.predict(features)
        trust = TRUST
    returns = np.zeros(rows, np.float32)
    smoothed_returns(points, expected, finals, trust, returns)
    return Lessons(features.astype(np.float16), returns - points[:, 2])


# ---------------------------------------------------------------- teaching


def new_net(seed: int) -> Any:
    """A net that knows nothing."""
    try:
        from sklearn.neural_network import MLPRegressor
    except ModuleNotFoundError:
        raise CavernaError("tune needs the library scikit-learn for this bot; install it with `pip install caverna_sim[tune]`") from None
    return MLPRegressor(hidden_layer_sizes=(WIDE, NARROW), alpha=1e-5, batch_size=1024, learning_rate_init=RATE, random_state=seed % 2**32)


def teach(net: Any, kept: Sequence[Lessons], passes: int, rate: float, random: np.random.RandomState) -> None:
    """Some passes over all lessons in a mixed order."""
    if hasattr(net, "_optimizer"):
        net._optimizer.learning_rate_init = rate  # the library has no other way to change it between calls
    sizes = [len(lessons.gains) for lessons in kept]
    owner = np.repeat(np.arange(len(kept)), sizes)
    place = np.concatenate([np.arange(size) for size in sizes])
    for _ in range(passes):
        order = random.permutation(len(owner))
        for start in range(0, len(order), 200_000):
            piece = order[start : start + 200_000]
            features = np.empty((len(piece), NUM_FEATURES), np.float32)
            gains = np.empty(len(piece), np.float32)
            for number, lessons in enumerate(kept):
                here = owner[piece] == number
                features[here] = lessons.features[place[piece[here]]]
                gains[here] = lessons.gains[place[piece[here]]]
            net.partial_fit(features, gains / POINTS_PER_UNIT)


def judge_of(net: Any) -> Records:
    """The JUDGE record of a net."""
    judge = np.zeros(1, JUDGE)
    for layer in (0, 1):
        judge[0][f"layer_{layer + 1}"] = net.coefs_[layer]
        judge[0][f"bias_{layer + 1}"] = net.intercepts_[layer]
    judge[0]["layer_3"] = net.coefs_[2][:, 0]
    judge[0]["bias_3"] = net.intercepts_[2][0]
    return judge


# ---------------------------------------------------------------- generations


@dataclass(frozen=True)
class Task:
    """What is learned and how."""

    bot: str
    players: tuple[int, ...] = PLAYERS
    games: int = GAMES
    seed: int = 0


@dataclass
class State:
    """All that the next generation needs."""

    task: Task
    net: Any
    random: np.random.RandomState
    generation: int = 0
    games: int = 0
    kept: list[Lessons] = field(default_factory=list)
    history: list[dict[str, Any]] = field(default_factory=list)
    is_finished: bool = False


def new_state(task: Task) -> State:
    """Before the first generation."""
    return State(task, new_net(task.seed), np.random.RandomState(task.seed % 2**32))


def step(state: State) -> dict[str, Any]:
    """Play and teach one generation; returns its line of the history. The first is played by scripted bots alone."""
    from caverna_sim.jit import source_hash

    task, random = state.task, state.random
    scripted = scripted_bots()
    own = bot_record(task.bot)[0]
    if state.generation == 0:
        bots, judges = scripted, np.zeros(len(scripted), JUDGE)
        learned, parts = [0.0] * len(scripted), [1.0] * len(scripted)
    else:
        judge = judge_of(state.net)
        tasters = np.repeat(_follower(own, 10, TASTERS_OPTIONS, TASTERS_TEMPERATURE), TASTERS)
        bots = np.concatenate([followers(own), tasters, scripted])
        judges = np.concatenate([np.repeat(judge, len(FOLLOWERS)), with_tastes(judge, TASTERS, random), np.zeros(len(scripted), JUDGE)])
        learned = [1.0] * (len(FOLLOWERS) + TASTERS) + [0.0] * len(scripted)
        parts = [part for part, *_ in FOLLOWERS] + [TASTERS_PART / TASTERS] * TASTERS + [SCRIPTED_PART / len(scripted)] * len(scripted)
    teacher = state.net if state.generation > 1 else None
    pieces = max(1, round(task.games / len(task.players) / GAMES_AT_ONCE))
    for players in task.players:
        state.kept.append(play_lessons(bots, judges, learned, parts, teacher, players, pieces, task.seed, state.games, random))
        state.games += pieces * GAMES_AT_ONCE
    state.kept = state.kept[-KEPT * len(task.players) :]
    teach(state.net, state.kept, PASSES, max(LEAST_RATE, RATE * COOLING**state.generation), random)
    state.generation += 1
    rows = sum(len(lessons.gains) for lessons in state.kept)
    line = {"generation": state.generation, "games": state.games, "rows": rows, "code": source_hash(), **strength(state)}
    state.history.append(line)
    return line


def strength(state: State, games: int = CHECK_GAMES, players: Sequence[int] = (1, 2, 4), workers: int = 1) -> dict[str, float]:
    """Mean points when the bot sits in all seats, by number of players, in games that it never learned from."""
    bot, judge = bot_record(state.task.bot)[0], judge_of(state.net)
    means = {}
    for number in players:
        played = play(bot, judge, np.zeros((1, number), np.int64), number, None, state.task.seed, CHECK_BLOCK, games // number, workers)
        means[f"{number}_players"] = round(float(played.totals.mean()), 2)
    return means


# ---------------------------------------------------------------- the files


def command_of(state: State) -> str:
    """The command line that learns the same again."""
    task = state.task
    words = ["caverna-sim", "tune", task.bot, "--players", ",".join(map(str, task.players)), "--games", str(task.games)]
    return " ".join([*words, "--generations", str(state.generation), "--seed", str(task.seed)])


def parameter_text(state: State, judge: str) -> str:
    """The parameter file of the bot with its new judge, complete in itself: the judge was learned with this policy."""
    last = state.history[-1]
    provenance = {
        "command": command_of(state), "version": __version__, "code": list(dict.fromkeys(line["code"] for line in state.history)),
        "seed": state.task.seed, "generations": state.generation, "games": state.games,
        "own_kind": {name: value for name, value in last.items() if name.endswith("players")},
    }  # fmt: skip
    description = str(parameters_of(state.task.bot).get("description", label(state.task.bot)))
    return to_toml(bot_record(state.task.bot)[0], description=description, judge=judge, provenance=provenance)


# ---------------------------------------------------------------- the command


def checkpoint_path(out: Path) -> Path:
    """Where the state is kept."""
    return out.with_suffix(".checkpoint")


def run(options: Namespace) -> int:
    """The command `tune` for a bot that judges: writes its parameter file and the judge beside it."""
    from caverna_sim.experiments.tune import write_whole

    _check(options)
    task = Task(options.bot, tuple(sorted(set(options.players or PLAYERS))), options.games or GAMES, options.seed)
    out = Path(options.out or f"{label(options.bot)}-tuned.toml")
    if not out.parent.is_dir():
        raise CavernaError(f"tune: there is no folder `{out.parent}`")
    if out.suffix != ".toml":
        raise CavernaError(f"tune: `{out}`: parameter files end in .toml")
    generations = options.generations or GENERATIONS
    state = _begin(task, out, options.resume)
    warm_up(task.players[0])
    started = time.monotonic()
    done_before = state.generation
    while state.generation < generations and (options.minutes is None or time.monotonic() - started < 60 * options.minutes):
        line = step(state)
        write_whole(checkpoint_path(out), pickle.dumps(state))
        if not options.quiet:
            seconds = (time.monotonic() - started) / (state.generation - done_before)
            words = "  ".join(f"{name.replace('_', ' ')} {value:g}" for name, value in line.items() if name.endswith("players"))
            left = duration(seconds * (generations - state.generation))
            sys.stderr.write(f"generation {state.generation:>3}  {line['games']:,} games  {words}  {left} left\n")
            sys.stderr.flush()
    write_judge(out.with_suffix(".npz"), judge_of(state.net))
    write_whole(out, parameter_text(state, out.with_suffix(".npz").name).encode())
    state.is_finished = True
    write_whole(checkpoint_path(out), pickle.dumps(state))
    summary = {"file": str(out), "judge": str(out.with_suffix(".npz")), **state.history[-1]}
    text = f"written to {out} and {out.with_suffix('.npz')}"
    sys.stdout.write((json.dumps(summary, indent=2) if options.json else text) + "\n")
    return 0


def _check(options: Namespace) -> None:
    """Learning has no use for some options of the command; leaving them aside silently would mislead."""
    given = {
        "--population": options.population, "--only": options.only, "--keep": options.keep, "--lead": options.lead,
        "--candidates": options.candidates, "--check-games": options.check_games,
    }  # fmt: skip
    for name, value in given.items():
        if value:
            raise CavernaError(f"tune: {name} is for scripted bots; `{label(options.bot)}` learns its judge; leave it out")


def _begin(task: Task, out: Path, resume: bool) -> State:
    path = checkpoint_path(out)
    if not path.is_file():
        return new_state(task)
    if not resume:
        state = _load(path)
        if state.is_finished:
            return new_state(task)
        raise CavernaError(f"tune: `{path}` holds {state.generation} generations of a run that has not ended; add --resume or remove it")
    state = _load(path)
    for name, value in asdict(task).items():
        if asdict(state.task)[name] != value:
            raise CavernaError(f"tune: --resume needs the same settings; {name} was {asdict(state.task)[name]!r}, not {value!r}")
    state.is_finished = False
    return state


def _load(path: Path) -> State:
    try:
        state = pickle.loads(path.read_bytes())
    except Exception:
        raise CavernaError(f"tune: `{path}` is damaged or of another version; remove it to start anew") from None
    if not isinstance(state, State):
        raise CavernaError(f"tune: `{path}` is not a checkpoint of this bot's tuning; remove it or choose another --out")
    return state
