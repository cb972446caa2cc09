"""Tuning: better parameters for a bot, by CMA-ES against a population.

A candidate is the start moved along its genes, the parameters that may change, each in steps of its own scale and within a box.
All candidates of a generation play the same blocks, every generation new ones, each candidate in every seat among the population.
Figures shown on the way come from one set of held-out blocks, those in the file at the end from another.

After every generation the state is written to a checkpoint; `--resume` goes on as if nothing had happened, to the same file.
A game brings a `Task` that says what its games, its genes and its files are.
"""

from __future__ import annotations

import hashlib
import json
import math
import time
from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass, field, replace
from pathlib import Path
from typing import Any, ClassVar

import numpy as np
from numpy.typing import NDArray

from caverna_sim import __version__
from caverna_sim.check import is_number, list_of, matching, optional
from caverna_sim.errors import CavernaError, install_hint, nearest
from caverna_sim.files import replace as replace_file
from caverna_sim.kit.learning.checkpoint import MOST_GENERATIONS, check_same_task, read_checkpoint, write_checkpoint
from caverna_sim.match.play import Match, Played, play
from caverna_sim.match.protocol import GameSource
from caverna_sim.match.seating import BALANCED
from caverna_sim.scenario.scenario import Scenario
from caverna_sim.stats.ratings import Estimate, clustered_mean

Floats = NDArray[np.float64]
Records = NDArray[Any]  # BOT or JUDGE

DECIMALS = 4  # of numbers in a file; float32 tells them apart up to 1000
STEPS_TO_THE_BOX = 6.0  # scales from the start to the limits
FIRST_STEP = 0.4  # scales
PLAYERS = (2, 3, 4)
GENERATIONS = 100
CANDIDATES = 24
GAMES = 180  # of a candidate in a generation
GAMES_GROW = 0.01  # for each generation: small differences need more games
CHECK_EVERY = 5  # generations
CHECK_GAMES = 18_000
CHECKS_ON_THE_WAY = 10  # take this part of CHECK_GAMES
CANDIDATE = "candidate"

# numbers of blocks, far apart
GENERATION_BLOCKS = 2**24
CHECK_BLOCK = 2**50
LAST_CHECK_BLOCK = 2**51


# ---------------------------------------------------------------- genes


@dataclass(frozen=True)
class Gene:
    """One number of a BOT record that may change."""

    field: str
    place: int | None  # in the field
    names: tuple[str, ...]  # by which `keep` and `--only` mean it, from the table to the number
    scale: float
    low: float
    high: float


def gene(start: Any, name: str, place: int | None, names: tuple[str, ...], scale: float, may_be_negative: bool = False) -> Gene:
    """A number of the start; what is worth something never costs something, unless it may."""
    value = float(start[name] if place is None else start[name][place])
    low, high = value - STEPS_TO_THE_BOX * scale, value + STEPS_TO_THE_BOX * scale
    if value >= 0 and not may_be_negative:
        low = 0.0
    return Gene(name, place, names, scale, low, high)


def chosen(genes: Sequence[Gene], only: Sequence[str], keep: Sequence[str], never: Sequence[str]) -> tuple[Gene, ...]:
    """Those that may change; CavernaError for a word that names nothing. What is `never` tuned may be named too."""
    known = dict.fromkeys(name for gene in genes for name in gene.names)
    for word in (*only, *keep):
        if word not in known and word.removeprefix("weights.") not in never:
            raise CavernaError(f"tune: no parameter is called `{word}`; {nearest(word, known)}")
    free = tuple(gene for gene in genes if (not only or set(gene.names) & set(only)) and not set(gene.names) & set(keep))
    if not free:
        raise CavernaError("tune: nothing is left to change")
    return free


def moved(start: Records, genes: Sequence[Gene], steps: Floats) -> Records:
    """The start (an array of length 1) moved along its genes, in scales."""
    record = start.copy()
    for gene, step in zip(genes, steps, strict=True):
        value = _value(start, gene) + gene.scale * float(step)
        value = round(min(max(value, gene.low), gene.high), DECIMALS)
        if gene.place is None:
            record[0][gene.field] = value
        else:
            record[0][gene.field][gene.place] = value
    return record


def _value(start: Records, gene: Gene) -> float:
    return float(start[0][gene.field] if gene.place is None else start[0][gene.field][gene.place])


# ---------------------------------------------------------------- the objective


