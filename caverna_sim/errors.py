"""Everything this package raises on purpose.

CavernaError
├── RulesError      a rules table or a house rule is wrong
├── ScenarioError   a scenario file is wrong
├── BotError        a bot or a parameter file is wrong
├── DatasetError    a run on disk is not there, or not what is asked for
├── PositionError   a position breaks a rule or cannot be read
├── IllegalAction   an action is not legal now
└── UnknownAction   a text or id that names no action

RunStopped is none of them: the input is right, but the machine does not let a run go on.
"""

from __future__ import annotations

from pathlib import Path

DONE, FAILED, WRONG_INPUT, INTERRUPTED = 0, 1, 2, 130  # exit codes of the command line


class CavernaError(ValueError):
    """Wrong input, told in one sentence; the command line turns it into exit code 2."""


class RulesError(CavernaError):
    """A rules table or house rule that cannot be played."""


class ScenarioError(CavernaError):
    """A scenario that cannot be run."""


class BotError(CavernaError):
    """A bot that does not exist or a parameter file that cannot be played; `field` and `problem` tell it apart."""

    def __init__(self, sentence: str, field: str = "", problem: str = "") -> None:
        super().__init__(sentence)
        self.field = field
        self.problem = problem or sentence


class DatasetError(CavernaError):
    """A run on disk that cannot be read or written as asked."""


class PositionError(CavernaError):
    """A position that breaks a rule or cannot be read."""


class IllegalAction(CavernaError):
    """An action that is not legal in this position."""


class UnknownAction(CavernaError):
    """A text or id that names no action."""


class RunStopped(RuntimeError):
    """A run that cannot go on here: a full disk, dead workers; what is finished is kept."""


def nearest(word: object, allowed: object, most: int = 3) -> str:
    """A hint with the allowed names closest to a wrong one, or all of them when there are few."""
    import difflib

    names = [str(name) for name in allowed]  # type: ignore[attr-defined]
    close = difflib.get_close_matches(str(word), names, n=most, cutoff=0.5)
    if close:
        return "did you mean " + " or ".join(f"`{name}`" for name in close) + "?"
    shown = ", ".join(f"`{name}`" for name in names[:12])
    return f"allowed: {shown}{', ...' if len(names) > 12 else ''}"


def install_hint(extra: str) -> str:
    """How to install an extra: from the clone, where the package lies in one."""
    clone = Path(__file__).parents[1]
    is_clone = (clone / "pyproject.toml").is_file()
    return f"`pip install -e '.[{extra}]'` in {clone} brings it" if is_clone else f"`pip install 'caverna_sim[{extra}]'` brings it"


def write_file(path: Path, text: str, what: str, option: str) -> None:
    """Write a text, folders included; CavernaError names the option that gives another file."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    except OSError as error:
        reason = (error.strerror or str(error)).lower()
        raise CavernaError(f"{what} `{path}`: it cannot be written: {reason}; give another file with {option}") from None
