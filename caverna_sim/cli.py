"""The command `caverna-sim`: one command per arrow of the map, each a thin call into the library.

A new command is a row of GENERAL, or of the `commands` or `studies` of a game: what it is for, its arguments, and the function that runs
it, named by module so that nothing is imported before it is needed. Games may have commands of one name: `--game` or the scenario says
whose is meant, and no general one is called like one of a game. Errors are one sentence on stderr. Exit codes: 0 done, 2
wrong input, 130 interrupted, 1 anything else.
"""

from __future__ import annotations

import json
import os
import re
import signal
import sys
import threading
from argparse import SUPPRESS, ArgumentParser, HelpFormatter, Namespace
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from shutil import get_terminal_size
from textwrap import fill
from typing import NamedTuple, NoReturn

from caverna_sim import __version__
from caverna_sim.arguments import amount, code, completed, expansion, game_option, number, numbers, overwrite, trust, word, words
from caverna_sim.check import MOST_NUMBER, shown_name
from caverna_sim.codepages import accept_any_text
from caverna_sim.compiling.progress import CompileProgress
from caverna_sim.errors import (
    DONE,
    FAILED,
    INTERRUPTED,
    WRONG_INPUT,
    CavernaError,
    RunStopped,
    ScenarioError,
    nearest,
    reason_of,
)
from caverna_sim.experiments.studies import GENERAL as GENERAL_STUDIES
from caverna_sim.files import is_file
from caverna_sim.games import facts_of, found_at, games, named, told_of, who_has_it
from caverna_sim.games.facts import GameCommand, GameFacts, StudyCommand


class UsageError(CavernaError):
    """Wrong arguments."""


class Command(NamedTuple):
    """What a command is for, how it takes its arguments, and the function that runs it ("module:function")."""

    summary: str
    arguments: Callable[[ArgumentParser], None]
    function: str
    game: str = ""  # that brings it along; none for what is there for all


# ---------------------------------------------------------------- arguments


def _check_arguments(parser: ArgumentParser) -> None:
    parser.add_argument("file", metavar="FILE", help="a scenario (.toml, or the name of one that comes along) or a position (.json)")
    parser.add_argument("--json", action="store_true", help="print JSON, for other programs")


def _scenarios_arguments(parser: ArgumentParser) -> None:
    name = parser.add_argument("name", nargs="?", metavar="NAME", help="print the file of this one")
    completed(name, "caverna_sim.scenario.scenario:packaged_scenarios")
    game_option(parser, "list those of this game only")
    parser.add_argument("--json", action="store_true", help="print JSON, for other programs")


def _games_arguments(parser: ArgumentParser) -> None:
    parser.add_argument("--json", action="store_true", help="print JSON, for other programs")


def _tournament_arguments(parser: ArgumentParser) -> None:
    parser.add_argument("bots", nargs="+", metavar="BOT", help="bots to measure; fewer than players sit at the table several times")
    parser.add_argument("--players", type=number(2, 7), metavar="N", help="players at a table (default 4)")
    parser.add_argument("--scenario", metavar="SCENARIO", help="play this scenario: its players, expansion, house rules, supply, openings")
    parser.add_argument("--games", type=number(1, 10**9), default=2000, metavar="N", help="play at least so many games (default 2000)")
    parser.add_argument("--seed", type=number(0, MOST_NUMBER), default=0, metavar="S", help="seed of the chances (default 0)")
    parser.add_argument("--workers", type=number(1, 1024), metavar="N", help="games to play at a time (default: one for each core)")
    game_option(parser, "game to play (default: the scenario's, or caverna)")
    expansion(parser, told_of({}).expansions)
    parser.add_argument("--quiet", action="store_true", help="show no progress")
    code(parser)
    parser.add_argument("--json", action="store_true", help="print JSON, for other programs")


