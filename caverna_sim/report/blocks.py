"""Tables of a study as the data of pictures: rows with their intervals, and the switches that choose among them.

A block is a picture and a table in one. The page holds it as JSON; `asked.js` draws it.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

import polars as pl

from caverna_sim.report.findings import Findings
from caverna_sim.report.layout import Estimate, Layout
from caverna_sim.stats.words import capital, listed, named

GROUP = "scenario"
BESIDE = "Side by side"  # tables that the switch between strong and scripted shows
SWITCHES = {
    "what": "what moved", "of": "rows", "bot": "who", "seat": "seat", "against": "against", "of_a_kind": "with the plan", "side": "side",
}  # fmt: skip
EVERYBODY = {"bot": "all players", "seat": "all seats"}
HIDDEN = (
    "low", "high", "pointwise", "rank_low", "rank_high", "p_adjusted", "discovery", "p_same_everywhere", "differs", "blocks", "games",
    "players", "unit", "id", "verdict", "p", "other than zero", "error", "correlation", "meaning",
)  # fmt: skip
DIGITS = 5  # of a number in the page
SHARE = re.compile(r"share|chance|win_|gone|fought|trapped|bribed|befriended|hostile|won|^built")
MINUS = "\N{MINUS SIGN}"
KEYS = (pl.String, pl.Int64, pl.Int32, pl.Boolean)
MOST_ACROSS = 14  # columns of a matrix
WITH = " with "  # between rules of an interaction
JOINED = ": "  # between the columns that name a row together
TYPED = ("bot", "who")  # their names stay as one types them
CURVES = "round"  # a first column that is a line of time


@dataclass(frozen=True)
class Block:
    """A picture and table in one."""

    title: str
    frame: pl.DataFrame
    item: str
    switches: tuple[str, ...]
    estimates: Mapping[str, Estimate]
    beside: Mapping[str, str]
    layout: Layout
    is_main: bool = False

    @property
    def kind(self) -> str:
        """rows, matrix, multiples, curves, or a plain table."""
        if not self.estimates:
            return "curves" if self.item == CURVES else "plain"
        return self.layout.kind or ("matrix" if self.layout.across in self.switches else "rows")


def blocks_of(found: Findings, layout: Layout) -> list[Block]:
    """The main table and the further ones; those of several tables that were played at become one."""
    main, *rest = _gathered(found)
    return [_block(*main, layout, found, True), *(_block(title, frame, Layout(names=layout.names), found, False) for title, frame in rest)]


def _gathered(found: Findings) -> Iterator[tuple[str, pl.DataFrame]]:
    """Title and table; `X, table_4` and `X, strong_4` are X with a column that says which."""
    names = [one.name for one in found.groups]
    gathered: dict[str, list[pl.DataFrame]] = {}
    for title, frame in found.tables.items():
        if title.startswith(BESIDE) or not len(frame):
            continue
        plain = next((title.removesuffix(f", {name}") for name in names if title.endswith(f", {name}")), "")
        if plain:
            name = title[len(plain) + 2 :]
            frame = frame.with_columns(pl.lit(name).alias(GROUP))
        gathered.setdefault(plain or title, []).append(frame)
    for title, frames in gathered.items():
        yield title, frames[0] if len(frames) == 1 else pl.concat(frames, how="diagonal_relaxed")


def _block(title: str, frame: pl.DataFrame, layout: Layout, found: Findings, is_main: bool) -> Block:
    frame = _with_ends(frame)
    if GROUP in frame.columns and not {one.name for one in found.groups} & {*frame[GROUP].cast(pl.String)}:
        frame = frame.drop(GROUP)  # it is not about one of the tables that a page chooses among
    for name, value in layout.keeps.items():
        frame = frame.filter(pl.col(name) == value)
    known = [name for name in frame.columns if f"{name}_low" in frame.columns]
    estimates = {name: one for name, one in layout.estimates.items() if name in known}
    estimates |= {name: _estimate(name, found, is_main) for name in known if name not in estimates}
    keys = [name for name in frame.columns if name not in (*HIDDEN, GROUP) and frame[name].dtype in KEYS]
    item = layout.item if layout.item in frame.columns else _item(frame, [name for name in keys if name != "bot"])
    switches = tuple(name for name in SWITCHES if name in keys and name not in (item, *layout.keeps) and _switches(frame, name, estimates))
    if not is_main and estimates:
        frame, across = _told_apart(frame, item, switches, keys, estimates)
        layout, switches = (replace(layout, across=across), (*switches, across)) if across else (layout, switches)
    ends = (f"{name}{end}" for name in estimates for end in ("", "_low", "_high", "_pointwise"))
    shown = {*switches, item, GROUP, *HIDDEN, *layout.keeps, *ends}
    beside = {name: name.replace("_", " ") for name in frame.columns if name not in shown}
    if is_main and layout.item:
        known = [name for name in ("price", "kind") if any(getattr(one, name) for one in found.things.values())]
        beside = {name: words for name, words in layout.beside.items() if name in (*frame.columns, *known)}
    return Block("" if is_main else capital(title), frame, item, switches, estimates, beside, layout, is_main)


def _item(frame: pl.DataFrame, keys: Sequence[str]) -> str:
    """The column that names rows: the first that sets them all apart, or else the first."""
    words = [name for name in keys if frame[name].dtype == pl.String]
    unique = (name for name in words if not frame.select(name, *_group(frame)).is_duplicated().any())
    return next(unique, keys[0] if keys else frame.columns[0])


def _group(frame: pl.DataFrame) -> list[str]:
    return [GROUP] if GROUP in frame.columns else []


def _switches(frame: pl.DataFrame, name: str, estimates: Mapping[str, Estimate]) -> bool:
    """Whether a column has values to choose among, with several rows for each."""
    return bool(estimates) and 1 < frame[name].n_unique() <= len(frame) / 2


def _told_apart(
    frame: pl.DataFrame, item: str, switches: Sequence[str], keys: Sequence[str], estimates: Iterable[str]
) -> tuple[pl.DataFrame, str]:
    """Rows that their item does not set apart: by a second column, across where it has few values, else in the name of the row."""
    place = [*_group(frame), *switches, item]
    known = {f"{name}{end}" for name in estimates for end in ("", "_low", "_high", "_pointwise")}
    others = [
        name for name in dict.fromkeys((*keys, *frame.columns)) if name not in (*place, *HIDDEN, *known) and frame[name].dtype != pl.Boolean
    ]
    if not frame.select(place).is_duplicated().any():
        return frame, ""
    for name in others:
        if frame[name].n_unique() <= MOST_ACROSS and not frame.select(*place, name).is_duplicated().any():
            return frame, name
    added = [item]
    while others and frame.select({*place, *added}).is_duplicated().any():
        added.append(others.pop(0))
    words = pl.concat_str([pl.col(one).cast(pl.String).fill_null("") for one in added], separator=JOINED)
    return frame.with_columns(words.alias(item)).drop(added[1:]), ""


def _with_ends(frame: pl.DataFrame) -> pl.DataFrame:
    """Ends that stand bare belong to the estimate before them."""
    if {"low", "high"} <= set(frame.columns) and not any(name.endswith("_low") for name in frame.columns if name != "rank_low"):
        name = next((one for one in ("effect", "difference", "value", "change") if one in frame.columns), "")
        return frame.rename({"low": f"{name}_low", "high": f"{name}_high"}) if name else frame
    return frame


def _estimate(name: str, found: Findings, is_main: bool) -> Estimate:
    """What is known of a column with an interval."""
    meaning = found.terms.get(name, "") if is_main else ""
    is_share = meaning.startswith(("share", "chance")) or bool(SHARE.search(name))
    words = name.replace("_", " ")
    return Estimate(words, meaning or words, "{name}: {value}", is_share)


# ---------------------------------------------------------------- as data


def data_of(block: Block, found: Findings) -> dict[str, Any]:
    """A block as its script reads it."""
    frame, columns = block.frame, _columns(block)
    items = frame[block.item].cast(pl.String).to_list()
    return {
        "title": block.title,
        "kind": block.kind,
        "sorted": block.layout.sorted and block.is_main,
        "words": list(block.layout.words),
        "item": block.item.replace("_", " "),
        "estimates": [
            {"key": name, "name": one.name or name.replace("_", " "), "unit": one.unit, "said": one.said or "{name}: {value}",
             "percent": one.percent, "signed": is_signed(block, name, found), **({"spread": one.spread} if one.spread else {})}
            for name, one in block.estimates.items()
        ],
        "switches": [_switch(block, name, found) for name in block.switches],
        "across": block.layout.across if block.kind == "matrix" else "",
        "beside": [{"key": name, "name": words, "percent": bool(SHARE.search(name))} for name, words in block.beside.items()],
        "things": {one: _thing(one, block, found) for one in dict.fromkeys(items) if one is not None},
        "columns": columns,
        "rows": [_row(row, frame, columns, block) for row in frame.iter_rows(named=True)],
        "alike": [
            {"estimate": one.estimate, "rows": one.rows, "thousandths": one.thousandths} for one in found.alike
        ] if block.is_main and not block.layout.keeps else [],
        "starts": {name: value for name, value in block.layout.first.items() if name in (*block.switches, "players")},
    }  # fmt: skip


def is_signed(block: Block, name: str, found: Findings) -> bool:
    """Whether an estimate is a difference: those of the main table when the study says so, others when some lie below 0."""
    if block.layout.estimates.get(name) and "{more}" in block.layout.estimates[name].said:
        return True
    values = block.frame[name].cast(pl.Float64, strict=False).drop_nulls().drop_nans()
    return bool((values < 0).any())


def _columns(block: Block) -> list[str]:
    ends = [f"{name}{end}" for name in block.estimates for end in ("", "_low", "_high", "_pointwise")]
    spread = [name for one in block.estimates.values() for name in one.spread]
    wanted = [block.item, GROUP, *block.switches, *ends, *spread, *block.beside, "differs", "meaning", "unit"]
    return [name for name in dict.fromkeys(wanted) if name in block.frame.columns]


def _row(row: Mapping[str, Any], frame: pl.DataFrame, columns: Sequence[str], block: Block) -> list[Any]:
    return [_value(row[name], str if name in (block.item, *block.switches) else None) for name in columns]


def _value(value: Any, kind: type | None) -> Any:
    if value is None or kind is str:
        return "" if value is None and kind is str else None if value is None else str(value)
    if isinstance(value, float):
        return None if value != value or value in (float("inf"), float("-inf")) else float(f"{value:.{DIGITS}g}")
    return value


def _thing(one: str, block: Block, found: Findings) -> dict[str, Any]:
    known = found.things.get(one)
    told: dict[str, Any] = {"name": words_of(one, block, found)}
    if block.is_main and one in found.examples:
        told["watch"] = found.examples[one]
    if block.is_main and one in found.replays:
        told["replay"] = found.replays[one]
    if known is not None:
        told |= {name: value for name, value in (("kind", known.kind), ("price", known.price), ("cost", known.cost)) if value}
    return told


def words_of(one: str, block: Block, found: Findings) -> str:
    """A row in words."""
    if one in block.layout.names:
        return block.layout.names[one]
    if block.item == "seat":
        return f"seat {one}" if one.isdigit() else one
    if block.item == "value":
        parts = one.split(", ")
        return f"{parts[0]} each" if len(parts) > 1 and len(set(parts)) == 1 else one.replace("-", MINUS)
    if block.item == "rules" and any(part in found.names for part in one.split(WITH)):
        return capital(WITH.join(found.names.get(part, part) for part in one.split(WITH)))
    if block.item in (*TYPED, "plan", "side", "row", "rules", CURVES):
        return one.replace("_", " ") if block.item == "plan" else one
    return capital(JOINED.join(named([part], found.names)[0] for part in one.split(JOINED)))


def options_of(block: Block, name: str) -> list[str]:
    """The values of a switch, that of everybody first."""
    values = ["" if one is None else str(one) for one in block.frame[name].unique(maintain_order=True).to_list()]
    if all(one == "" or one.isdigit() for one in values):
        values.sort(key=lambda one: (one != "", int(one or 0)))
    elif name == "bot":
        values.sort(key=lambda one: (one not in ("all", ""), one))
    return values


def _switch(block: Block, name: str, found: Findings) -> dict[str, Any]:
    values = options_of(block, name)
    return {
        "key": name,
        "name": SWITCHES.get(name, name.replace("_", " ")),
        "options": [[one, _option(name, one, block, found)] for one in values],
    }


def _option(name: str, value: str, block: Block, found: Findings) -> str:
    for known in (f"{name} {value}", value):
        if known in block.layout.names:
            return block.layout.names[known]
    if value in ("", "all"):
        return EVERYBODY.get(name, "all")
    if name == "seat":
        return f"seat {value}" if value.isdigit() else value
    if name in TYPED:
        return value
    return named([value], found.names)[0]


def who_played(found: Findings) -> str:
    """Players, games, bots."""
    groups = found.groups
    players = sorted({one.players for one in groups})
    count = f"{players[0]} to {players[-1]}" if len(players) > 1 else str(players[0])
    strengths = list(dict.fromkeys(one.strength for one in sorted(groups, key=lambda one: one.strength != "strong")))
    asked = [found.labels[one.name] for one in groups if found.labels[one.name] not in (one.name, one.strength)]
    if asked:  # one scenario at several strengths: of one seat, or of all
        around = list(dict.fromkeys(bot for one in groups for bot in one.bots if {*one.bots} != {found.labels[one.name]}))
        beside = f", beside {listed(around) if len(around) < 4 else f'{len(around)} bots of different plans'}" if around else ""
        return f"{count} player{'' if count == '1' else 's'}; {found.games:,} games; {listed(asked)} in turn{beside}."
    told = []
    for strength in strengths:
        bots = list(dict.fromkeys(bot for one in groups if one.strength == strength for bot in one.bots))
        told.append(f"{strength}: {listed(bots) if len(bots) < 4 else f'{len(bots)} bots of different plans'}")
    return f"{count} player{'' if count == '1' else 's'}; {found.games:,} games; {'; '.join(told)}."