def label(name: str) -> str:
    """What a bot is called in a sentence or a file name."""
    return Path(name).stem


@dataclass(frozen=True)
class Task(ABC):
    """What is tuned and how, as a game brings it; equal tasks give equal files."""

    bot: str
    population: tuple[str, ...]
    players: tuple[int, ...] = PLAYERS
    games: int = GAMES
    candidates: int = CANDIDATES
    check_games: int = CHECK_GAMES
    seed: int = 0
    only: tuple[str, ...] = ()
    keep: tuple[str, ...] = ()
    lead: float = 0.0
    scenario: str | None = None  # what else is to be known of the games

    game: ClassVar[str]

    @property
    def columns(self) -> tuple[str, ...]:
        """Of the table `players`: what the value is made of."""
        return ("bot", "score")

    @property
    @abstractmethod
    def base(self) -> Scenario:
        """The games without the bots."""

    @abstractmethod
    def source(self, scenario: Any, records: Mapping[str, tuple[Records, Records]]) -> GameSource:
        """The games of a scenario, its bots by name."""

    @abstractmethod
    def records(self, name: str) -> tuple[Records, Records]:
        """A bot and its judge, arrays of length 1."""

    @abstractmethod
    def genes(self, start: Any) -> tuple[Gene, ...]:
        """What may change in a record."""

    @abstractmethod
    def rules_hash(self, players: int) -> str:
        """Names the rules that are played."""

    @abstractmethod
    def parameter_text(self, bot: Records, provenance: Mapping[str, Any]) -> str:
        """The parameter file, complete in itself: another base would be another bot than the one that was measured."""

    def charged(self, played: Played, is_own: NDArray[np.bool_]) -> Any:
        """[seat] what is taken from the points of the bot that is tuned."""
        return 0.0

    def more_words(self) -> list[str]:
        """Options of the game on the command line."""
        return []

    @property
    def objective(self) -> str:
        """What is made as large as can be, in words."""
        return "mean score" + (f" + {self.lead:g} * lead" if self.lead else "")


@dataclass(frozen=True)
class Field:
    """The bots that meet: the one that is tuned as it was, its judge, and the population with its judges."""

    bot: Records
    judge: Records
    population: Records
    population_judges: Records

    def __post_init__(self) -> None:
        if len(self.bot) != 1 or len(self.judge) != 1 or len(self.population) != len(self.population_judges):
            raise CavernaError("tune: one bot, its judge, and a judge for each bot of the population")


def field_of(task: Task) -> Field:
    """The bots that a task names."""
    own, others = task.records(task.bot), [task.records(name) for name in task.population]
    return Field(*own, *(np.concatenate([pair[part] for pair in others]) for part in (0, 1)))


def block_values(task: Task, opponents: Field, bots: Records, judges: Records, first_block: int, blocks: int, workers: int = 1) -> Floats:
    """[number of players, bot, block] what each bot achieves in the same blocks: the mean over its seats."""
    values = []
    for players in task.players:
        sources = [source_of(task, opponents, bots[bot : bot + 1], judges[bot : bot + 1], players) for bot in range(len(bots))]
        matches = [Match(source, blocks * source.block_games, first_block * source.block_games) for source in sources]
        values.append([_values(task, played, players) for played in play(matches, {"players": task.columns}, workers)])
    return np.array(values)


def source_of(task: Task, opponents: Field, bot: Records, judge: Records, players: int) -> GameSource:
    """The games of a bot among the population."""
    others = {
        f"opponent {number}": (opponents.population[number : number + 1], opponents.population_judges[number : number + 1])
        for number in range(len(opponents.population))
    }
    scenario = replace(
        task.base, players=players, bots=(CANDIDATE, *others), draws_bots=True, has_focal=True, seating=BALANCED, seed=task.seed,
        record=("games", "players"),
    )  # fmt: skip
    return task.source(scenario, {CANDIDATE: (bot, judge), **others})


def _values(task: Task, played: Played, players: int) -> Floats:
    """[block] what the bot at every table of a match achieves."""
    is_own = played["players", "bot"].reshape(-1, players) == 0
    scores = played["players", "score"].reshape(-1, players).astype(np.float64)
    own = scores[is_own]
    if task.lead and players > 1:
        own = own + task.lead * (own - np.where(is_own, -np.inf, scores).max(axis=1))
    own = own - task.charged(played, is_own)
    means: Floats = own.reshape(-1, players).mean(axis=1)
    return means