def _run_arguments(parser: ArgumentParser) -> None:
    largest = MOST_NUMBER
    parser.add_argument("scenario", metavar="SCENARIO", help="a scenario file, or the name of one that comes along")
    parser.add_argument(
        "--games", type=number(1, 10**12), metavar="N", help="games to play, in whole blocks (default: as the scenario says)"
    )
    parser.add_argument("--seed", type=number(0, largest), metavar="S", help="seed of the chances (default: that of the scenario)")
    parser.add_argument("--out", metavar="DIR", help="keep the run in this folder (default runs/NAME)")
    parser.add_argument("--workers", type=number(1, 1024), metavar="N", help="games to play at a time (default: one for each core)")
    backends = ("loky", "threading", "dask")
    parser.add_argument(
        "--backend", type=word(backends), default=backends[0], metavar="NAME", help="run workers by loky (default), threading or dask"
    )
    parser.add_argument("--scheduler", metavar="ADDR", help="address of the Dask scheduler, with --backend dask")
    parser.add_argument("--resume", action="store_true", help="play what is missing; with more --games, make a finished run longer")
    parser.add_argument(
        "--until", type=amount(1e-6, 1000), metavar="HALF_WIDTH", help="stop when mean scores are known to this margin of error"
    )
    parser.add_argument("--quiet", action="store_true", help="show no progress")
    code(parser)
    parser.add_argument("--json", action="store_true", help="print JSON, for other programs")


def _report_arguments(parser: ArgumentParser) -> None:
    parser.add_argument("run", metavar="RUN", help="folder of a run")
    parser.add_argument("--out", metavar="FILE.html", help="write the page here (default RUN/report.html)")
    parser.add_argument("--open", action="store_true", help="open the page in the browser")
    overwrite(parser)
    trust(parser)


def _compare_arguments(parser: ArgumentParser) -> None:
    parser.add_argument("a", metavar="A", help="a run, or a scenario to play")
    parser.add_argument("b", metavar="B", help="a run or scenario to compare it with")
    parser.add_argument("--games", type=number(1, 10**9), metavar="N", help="games of each (default: as many as a pilot finds necessary)")
    parser.add_argument("--bots", nargs="+", metavar="BOT", help="seat these bots at both tables instead")
    by = parser.add_argument("--by", default="seat", metavar="seat|bot|seat,bot", help="give a line for each of these (default: seat)")
    completed(by, "caverna_sim.commands.compare:lines")
    measure = parser.add_argument(
        "--measure", default="score", metavar="COLUMN", help="compare this: score (default), won, margin or begging"
    )
    completed(measure, "caverna_sim.commands.compare:measures")
    parser.add_argument(
        "--smallest-effect", type=amount(0.001, 1000), metavar="POINTS",
        help="ignore differences below this (default: 1 point, 0.05 of the win, 0.1 begging markers)",
    )  # fmt: skip
    trust(parser)
    parser.add_argument("--seed", type=number(0, MOST_NUMBER), metavar="S", help="seed of the chances of both")
    parser.add_argument("--workers", type=number(1, 1024), metavar="N", help="games to play at a time (default: one for each core)")
    parser.add_argument("--out", metavar="DIR", help="keep the games here")
    parser.add_argument("--page", metavar="FILE.html", help="also write a page: scores, wins, what was built, where seats went")
    overwrite(parser)
    parser.add_argument("--quiet", action="store_true", help="show no progress")
    code(parser)
    parser.add_argument("--json", action="store_true", help="print JSON, for other programs")


def _study(about: StudyCommand, game: str = "") -> Command:
    """The command of a study: what all studies take, and what it takes itself."""

    def arguments(parser: ArgumentParser) -> None:
        if about.arguments:
            found_at(about.arguments)(parser)
        if not about.names_scenarios:
            parser.add_argument("scenarios", nargs="+", metavar="SCENARIO", help="a scenario; name several to compare the answers")
        parser.add_argument(
            "--games", type=numbers(1, 10**9), metavar="N[,N...]",
            help="games of every run, or one number for each scenario; a larger number makes a study longer",
        )  # fmt: skip
        parser.add_argument("--precision", type=amount(1e-3, 1000), metavar="POINTS", help="play until every margin of error is this small")
        parser.add_argument("--out", metavar="DIR", help="keep the study in this folder (default runs/STUDY-NAME)")
        parser.add_argument("--bots", nargs="+", metavar="BOT", help="seat these bots instead")
        if about.strengths:
            parser.add_argument("--strengths", type=words, metavar="BOT,...", help="ask at several strengths of play: bots, weakest first")
        parser.add_argument("--seed", type=number(0, MOST_NUMBER), metavar="S", help="seed of the chances (default: that of the scenario)")
        parser.add_argument("--workers", type=number(1, 1024), metavar="N", help="games to play at a time (default: one for each core)")
        parser.add_argument("--quiet", action="store_true", help="show no progress")
        code(parser)
        parser.add_argument("--json", action="store_true", help="print JSON, for other programs")
        parser.set_defaults(study=about.study, played=game)

    return Command(about.summary, arguments, about.command, game)


def _later(place: str) -> Callable[[ArgumentParser], None]:
    """Arguments that stand beside the command that they are for."""
    return lambda parser: found_at(place)(parser)


