"""One game, step by step: every choice and its consequences, the boards, the score part by part."""

from __future__ import annotations

import contextlib
import json
import shlex
import sys
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from rich.console import Console
from rich.rule import Rule
from rich.text import Text

from caverna_sim.asking.annotated_page import fragment
from caverna_sim.commands import annotated, console
from caverna_sim.compiling.progress import CompileProgress
from caverna_sim.dataset.manifest import is_run
from caverna_sim.dataset.read import load
from caverna_sim.errors import CavernaError, UnknownAction
from caverna_sim.files import PAGE_MARK, Output
from caverna_sim.kit.play.company import Company
from caverna_sim.kit.show import replay
from caverna_sim.kit.show.stage import Stage
from caverna_sim.kit.show.tables import SEAT_STYLES, score_table, seat_name

if TYPE_CHECKING:
    from argparse import Namespace

    from caverna_sim.asking.annotate import Annotated
    from caverna_sim.kit.play.log import LogEntry
    from caverna_sim.kit.play.played import PlayedGame


class Stopped(Exception):
    """The player at the keyboard has seen enough."""


@dataclass
class Watched:
    """A game to be watched: how it came about, who plays it, and the next choice."""

    stage: Stage
    game: PlayedGame
    title: str
    description: str
    seed: int
    index: int
    bots: tuple[str, ...]
    choose: Callable[[], Any]
    thoughts: Callable[[], replay.Thoughts]
    most: int | None = None  # choices, of a game that was left before its end


def run(options: Namespace, stage: Stage) -> int:
    """The command `watch`."""
    out = console()
    place = page_at(options.html, options.overwrite) if options.html else None
    with CompileProgress("watch"):
        watched = begun(options, stage)
        notes = _annotated(options, stage) if options.annotate else None
        game, bots = watched.game, watched.bots
        if place is not None:
            path = write_replay(watched, place, options.steps, notes, command(options))
            out.print(f"{_points_in_words(game)}: {path}", soft_wrap=True)
            return 0
        if options.json:
            _play_silently(watched, options.steps)
            told = {} if notes is None else {"annotated": annotated.for_machines(notes)}
            out.file.write(json.dumps({**_as_data(watched), **told}) + "\n")
            return 0
        if options.quiet:
            _play_silently(watched, options.steps)
        else:
            _introduce(out, watched)
            with contextlib.suppress(Stopped):
                _Show(out, watched, options).play()
    _show_end(out, game, bots)
    if notes is not None:
        annotated.show(out, notes)
    return 0


def begun(options: Namespace, stage: Stage) -> Watched:
    """The game at its beginning."""
    watched = _line(options.line, stage) if options.line else _of_scenario(options, stage)
    if watched.most is not None:
        options.steps = watched.most if options.steps is None else min(options.steps, watched.most)
    return watched


def _annotated(options: Namespace, stage: Stage) -> Annotated:
    """What its turns cost: the game is played once more for that."""
    watched = begun(options, stage)
    return annotated.annotated(watched.game, watched.choose, options)


def page_at(out: str, overwrite: bool = False) -> Output:
    """Where the page of a game goes."""
    return Output(out, "game", "--html", lambda beginning: PAGE_MARK.encode() in beginning, overwrite)


def command(options: Namespace) -> str:
    """What one types to see such a game."""
    told = ["watch", options.line or options.scenario, *(["--line"] if options.line else [])]
    words = [word for word in (told[0], *told[2:], told[1]) if word]
    for name in ("players", "seed", "index", "steps"):
        value = getattr(options, name, None)
        words += [f"--{name}", str(value)] if value is not None and not (options.line and name == "index") else []
    words += ["--annotate"] if options.annotate else []
    return shlex.join(["caverna-sim", *words, "--html", "game.html"])


def write_replay(watched: Watched, place: Output, most: int | None = None, notes: Annotated | None = None, typed: str = "") -> Path:
    """The game as a page, with what its turns cost if that is known."""
    about = [line for line in (watched.description, _which(watched), *watched.stage.special(watched.game)) if line]
    shown = replay.watched(watched.game, watched.stage, watched.choose, watched.title, about, watched.bots, watched.thoughts, most)
    shown.command = typed
    shown.tab = f"{watched.title}, game {watched.index}"
    if notes is not None:
        shown.notes = fragment(notes, len(shown.steps) - 1)
    return place.write(replay.page_of(shown, watched.stage.drawing))