def blocks_for(games: float, task: Task) -> int:
    """Blocks that hold about so many games of one bot: in each block it plays once in every seat of every table."""
    return max(1, math.ceil(games / sum(task.players)))


# ---------------------------------------------------------------- the optimiser and its checkpoint


class Draws:
    """Normal numbers for the optimiser, kept with its state; RandomState's are the same in every version of NumPy."""

    def __init__(self, seed: int) -> None:
        self.random = np.random.RandomState(seed % 2**32)

    def __call__(self, *shape: int) -> Any:
        return self.random.standard_normal(shape)


@dataclass
class State:
    """All that a generation needs to know of those before it."""

    task: Task
    fingerprint: str
    start: Records
    optimiser: Any
    generation: int = 0
    games: int = 0
    start_values: Floats | None = None  # [block] of the start in the held-out blocks
    told: list[list[float]] = field(default_factory=list)  # what the optimiser was told of every generation
    history: list[dict[str, Any]] = field(default_factory=list)
    is_finished: bool = False


def new_state(task: Task, genes: Sequence[Gene], start: Records, fingerprint: str) -> State:
    """Before the first generation."""
    cma = _cma()
    values = [_value(start, gene) for gene in genes]
    lows = [(gene.low - value) / gene.scale for gene, value in zip(genes, values, strict=True)]
    highs = [(gene.high - value) / gene.scale for gene, value in zip(genes, values, strict=True)]
    options = {
        "popsize": task.candidates, "CMA_diagonal": True, "bounds": [lows, highs], "seed": float("nan"), "randn": Draws(task.seed),
        "verbose": -9, "tolfun": 0, "tolfunhist": 0, "tolx": 0, "tolstagnation": 0, "tolflatfitness": 10**9,
    }  # fmt: skip
    return State(task, fingerprint, start, cma.CMAEvolutionStrategy(np.zeros(len(genes)), FIRST_STEP, options))


def _cma() -> Any:
    try:
        import cma
    except ModuleNotFoundError:
        raise CavernaError(f"tune needs the library cma; {install_hint('tune')}") from None
    return cma


def favourite(state: State) -> Floats:
    """Where the optimiser believes the best to be: the mean of its distribution, which noise fools less than the best candidate."""
    return np.asarray(state.optimiser.result.xfavorite, np.float64)


def checkpoint_paths(out: Path) -> tuple[Path, Path]:
    """The optimiser's state, and the history for people."""
    return out.with_suffix(".checkpoint"), out.with_suffix(".history.json")


_FORM = {
    "fingerprint": matching("[0-9a-f]{64}", "give a hash"),
    "told": list_of(list_of(is_number(-1e9, 1e9), 1, 10**4), 0, MOST_GENERATIONS),
    "start_values": optional(list_of(is_number(-1e9, 1e9), 1, 10**7)),
    "favourite": list_of(is_number(-1e9, 1e9), 1, 10**5),
}
KIND = "parameters"


def save(state: State, out: Path) -> None:
    """Write the checkpoint and the history.

    The optimiser is kept as what it was told: it draws its own numbers, so it comes to the same place when it is told that again.
    """
    checkpoint, history = checkpoint_paths(out)
    data = {"task": asdict(state.task), "generation": state.generation, "games": state.games, "history": state.history}
    values = None if state.start_values is None else state.start_values.tolist()
    more = {"fingerprint": state.fingerprint, "told": state.told, "start_values": values, "favourite": favourite(state).tolist()}
    write_checkpoint(checkpoint, KIND, {**data, **more, "is_finished": state.is_finished}, {})
    replace_file(history, (json.dumps(data, indent=1) + "\n").encode())


def kept_facts(out: Path) -> dict[str, Any] | None:
    """What the checkpoint tells; None when there is no checkpoint."""
    checkpoint = checkpoint_paths(out)[0]
    return read_checkpoint(checkpoint, KIND, _FORM)[0] if checkpoint.exists() else None