def _completion_arguments(parser: ArgumentParser) -> None:
    parser.add_argument("shell", type=word(("bash", "zsh", "fish")), metavar="SHELL", help="bash, zsh or fish")


def _of_game(about: GameCommand, game: str) -> Command:
    """A command that a game brings along."""
    return Command(about.summary, lambda parser: found_at(about.arguments)(parser), about.function, game)


GENERAL: dict[str, Command] = {
    "run": Command("play many games of a scenario and keep them", _run_arguments, "caverna_sim.commands.run:run"),
    "report": Command("write a page about a run", _report_arguments, "caverna_sim.commands.report:run"),
    "compare": Command("say whether two scenarios or runs differ", _compare_arguments, "caverna_sim.commands.compare:run"),
    **{about.name: _study(about) for about in GENERAL_STUDIES},
    "scenarios": Command("list the scenarios that come along", _scenarios_arguments, "caverna_sim.commands.scenarios:run"),
    "games": Command("list the games that can be played", _games_arguments, "caverna_sim.commands.scenarios:games"),
    "check": Command("say what is wrong with a file", _check_arguments, "caverna_sim.cli:check"),
    "tournament": Command("measure how strong bots are, in a round robin", _tournament_arguments, "caverna_sim.commands.tournament:run"),
    "analyse": Command(
        "say what to play in a position", _later("caverna_sim.asking.arguments:analyse"), "caverna_sim.commands.analyse:run"
    ),
    "play": Command("play a game against bots", _later("caverna_sim.asking.arguments:play"), "caverna_sim.commands.play:run"),
    "explore": Command(
        "write a page of first placements, to click through",
        _later("caverna_sim.asking.arguments:explore"),
        "caverna_sim.commands.explore:run",
    ),
    "completion": Command("complete commands and names with the Tab key", _completion_arguments, "caverna_sim.completion:run"),
}


def _brought(game: GameFacts) -> dict[str, Command]:
    """The commands that a game brings along, its studies first."""
    own = {
        **{about.name: _study(about, game.name) for about in game.studies},
        **{about.name: _of_game(about, game.name) for about in game.commands},
    }
    for taken in own.keys() & GENERAL.keys():
        raise CavernaError(f"game `{game.name}`: its command `{taken}` is called like one for all games; give it another name")
    return own


# as people ask: studies, then one game or position
_ABOUT_A_GAME = ("analyse", "play", "watch", "explore", "tile", "major")  # questions that are no studies


def commands(game: str | None = None) -> dict[str, Command]:
    """All commands; of those that several games have, the one of this game, or of the first that has it."""
    brought = {facts.name: _brought(facts) for facts in games()}
    first = {word: command for own in reversed(brought.values()) for word, command in own.items()}
    studies = {about.name for about in (*GENERAL_STUDIES, *(about for facts in games() for about in facts.studies))}
    others = dict.fromkeys([*(word for own in brought.values() for word in own), *list(GENERAL)[3:]])
    rank = {**{word: place for place, word in enumerate(_ABOUT_A_GAME)}, **dict.fromkeys(studies, -1)}
    order = [*list(GENERAL)[:3], *sorted(others, key=lambda word: rank.get(word, len(rank)))]
    found = {**GENERAL, **first, **brought.get(game or "", {})}
    return {word: found[word] for word in order}


def owners(word: str) -> tuple[str, ...]:
    """The games that have a command of this name; none when it is for all games."""
    return tuple(facts.name for facts in games() if word in _brought(facts))


def meant(word: str, rest: Sequence[str]) -> str | None:
    """The game whose command is meant: the one of `--game`, or of the scenario, run or position that is named, or the first that has it."""
    have = owners(word)
    if not have:
        return None
    wanted = _value_of("--game", rest)
    if wanted is not None:
        game = named(wanted, f"caverna-sim {word}: argument --game")
        if game not in have:
            raise UsageError(f"caverna-sim {word}: `{game}` has no such command; {who_has_it(have)}")
        return game
    from caverna_sim.scenario.scenario import game_named

    told = ((each, game_named(each)) for each in _inputs([parser_of(word, one) for one in have], rest))
    given, game = next(((each, game) for each, game in told if game is not None), ("", have[0]))
    if game not in have:
        wanted = " or ".join(facts_of(one).title for one in have)
        advice = f"give one of {wanted} (`caverna-sim scenarios` lists those that come along)"
        other = f"`{shown_name(given)}` is of {facts_of(game).title}, which has no such command"
        raise UsageError(f"caverna-sim {word}: {other}; {advice}")
    return game


