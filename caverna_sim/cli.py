"""The command `caverna-sim`: one command per arrow of the map, each a thin call into the library.

A new command is a row of COMMANDS: what it is for, its arguments, and the function that runs it, named by module so
that nothing is imported before it is needed. Errors are one sentence on stderr. Exit codes: 0 done, 2 wrong input, 130
interrupted, 1 anything else.
"""

from __future__ import annotations

import json
import os
import re
import sys
from argparse import SUPPRESS, ArgumentParser, HelpFormatter, Namespace
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import NamedTuple, NoReturn

from caverna_sim import __version__
from caverna_sim.arguments import amount, number, numbers, option, word, words
from caverna_sim.check import refuse
from caverna_sim.compiling import CompileProgress
from caverna_sim.errors import (
    DONE,
    FAILED,
    INTERRUPTED,
    WRONG_INPUT,
    CavernaError,
    PositionError,
    RulesError,
    RunStopped,
    ScenarioError,
    nearest,
)
from caverna_sim.experiments.studies import studies
from caverna_sim.files import MOST_POSITION, is_file, parse_json, read_text
from caverna_sim.games import found_at
from caverna_sim.games.facts import StudyCommand

LAST_ROUND = 12


class UsageError(CavernaError):
    """Wrong arguments."""


class Command(NamedTuple):
    """What a command is for, how it takes its arguments, and the function that runs it ("module:function")."""

    summary: str
    arguments: Callable[[ArgumentParser], None]
    function: str


# ---------------------------------------------------------------- arguments


@option
def _rounds(text: str) -> set[int]:
    """Rounds such as "3", "3-5" or "1,4,12"."""
    rounds: set[int] = set()
    for part in text.split(","):
        match = re.fullmatch(r"\s*(\d{1,2})\s*(?:-\s*(\d{1,2})\s*)?", part)
        first = int(match[1]) if match else 0
        last = int(match[2] or match[1]) if match else 0
        if not 1 <= first <= last <= LAST_ROUND:
            refuse(text, "", f"give rounds from 1 to {LAST_ROUND}, such as 3, 3-5 or 1,4,12")
        rounds.update(range(first, last + 1))
    return rounds


def _watch_arguments(parser: ArgumentParser) -> None:
    largest = 2**62 - 1
    parser.add_argument("scenario", nargs="?", metavar="SCENARIO", help="a scenario file, the name of a packaged scenario, or a run")
    parser.add_argument("--players", type=number(1, 7), metavar="N", help="instead of a scenario: N players, every bot random")
    parser.add_argument("--line", metavar="FILE", help="instead of a scenario: the moves of a file that `plan` has written")
    parser.add_argument("--html", metavar="FILE", help="write the game as a page: boards after every choice, forwards and backwards")
    _overwrite(parser)
    parser.add_argument("--seed", type=number(0, largest), metavar="S", help="seed of the chances (default: that of the scenario)")
    parser.add_argument("--index", type=number(0, largest), default=0, metavar="I", help="number of the game in the run (default 0)")
    parser.add_argument("--tiles", type=word(("full", "introductory")), metavar="SET", help="full or introductory furnishings")
    parser.add_argument("--steps", type=number(0, 10**9), metavar="N", help="stop after N choices")
    parser.add_argument("--rounds", type=_rounds, metavar="R", help="show only these rounds: 3, 3-5 or 1,4,12")
    boards = ("every-round", "every-turn", "never")
    parser.add_argument(
        "--boards", type=word(boards), default=boards[0], metavar="WHEN", help="draw boards every-round (default), every-turn or never"
    )
    parser.add_argument("--pause", action="store_true", help="wait for Enter after every turn")
    parser.add_argument("--quiet", action="store_true", help="show the final score only")
    _code(parser)
    parser.add_argument("--json", action="store_true", help="choices, log, scores and last position for machines")


