"""Many malformed inputs of a kind, in a folder of their own beside one that must not be touched."""

from __future__ import annotations

import random
from pathlib import Path

from tests.malformed.kinds import KINDS
from tests.malformed.trying import inside, problem_of, state_of


def tried(kind: str, number: int, folder: Path, seed: int = 1) -> tuple[int, list[str]]:
    """How many were tried, and the problems they made."""
    work, outside = folder / "work" / "here", folder / "outside"
    work.mkdir(parents=True)
    outside.mkdir()
    (outside / "secret.txt").write_text("not yours")
    (outside / ".part-000000.parquet.1.tmp").write_text("of another run")
    before = state_of(outside)
    chance = random.Random(f"{kind} {seed}")
    problems = []
    with inside(work):
        attempts = KINDS[kind][0](work, chance)
        for count in range(number):
            problem = problem_of(next(attempts))
            if problem:
                problems.append(f"{kind} {count}: {problem}")
    if state_of(outside) != before:
        problems.append(f"{kind}: something outside was touched")
    return number, problems
