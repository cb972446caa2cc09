"""What the rules of a run rest on: values that no source confirms, readings of open points, house rules."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from typing import Any

from caverna_sim.games.facts import Point
from caverna_sim.kit.tables.house import Tables, marked_values

MOST_CITES = 3


def assumed_values(tables: Tables, players: int, readings: Collection[str] = (), apart: Collection[str] = ()) -> list[Point]:
    """Rows of the tables marked as assumed that are in play with so many players, and assumed fields of rows, alike ones together.

    `readings` are tables of open points, `apart` those that a single game does not depend on.
    """
    rows = [one for name, value in tables.items() if name not in readings for one in _assumed(name, value, players)]
    return rows + _fields(tables, players, apart)


def _fields(tables: Tables, players: int, apart: Collection[str]) -> list[Point]:
    """Assumed fields of rows: one entry for the same field of all rows of a table."""
    together: dict[str, tuple[list[str], list[str]]] = {}
    for path, value in marked_values(tables):
        table, _, rest = path.partition(".")
        row, _, name = rest.partition(".")
        about = tables[table].get(row)
        if table in apart or (isinstance(about, Mapping) and players not in about.get("players", (players,))):
            continue
        told, cites = together.setdefault(f"{table}.*.{name}" if name else path, ([], []))
        told.append(f"{row.replace('_', ' ')} {in_words(value)}" if name else in_words(value))
        cites.append(str((about if name and isinstance(about, Mapping) else tables[table]).get("cite", "")))
    return [Point(path, _few(list(dict.fromkeys(cites))), "; ".join(told)) for path, (told, cites) in together.items()]


def _few(cites: list[str]) -> str:
    return ", ".join(cites) if len(cites) <= MOST_CITES else f"{cites[0]} to {cites[-1]}"


def _assumed(path: str, value: Any, players: int) -> Iterator[Point]:
    if not isinstance(value, Mapping):
        return
    if value.get("source") == "assumed" and "assumed" not in value and players in value.get("players", (players,)):
        yield Point(path, str(value.get("cite", "")), _told(value))
    for key, inner in value.items():
        yield from _assumed(f"{path}.{key}", inner, players)


def _told(row: Mapping[str, Any]) -> str:
    """A row in words, or its values."""
    if "text" in row:
        return f"{row['name']}: {row['text']}" if "name" in row else str(row["text"])
    return ", ".join(f"{key.replace('_', ' ')} {value}" for key, value in row.items() if key not in ("cite", "source"))


def readings(tables: Tables, names: Collection[str]) -> list[Point]:
    """Points the sources leave open, and which way they were played; `names` are their tables."""
    return [
        Point(f"{table}.{key}", str(row["cite"]), str(row["text"]), in_words(row["value"]))
        for table in names
        for key, row in tables.get(table, {}).items()
    ]


def house_rules(rules: Mapping[str, Any], printed: Tables, readings: Collection[str] = ()) -> list[tuple[str, str, str]]:
    """(path, printed value, played value) of house rules by dotted path."""
    return [(path, in_words(value_at(printed, path, readings)), in_words(value)) for path, value in rules.items()]


def value_at(tables: Tables, path: str, readings: Collection[str]) -> Any:
    """What a path names in tables: of a reading the one that is played; None where there is nothing."""
    words = path.split(".")
    place: Any = tables
    for word in words:
        if isinstance(place, list):
            place = place[int(word)] if word.isdigit() and int(word) < len(place) else None
        else:
            place = place.get(word) if isinstance(place, Mapping) else None
    return place["value"] if words[0] in readings and isinstance(place, Mapping) else place


def in_words(value: Any) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    if value is None:
        return "none"
    if isinstance(value, Mapping):
        return ", ".join(f"{key} {in_words(inner)}" for key, inner in value.items()) or "nothing"
    if isinstance(value, list | tuple):
        return ", ".join(in_words(inner) for inner in value) or "nothing"
    return str(value).replace("_", " ")