def _rules_arguments(parser: ArgumentParser) -> None:
    parser.add_argument(
        "topic",
        nargs="?",
        metavar="TOPIC",
        help="furnishings, spaces, loot, constants, rounds, board or toggles; "
        "with Fiends also orcs, events, movement, bribes, bounties, traps, display, rulings, campaign; box",
    )
    parser.add_argument("name", nargs="*", metavar="NAME", help="one item in full: an id, a name, or a rule ID")
    parser.add_argument("--players", type=number(1, 7), metavar="N", help="only action spaces of this number of players")
    parser.add_argument("--scenario", metavar="SCENARIO", help="the rules of a scenario, house rules marked")
    parser.add_argument("--expansion", type=word(("fiends",)), metavar="NAME", help="fiends: with Frantic Fiends")
    parser.add_argument("--json", action="store_true", help="for machines")


def _check_arguments(parser: ArgumentParser) -> None:
    parser.add_argument("file", metavar="FILE", help="a scenario (.toml), a packaged scenario by name, or a position (.json)")
    parser.add_argument("--json", action="store_true", help="for machines")


def _scenarios_arguments(parser: ArgumentParser) -> None:
    parser.add_argument("name", nargs="?", metavar="NAME", help="print the file of one")
    parser.add_argument("--json", action="store_true", help="for machines")


def _bots_arguments(parser: ArgumentParser) -> None:
    parser.add_argument("name", nargs="?", metavar="NAME", help="all parameters of one bot, or of a parameter file")
    parser.add_argument("--json", action="store_true", help="for machines")


def _tournament_arguments(parser: ArgumentParser) -> None:
    parser.add_argument("bots", nargs="+", metavar="BOT", help="names of bots; fewer than players fill the table several times")
    parser.add_argument("--players", type=number(2, 7), metavar="N", help="players at a table (default 4)")
    parser.add_argument("--scenario", metavar="SCENARIO", help="what is played: players, expansion, house rules, supply, openings")
    parser.add_argument("--games", type=number(1, 10**9), default=2000, metavar="N", help="at least so many games (default 2000)")
    parser.add_argument("--seed", type=number(0, 2**62 - 1), default=0, metavar="S", help="seed of the chances (default 0)")
    parser.add_argument("--workers", type=number(1, 1024), metavar="N", help="games at a time (default: one for each core)")
    parser.add_argument("--expansion", type=word(("fiends",)), metavar="NAME", help="fiends: with Frantic Fiends")
    parser.add_argument("--quiet", action="store_true", help="no progress")
    _code(parser)
    parser.add_argument("--json", action="store_true", help="for machines")


def _tune_arguments(parser: ArgumentParser) -> None:
    parser.add_argument("bot", metavar="BOT", help="where to start")
    parser.add_argument("--population", nargs="+", metavar="BOT", help="who it meets (default: balanced, and itself as it was)")
    parser.add_argument("--players", type=numbers(1, 7), metavar="N,...", help="players at a table (default 2,3,4; learning 1 to 7)")
    parser.add_argument("--scenario", metavar="SCENARIO", help="what is played: players, expansion, house rules, supply, openings")
    length = parser.add_mutually_exclusive_group()
    length.add_argument("--minutes", type=amount(0.01, 10**6), metavar="M", help="stop after the generation that ends then")
    length.add_argument(
        "--generations", type=number(1, 10**6), metavar="G", help="stop after so many generations (default 100; learning 30)"
    )
    parser.add_argument(
        "--games", type=number(1, 10**6), metavar="N", help="of a candidate in a generation (default 180; learning 3000 in all)"
    )
    parser.add_argument("--candidates", type=number(4, 1000), metavar="N", help="in a generation (default 24)")
    parser.add_argument("--check-games", type=number(1, 10**7), metavar="N", help="held out, at the end (default 18000)")
    parser.add_argument("--seed", type=number(0, 2**62 - 1), default=0, metavar="S", help="seed of chances and search (default 0)")
    parser.add_argument("--only", type=words, default=(), metavar="NAME,...", help="change only these: weights, worth.wood, space, ...")
    parser.add_argument("--keep", type=words, default=(), metavar="NAME,...", help="do not change these, beside [tune] keep of the bot")
    parser.add_argument("--lead", type=amount(0, 10), default=0.0, metavar="W", help="weight of the lead beside the score (default 0)")
    parser.add_argument("--rid", type=amount(0, 50), default=0.0, metavar="W", help="points that an orc left is charged with (default 0)")
    parser.add_argument("--expansion", type=word(("fiends",)), metavar="NAME", help="fiends: with Frantic Fiends")
    parser.add_argument("--anew", action="store_true", help="learning: not from what the bot knows but from nothing")
    parser.add_argument("--out", metavar="FILE", help="parameter file (default BOT-tuned.toml)")
    _overwrite(parser)
    parser.add_argument("--resume", action="store_true", help="go on from the checkpoint beside the file")
    parser.add_argument("--workers", type=number(1, 1024), metavar="N", help="games at a time (default: one for each core)")
    parser.add_argument("--quiet", action="store_true", help="no progress")
    parser.add_argument("--json", action="store_true", help="for machines")