def _value_of(option: str, rest: Sequence[str]) -> str | None:
    """What is given to an option."""
    for place, each in enumerate(rest):
        if each.startswith(f"{option}="):
            return each.partition("=")[2]
        if each == option and place + 1 < len(rest):
            return rest[place + 1]
    return None


def _inputs(parsers: Sequence[ArgumentParser], rest: Sequence[str]) -> Iterator[str]:
    """Words that may name a scenario, a run or a position: those that belong to no option but `--scenario` and `--line`."""
    actions = (action for parser in parsers for action in parser._actions if action.nargs != 0)
    takes = {name for action in actions for name in action.option_strings} - {"--scenario", "--line"}
    belongs = False
    for each in rest:
        if not each.startswith("-") and not belongs:
            yield each
        belongs = each in takes


# ---------------------------------------------------------------- the small commands


def check(options: Namespace) -> int:
    """The command `check`: says `ok` and what the file holds; errors tell all that is wrong."""
    path = Path(options.file)
    try:
        found = (found_at(game.check)(path) for game in _who_may_know(path) if game.check)
        kind, summary = next((told for told in found if told), None) or _check_scenario(options.file, path)
    except CavernaError as error:
        if not error.others:
            raise
        *others, last = (str(error), *error.others)
        for sentence in others:
            _fail(sentence, WRONG_INPUT)
        raise type(error)(last) from None
    _print(json.dumps({"ok": True, "kind": kind, "summary": summary}) if options.json else f"ok: {kind} {summary}")
    return DONE


def _who_may_know(path: Path) -> tuple[GameFacts, ...]:
    """Games that may know what a file is: of a position the one that it names."""
    if path.suffix.lower() != ".json":
        return games()
    from caverna_sim.scenario.scenario import game_of_position

    return (facts_of(game_of_position(path)),)


def _check_scenario(name: str, path: Path) -> tuple[str, str]:
    from caverna_sim.scenario.scenario import load_scenario, packaged_scenarios

    is_name = name in packaged_scenarios() or not path.suffix
    if path.suffix.lower() != ".toml" and (is_file(path) or not is_name):
        raise CavernaError(f"`{name}`: give a scenario (.toml) or a position (.json)")
    scenario = load_scenario(name)
    return "scenario", f"`{scenario.name}`: {scenario.summary}"


# ---------------------------------------------------------------- the door


LEAST_WIDTH, MOST_WIDTH = 40, 100  # of help
_GENERAL_OPTIONS = {
    "--version": "the version, and the engine's hash",
    "--help": "this text; `caverna-sim COMMAND --help` tells more",
}


class _Parser(ArgumentParser):
    """Tells what is wrong in one sentence instead of printing its usage."""

    def error(self, message: str) -> NoReturn:
        """A wrong argument."""
        found = re.match(r"unrecognized arguments: (\S+)", message)
        if found:
            options = [option for action in self._actions for option in action.option_strings]
            hint = f"; {nearest(found[1], options)}" if found[1].startswith("-") else ""
            raise UsageError(f"{self.prog}: unknown argument `{found[1]}`{hint}")
        raise UsageError(f"{self.prog}: {message[:1].lower()}{message[1:]}; see `{self.prog} --help`")


