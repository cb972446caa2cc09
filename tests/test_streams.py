"""One registry of streams of random numbers: no two draw the same words, and kernels use the numbers that it says."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

from caverna_sim.chance.streams import NEW_GAMES_FROM, REGISTRY, Row

PACKAGE = Path(__file__).parents[1] / "caverna_sim"


def numbers(row: Row) -> range:
    return range(row.first, row.first + row.width)


def constants() -> Iterator[tuple[str, str, int]]:
    """(module, name, number) of every STREAM_ constant that is written as a number."""
    for file in sorted(PACKAGE.rglob("*.py")):
        for node in ast.parse(file.read_text(encoding="utf-8")).body:
            if isinstance(node, ast.Assign) and isinstance(node.value, ast.Constant) and isinstance(node.targets[0], ast.Name):
                name = node.targets[0].id.lstrip("_")
                if name.startswith("STREAM"):
                    yield str(file.relative_to(PACKAGE)), name.removeprefix("STREAM_"), node.value.value


@pytest.mark.parametrize("name", REGISTRY)
def test_no_two_streams_have_a_number_in_common(name: str) -> None:
    row = REGISTRY[name]
    for other, theirs in REGISTRY.items():
        if other != name and not (row.shares.startswith(f"{other}:") or theirs.shares.startswith(f"{name}:")):
            assert not set(numbers(row)) & set(numbers(theirs)), (name, other)


def test_only_the_one_old_pair_shares_a_number() -> None:
    assert [name for name, row in REGISTRY.items() if row.shares] == ["EXAMPLES"]


def test_another_game_takes_its_streams_from_its_own_stretch() -> None:
    for name, row in REGISTRY.items():
        assert (row.first >= NEW_GAMES_FROM) == (row.game not in ("", "caverna")), name


def test_kernels_draw_from_the_streams_of_the_registry() -> None:
    found = list(constants())
    assert {name for _, name, _ in found} <= set(REGISTRY), found
    assert [(module, name) for module, name, number in found if REGISTRY[name].first != number] == []


def test_every_stream_is_somebodys() -> None:
    import caverna_sim.chance.streams as streams

    drawn = {name.removeprefix("STREAM_") for name in vars(streams) if name.startswith("STREAM_")}
    assert set(REGISTRY) == drawn | {name for _, name, _ in constants()}