def _run_arguments(parser: ArgumentParser) -> None:
    largest = 2**62 - 1
    parser.add_argument("scenario", metavar="SCENARIO", help="a scenario file, or the name of a packaged scenario")
    parser.add_argument("--games", type=number(1, 10**12), metavar="N", help="instead of the scenario's; rounded up to whole blocks")
    parser.add_argument("--seed", type=number(0, largest), metavar="S", help="instead of the scenario's")
    parser.add_argument("--out", metavar="DIR", help="folder of the run (default runs/NAME)")
    parser.add_argument("--workers", type=number(1, 1024), metavar="N", help="games at a time (default: one for each core)")
    backends = ("loky", "threading", "dask")
    parser.add_argument("--backend", type=word(backends), default=backends[0], metavar="NAME", help="loky (default), threading or dask")
    parser.add_argument("--scheduler", metavar="ADDR", help="address of the Dask scheduler, with --backend dask")
    parser.add_argument("--resume", action="store_true", help="play what is missing; with more --games also after the end")
    parser.add_argument("--until", type=amount(1e-6, 1000), metavar="HALF_WIDTH", help="stop at this margin of error of mean scores")
    parser.add_argument("--quiet", action="store_true", help="no progress")
    _code(parser)
    parser.add_argument("--json", action="store_true", help="for machines")


def _overwrite(parser: ArgumentParser) -> None:
    parser.add_argument("--overwrite", action="store_true", help="also replace a file that another program has written")


def _code(parser: ArgumentParser) -> None:
    parser.add_argument("--allow-code", action="store_true", help="import bots that are named by their place, such as my_module:my_bot")


def _trust(parser: ArgumentParser) -> None:
    parser.add_argument("--trust", action="store_true", help="read files of runs without comparing them with their checksums")


def _report_arguments(parser: ArgumentParser) -> None:
    parser.add_argument("run", metavar="RUN", help="folder of a run")
    parser.add_argument("--out", metavar="FILE.html", help="where the page goes (default RUN/report.html)")
    parser.add_argument("--open", action="store_true", help="show it in the browser")
    _overwrite(parser)
    _trust(parser)


def _compare_arguments(parser: ArgumentParser) -> None:
    parser.add_argument("a", metavar="A", help="a run, or a scenario that is played first")
    parser.add_argument("b", metavar="B", help="what A is compared with")
    parser.add_argument("--games", type=number(1, 10**9), metavar="N", help="of each (default: what a pilot says)")
    parser.add_argument("--by", default="seat", metavar="seat|bot|seat,bot", help="a line for each (default: seat)")
    parser.add_argument("--measure", default="score", metavar="COLUMN", help="what is compared: score (default), won, margin, or begging")
    parser.add_argument(
        "--smallest-effect", type=amount(0.001, 1000), metavar="POINTS",
        help="less does not matter (default: 1 point, 0.05 of the win, 0.1 begging markers)",
    )  # fmt: skip
    _trust(parser)
    parser.add_argument("--seed", type=number(0, 2**62 - 1), metavar="S", help="of both")
    parser.add_argument("--workers", type=number(1, 1024), metavar="N", help="games at a time (default: one for each core)")
    parser.add_argument("--out", metavar="DIR", help="keep the games here")
    parser.add_argument("--page", metavar="FILE.html", help="write a page: scores, wins, scoring parts, what was built, where seats went")
    _overwrite(parser)
    parser.add_argument("--quiet", action="store_true", help="no progress")
    _code(parser)
    parser.add_argument("--json", action="store_true", help="for machines")


