"""Positions, as far as all games have them, in pairs: what one function tells of a record, another takes back.

`rng_of` and `read_rng`, `pending_of` and `read_pending`, `names_of` and `set_of`, `amounts_of` and `read_amounts`; `opened` is how every
position begins. What else a position says, and what may stand together, is read by the game. A fault is a Wrong with its field.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from functools import cache
from typing import Any

import numpy as np

from caverna_sim.check import MOST_NUMBER, Wrong, listed, names, place_of, plain, table, whole
from caverna_sim.errors import shown

FORMAT = 1
ARGUMENTS = ("a", "b", "c", "d")  # of a step
_COUNTS = {"setup": 2**31 - 1, "choices": 2**31 - 1, "hash": MOST_NUMBER}
_MOST_DRAWS = 2**31 - 1

Bounds = Mapping[str, tuple[int, int]]  # what a step may remember; other arguments are 0


def opened(position: Any, fields: Collection[str], game: str, most_players: int, what: str = "key") -> tuple[Mapping[str, Any], int]:
    """A position whose fields have known names, and for how many players it is."""
    given = table(plain(position), "", fields, what)
    if given.get("game", game) != game:
        raise Wrong("game", f"{shown(given['game'])} is another game; this one is {game}")
    if whole(given.get("format", FORMAT), "format", 0, 1000) != FORMAT:
        raise Wrong("format", f"{given['format']} is not known; this version reads format {FORMAT}")
    if "players" not in given:
        raise Wrong("players", f"the number of players is missing; give 1 to {most_players}")
    return given, whole(given["players"], "players", 1, most_players)


def written(
    game: str, state: Any, rules: Any, index: int, steps: Sequence[str], *,
    box: Mapping[str, Any], course: Mapping[str, Any], table: Mapping[str, Any], turn: Mapping[str, Any],
) -> dict[str, Any]:  # fmt: skip
    """A whole position: box, rules and chances, how far the game is and whose move, what lies on the table, what is going on."""
    pending = pending_of(state, steps)
    return {
        "game": game, "format": FORMAT, **box, "rules": dict(rules.overrides), "seed": int(state["seed"]), "index": index,
        "round": int(state["round"]), **course, "to_move": pending[-1]["seat"] if pending else None, **table,
        "pending": pending, "turn": turn, "rng": rng_of(state),
    }  # fmt: skip


def plain_record(record: Any) -> dict[str, Any]:
    """A record in Python's own numbers, lists and tables, which are far quicker to read than the record itself."""
    return _named(record.dtype, record.tolist())


def _named(kind: np.dtype[Any], values: Sequence[Any]) -> dict[str, Any]:
    return {name: _plain(value, rows) for (name, rows), value in zip(_fields(kind), values, strict=True)}


def _plain(value: Any, rows: np.dtype[Any] | None) -> Any:
    """A number or what lies in an array; `rows` says of what kind the records in a field are."""
    if rows is None:
        return value.tolist() if isinstance(value, np.ndarray) else value
    return [_named(rows, row) for row in value.tolist()] if isinstance(value, np.ndarray) else _named(rows, value)


@cache
def _fields(kind: np.dtype[Any]) -> list[tuple[str, np.dtype[Any] | None]]:
    return [(name, kind[name].base if kind[name].base.names else None) for name in kind.names or ()]


def rng_of(state: Any) -> dict[str, Any]:
    """How far the chances of a game are."""
    key, draws = int(state["game_key"]), [int(one) for one in state["draws"]]
    return {"game": key, "setup": int(state["setup"]), "draws": draws, **{name: int(state[name]) for name in ("choices", "hash")}}


def read_rng(state: Any, position: Mapping[str, Any], more: Collection[str] = ()) -> Mapping[str, Any]:
    """Seed and chances; left out, nothing was drawn. Hands back the table, which may hold `more`."""
    rng = table({} if position.get("rng") is None else position["rng"], "rng", ("game", "draws", *_COUNTS, *more))
    state["seed"] = whole(position.get("seed", 0), "seed", 0, MOST_NUMBER)
    state["game_key"] = whole(rng.get("game", position.get("index", 0)), "rng.game", 0, MOST_NUMBER)
    draws = listed(rng.get("draws", [0] * len(state["draws"])), "rng.draws", len(state["draws"]))
    state["draws"] = [whole(one, f"rng.draws.{stream}", 0, _MOST_DRAWS) for stream, one in enumerate(draws)]
    for name, most in _COUNTS.items():
        state[name] = whole(rng.get(name, int(state[name])), f"rng.{name}", 0, most)
    return rng


def pending_of(state: Any, steps: Sequence[str]) -> list[dict[str, Any]]:
    """The agenda, the step on top last."""
    return [
        {"step": steps[row["step"]], "seat": int(row["seat"]), "arguments": [int(row[name]) for name in ARGUMENTS]}
        for row in state["agenda"][: int(state["depth"])]
    ]


def read_pending(state: Any, given: Any, steps: Sequence[str], players: int, most: int, bounds: Callable[[int], Bounds]) -> Iterator[Any]:
    """Put steps on the agenda, and hand each with its field to whoever looks at it before the next one is read."""
    if len(listed(given, "pending")) > most:
        raise Wrong("pending", f"{len(given)} steps; at most {most} can be pending")
    for depth, entry in enumerate(given):
        field, row = f"pending.{depth}", state["agenda"][depth]
        table(entry, field, ("step", "seat", "arguments"))
        row["step"] = place_of(entry.get("step"), f"{field}.step", steps)
        row["seat"] = whole(entry.get("seat"), f"{field}.seat", 0, players - 1)
        allowed = bounds(int(row["step"]))
        for name, value in zip(ARGUMENTS, listed(entry.get("arguments", [0] * 4), f"{field}.arguments", 4), strict=True):
            row[name] = whole(value, f"{field}.arguments", *allowed.get(name, (0, 0)))
        yield row, field
        state["depth"] += 1


def members(found: int) -> list[int]:
    """The members of a set of bits."""
    return [number for number in range(int(found).bit_length()) if int(found) >> number & 1]


def names_of(found: int, known: Sequence[str]) -> list[str]:
    """The same by name."""
    return [known[number] for number in members(found)]


def set_of(value: Any, field: str, known: Sequence[str], what: str) -> int:
    """A list of different names as a set of bits."""
    return sum(1 << known.index(name) for name in names(value, field, known, what))


def amounts_of(values: Any, known: Sequence[str], *, all_of_them: bool = False) -> dict[str, int]:
    """Amounts by name, those of nothing only if all are wanted."""
    return {name: int(values[number]) for number, name in enumerate(known) if all_of_them or values[number]}


def read_amounts(values: Any, given: Any, field: str, known: Sequence[str], what: str, most: int) -> list[int]:
    """Put amounts by name where they belong; hands back the numbers of what was named."""
    found = [known.index(name) for name in table(given, field, known, what)]
    for number in found:
        values[number] = whole(given[known[number]], f"{field}.{known[number]}", 0, most)
    return found
