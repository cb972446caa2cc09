"""What people see in the terminal: boards, rules, a game step by step."""

from __future__ import annotations

import os
import re
import shutil
import sys
from collections.abc import Iterable, Sequence
from typing import IO, Any, NoReturn

from rich.console import Console, ConsoleOptions, RenderableType
from rich.measure import Measurement
from rich.segment import Segment
from rich.table import Table

from caverna_sim.errors import printable

WIDTH_WITHOUT_TERMINAL = 100
MOST_WIDTH = 140


class _Console(Console):
    """A console that leaves a closed pipe to the command line, and shows what would command a terminal as escapes."""

    def render(self, renderable: RenderableType, options: ConsoleOptions | None = None) -> Iterable[Segment]:
        """Pieces of text with nothing in them but what can be seen; colours are not in the text."""
        for piece in super().render(renderable, options):
            yield piece if piece.control else Segment(printable(piece.text, "\n"), piece.style)

    def on_broken_pipe(self) -> NoReturn:
        """The reader went away; the caller stops quietly."""
        raise BrokenPipeError


class _Trimmed:
    """A stream whose lines end without the blanks that fill up tables."""

    def __init__(self, stream: IO[str]) -> None:
        self._stream = stream

    def write(self, text: str) -> int:
        """Write without trailing blanks; rich writes whole lines."""
        self._stream.write(re.sub(r" +(?=\n)", "", text))
        return len(text)

    def __getattr__(self, name: str) -> Any:
        return getattr(self._stream, name)


def console(width: int | None = None) -> Console:
    """Where results go: stdout, in colour on a terminal unless NO_COLOR is set, plain text in a pipe."""
    if width is None:
        width = shutil.get_terminal_size((WIDTH_WITHOUT_TERMINAL, 40)).columns
    plain = bool(os.environ.get("NO_COLOR"))
    is_styled = sys.stdout.isatty() and not plain
    return _Console(
        file=sys.stdout if is_styled else _Trimmed(sys.stdout),  # type: ignore[arg-type]  # it has all that is written with
        width=max(40, min(width, MOST_WIDTH)),
        force_terminal=False if plain else None,
        color_system=None if plain else "auto",
        highlight=False,
        soft_wrap=False,
        emoji=False,
        markup=False,
    )


def table_of_rows(heads: Sequence[str], rows: Sequence[Sequence[str]], words: Sequence[int] = (0,)) -> Table:
    """A table; `words` are columns of text."""
    table = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0))
    for place, head in enumerate(heads):
        table.add_column(head, justify="left" if place in words else "right", no_wrap=True)
    for row in rows:
        table.add_row(*row)
    return table


def show_rows(out: Console, heads: Sequence[str], rows: Sequence[Sequence[str]], words: Sequence[int] = (0,)) -> None:
    """A table; where it is wider than the terminal, a line for every row, so that no figure is cut."""
    table = table_of_rows(heads, rows, words)
    if Measurement.get(out, out.options.update(max_width=10 * MOST_WIDTH), table).maximum <= out.width:
        out.print(table)
        return
    for row in rows:
        told = [f"{head} {value}".strip() for head, value in zip(heads[1:], row[1:], strict=True) if value]
        out.print(f"{row[0]}: {', '.join(told)}")


def cached() -> str:
    """What the cache of compiled code holds."""
    from caverna_sim.compiling import cache
    from caverna_sim.stats.words import plural, size_of

    others = cache.others()
    more = f", and {size_of(sum(map(cache.bytes_in, others)))} of {plural(len(others), 'other version')}" if others else ""
    return f"{size_of(cache.bytes_in(*cache.present_folders()))} of compiled code in {cache.cache_root()}{more}"