def _study(about: StudyCommand) -> Command:
    """The command of a study: what all studies take, and what it takes itself."""

    def arguments(parser: ArgumentParser) -> None:
        if about.arguments:
            found_at(about.arguments)(parser)
        if not about.names_scenarios:
            parser.add_argument("scenarios", nargs="+", metavar="SCENARIO", help="a scenario; several are set side by side")
        parser.add_argument(
            "--games", type=numbers(1, 10**9), metavar="N[,N...]",
            help="of every run, or for each scenario; more than before go on with the study",
        )  # fmt: skip
        parser.add_argument("--precision", type=amount(1e-3, 1000), metavar="POINTS", help="play until no margin of error is larger")
        parser.add_argument("--out", metavar="DIR", help="folder of the study (default runs/STUDY-NAME)")
        parser.add_argument("--bots", nargs="+", metavar="BOT", help="who sits at the table instead")
        parser.add_argument("--seed", type=number(0, 2**62 - 1), metavar="S", help="instead of the scenario's")
        parser.add_argument("--workers", type=number(1, 1024), metavar="N", help="games at a time (default: one for each core)")
        parser.add_argument("--quiet", action="store_true", help="no progress")
        _code(parser)
        parser.add_argument("--json", action="store_true", help="for machines")
        parser.set_defaults(study=about.study)

    return Command(about.summary, arguments, about.command)


def _campaign_arguments(parser: ArgumentParser) -> None:
    parser.add_argument("--bot", default="briber", metavar="NAME", help="who plays, of the roster or of a parameter file (default briber)")
    parser.add_argument("--seed", type=number(0, 2**62 - 1), default=0, metavar="S", help="seed of the chances (default 0)")
    parser.add_argument("--campaigns", type=number(1, 10**9), default=1, metavar="N", help="how many (default 1)")
    parser.add_argument(
        "--side", type=word(("normal", "hard")), default="normal", metavar="SIDE", help="orcs of game 1: normal (default) or hard"
    )
    policies = ("nothing", "steady", "much")
    parser.add_argument("--purchases", type=word(policies), default="steady", metavar="HOW", help="nothing, steady (default) or much")
    parser.add_argument("--log", metavar="FILE", help="every choice and consequence of every game")
    _overwrite(parser)
    parser.add_argument("--quiet", action="store_true", help="no progress")
    parser.add_argument("--json", action="store_true", help="for machines")


def _new_scenario_arguments(parser: ArgumentParser) -> None:
    parser.add_argument("name", metavar="NAME", help="of the scenario")
    parser.add_argument("--out", metavar="FILE.toml", help="where it goes (default NAME.toml)")
    parser.add_argument("--overwrite", action="store_true", help="also replace a file that is there")
    parser.add_argument("--json", action="store_true", help="for machines")


def _new_bot_arguments(parser: ArgumentParser) -> None:
    parser.add_argument("name", metavar="NAME", help="of the bot")
    parser.add_argument("--base", default="balanced", metavar="BOT", help="a bot of the roster that it builds on (default balanced)")
    parser.add_argument("--out", metavar="FILE.toml", help="where it goes (default NAME.toml)")
    parser.add_argument("--overwrite", action="store_true", help="also replace a file that is there")
    parser.add_argument("--json", action="store_true", help="for machines")


def _completion_arguments(parser: ArgumentParser) -> None:
    parser.add_argument("shell", type=word(("bash", "zsh", "fish")), metavar="SHELL", help="bash, zsh or fish")


def _warm_arguments(parser: ArgumentParser) -> None:
    parser.add_argument("--all", action="store_true", help="Frantic Fiends, bots that look ahead, and learning as well")
    parser.add_argument("--quiet", action="store_true", help="no progress")
    parser.add_argument("--json", action="store_true", help="for machines")


def _bench_arguments(parser: ArgumentParser) -> None:
    parser.add_argument("--seconds", type=amount(0.05, 600), default=2.0, metavar="S", help="for each measurement (default 2)")
    parser.add_argument("--workers", type=number(1, 1024), metavar="N", help="up to so many (default: one for each core)")
    parser.add_argument("--quiet", action="store_true", help="no progress")
    parser.add_argument("--json", action="store_true", help="for machines")