def _of_scenario(options: Namespace, stage: Stage) -> Watched:
    """A game of a scenario or of a run, exactly as a batch plays it."""
    scenario, seed = _scenario(options, stage)
    seed = seed if options.seed is None else options.seed
    given = {"players": options.players, "seed": seed, "index": options.index, **stage.options(options)}
    game = stage.begin(**given) if options.scenario is None else stage.begin(**given, scenario=scenario)
    names = scenario.bots if game.planned is None else game.planned.bots
    company = Company(game, [scenario.bot(name) for name in names])
    return Watched(
        stage, game, scenario.name, scenario.description, seed, options.index, tuple(names), company.choose, lambda: company.weighed
    )


def _scenario(options: Namespace, stage: Stage) -> tuple[Any, int]:
    """What is played, and the seed of its chances."""
    if options.scenario is not None:
        if is_run(Path(options.scenario)):
            played = load(options.scenario)
            if options.index >= played.games_played:
                games = f"its {played.games_played:,} games count from 0"
                raise CavernaError(
                    f"watch: --index {options.index:,} is not in the run `{options.scenario}`; {games}; give one of them, or the scenario"
                )
            return stage.scenario(played.scenario), played.seed
        scenario = stage.scenario(options.scenario)
        return scenario, scenario.seed
    if options.players is None:
        raise CavernaError("watch: name a scenario or a run (for example quickstart), or give --players N or --line FILE")
    return stage.of_players(options.players), 0


def _line(file: str, stage: Stage) -> Watched:
    """A line of moves from a file, such as `plan` writes."""
    data = stage.line(file)
    game = stage.of_line(data)
    moves = iter(enumerate(data["moves"], start=1))

    def choose() -> Any:
        found = next(moves, None)
        if found is None:
            raise CavernaError(f"line `{file}`: its {len(data['moves'])} moves end in round {game.round}, before the game is over")
        number, move = found
        try:
            action = game._named(move)
            if action in game.legal():
                return action
            problem = game.why_not(action)
        except UnknownAction as error:
            problem = str(error)
        raise CavernaError(f"line `{file}`: move {number} cannot be played: {problem}")

    told = f"{data['points']} points" if "points" in data else ""
    names = () if game.planned is None else tuple("you" if seat == data.get("seat") else bot for seat, bot in enumerate(game.planned.bots))
    most = None if game.planned is None else len(data["moves"])  # somebody played it, and may have left
    return Watched(stage, game, Path(file).stem, told, data.get("seed", 0), data.get("index", 0), names, choose, tuple, most)


def _play_silently(watched: Watched, steps: int | None) -> None:
    game = watched.game
    while not game.over and (steps is None or len(game.actions) < steps):
        game.play(watched.choose())


def _points_in_words(game: PlayedGame) -> str:
    points = " : ".join(str(one["total"]) for one in game.scores())
    return f"{points} points after {len(game.actions)} choices"


# ---------------------------------------------------------------- showing


class _Passed:
    """States that a choice led through: right after it, at the end of work, and last in the round."""

    def __init__(self, stage: Stage) -> None:
        self.stage = stage
        self.after: Any = None
        self.end_of_work: Any = None
        self.in_round: dict[int, Any] = {}

    def see(self, state: Any) -> None:
        """What `Game` shows after each step."""
        if self.after is None:
            self.after = state
        if state["phase"] == self.stage.returning:
            self.end_of_work = state
        if state["phase"] in self.stage.ends:
            self.in_round[int(state["round"])] = state


def _points(game: Any, state: Any) -> list[int]:
    return [int(result["total"]) for result in game.scores(state)]


