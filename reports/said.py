"""What people say: every claim of `claims.toml` is decided by a row of a published table, never by hand.

A claim has parts; each names a study, a table of it, the row, the column, and what that number has to be. A part holds when the whole
interval is so, does not hold when no value of the interval is, and is undecided otherwise. All numbers of the page are one family: their
intervals hold together. What was built in fewer than a tenth of the games was not tried: that says nothing about it. A claim holds when
all its parts hold, and does not hold when one of them does not. Scripted and strong play are judged apart, and then told together.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import product
from math import inf, isfinite
from pathlib import Path
from statistics import NormalDist
from typing import Any

import polars as pl

from caverna_sim.errors import CavernaError
from caverna_sim.report.asked import cited
from caverna_sim.report.frame import page_at
from caverna_sim.report.rendering import rendered
from caverna_sim.scenario.scenario import load_scenario, packaged_scenarios
from caverna_sim.stats.met import LEAST_MET
from caverna_sim.stats.words import listed, number
from reports.pages import COMMAND, PREVIEW, about, findings_at, newest

HOLDS, FAILS, OPEN, UNTRIED = "holds", "does not hold", "undecided", "not tried"
STRENGTHS = ("scripted", "strong")
CLAIMS = Path(__file__).parent / "claims.toml"
_CONDITION = re.compile(r"(>|<) (-?\d+(?:\.\d+)?)|(between|outside) (-?\d+(?:\.\d+)?) and (-?\d+(?:\.\d+)?)")
SURE = 0.95  # that all intervals of the page hold together
PLANS = ("plan", "against")  # columns with bots that have other names at strong tables


@dataclass(frozen=True, eq=False)
class Part:
    """One number that a claim hangs on."""

    label: str
    study: str  # name of a published study
    table: str  # its file without the ending; {scenario} stands for the name of the table that was played at
    where: Mapping[str, Any]  # columns that name the row
    column: str
    must: str  # "> 1", "< 0", "between 4 and 6", "outside -1 and 1"
    at: tuple[str, ...] = ()  # scenarios that decide it; all when empty
    only: str = ""  # the one strength of play at which it decides, where there is better evidence at the other
    strong: Mapping[str, Any] = field(default_factory=dict)  # the same row of a strong table, where bots have other names


@dataclass(frozen=True)
class Claim:
    """Something that people say, in our own words."""

    about: str
    text: str
    means: str = ""  # how it is read
    untested: str = ""  # why no study can decide it
    parts: tuple[Part, ...] = field(default=())


@dataclass(frozen=True)
class Judged:
    """A part of a claim beside the number that decides it."""

    part: Part
    strength: str
    scenario: str
    verdict: str
    value: float
    low: float
    high: float


# ---------------------------------------------------------------- reading


def read_claims(file: Path = CLAIMS) -> list[Claim]:
    """The claims of a file; a part for each value of `each`."""
    data = tomllib.loads(file.read_text(encoding="utf-8"))
    strong = data.get("strong_names", {})
    found = []
    for row in data["claim"]:
        parts = [part for given in row.get("part", ()) for part in _parts(given, strong)]
        if bool(parts) == bool(row.get("untested")):
            raise CavernaError(f"{file.name}: `{row['text']}`: say either what decides it or why nothing does")
        found.append(Claim(row["about"], row["text"], row.get("means", ""), row.get("untested", ""), tuple(parts)))
    return found


def _parts(given: Mapping[str, Any], strong: Mapping[str, str]) -> Iterator[Part]:
    """One for each value that is named, and for each study: strong play may have been asked by another than scripted play."""
    decides = {given["study"]: given.get("only", "")}
    if "strong_study" in given:
        decides = {given["study"]: "scripted", given["strong_study"]: "strong"}
    each = [(name, value) for name, values in (given.get("each") or {"": [""]}).items() for value in values]
    for (name, value), study in product(each, decides):
        where = {**given.get("where", {}), **({name: value} if name else {})}
        label = str(given.get("label", "{}")).format(str(value).replace("_", " "))
        part = Part(
            label, study, given.get("table", "table"), where, given["column"], given["must"], tuple(given.get("at", ())),
            decides[study], {key: strong.get(one, one) if key in PLANS else one for key, one in where.items()},
        )  # fmt: skip
        if not _CONDITION.fullmatch(part.must):
            raise CavernaError(f"claims: {part.must!r} is not allowed; give such as '> 1', '< 0', 'between 4 and 6' or 'outside -1 and 1'")
        if part.only not in ("", *STRENGTHS):
            raise CavernaError(f"claims: only = {part.only!r} is not allowed; give {' or '.join(STRENGTHS)}, or leave it out")
        yield part


# ---------------------------------------------------------------- judging


def limits_of(must: str) -> tuple[float, float]:
    """Between which limits a number has to be."""
    match = _CONDITION.fullmatch(must)
    assert match is not None
    if match[1]:
        return (float(match[2]), inf) if match[1] == ">" else (-inf, float(match[2]))
    return float(match[4]), float(match[5])


def verdict_of(low: float, high: float, must: str) -> str:
    """Whether an interval lies within, without, or across the limits."""
    least, most = limits_of(must)
    if not (isfinite(low) and isfinite(high)):
        return OPEN
    within, beyond = least <= low and high <= most, high < least or low > most
    if must.startswith("outside"):
        within, beyond = beyond, within
    return HOLDS if within else FAILS if beyond else OPEN


def judged(claim: Claim, out: Path, family: int = 1) -> list[Judged]:
    """Every part of a claim at every table where it was played; the interval holds together with those of so many numbers."""
    found = []
    for part in claim.parts:
        kept = about(out / part.study) or {"at": []}
        for scenario, strength in kept["at"]:
            if (part.at and scenario not in part.at) or part.only not in ("", strength):
                continue
            row = _row(out / part.study, part, scenario, strength)
            if row is None:
                continue
            value, low, high = _interval(part.column, row, family)
            verdict = verdict_of(low, high, part.must) if kept["is_valid"] else OPEN  # its own negative controls failed
            verdict = UNTRIED if _is_untried(row, scenario) else verdict
            found.append(Judged(part, strength, scenario, verdict, value, low, high))
    return found


def _row(place: Path, part: Part, scenario: str, strength: str) -> Mapping[str, Any] | None:
    """The one row that a part names; None when there is none of this table."""
    file = place / f"{part.table.format(scenario=scenario)}.csv"
    if not file.is_file():
        return None
    frame = pl.read_csv(file, infer_schema_length=None)
    wanted = {**(part.strong if strength == "strong" else part.where), **({"scenario": scenario} if "scenario" in frame.columns else {})}
    if "strength" in frame.columns and frame["strength"].dtype == pl.String:
        wanted["strength"] = strength
    for name, value in wanted.items():
        if name not in frame.columns:
            raise CavernaError(f"claims: the table `{file.name}` of `{part.study}` has no column `{name}`")
        frame = frame.filter(pl.col(name).is_null() if value == "" else pl.col(name).cast(pl.String) == str(value))
    if len(frame) > 1:
        raise CavernaError(f"claims: {dict(part.where)} names {len(frame)} rows of `{file.name}` of `{part.study}`; name one")
    return frame.row(0, named=True) if len(frame) else None


def _is_untried(row: Mapping[str, Any], scenario: str) -> bool:
    """Whether the thing of a row was built in too few games to be judged; there is one of it, so seats that build it are games."""
    share, known = row.get("built"), packaged_scenarios()
    done = row.get("complied")  # of what was drawn
    if isinstance(done, int | float):
        return done < LEAST_MET
    return isinstance(share, int | float) and scenario in known and share * load_scenario(scenario).players < LEAST_MET


def _ends(column: str, row: Mapping[str, Any]) -> tuple[str, str, str]:
    """The columns of a number and of its ends; of a rank only the ends are known."""
    if column == "rank":
        return "rank_low", "rank_low", "rank_high"
    for low, high in ((f"{column}_low", f"{column}_high"), ("low", "high")):
        if low in row:
            return column, low, high
    raise CavernaError(f"claims: the column `{column}` has no interval beside it, and decides nothing")


def _interval(column: str, row: Mapping[str, Any], family: int) -> tuple[float, float, float]:
    """A number with its ends, which hold together with so many others; those of its own table where its own margin is not known."""
    value, low, high = (_number(row, name) for name in _ends(column, row))
    margin, error = row.get(f"{column}_pointwise"), row.get("error")
    usual = NormalDist().inv_cdf((1 + SURE) / 2)
    error = margin / usual if isinstance(margin, int | float) else error
    if family == 1 or not isinstance(error, int | float):
        return value, low, high
    wide = NormalDist().inv_cdf(1 - (1 - SURE) / (2 * family)) * error
    return value, value - wide, value + wide


def _number(row: Mapping[str, Any], name: str) -> float:
    if name not in row:
        raise CavernaError(f"claims: there is no column `{name}`")
    value = row[name]
    return float(value) if isinstance(value, int | float) else float("nan")


def overall(claim: Claim, parts: Sequence[Judged], strength: str) -> str:
    """All parts at one strength of play together; a part that was not played leaves the claim open."""
    words = [one.verdict for one in parts if one.strength == strength]
    is_whole = {one.part for one in parts if one.strength == strength} == {part for part in claim.parts if part.only in ("", strength)}
    if FAILS in words:
        return FAILS
    return HOLDS if is_whole and set(words) == {HOLDS} else UNTRIED if is_whole and set(words) == {UNTRIED} else OPEN


def across(claim: Claim, parts: Sequence[Judged]) -> str:
    """Whether a claim fares alike at all strengths of play, where it was decided at several; empty when that cannot be said."""
    words = {strength: overall(claim, parts, strength) for strength in strengths(parts)}
    found = set(words.values())
    if len(words) < 2 or OPEN in found:
        return ""
    if len(found) == 1:
        return {HOLDS: "holds at every strength", FAILS: "does not hold at any strength", UNTRIED: "not tried at any strength"}[found.pop()]
    if found == {HOLDS, FAILS}:
        values = [one for strength in words for one in parts if one.strength == strength and _of(claim, strength) == 1]
        digits = 1 if any(abs(one.value) >= 1 for one in values) else 3
        numbers = [number(one.value, digits, sign=True) for one in values]
        ends = " to ".join(numbers if len(numbers) == len(words) else words.values())
        return f"moves with strength (from {ends})"
    return ""


def _of(claim: Claim, strength: str) -> int:
    """How many parts decide a claim at one strength of play."""
    return sum(part.only in ("", strength) for part in claim.parts)


def strengths(parts: Sequence[Judged]) -> list[str]:
    """Those at which any part was played."""
    return [strength for strength in STRENGTHS if strength in {one.strength for one in parts}]


# ---------------------------------------------------------------- the page

TITLE = "What people say"
KINDS = {HOLDS: "up", FAILS: "down", OPEN: "open", UNTRIED: "open"}


def write_said(strong_bots: Sequence[str], names: Sequence[str], out: Path, file: Path = CLAIMS) -> Path:
    """The page of all claims, from the tables that are there."""
    claims = read_claims(file)
    for claim in claims:
        for part in claim.parts:
            if part.study not in names:
                raise CavernaError(f"claims: `{claim.text}` is decided by `{part.study}`, which studies.toml does not have")
    family = max(1, sum(len(judged(claim, out)) for claim in claims))
    found = [(claim, judged(claim, out, family)) for claim in claims]
    played = {one.part.study for _, parts in found for one in parts}
    studies = {name: one for name in sorted(played) if (one := findings_at(out / name)) is not None}
    last = newest(studies)
    words = [overall(claim, parts, "strong") for claim, parts in found if "strong" in strengths(parts)]
    place = out / "said.html"
    text = rendered(
        "said.html", script="saving.js index.js", title=_title(words) if words else TITLE,
        answer=[
            f"{len(claims)} claims of players and of the rulebook, in our own words, against what the published studies found.",
            f"In strong play {_are(words.count(HOLDS), 'holds', 'hold')}, {_are(words.count(FAILS), 'does not', 'do not')},"
            f" {_are(words.count(OPEN), 'is', 'are')} undecided and {_are(words.count(UNTRIED), 'was', 'were')} not tried."
            if words
            else "",
        ],
        claims=[_told(claim, parts) for claim, parts in found],
        limits=[
            "A claim is tested for bots. Scripted bots follow plans of their own; the strong ones have learned what is worth doing"
            f" ({listed(list(dict.fromkeys(strong_bots)))}, and plans at full strength such as strong_builder)."
            " What holds for neither may still hold for people.",
        ],
        how=(
            "A part holds when the whole interval is as claimed, does not hold when none of it is, and is undecided otherwise. A furnishing"
            " that was built in fewer than a tenth of the games was not tried, which says nothing about it. A claim"
            f" holds when all its parts were played and hold, and does not hold when one does not. All {family} numbers of"
            " this page are one family: their intervals hold together (those of ranks for all rows of their table). Where a study of"
            " different strong bots answers, it stands for strong play, not a table of copies."
        ),
        date=last.date if last else "", commit=last.commit if last else "", cite=cited(last, TITLE, COMMAND) if last else "",
        preview=next((f"{name}/{PREVIEW}" for name in studies), ""),
    )  # fmt: skip
    return page_at(place).write(text)


def _are(count: int, one: str, many: str) -> str:
    return f"{count} {one if count == 1 else many}"


def _title(words: Sequence[str]) -> str:
    """How what people say fares in strong play."""
    held = _are(words.count(HOLDS), "holds", "hold")
    return f"Of {len(words)} things that people say, {held} in strong play and {_are(words.count(FAILS), 'does not', 'do not')}"


def _told(claim: Claim, parts: Sequence[Judged]) -> dict[str, Any]:
    """A claim as the page shows it: a word at each strength of play, and every number that decides."""
    verdicts = {strength: _word(claim, parts, strength) for strength in strengths(parts)}
    return {
        "about": claim.about, "text": claim.text, "means": claim.means, "untested": claim.untested,
        "across": across(claim, parts),
        "verdicts": {strength: verdicts.get(strength) for strength in STRENGTHS},
        "parts": [
            {"label": one.part.label, "strength": one.strength, "verdict": one.verdict, "kind": KINDS[one.verdict], "value": _estimate(one),
             "must": one.part.must, "href": f"{one.part.study}/report.html", "study": one.part.study}
            for one in sorted(parts, key=lambda one: one.strength != "strong")
        ],
    }  # fmt: skip


def _word(claim: Claim, parts: Sequence[Judged], strength: str) -> dict[str, str]:
    word = overall(claim, parts, strength)
    return {"word": word, "kind": KINDS[word], "counted": _counted(claim, parts, strength)}


def _counted(claim: Claim, parts: Sequence[Judged], strength: str) -> str:
    """How many parts hold, where there are several."""
    known = [one for one in parts if one.strength == strength]
    missing = _of(claim, strength) - len({one.part for one in known})
    whole = len(known) + missing
    if whole == 1:
        return ""
    held, failed = (sum(one.verdict == word for one in known) for word in (HOLDS, FAILS))
    left = f", {missing} not played" if missing else ""
    return f"{held} of {whole} hold, {failed} do not{left}"


def _estimate(one: Judged) -> str:
    if one.part.column == "rank":
        return f"{one.low:.0f} to {one.high:.0f}"
    digits = 3 if max(abs(one.low), abs(one.high)) < 1 and "share" in one.part.column + one.part.label else 2
    ends = f"{number(one.low, digits, sign=True)} to {number(one.high, digits, sign=True)}"
    return f"{number(one.value, digits, sign=True)} ({ends})"