COMMANDS: dict[str, Command] = {
    "run": Command("many games of a scenario, kept in a folder", _run_arguments, "caverna_sim.commands.run:run"),
    "report": Command("one page about a run", _report_arguments, "caverna_sim.commands.report:run"),
    "compare": Command("whether two scenarios or runs differ", _compare_arguments, "caverna_sim.commands.compare:run"),
    **{about.name: _study(about) for about in studies()},
    "campaign": Command("solo campaigns of Frantic Fiends", _campaign_arguments, "caverna_sim.games.caverna.fiends.show_campaign:run"),
    "watch": Command("one game, step by step, with the boards", _watch_arguments, "caverna_sim.games.caverna.show.watch:run"),
    "scenarios": Command("the scenarios that come with the package", _scenarios_arguments, "caverna_sim.commands.scenarios:run"),
    "new-scenario": Command("a scenario to start from", _new_scenario_arguments, "caverna_sim.games.caverna.show.new:new_scenario"),
    "new-bot": Command("a bot to start from", _new_bot_arguments, "caverna_sim.games.caverna.show.new:new_bot"),
    "rules": Command("what the engine plays, house rules marked", _rules_arguments, "caverna_sim.games.caverna.show.rules:run"),
    "check": Command("whether a scenario or a position is sound", _check_arguments, "caverna_sim.cli:check"),
    "bots": Command("who can play", _bots_arguments, "caverna_sim.games.caverna.show.bots:run"),
    "tournament": Command("how strong bots are, in a round robin", _tournament_arguments, "caverna_sim.commands.tournament:run"),
    "tune": Command("better parameters for a bot, against a population", _tune_arguments, "caverna_sim.games.caverna.learning.command:run"),
    "warm": Command("compile everything now", _warm_arguments, "caverna_sim.games.caverna.show.warm:run"),
    "completion": Command("completion with the Tab key", _completion_arguments, "caverna_sim.completion:run"),
    "bench": Command("how fast this machine plays", _bench_arguments, "caverna_sim.games.caverna.show.bench:run"),
}


# ---------------------------------------------------------------- the small commands


def check(options: Namespace) -> int:
    """The command `check`: says `ok` and what the file holds; errors tell all that is wrong."""
    path = Path(options.file)
    if path.suffix.lower() == ".json":
        kind, summary = "position", _check_position(path)
    else:
        from caverna_sim.games.caverna.bots.parameters import is_bot_file
        from caverna_sim.games.caverna.box.assumed import is_box_file
        from caverna_sim.scenario.scenario import load_scenario, packaged_scenarios

        is_name = options.file in packaged_scenarios() or not path.suffix
        if path.suffix.lower() != ".toml" and (is_file(path) or not is_name):
            raise CavernaError(f"`{options.file}`: give a scenario (.toml) or a position (.json)")
        if is_box_file(path):
            kind, summary = "box", _check_box(path)
        elif is_bot_file(path):
            kind, summary = "bot", _check_bot(path)
        else:
            try:
                scenario = load_scenario(options.file)
            except ScenarioError as error:
                *others, last = (str(error), *error.others)
                for sentence in others:
                    _fail(sentence, WRONG_INPUT)
                raise ScenarioError(last) from None
            kind, summary = "scenario", f"`{scenario.name}`: {scenario.summary}"
    _print(json.dumps({"ok": True, "kind": kind, "summary": summary}) if options.json else f"ok: {kind} {summary}")
    return DONE


def _check_bot(path: Path) -> str:
    """A parameter file."""
    from caverna_sim.games.caverna.bots.roster import info_of

    info = info_of(path)
    return f"`{path.name}`: {info.tier}, {info.description}"


def _check_box(path: Path) -> str:
    """A file with values of Frantic Fiends, made from what `caverna-sim rules box` prints."""
    from caverna_sim.games.caverna.box.assumed import check_box

    found = check_box(path)
    if found.problems:
        for problem in found.problems[:-1]:
            _fail(f"`{path.name}`: {problem}", WRONG_INPUT)
        raise RulesError(f"`{path.name}`: {found.problems[-1]}")
    summary = f"`{path.name}`: {len(found.given)} value{'' if len(found.given) == 1 else 's'} of Frantic Fiends"
    missing = f"; still assumed: {', '.join(found.missing)}" if found.missing else "; nothing is assumed any more"
    return summary + missing


