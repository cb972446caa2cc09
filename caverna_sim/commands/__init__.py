"""What people see in the terminal: boards, rules, a game step by step."""

from __future__ import annotations

import os
import re
import shutil
import sys
from collections.abc import Iterable, Sequence
from textwrap import fill
from typing import IO, Any, NoReturn

from rich.cells import cell_len
from rich.console import Console, ConsoleOptions, RenderableType
from rich.segment import Segment
from rich.table import Table

from caverna_sim.errors import printable

WIDTH_WITHOUT_TERMINAL = 100
MOST_WIDTH = 140
GAP = 2  # blanks between columns
NARROW = 12  # text is not wrapped to less


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


def table_of_rows(heads: Sequence[str], rows: Sequence[Sequence[str]], words: Sequence[int] = (0,), width: int | None = None) -> Table:
    """A table; `words` are columns of text, which take several lines where the table would be wider than this."""
    table = Table(box=None, pad_edge=False, padding=(0, GAP, 0, 0))
    least = widths(heads, rows, words if width is not None and width < total(widths(heads, rows)) else ())
    for place, head in enumerate(heads):
        table.add_column(head, justify="left" if place in words else "right", min_width=least[place])
    for row in rows:
        table.add_row(*row)
    return table


def widths(heads: Sequence[str], rows: Sequence[Sequence[str]], wrapping: Sequence[int] = ()) -> list[int]:
    """How wide every column has to be; columns that are wrapping as wide as their longest word, and not very narrow."""
    columns = list(zip(heads, *rows, strict=True))
    whole = [max(map(cell_len, column)) for column in columns]
    words = [max(cell_len(word) for cell in column for word in (cell.split() or [""])) for column in columns]
    return [min(all_, max(words[place], NARROW)) if place in wrapping else all_ for place, all_ in enumerate(whole)]


def total(columns: Sequence[int]) -> int:
    """How wide a table of such columns is."""
    return sum(columns) + GAP * (len(columns) - 1)


def show_rows(
    out: Console, heads: Sequence[str], rows: Sequence[Sequence[str]], words: Sequence[int] = (0,), spare: Sequence[int] = ()
) -> None:
    """A table; where there is no room its text wraps, then `spare` columns go, then every row is a paragraph: no figure is cut."""
    for left_out in range(len(spare) + 1):
        kept = [place for place in range(len(heads)) if place not in spare[:left_out]]
        some, wrapping = [[row[place] for place in kept] for row in (heads, *rows)], [kept.index(one) for one in words if one in kept]
        if total(widths(some[0], some[1:], wrapping)) <= out.width:
            out.print(table_of_rows(some[0], some[1:], wrapping, out.width))
            return
    for row in rows:
        told = [f"{head} {value}".strip() for head, value in zip(heads[1:], row[1:], strict=True) if value]
        out.print(fill(f"{row[0]}: {', '.join(told)}", out.width, subsequent_indent="  ", break_on_hyphens=False))


def cached() -> str:
    """What the cache of compiled code holds."""
    from caverna_sim.compiling import cache
    from caverna_sim.stats.words import plural, size_of

    others = cache.others()
    more = f", and {size_of(sum(map(cache.bytes_in, others)))} of {plural(len(others), 'other version')}" if others else ""
    return f"{size_of(cache.bytes_in(*cache.present_folders()))} of compiled code in {cache.cache_root()}{more}"
