"""What a new publication of a study changes: what it said before, and every row of its main table that says something else now.

A row says something else when it is shown to lie on another side of 0 than before (or on one side at all), or when both intervals have
nothing in common. What was played otherwise, by other bots or with another design, is told by the study itself.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import polars as pl

from caverna_sim.report.asked import cited
from caverna_sim.report.rendering import rendered
from caverna_sim.stats.words import number, plural
from reports.pages import CHANGED, COMMAND, LINES, PAGE, PREVIEW, about, findings_at, first_of, newest

ENDS = ("_low", "_high")
TITLE = "What changed since the last publication"
KINDS = ("studies", "moved", "same")  # the title says something else, only rows do, nothing does
KEPT = 40  # rows of a study, those that moved most first


def estimate_of(before: pl.DataFrame, after: pl.DataFrame) -> str | None:
    """The first column with an interval that both tables have."""
    both = [name for name in after.columns if name in before.columns]
    return next((name for name in both if all(f"{name}{end}" in both for end in ENDS)), None)


def keys_of(before: pl.DataFrame, after: pl.DataFrame) -> list[str]:
    """The columns that say what a row of both tables is about."""
    return [
        name for name in after.columns
        if name in before.columns and (name == "seat" or (after[name].dtype == pl.String and before[name].dtype == pl.String))
    ]  # fmt: skip


def side(low: float | None, high: float | None) -> int:
    """On which side of 0 an interval lies; 0 across it, and where there is none."""
    return 0 if low is None or high is None else (low > 0) - (high < 0)


def rows_that_changed(before: pl.DataFrame, after: pl.DataFrame) -> tuple[int, list[dict[str, Any]]]:
    """How many rows both tables have, and those that say something else now."""
    name, keys = estimate_of(before, after), keys_of(before, after)
    if name is None or not keys:
        return 0, []
    columns = [name, *(f"{name}{end}" for end in ENDS)]
    was = before.select(*keys, *columns).unique(keys, keep="none", maintain_order=True)
    both = after.select(*keys, *columns).unique(keys, keep="none", maintain_order=True).join(
        was, on=keys, nulls_equal=True, suffix="_before"
    )  # fmt: skip
    found = []
    for row in both.iter_rows(named=True):
        (value, low, high), (old, old_low, old_high) = ([row[f"{one}{end}"] for one in columns] for end in ("", "_before"))
        if value is None or old is None:
            continue
        if side(low, high) != side(old_low, old_high) or low > old_high or high < old_low:
            ends = {"value": value, "low": low, "high": high, "was": old, "was_low": old_low, "was_high": old_high}
            found.append({"row": {key: row[key] for key in keys if row[key] is not None}, "estimate": name, **ends})
    return len(both), sorted(found, key=lambda one: -abs(one["value"] - one["was"]))


def against_before(place: Path, after: pl.DataFrame) -> dict[str, Any] | None:
    """What the folder of a study said, and what of it another main table changes; None for one that was not there."""
    told, found = about(place), findings_at(place)
    if told is None or found is None:
        return None
    main = pl.read_csv(place / told["tables"][LINES], infer_schema_length=None)
    compared, rows = rows_that_changed(main, after)
    return {
        "title": first_of(found)[1], "date": found.date, "games": told["games"], "compared": compared, "changed": len(rows),
        "rows": rows[:KEPT],
    }  # fmt: skip


# ---------------------------------------------------------------- the page


def write_changed(names: Sequence[str], out: Path) -> Path | None:
    """The page of what the last publication changed; none where nothing was published twice."""
    kept = {name: told["before"] for name in names if (told := about(out / name)) is not None and told.get("before")}
    if not kept:
        return None
    studies = [_told(name, before, out) for name, before in kept.items()]
    changed, compared = (sum(before[name] for before in kept.values()) for name in ("changed", "compared"))
    last = newest({name: one for name in kept if (one := findings_at(out / name)) is not None})
    assert last is not None
    text = rendered(
        "changed.html", script="saving.js index.js",
        title=f"{changed:,} of {compared:,} rows say something else since the last publication",
        answer=[f"{plural(len(kept), 'study').replace('studys', 'studies')} were published again. Rows that both have are compared."],
        **{kind: [one for one in studies if one["kind"] == kind] for kind in KINDS},
        date=last.date, commit=last.commit, cite=cited(last, TITLE, COMMAND), preview=f"{next(iter(kept))}/{PREVIEW}",
    )  # fmt: skip
    place = out / CHANGED
    place.write_text(text, encoding="utf-8")
    return place


def _told(name: str, before: Mapping[str, Any], out: Path) -> dict[str, Any]:
    found = findings_at(out / name)
    assert found is not None
    rows = [
        {
            "what": ", ".join(_words(key, value, found.names) for key, value in row["row"].items()),
            "was": _ends(row, "was"),
            "is": _ends(row, "value"),
        }
        for row in before["rows"]
    ]
    title = first_of(found)[1]
    return {
        "question": found.question, "href": f"{name}/{PAGE}", "was": before["title"], "title": title,
        "kind": "studies" if title != before["title"] else "moved" if before["changed"] else "same",
        "changed": before["changed"], "compared": before["compared"], "rows": rows,
    }  # fmt: skip


def _words(key: str, value: Any, names: Mapping[str, str]) -> str:
    return f"seat {value}" if key == "seat" else names.get(str(value), str(value).replace("_", " "))


def _ends(row: Mapping[str, Any], which: str) -> str:
    low, high = ("low", "high") if which == "value" else ("was_low", "was_high")
    digits = 3 if max(abs(row["low"]), abs(row["high"])) < 1 and "win" in row["estimate"] else 2
    value, least, most = (number(float(row[name]), digits, sign=True) for name in (which, low, high))
    return f"{value} ({least} to {most})"