class _Formatter(HelpFormatter):
    def __init__(self, prog: str) -> None:
        width = _help_width()
        super().__init__(prog, max_help_position=min(28, width // 3), width=width)


def _help_width() -> int:
    """As wide as the terminal, if it is narrower than most lines of help."""
    return max(LEAST_WIDTH, min(MOST_WIDTH, get_terminal_size((MOST_WIDTH, 40)).columns))


def _general_help() -> str:
    """Every command in a line, or in a few where the terminal is narrow."""
    every = commands()
    told = {**{name: command.summary for name, command in every.items()}, **_GENERAL_OPTIONS}
    room = max(map(len, told)) + 4
    rows = {
        name: fill(text, _help_width(), initial_indent=f"  {name}".ljust(room), subsequent_indent=" " * room) for name, text in told.items()
    }
    about = f"Monte Carlo strategy analysis for board games: {', '.join(facts.title for facts in games())}."
    lines = ["usage: caverna-sim COMMAND ...", "", fill(about, _help_width()), "", "commands:"]
    lines += [rows[name] for name in every]
    return "\n".join([*lines, "", *(rows[name] for name in _GENERAL_OPTIONS)])


def _print(text: str) -> None:
    sys.stdout.write(text + "\n")


def parser_of(word: str, game: str | None = None) -> ArgumentParser:
    """What reads the arguments of a command."""
    command = commands(game)[word]
    parser = _Parser(
        prog=f"caverna-sim {word}", description=f"{command.summary[:1].upper()}{command.summary[1:]}.", formatter_class=_Formatter,
        allow_abbrev=False, add_help=False,
    )  # fmt: skip
    command.arguments(parser)
    if command.game:
        game_option(parser, "game that is meant (default: that of what you name, or caverna)")
        parser.set_defaults(game=command.game)
    parser.add_argument("-h", "--help", action="store_true", help=SUPPRESS)
    return parser


def run_command(arguments: Sequence[str]) -> int:
    """Carry out one command line; CavernaError when it is wrong."""
    word, *rest = arguments or ["--help"]
    if word in ("--help", "-h", "help"):
        _print(_general_help())
        return DONE
    if word == "--version":
        from caverna_sim.commands import cached
        from caverna_sim.compiling.cache import source_hash

        _print(f"caverna-sim {__version__}, engine {source_hash()}\n{cached()}")
        return DONE
    if word not in commands():
        what = "option" if word.startswith("-") else "command"
        known = ("--help", "--version") if word.startswith("-") else tuple(commands())
        raise UsageError(f"there is no {what} `{word}`; {nearest(word, known, 1)}")
    game = meant(word, rest)
    parser = parser_of(word, game)
    if {"-h", "--help"} & set(rest):
        _print(parser.format_help().rstrip())
        return DONE
    options = parser.parse_args(rest)
    if getattr(options, "allow_code", False):
        from caverna_sim.match.outside import allow_code

        allow_code()
    CompileProgress.quiet = getattr(options, "quiet", False)
    code: int = found_at(commands(game)[word].function)(options)
    return code


def _open_streams() -> None:
    """Streams that were closed before we began lead nowhere, and no file of ours takes their numbers."""
    while (handle := os.open(os.devnull, os.O_RDWR)) <= 2:
        pass
    os.close(handle)
    sys.stdout = sys.stdout or open(1, "w", encoding="utf-8", closefd=False)  # noqa: SIM115  (open until the program ends)
    sys.stderr = sys.stderr or open(2, "w", encoding="utf-8", closefd=False)  # noqa: SIM115  (open until the program ends)


def _stop_alike() -> None:
    """Being asked to end (SIGTERM) and losing the terminal (SIGHUP) are what Ctrl-C is: work is kept, and the command that goes on told."""
    if threading.current_thread() is not threading.main_thread():
        return
    for name in ("SIGTERM", "SIGHUP"):
        number = getattr(signal, name, None)
        if number is not None and signal.getsignal(number) is signal.SIG_DFL:  # `nohup` has it ignored
            signal.signal(number, signal.default_int_handler)


def main(arguments: Sequence[str] | None = None) -> int:
    """Run a command line and return its exit code."""
    _open_streams()
    accept_any_text(sys.stdout, sys.stderr)
    _stop_alike()
    try:
        code = run_command(sys.argv[1:] if arguments is None else list(arguments))
        sys.stdout.flush()
        return code
    except ScenarioError as error:
        more = f" (and {len(error.others)} more: `caverna-sim check` lists all)" if error.others else ""
        return _fail(f"{error}{more}", WRONG_INPUT)
    except CavernaError as error:
        return _fail(str(error), WRONG_INPUT)
    except RunStopped as error:
        return _fail(str(error), FAILED)
    except KeyboardInterrupt:
        return _fail("interrupted", INTERRUPTED)
    except BrokenPipeError:
        # whoever read the output has had enough, which is no error; keep Python from complaining when it ends
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return DONE
    except Exception as error:
        if os.environ.get("CAVERNA_SIM_DEBUG"):
            raise
        if isinstance(error, OSError) and error.filename is None:  # such as a full disk behind standard output
            return _fail(f"what there is to say cannot be written: {reason_of(error)}", FAILED)
        advice = "; ".join([*getattr(error, "__notes__", ()), "CAVERNA_SIM_DEBUG=1 shows where"])
        return _fail(f"{type(error).__name__}: {error}; {advice}", FAILED)


def _fail(problem: str, code: int) -> int:
    sentence = " ".join(problem.split())
    sys.stderr.write(f"error: {sentence}\n" if code != INTERRUPTED else "interrupted\n")
    return code
