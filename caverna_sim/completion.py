"""The command `completion`: a script that completes commands, options and names with the Tab key; nothing runs while one types."""

from __future__ import annotations

import sys
from argparse import SUPPRESS, Action, Namespace
from collections.abc import Iterator

from caverna_sim.cli import commands, owners, parser_of
from caverna_sim.errors import DONE

SHELLS = ("bash", "zsh", "fish")

BASH = r"""# Tab completion of caverna-sim: eval "$(caverna-sim completion SHELL)" in the start file of the shell
_caverna_sim() {
  local word="${COMP_WORDS[COMP_CWORD]}" before="${COMP_WORDS[COMP_CWORD-1]}" options="" names=""
  if [ "$COMP_CWORD" -eq 1 ]; then
    COMPREPLY=($(compgen -W "@commands@ --help --version" -- "$word")); return
  fi
  case "${COMP_WORDS[1]}" in
@cases@
  esac
  case "${COMP_WORDS[1]} $before" in
@values@
  esac
  case "$word" in
    -*) COMPREPLY=($(compgen -W "$options --help" -- "$word"));;
    *) COMPREPLY=($(compgen -W "$names" -- "$word") $(compgen -f -- "$word"));;
  esac
  case "${COMPREPLY[*]}" in *=) compopt -o nospace 2>/dev/null;; esac
}
"""
ZSH = "autoload -U +X bashcompinit && bashcompinit\n"
BASH_END = "complete -o filenames -F _caverna_sim caverna-sim\n"


def run(options: Namespace) -> int:
    """Print the script of a shell."""
    sys.stdout.write(_fish() if options.shell == "fish" else script(options.shell))
    return DONE


def names_of(action: Action) -> tuple[str, ...]:
    """Names that an argument may take beside files."""
    from caverna_sim.games import found_at, names, plays
    from caverna_sim.scenario.scenario import packaged_scenarios

    what = str(action.metavar or "")
    if place := getattr(action, "names_at", ""):
        return tuple(found_at(place)())
    scenarios = tuple(packaged_scenarios()) if "SCENARIO" in what or action.dest in ("a", "b", "scenario", "scenarios") else ()
    bots = "BOT" in what or (action.dest in ("bot", "bots", "base", "population") and not scenarios)
    if scenarios or bots:
        return (*scenarios, *(dict.fromkeys(bot for game in names() for bot in plays(game).bots()) if bots else ()))
    if action.dest == "game":
        return names()
    return COMMANDS_TAKE.get(action.dest, ())


COMMANDS_TAKE = {"backend": ("loky", "threading", "dask"), "shell": SHELLS}


def _actions(command: str) -> list[Action]:
    """What a command takes, whichever game's it is."""
    parsers = [parser_of(command, game) for game in owners(command) or (None,)]
    return [action for parser in parsers for action in parser._actions if action.help != SUPPRESS]


def _by_option(command: str) -> dict[str, list[Action]]:
    """The options of a command; one that several games have stands once."""
    found: dict[str, list[Action]] = {}
    for action in _actions(command):
        for option in action.option_strings:
            found.setdefault(option, []).append(action)
    return found


def _values(actions: list[Action]) -> str:
    """What an option can be given, by any game."""
    return " ".join(dict.fromkeys(name for action in actions for name in names_of(action)))


def _options(command: str) -> list[str]:
    return list(_by_option(command))


def _names(command: str) -> list[str]:
    """Names that stand by themselves."""
    return sorted({name for action in _actions(command) if not action.option_strings for name in names_of(action)})


def script(shell: str) -> str:
    """For bash, and for zsh, which understands it."""
    cases = [f'    {name}) options="{" ".join(_options(name))}" names="{" ".join(_names(name))}";;' for name in commands()]
    values = [
        f'    "{command} {option}") COMPREPLY=($(compgen -W "{values}" -- "$word") $(compgen -f -- "$word")); return;;'
        for command in commands()
        for option, actions in _by_option(command).items()
        if (values := _values(actions))
    ]
    filled = BASH.replace("SHELL", shell).replace("@commands@", " ".join(commands()))
    filled = filled.replace("@cases@", "\n".join(cases)).replace("@values@", "\n".join(values))
    return (ZSH if shell == "zsh" else "") + filled + BASH_END


def _fish() -> str:
    return "\n".join(_fish_lines()) + "\n"


def _fish_lines() -> Iterator[str]:
    first = "complete -c caverna-sim -n __fish_use_subcommand"
    yield "# Tab completion of caverna-sim: caverna-sim completion fish | source"
    for name, command in commands().items():
        yield f"{first} -a {name} -d {_quoted(command.summary)}"
        here = f"complete -c caverna-sim -n '__fish_seen_subcommand_from {name}'"
        if _names(name):
            yield f"{here} -a {_quoted(' '.join(_names(name)))}"
        for option, actions in _by_option(name).items():
            offered = f" -x -a {_quoted(values)}" if (values := _values(actions)) else ""
            yield f"{here} -l {option.removeprefix('--')} -d {_quoted(actions[0].help or '')}{offered}"


def _quoted(text: str) -> str:
    return "'" + text.replace("\\", "\\\\").replace("'", "\\'") + "'"