def _check_position(path: Path) -> str:
    shown = f"position `{path}`"
    text = read_text(path, shown, MOST_POSITION, PositionError)
    if not text.strip():
        raise PositionError(f"{shown}: the file is empty")
    position = parse_json(text, shown, PositionError)
    from caverna_sim.games.caverna.game import Game

    try:
        game = Game.from_dict(position)
    except CavernaError as error:
        raise PositionError(f"{shown}: {str(error).removeprefix('position ')}") from None
    scores = " / ".join(str(result["total"]) for result in game.scores())
    mover = "the game is over" if game.over else f"seat {game.player} to move, {len(game.legal())} legal actions"
    players = f"{game.players} players" if game.players > 1 else "1 player"
    return f"`{path.name}`: {players}, round {game.round}, {game.phase}; {mover}; points now {scores}"


# ---------------------------------------------------------------- the door


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
        super().__init__(prog, max_help_position=28, width=100)


def _general_help() -> str:
    width = max(len(name) for name in COMMANDS) + 2
    lines = ["usage: caverna-sim COMMAND ...", "", "Monte Carlo strategy analysis for the board game Caverna.", "", "commands:"]
    lines += [f"  {name:<{width}}{command.summary}" for name, command in COMMANDS.items()]
    lines += [
        "",
        "  --version   the version, and the engine's hash",
        "  --help      this text; `caverna-sim COMMAND --help` tells more",
    ]
    return "\n".join(lines)


def _print(text: str) -> None:
    sys.stdout.write(text + "\n")


def parser_of(word: str) -> ArgumentParser:
    """What reads the arguments of a command."""
    command = COMMANDS[word]
    parser = _Parser(
        prog=f"caverna-sim {word}", description=f"{command.summary[:1].upper()}{command.summary[1:]}.", formatter_class=_Formatter,
        allow_abbrev=False, add_help=False,
    )  # fmt: skip
    command.arguments(parser)
    parser.add_argument("-h", "--help", action="store_true", help=SUPPRESS)
    return parser


def run_command(arguments: Sequence[str]) -> int:
    """Carry out one command line; CavernaError when it is wrong."""
    if not arguments:
        raise UsageError(f"name a command: {', '.join(COMMANDS)}; see `caverna-sim --help`")
    word, *rest = arguments
    if word in ("--help", "-h", "help"):
        _print(_general_help())
        return DONE
    if word == "--version":
        from caverna_sim.cache import source_hash
        from caverna_sim.games.caverna.show.warm import in_words

        _print(f"caverna-sim {__version__}, engine {source_hash()}\n{in_words()}")
        return DONE
    if word not in COMMANDS:
        what = "option" if word.startswith("-") else "command"
        known = ("--help", "--version") if word.startswith("-") else tuple(COMMANDS)
        raise UsageError(f"there is no {what} `{word}`; {nearest(word, known, 1)}")
    parser = parser_of(word)
    if {"-h", "--help"} & set(rest):
        _print(parser.format_help().rstrip())
        return DONE
    options = parser.parse_args(rest)
    if getattr(options, "allow_code", False):
        from caverna_sim.match.outside import allow_code

        allow_code()
    CompileProgress.quiet = getattr(options, "quiet", False)
    code: int = found_at(COMMANDS[word].function)(options)
    return code


def main(arguments: Sequence[str] | None = None) -> int:
    """Run a command line and return its exit code."""
    _accept_any_text()
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
        return _fail(f"{type(error).__name__}: {error}; CAVERNA_SIM_DEBUG=1 shows where", FAILED)


def _accept_any_text() -> None:
    """A terminal that lacks a character shows a question mark instead of failing."""
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="replace")


def _fail(problem: str, code: int) -> int:
    sentence = " ".join(problem.split())
    sys.stderr.write(f"error: {sentence}\n" if code != INTERRUPTED else "interrupted\n")
    return code
