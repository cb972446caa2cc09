"""Teaching a swift bot what a search bot thinks: what `tune` does for bots that choose by appeal.

Generation by generation games are played, at first by value bots, then mostly by the swift bot as it is: so it is asked where it gets
itself, not only where its teacher gets. Of some placements a search bot says what it expects of every space, and the net is taught that.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

from caverna_sim.games.agricola.bots.fingerprints import fingerprint
from caverna_sim.games.agricola.bots.layout import NUM_FEATURES
from caverna_sim.games.agricola.bots.parameters import bot_record, judge_bytes, own_text, parameters_of
from caverna_sim.games.agricola.learning import learn
from caverna_sim.games.agricola.learning.appeals import PRIOR, Examples, examples_of, mean_cost, teach
from caverna_sim.games.agricola.scenario.reading import AgricolaScenario
from caverna_sim.games.agricola.shape.sizes import MAX_SPACES
from caverna_sim.games.agricola.source import AgricolaSource
from caverna_sim.kit.learning.checkpoint import Learning
from caverna_sim.kit.learning.net import slower
from caverna_sim.kit.learning.saving import AS_SEEN, Saved
from caverna_sim.match.protocol import PlayedChunk

TEACHER, PLAYER = "search", "value"
TEACHING = {"temperature": 0.0, "rehearsed": 3, "trust": 0.0, "finalists": 6, "playouts": 48}  # its prior must not teach itself
GENERATIONS = 8
GAMES = 500  # a generation
STEPS, LAST_STEPS = 400, 2500  # of teaching in a generation, and when all examples are there
RATE, LAST_RATE = 2e-3, 2e-5
KEPT = 8  # generations whose examples are taught again

# who plays: (part of the seats, temperature)
VALUE_BOTS = ((0.6, 0.3), (0.4, 1.5))
SWIFT_BOTS = ((0.6, 0.2), (0.4, 1.0))
VALUE_PART, SCRIPTED_PART = 0.2, 0.15  # beside swift bots


State = Learning[learn.Task, Examples]


def swift(state: State, temperature: float = 0.0) -> tuple[learn.Records, learn.Records]:
    """The bot with what it has been taught so far; it judges as its file says."""
    bot, judge = (record.copy() for record in bot_record(state.task.bot))
    bot["temperature"] = temperature
    judge["appeal"] = PRIOR.judge_of(state.net.mean)["appeal"]
    return bot, judge


def company_of(state: State) -> learn.Company:
    """Who plays the next generation, after the teacher, who sits nowhere: value bots before there is a net."""
    is_taught = state.generation > 0 or not state.task.anew
    records = {"teacher": bot_record(TEACHER, TEACHING)}
    parts = [0.0]
    for part, temperature in VALUE_BOTS:
        records[f"value {temperature:g}"] = bot_record(PLAYER, {"temperature": temperature})
        parts.append(part * (VALUE_PART if is_taught else 1.0))
    if is_taught:
        for part, temperature in SWIFT_BOTS:
            records[f"swift {temperature:g}"] = swift(state, temperature)
            parts.append(part)
    scripted = learn.scripted_bots()
    records |= scripted
    shares = np.array([*parts, *[SCRIPTED_PART / len(scripted)] * len(scripted)])
    return learn.Company(records, shares / shares.sum())


def read_examples(played: PlayedChunk, first_game: int) -> dict[str, NDArray[Any]]:
    """The examples of a chunk."""
    return vars(examples_of(*(np.asarray(played.rows["examples"][name]) for name in ("feature", "worth", "points"))))


def play_examples(state: State, workers: int) -> Examples:
    """Examples of a generation."""
    names = ("seen", "worth", "cost")
    return Examples(*learn.play_taught(state, company_of(state), state.task.games, workers, "examples", names, read_examples))


def new_state(task: learn.Task) -> State:
    """Before the first generation: what the bot knows, or nothing."""
    random = np.random.RandomState(task.seed % 2**32)
    return State(task, PRIOR.new(random) if task.anew else PRIOR.of(bot_record(task.bot)[1]), random)


def step(state: State, workers: int = 1) -> dict[str, Any]:
    """Play and teach one generation; returns its line of the history."""
    new = play_examples(state, workers)
    before = mean_cost(state.net.mean, new)
    state.kept = [*state.kept, new][-KEPT:]
    state.games += -(-state.task.games // learn.GAMES_AT_ONCE) * learn.GAMES_AT_ONCE
    teach(state.net, state.kept, STEPS, RATE, state.random)
    points, examples = learn.strength_of(state.task, swift(state), workers), sum(len(one.seen) for one in state.kept)
    return state.note("agricola", points, examples=examples, cost=round(before, 3))


def finish(state: State) -> None:
    """Teach with all examples once more, ever slower; inputs that were 0 in all of them lose their weight."""
    unseen = ~np.logical_or.reduce([one.seen.any(axis=0) for one in state.kept])
    for layers in (state.net.now, state.net.mean):
        layers["layer_1"][unseen] = 0.0
    for steps, rate in slower(LAST_STEPS, RATE, LAST_RATE):
        teach(state.net, state.kept, steps, rate, state.random)


def parameter_text(state: State, prior: str) -> str:
    """The parameter file of the bot with its new net."""
    points = learn.strength_of(state.task, swift(state), 1)
    more = {"examples": state.history[-1]["examples"], "teacher": fingerprint(*(record[0] for record in bot_record(TEACHER)))}
    return own_text(parameters_of(state.task.bot), {"prior": prior}, state.provenance(state.command(*learn.OF_GAME), points, **more))


class AppealCourse:
    """How a swift bot is taught; see kit/learning/command.py."""

    saved = Saved("agricola swift", PRIOR.shapes, learn.Task, Examples, {
        "seen": (np.float16, (AS_SEEN, NUM_FEATURES)), "worth": (np.float16, (AS_SEEN, MAX_SPACES)),
        "cost": (np.float16, (AS_SEEN, MAX_SPACES)),
    })  # fmt: skip
    what, generations = "net", GENERATIONS
    new, step, parameter_text = staticmethod(new_state), staticmethod(step), staticmethod(parameter_text)

    def warm_up(self, state: State) -> None:
        """Compile what is going to be played."""
        AgricolaSource(AgricolaScenario("examples", 1, (PLAYER,), record=("players",)), teaches="examples").warm_up()

    def words(self, line: Mapping[str, Any]) -> str:
        """What its choices cost, by the teacher's lights."""
        return f"{line['examples']:,} examples  cost {line['cost']:.2f}"

    def finish(self, state: State, workers: int) -> bytes:
        """The net, taught with all examples once more."""
        finish(state)
        return judge_bytes(PRIOR.judge_of(state.net.mean)["appeal"])


COURSE = AppealCourse()