class _Show:
    """Prints a game as it goes on."""

    def __init__(self, out: Console, watched: Watched, options: Namespace) -> None:
        self.out = out
        self.stage, self.game, self.bots, self.choose = watched.stage, watched.game, watched.bots, watched.choose
        self.options = options
        self.printed = 0  # entries of the log
        self.round = 0
        self.has_table = False  # the action spaces of this round have been shown
        self.has_boards = False  # ... and its final boards
        self.turn: tuple[int, str] | None = None  # seat and phase of the turn that goes on
        self.has_placed = False
        self.chooser: int | None = None  # seat whose choice the next consequences follow from
        self.end_of_work: Any = None
        self.ends: dict[int, Any] = {}  # round -> the last state of it

    def play(self) -> None:
        """Play on and print until the game or the wanted part of it is over."""
        self._print_log()
        while not self.game.over:
            if self.options.steps is not None and len(self.game.actions) >= self.options.steps:
                self._boards(self.game.state, f"after {len(self.game.actions)} choices")
                return
            action = self.choose()
            self._open_turn()
            passed = _Passed(self.stage)
            self.game.observer = passed.see
            self.game.play(action)
            self.game.observer = None
            self.end_of_work = self.end_of_work if passed.end_of_work is None else passed.end_of_work
            self.ends.update(passed.in_round)
            self.has_placed |= action.kind == "place"
            if self.turn is not None and self._ends_turn():
                self._print_log(own_turn=True)
                self._close_turn(passed.after)
            self._print_log()

    # ---- turns

    def _open_turn(self) -> None:
        seat = self.game.player
        assert seat is not None
        now = (seat, self.game.phase)
        if self.turn is None:
            self.has_placed = False
            if self._shows():
                self.out.print(seat_name(seat, self.bots))
        self.turn = now

    def _ends_turn(self) -> bool:
        """Whether the next decision belongs to another turn."""
        if self.game.over or (self.game.player, self.game.phase) != self.turn:
            return True
        return self.has_placed and replay.next_step(self.game) == self.stage.place

    def _close_turn(self, after: Any) -> None:
        assert self.turn is not None
        seat, in_phase = self.turn
        self.turn = None
        if not self._shows():
            return
        if self.options.boards == "every-turn" and in_phase == "work":
            position = self._position(after)
            self.out.print()
            self.out.print(self._seat(position, seat, _points(self.game, after)))
            self.out.print(self.stage.spaces_view(position, self.out.width))
            self.out.print()
        if self.options.pause:
            _wait()

    # ---- the log

    def _print_log(self, own_turn: bool = False) -> None:
        """Print what is new in the log; with `own_turn` only what still belongs to the turn that ends."""
        for entry in self.game.log[self.printed :]:
            begins = (
                entry.round > self.round or entry.text == self.stage.last_words or (entry.text == self.stage.opening_line and self.round)
            )
            if own_turn and (begins or entry.text in self.stage.phases):
                return
            self.printed += 1
            if entry.text in self.stage.phases or entry.text.startswith(self.stage.phase_begins):
                self.chooser = None
            if begins and self.round:
                self._close_round()
            if entry.round > self.round:
                self._open_round(entry.round)
            if self._shows() and self._is_news(entry):
                self._line(entry)
        if self.game.over:
            self._close_round()
        elif not own_turn and not self.has_table and self.game.phase == "work":
            self._table()

    def _is_news(self, entry: LogEntry) -> bool:
        if entry.seat is not None or entry.text == self.stage.last_words:
            return True
        if entry.text in self.stage.headings or entry.text == f"round {entry.round} begins":
            return False
        return self.has_table or self.options.boards == "never" or " now holds " not in entry.text

    def _line(self, entry: LogEntry) -> None:
        if entry.is_choice:
            self.chooser = entry.seat
            self.out.print(Text(f"  {entry.text}"), soft_wrap=True)
        elif entry.text in self.stage.phases or (entry.seat is None and entry.text.startswith(self.stage.phase_begins)):
            if entry.text == self.stage.last_words:
                self.out.print()
            self.out.print(Text(entry.text, "bold"))
        elif entry.seat is None:
            self.out.print(Text(f"{'      ' if self.has_table else ''}{entry.text}", "dim"), soft_wrap=True)
        else:
            who = "" if entry.seat == self.chooser else f"seat {entry.seat}: "
            self.out.print(Text.assemble("      ", (who, SEAT_STYLES[entry.seat]), (entry.text, "italic")), soft_wrap=True)

    # ---- rounds

    def _shows(self) -> bool:
        return bool(self.options.rounds is None or self.round in self.options.rounds)

    def _open_round(self, number: int) -> None:
        self.round = number
        self.has_table = self.has_boards = False
        if self._shows():
            self.out.print()
            self.out.print(Rule(Text(f"round {number}", "bold"), characters=self._ruler("━", "=")))

    def _table(self) -> None:
        """The action spaces at the start of the work phase."""
        self.has_table = True
        if self._shows() and self.options.boards != "never":
            self.out.print()
            position = self._position(self.game.state)
            self.out.print(self.stage.spaces_view(position, self.out.width))
            self._table_view(position)
            self.out.print()

    def _close_round(self) -> None:
        if self.has_boards or self.round not in self.ends:
            return
        self.has_boards = True
        if self._shows() and self.options.boards != "never":
            self._boards(self.ends[self.round], f"end of round {self.round}")

    def _boards(self, state: Any, title: str) -> None:
        """All home boards, and the action spaces as they were used."""
        self.out.print()
        self.out.print(Rule(Text(title), characters=self._ruler("─", "-"), style="dim"))
        position = self._position(state)
        points = _points(self.game, state)
        for seat in range(self.game.players):
            self.out.print(self._seat(position, seat, points))
        used = self.end_of_work if self.end_of_work is not None and self.end_of_work["round"] == state["round"] else state
        self.out.print(Text("action spaces, as they were left" if used is not state else "action spaces", "bold"))
        self.out.print(self.stage.spaces_view(self._position(used), self.out.width))
        self._table_view(position)

    def _table_view(self, position: Mapping[str, Any]) -> None:
        """What else lies in the middle of the table."""
        found = self.stage.table_view(position, self.game.rules)
        if found is not None:
            self.out.print(found)

    def _position(self, state: Any) -> dict[str, Any]:
        return self.stage.position(self.game, state)

    def _seat(self, position: Mapping[str, Any], seat: int, points: list[int]) -> Any:
        return self.stage.seat_view(position, seat, self.game.rules, self.bots, points[seat], self.out.width, self._is_ascii())

    def _is_ascii(self) -> bool:
        return not self.out.encoding.lower().startswith("utf")

    def _ruler(self, character: str, plain: str) -> str:
        return plain if self._is_ascii() else character