def rebuilt(facts: Mapping[str, Any], task: Task, genes: Sequence[Gene], start: Records) -> State:
    """The state of a checkpoint, its optimiser told everything again."""
    state = new_state(task, genes, start, facts["fingerprint"])
    state.generation, state.games, state.is_finished = facts["generation"], facts["games"], facts["is_finished"]
    state.history, state.told = facts["history"], facts["told"]
    if facts["start_values"] is not None:
        state.start_values = np.array(facts["start_values"], np.float64)
    is_sound = len(state.told) == state.generation and all(len(values) == task.candidates for values in state.told)
    if is_sound:
        for values in state.told:
            state.optimiser.tell(state.optimiser.ask(), [-value for value in values])
    if not is_sound or favourite(state).tolist() != facts["favourite"]:
        raise CavernaError(
            "tune: the checkpoint does not lead to where it was; it is damaged or of another version; remove it to start anew"
        )
    return state


# ---------------------------------------------------------------- tuning


@dataclass(frozen=True)
class Outcome:
    """What tuning achieved, in blocks that it never saw."""

    bot: Records
    start: Estimate
    result: Estimate
    gain: Estimate
    by_players: dict[int, Estimate]  # the result
    held_out_games: int  # of each of the two
    state: State


Report = Callable[[State, dict[str, Any], float], None]


def step(state: State, opponents: Field, genes: Sequence[Gene], workers: int = 1) -> dict[str, Any]:
    """Play one generation; returns its line of the history."""
    task = state.task
    asked = state.optimiser.ask()
    tuned = np.concatenate([moved(opponents.bot, genes, steps) for steps in asked])
    judges = np.repeat(opponents.judge, len(tuned))
    blocks = blocks_for(task.games * (1 + GAMES_GROW * state.generation), task)
    first = state.generation * GENERATION_BLOCKS
    values = block_values(task, opponents, tuned, judges, first, blocks, workers).mean(axis=(0, 2))
    state.optimiser.tell(asked, (-values).tolist())
    state.told.append(values.tolist())
    state.generation += 1
    state.games += blocks * sum(task.players) * len(asked)
    line: dict[str, Any] = {
        "generation": state.generation, "mean": round(float(values.mean()), 4), "best": round(float(values.max()), 4),
        "step": round(float(state.optimiser.sigma), 5), "games": state.games,
    }  # fmt: skip
    if state.generation % CHECK_EVERY == 0:
        line["held_out"] = _check_on_the_way(state, opponents, genes, workers)
    state.history.append(line)
    return line


def _check_on_the_way(state: State, opponents: Field, genes: Sequence[Gene], workers: int) -> dict[str, float]:
    task = state.task
    blocks = max(2, blocks_for(task.check_games / CHECKS_ON_THE_WAY, task))
    if state.start_values is None:
        state.start_values = block_values(task, opponents, opponents.bot, opponents.judge, CHECK_BLOCK, blocks, workers).mean(axis=0)[0]
    bot = result_of(state, opponents, genes)
    values = block_values(task, opponents, bot, opponents.judge, CHECK_BLOCK, blocks, workers).mean(axis=0)[0]
    state.games += blocks * sum(task.players)
    whole, gain = _over_blocks(values), _over_blocks(values - state.start_values)
    return _rounded(
        {"value": whole.value, "low": whole.low, "high": whole.high, "gain": gain.value, "gain_low": gain.low, "gain_high": gain.high}
    )


def _rounded(figures: dict[str, float]) -> dict[str, float]:
    return {name: round(value, 4) for name, value in figures.items()}


def _over_blocks(values: Floats) -> Estimate:
    return clustered_mean(values, np.ones(len(values)))


def result_of(state: State, opponents: Field, genes: Sequence[Gene]) -> Records:
    """The bot that the optimiser would choose now."""
    return moved(opponents.bot, genes, favourite(state))


def tune(
    state: State,
    opponents: Field,
    genes: Sequence[Gene],
    generations: int | None,
    minutes: float | None,
    out: Path | None = None,
    workers: int = 1,
    report: Report | None = None,
    clock: Callable[[], float] = time.monotonic,
) -> Outcome:
    """Go on from a state until so many generations are done or so many minutes have passed, then measure what came out."""
    started, done_before = clock(), state.generation
    while (generations is None or state.generation < generations) and (minutes is None or clock() - started < 60 * minutes):
        line = step(state, opponents, genes, workers)
        if out is not None:
            save(state, out)
        if report:
            report(state, line, (clock() - started) / (state.generation - done_before))
    return measure(state, opponents, genes, workers)


