"""Try malformed inputs in bulk: `python -m tests.malformed [SHARE] [KIND ...]`; prints a table for docs/safety.md and every problem."""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path

from tests.malformed.bulk import tried
from tests.malformed.kinds import KINDS


def tell(line: str) -> None:
    """A line of the table, as soon as it is known."""
    sys.stdout.write(line + "\n")
    sys.stdout.flush()


def main(words: list[str]) -> int:
    """Try them; the exit code tells whether there was a problem."""
    share = float(words[0]) if words else 1.0
    total = problems = 0
    tell("| malformed | tried | refused or played | problems |\n|---|---|---|---|")
    for kind in words[1:] or KINDS:
        with tempfile.TemporaryDirectory() as folder:
            number, found = tried(kind, max(1, int(share * KINDS[kind][1])), Path(folder))
        total, problems = total + number, problems + len(found)
        tell(f"| {kind} | {number:,} | {number - len(found):,} | {len(found)} |")
        for problem in list(dict.fromkeys(found))[:20]:
            sys.stderr.write(f"    {problem}\n")
    tell(f"| all | {total:,} | {total - problems:,} | {problems} |")
    return int(problems > 0)


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
