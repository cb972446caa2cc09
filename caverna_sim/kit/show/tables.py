"""Words and tables that the terminal shows of any game: seats, stocks, action spaces, scores."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from rich.table import Table
from rich.text import Text

SEAT_STYLES = ("cyan", "magenta", "yellow", "green", "blue", "red", "white")
ROOM_FOR_TWO = 90  # columns in which action spaces stand side by side
Ware = Callable[[str, int], str]  # what so many of a ware are called


def amounts(wares: Mapping[str, int], called: Ware) -> str:
    """Amounts in words, without those of nothing."""
    return ", ".join(f"{amount} {called(ware, amount)}" for ware, amount in wares.items() if amount)


def stock(wares: Mapping[str, int], called: Ware) -> Text:
    """What a seat has, and faintly what it has not."""
    text = Text()
    for index, (ware, amount) in enumerate(wares.items()):
        text.append("   " if index else "")
        text.append(f"{amount} {called(ware, amount)}", "bold" if amount else "dim")
    return text


def alike_together(words: Iterable[str]) -> str:
    """Phrases one after another, those that are alike counted."""
    times: dict[str, int] = {}
    for text in words:
        times[text] = times.get(text, 0) + 1
    return "; ".join(text if count == 1 else f"{count} {text}" for text, count in times.items())


def seat_name(number: int, bots: Sequence[str]) -> Text:
    """A seat and who plays it."""
    return Text(f"seat {number} ({bots[number]})" if bots else f"seat {number}", f"bold {SEAT_STYLES[number]}")


def lines_of_seat(lines: Iterable[tuple[str, str | Text]]) -> Table:
    """What a seat has beside its board, a line for each name."""
    table = Table.grid(padding=(0, 2, 0, 0))
    table.add_column(style="dim", no_wrap=True)
    table.add_column()
    for name, told in lines:
        table.add_row(name, told)
    return table


def spaces_table(spaces: Mapping[str, Mapping[str, Any]], called: Ware, user: Callable[[str, int], str], width: int) -> Table:
    """The action spaces with what lies there and who uses them, in columns; `user` tells of a space and the seat that came first."""
    entries = []
    for space, entry in spaces.items():
        held = Text(amounts(entry.get("goods", {}), called), "bold")
        if entry.get("protected"):
            held.append(" (protected)")
        seat = entry.get("used_by")
        if seat is not None:
            held.append("; " if held else "").append(user(space, seat), SEAT_STYLES[seat])
        entries.append((Text(space), held))
    side_by_side = 2 if width >= ROOM_FOR_TWO else 1
    height = -(-len(entries) // side_by_side)
    table = Table.grid(padding=(0, 2, 0, 0))
    for _ in range(side_by_side):
        table.add_column(no_wrap=True, min_width=22)
        table.add_column(min_width=22)
    for row in range(height):
        line: list[Text] = []
        for index in range(row, len(entries), height):
            line += entries[index]
        table.add_row(*line)
    return table


def score_table(scores: Sequence[Mapping[str, Any]], bots: Sequence[str]) -> Table:
    """Points part by part, one column per seat."""
    table = Table(box=None, padding=(0, 2, 0, 0), pad_edge=False)
    table.add_column("")
    for number in range(len(scores)):
        table.add_column(Text(f"seat {number}", SEAT_STYLES[number]), justify="right")
    table.add_row(Text("bot", "dim"), *(Text(bot, "dim") for bot in bots))
    for part in scores[0]["parts"]:
        points = [score["parts"][part] for score in scores]
        table.add_row(part.replace("_", " "), *(Text(str(value), "dim" if value == 0 else "") for value in points))
    table.add_row(Text("total", "bold"), *(Text(str(score["total"]), "bold") for score in scores))
    table.add_row("rank", *(Text(str(score["rank"])) for score in scores))
    return table
