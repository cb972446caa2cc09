"""What README and docs tell people to type: commands that can be typed as they stand, and blocks of Python."""

from __future__ import annotations

import re
import shlex
from collections.abc import Iterator
from pathlib import Path

PROJECT = Path(__file__).parents[1]
PAGES = ("README.md", *(f"docs/{page.name}" for page in sorted((PROJECT / "docs").glob("*.md")) if page.name != "fidelity.md"))
_PLACEHOLDER = re.compile(r"^[A-Z]+$|FILE|HOST|\.\.\.|^\[-|^RUN\b|^W$")


def text_of(page: str) -> str:
    """A page."""
    return (PROJECT / page).read_text(encoding="utf-8")


def commands(page: str) -> Iterator[str]:
    """Commands of a page that take something and leave nothing to fill in, without their remarks; those of output are none of them."""
    text = re.sub(r"^```(?:text|toml|python)\n.*?^```", "", text_of(page), flags=re.MULTILINE | re.DOTALL)
    lines = re.findall(r"^ {4}caverna-sim ([^\n#]+?)(?: {2,}[^\n]*)?(?:#[^\n]*)?$", text, re.MULTILINE)
    spans = re.findall(r"`caverna-sim ([^`]+)`", text)
    for line in dict.fromkeys(" ".join(one.split()) for one in (*lines, *spans)):
        words = shlex.split(line)
        if len(words) > 1 and not any(_PLACEHOLDER.search(word) for word in words):
            yield line


def every_command() -> list[str]:
    """Those of all pages, each once."""
    return list(dict.fromkeys(line for page in PAGES for line in commands(page)))


def python_blocks() -> list[tuple[str, str]]:
    """Page and text of every block of Python."""
    return [(page, block) for page in PAGES for block in re.findall(r"^```python\n(.*?)^```", text_of(page), re.MULTILINE | re.DOTALL)]
