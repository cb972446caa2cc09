"""Output where a terminal or a file lacks some characters: they become others that look like them, so that no sign of a number is lost."""

from __future__ import annotations

from codecs import register_error
from typing import TextIO

NAME = "caverna-sim-plain"  # among the error handlers of codecs
_PLAIN = {
    **dict.fromkeys("\N{MINUS SIGN}\N{EN DASH}\N{EM DASH}─", "-"),
    **dict.fromkeys("│┃", "|"),
    **dict.fromkeys("┌┐└┘├┤┬┴┼", "+"),
    **dict.fromkeys("‘’", "'"),
    **dict.fromkeys("“”", '"'),
    "━": "=",
    "±": "+-",
    "×": "x",
    "·": ".",
    "…": "...",
    "→": "->",
    "≤": "<=",
    "≥": ">=",
}


def accept_any_text(*streams: TextIO) -> None:
    """Streams write what they lack in plainer characters, and a question mark for what has none, instead of failing."""
    register_error(NAME, _plainer)
    for stream in streams:
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors=NAME)


def _plainer(error: UnicodeError) -> tuple[str, int]:
    if not isinstance(error, UnicodeEncodeError):
        raise error
    return "".join(_PLAIN.get(one, "?") for one in error.object[error.start : error.end]), error.end
