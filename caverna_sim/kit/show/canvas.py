"""A canvas for boards in the terminal: characters with styles, and lines that join where they meet."""

from __future__ import annotations

from rich.text import Text

_UP, _DOWN, _LEFT, _RIGHT = 1, 2, 4, 8
_LINES = {
    _LEFT | _RIGHT: "─", _UP | _DOWN: "│", _RIGHT | _DOWN: "┌", _LEFT | _DOWN: "┐", _RIGHT | _UP: "└", _LEFT | _UP: "┘",
    _LEFT | _RIGHT | _DOWN: "┬", _LEFT | _RIGHT | _UP: "┴", _UP | _DOWN | _RIGHT: "├", _UP | _DOWN | _LEFT: "┤",
    _UP | _DOWN | _LEFT | _RIGHT: "┼", _LEFT: "─", _RIGHT: "─", _UP: "│", _DOWN: "│",
}  # fmt: skip


class Canvas:
    """Characters with styles, and lines that join where they meet."""

    def __init__(self, width: int, height: int, line_style: str = "dim") -> None:
        self.width, self.height, self.line_style = width, height, line_style
        self.characters = [[" "] * width for _ in range(height)]
        self.styles = [[""] * width for _ in range(height)]
        self.joints = [[0] * width for _ in range(height)]

    def line(self, x: int, y: int, x_end: int, y_end: int) -> None:
        """A straight line from left to right or from top to bottom, both ends included."""
        if y == y_end:
            for place in range(x, x_end + 1):
                self.joints[y][place] |= (_LEFT if place > x else 0) | (_RIGHT if place < x_end else 0)
        else:
            for place in range(y, y_end + 1):
                self.joints[place][x] |= (_UP if place > y else 0) | (_DOWN if place < y_end else 0)

    def write(self, x: int, y: int, text: str, style: str) -> None:
        """A text from a place on."""
        for offset, character in enumerate(text):
            self.characters[y][x + offset] = character
            self.styles[y][x + offset] = style
            self.joints[y][x + offset] = 0

    def text(self, ascii_only: bool) -> Text:
        """The canvas as lines of styled text."""
        result = Text(no_wrap=True, overflow="crop")
        for y in range(self.height):
            line = Text()
            for x in range(self.width):
                joint = self.joints[y][x]
                if joint:
                    line.append(_LINES[joint] if not ascii_only else _ascii(joint), self.line_style)
                else:
                    line.append(self.characters[y][x], self.styles[y][x])
            line.rstrip()
            result.append_text(line)
            if y < self.height - 1:
                result.append("\n")
        return result


def _ascii(joint: int) -> str:
    if joint & (_UP | _DOWN) and joint & (_LEFT | _RIGHT):
        return "+"
    return "-" if joint & (_LEFT | _RIGHT) else "|"