def _wait() -> None:
    sys.stderr.write("Enter for the next turn, q to stop ")
    sys.stderr.flush()
    answer = sys.stdin.readline()
    if not answer or answer.strip().lower().startswith("q"):
        raise Stopped


# ---------------------------------------------------------------- before and after


def _introduce(out: Console, watched: Watched) -> None:
    out.print(Text(watched.title, "bold"))
    for line in (watched.description, _which(watched), *watched.stage.special(watched.game)):
        if line:
            out.print(Text(line))


def _which(watched: Watched) -> str:
    """Which game this is."""
    game = watched.game
    block = "" if game.planned is None else f" (block {game.planned.block}, seating {game.planned.seating})"
    who = f"{game.players} players, " if game.players > 1 else "solo, "
    return f"{who}seed {watched.seed}, game {watched.index}{block if game.players > 1 else ''}"


def _show_end(out: Console, game: PlayedGame, bots: tuple[str, ...]) -> None:
    out.print()
    out.print(Text("final score" if game.over else f"score as if the game ended now (round {game.round})", "bold"))
    out.print(score_table(game.scores(), bots))
    if game.over:
        winners = [f"seat {seat}" for seat, result in enumerate(game.scores()) if result["rank"] == 1]
        if game.players > 1:
            out.print(Text(f"{' and '.join(winners)} win{'s' if len(winners) == 1 else ''}", "bold"))


def _as_data(watched: Watched) -> dict[str, Any]:
    game = watched.game
    return {
        "scenario": watched.title,
        "players": game.players,
        "seed": watched.seed,
        "index": watched.index,
        "bots": list(watched.bots),
        "over": game.over,
        "actions": [action.text for action in game.actions],
        "log": [{"round": entry.round, "seat": entry.seat, "text": entry.text, "choice": entry.is_choice} for entry in game.log],
        "scores": game.scores(),
        "position": game.to_dict(),
    }