def measure(state: State, opponents: Field, genes: Sequence[Gene], workers: int = 1) -> Outcome:
    """Start and result in the same blocks, which nobody has seen before."""
    task = state.task
    bot = result_of(state, opponents, genes)
    blocks = max(2, blocks_for(task.check_games, task))
    both, judges = np.concatenate([opponents.bot, bot]), np.repeat(opponents.judge, 2)
    values = block_values(task, opponents, both, judges, LAST_CHECK_BLOCK, blocks, workers)
    start, result = values.mean(axis=0)
    by_players = {players: _over_blocks(values[row, 1]) for row, players in enumerate(task.players)}
    gain = _over_blocks(result - start)
    return Outcome(bot, _over_blocks(start), _over_blocks(result), gain, by_players, blocks * sum(task.players), state)


# ---------------------------------------------------------------- the file


def command_of(state: State) -> str:
    """The command line that makes the same file again."""
    task = state.task
    words = ["caverna-sim", "tune", task.bot, "--population", *task.population]
    words += ["--scenario", task.scenario] if task.scenario else ["--players", ",".join(map(str, task.players))]
    words += ["--generations", str(state.generation), "--games", str(task.games), "--candidates", str(task.candidates)]
    words += ["--check-games", str(task.check_games), "--seed", str(task.seed)]
    for option, names in (("--only", task.only), ("--keep", task.keep)):
        if names:
            words += [option, ",".join(names)]
    if task.lead:
        words += ["--lead", f"{task.lead:g}"]
    return " ".join([*words, *task.more_words()])


def provenance_of(outcome: Outcome) -> dict[str, Any]:
    """How the parameters came about; nothing in it depends on when or where."""
    from caverna_sim.compiling.cache import source_hash

    task, state = outcome.state.task, outcome.state
    return {
        "command": command_of(state),
        "version": __version__,
        "code": source_hash(task.game),
        "rules": [f"{players} players: {task.rules_hash(players)}" for players in task.players],
        "seed": task.seed,
        "generations": state.generation,
        "games": state.games,
        "population": list(task.population),
        "held_out_games": outcome.held_out_games,
        "objective": task.objective,
        "start": _figures(outcome.start),
        "result": _figures(outcome.result),
        "gain": _figures(outcome.gain),
        **{f"result_{players}_players": _figures(one) for players, one in outcome.by_players.items()},
    }


def _figures(estimate: Estimate) -> list[float]:
    """Value and 95 % interval."""
    return [round(value, 3) if math.isfinite(value) else 0.0 for value in (estimate.value, estimate.low, estimate.high)]


# ---------------------------------------------------------------- where it begins


def kept_by(name: str, values: Mapping[str, Any]) -> tuple[str, ...]:
    """Parameters that a bot wants to keep: `keep` under [tune] in its file."""
    table = values.get("tune", {})
    keep = table.get("keep", []) if isinstance(table, Mapping) else None
    if not isinstance(keep, list | tuple) or not all(isinstance(word, str) for word in keep):
        raise CavernaError(f"bot `{name}`: `tune.keep` has to be a list of names of parameters")
    return tuple(keep)


def fingerprint(task: Task, genes: Sequence[Gene], opponents: Field) -> str:
    """Names everything that tuning depends on beside the task: parameters of all bots, their limits, the rules."""
    digest = hashlib.sha256(repr(genes).encode())
    for records_ in (opponents.bot, opponents.judge, opponents.population, opponents.population_judges):
        for name in records_.dtype.names or ():
            digest.update(records_[name].tobytes())  # not the whole record, which holds gaps
    for players in task.players:
        digest.update(task.rules_hash(players).encode())
    return digest.hexdigest()


def begin(task: Task, genes: Sequence[Gene], opponents: Field, out: Path, resume: bool) -> State:
    """The state to go on from: new, or that of the checkpoint."""
    found = kept_facts(out)
    here = fingerprint(task, genes, opponents)
    if found is None or (found["is_finished"] and not resume):
        return new_state(task, genes, opponents.bot, here)
    if not resume:
        checkpoint = checkpoint_paths(out)[0]
        raise CavernaError(
            f"tune: `{checkpoint}` holds {found['generation']} generations of a run that has not ended; add --resume or remove it"
        )
    check_same_task(found["task"], task)
    if found["fingerprint"] != here:
        raise CavernaError("tune: --resume needs the same bots and rules; their parameters have changed since")
    state = rebuilt(found, task, genes, opponents.bot)
    state.is_finished = False
    return state
