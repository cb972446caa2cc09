"""The commands of the studies: play, write the folder, and say the answer. Those of a game are in its own folder."""

from __future__ import annotations

import json
import sys
from argparse import Action, ArgumentParser, Namespace
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import ExitStack
from inspect import signature
from typing import TYPE_CHECKING, Any

import polars as pl
from rich.console import Console, ConsoleOptions, Group
from rich.table import Table
from rich.text import Text

from caverna_sim.arguments import completed, numbers, option, word, words
from caverna_sim.arguments import number as whole_number
from caverna_sim.check import refuse
from caverna_sim.commands import console, table_of_rows, total, widths
from caverna_sim.errors import DONE, FAILED, INTERRUPTED, RunStopped
from caverna_sim.games import found_at, games, told_of
from caverna_sim.report.layout import layout_of
from caverna_sim.report.sections.following import MORE
from caverna_sim.report.study import MORE_GAMES, TYPED, command, signed
from caverna_sim.stats.source import facts_of
from caverna_sim.stats.words import listed, named, number

if TYPE_CHECKING:
    from caverna_sim.batch.run import OnProgress
    from caverna_sim.experiments.study import Study

MOST_ROWS, MOST_IN_ORDER = 12, 24  # of the main table, by size and in its own order; all of it is on the page
Row = dict[str, Any]
ALL = "all"


def run(options: Namespace) -> int:
    """Conduct the study of a command as its options ask for it, and show what it found."""
    return conduct(options, found_at(options.study))


def sweep_arguments(parser: ArgumentParser) -> None:
    """A scenario, a rule with its values, and what a value should reach."""
    parser.add_argument("scenarios", metavar="SCENARIO", help="a scenario")
    rule = parser.add_argument(
        "rule", type=assignment, metavar="PATH=VALUE,...", action=_Rule,
        help="a house rule and the values to try; PATH may hold *, a value may be +1, -1 or x0.5",
    )  # fmt: skip
    completed(rule, "caverna_sim.commands.study:rules_to_type")
    parser.add_argument(
        "--target", type=word(("equal_wins", "equal_means")), metavar="WHAT", help="find the value for equal_wins or equal_means"
    )


def things_arguments(parser: ArgumentParser) -> None:
    """Whether prices are looked for."""
    parser.add_argument(
        "--fair-prices", action="store_true", help="also find what the top ten and bottom ten should cost to be worth as much as the median"
    )
    parser.add_argument("--encouraged", action="store_true", help="also ask what each brings to bots that get points for building it")
    parser.add_argument("--sets", type=words, default=(), metavar="A+B,...", help="with --encouraged: several that get points as a set")


def openings_arguments(parser: ArgumentParser) -> None:
    """How many placements are drawn, and of which."""
    parser.add_argument(
        "--length", type=whole_number(1, 2), default=1, metavar="N", help="how many first placements to assign: 1 (default) or 2"
    )
    parser.add_argument("--pool", type=words, default=(), metavar="SPACE,...", help="assign only these spaces (default: all)")
    parser.add_argument("--replies", action="store_true", help="also ask how seat 1 best answers each first placement of seat 0")
    responding(parser)


def responding(parser: ArgumentParser) -> None:
    """Whether seats answer each other."""
    parser.add_argument("--respond", action="store_true", help="also let seats switch to what is best for them, until none gains by it")


def plans_arguments(parser: ArgumentParser) -> None:
    """Bots or scenarios, and at what tables bots play."""
    parser.add_argument("scenarios", nargs="+", metavar="BOT|SCENARIO", help="bots that stand for plans, or scenarios whose bots do")
    parser.add_argument("--players", type=numbers(2, 7), metavar="N,...", help="players at a table, when bots are named (default 2,3,4,5)")
    responding(parser)


def factor_arguments(parser: ArgumentParser) -> None:
    """A scenario and several rules, each with the value that it is played with."""
    parser.add_argument("scenarios", metavar="SCENARIO", help="a scenario")
    rules = parser.add_argument("rules", type=one_value, nargs="+", metavar="PATH=VALUE", help="two to five house rules, as in `sweep`")
    completed(rules, "caverna_sim.commands.study:rules_to_type")


@option
def one_value(text: str) -> tuple[str, Any]:
    """PATH=VALUE as a path and a value."""
    path, values = assignment(text)
    if len(values) != 1:
        refuse(text, "", f"give one value, such as {told_of({}).example_rule.partition(',')[0]}; a list stands in brackets")
    return path, values[0]


def rules_to_type() -> list[str]:
    """The numbers among the rules of all games, each up to its value."""
    places = [game.rule_paths for game in games() if game.rule_paths]
    return [f"{path}=" for place in places for path in found_at(place)()]


class _Rule(Action):
    """A house rule goes to `path` and `values`."""

    def __call__(self, parser: ArgumentParser, namespace: Namespace, values: Any, option_string: str | None = None) -> None:
        """Keep both."""
        namespace.path, namespace.values = values


@option
def assignment(text: str) -> tuple[str, list[Any]]:
    """PATH=VALUE,VALUE,... as a path and values; a value in brackets is a list."""
    path, sign, given = text.partition("=")
    if not sign or not path.strip() or not given.strip():
        refuse(text, "", f"give PATH=VALUE,VALUE, such as {told_of({}).example_rule}")
    return path.strip(), [_read_value(part) for part in _parts(given)]


def _parts(text: str) -> list[str]:
    """Split at commas that stand in no brackets."""
    found, depth = [""], 0
    for letter in text:
        depth += (letter == "[") - (letter == "]")
        if letter == "," and depth == 0:
            found.append("")
        else:
            found[-1] += letter
    return [part.strip() for part in found]


def _read_value(text: str) -> Any:
    if text[:1] in ("+", "-", "x") and text[1:2].isdigit():
        return text  # a change
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        return text


_OF_THE_COMMAND = ("study", "game", "played", "scenarios", "rule", "quiet", "json", "help", "allow_code")


def conduct(options: Namespace, study: Callable[..., Study]) -> int:
    """Conduct a study and show what it found."""
    from caverna_sim.commands.run import Display

    with ExitStack() as displays:

        def tell(label: str) -> OnProgress:
            displays.close()
            return displays.enter_context(Display(options.quiet, label=label))

        try:
            asked = {name: value for name, value in vars(options).items() if name not in _OF_THE_COMMAND}
            if "game" in signature(study).parameters:
                asked["game"] = options.played
            found = study(options.scenarios, **asked, on_progress=tell)
        except KeyboardInterrupt:
            sys.stderr.write("interrupted: finished games are kept; the same command goes on\n")
            return INTERRUPTED
        except RunStopped as error:
            sys.stderr.write(f"error: {error}; finished games are kept; the same command goes on\n")
            return FAILED
    page = found.page()
    if options.json:
        told = {"verdict": found.verdict, "page": str(page), "games": found.games, "table": found.table.to_dicts()}
        console().print(json.dumps(told, indent=2), soft_wrap=True)
    else:
        console().print(shown(found))
        console().print(f"page: {page}", soft_wrap=True)
        console().print("next, {}: {}".format(*_next(found, options)), soft_wrap=True)
    return DONE


_TYPED = ("bots", "seed", "players", "out")  # options that a next command repeats


def _next(study: Study, options: Namespace) -> tuple[str, str]:
    """What to ask next and the command that does: better players where a control says that the answer is not valid, else more games."""
    typed = {name: value for name in _TYPED if (value := getattr(options, name, None)) is not None}
    better = told_of(study.run.manifest).strong_bots.get(facts_of(study.run).scenario.get("expansion") or "base")
    reason, times = MORE_GAMES.lower(), MORE
    if not study.found.is_valid and better and {*study.scenarios[0].bots} != {better}:
        reason, times = "with stronger bots", 1
        typed = {**typed, "bots": [better] * study.scenarios[0].players}
        typed.pop("out", None)
    scenarios = [options.scenarios] if isinstance(options.scenarios, str) else options.scenarios
    return reason, command(study, times, list(map(str, scenarios)), [word for name, value in typed.items() for word in _words(name, value)])


def _words(name: str, value: Any) -> list[str]:
    """An option as it is typed; bots stand one by one, numbers with commas."""
    several = list(map(str, value)) if isinstance(value, list | tuple) else [str(value)]
    return [f"--{name}", *(several if name == "bots" else [",".join(several)])]


# ---------------------------------------------------------------- what is shown


def shown(study: Study) -> Group:
    """The answer, the rows of the main table that answer, and the doubts."""
    found = study.found
    parts: list[Any] = [*(Text(text) for text in found.before), Text(found.verdict), Text()]
    parts += [_MainTable(study), Text()]
    warning = told_of(study.run.manifest).warning(facts_of(study.run))
    parts += [Text(text) for text in (*found.sentences, *found.doubts, *([warning] if warning else []))]
    parts += [Text(f"{study.games:,} games; tables and page in {study.folder}")]
    return Group(*parts)


class _MainTable:
    """The main table in as many columns as there is room for: names wrap, no figure is cut."""

    def __init__(self, study: Study) -> None:
        self.study, self.layout = study, layout_of(study.question.name, told_of(study.run.manifest).name)

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> Iterator[Table | Text]:
        study, frame = self.study, self.study.table
        estimates = [name for name in study.question.estimands if f"{name}_low" in frame.columns]
        keys, rows = rows_that_answer(frame, estimates[0], self.layout.sorted)
        plain = [name for name in study.question.estimands if name not in estimates and name in frame.columns]
        differences = signed(study, estimates)
        columns = [[key, *(_shown(key, row[key], study.names) for row in rows)] for key in keys]
        taken: list[str] = []
        for name in (*estimates, *plain):
            column = self._column(name, rows, name in estimates, name in differences)
            wide = total(widths(*_across([*columns, column]), range(len(keys))))
            if wide <= options.max_width or not taken:
                columns.append(column)
                taken.append(name)
        heads, cells = _across(columns)
        yield table_of_rows(heads, cells, range(len(keys)), options.max_width)
        yield from (Text(text, "dim") for text in self._below([*estimates, *plain], taken, len(rows)))

    def _column(self, name: str, rows: Sequence[Row], is_estimate: bool, is_signed: bool) -> list[str]:
        told = self.layout.estimates.get(name)
        scale, digits = (100, 1) if told and told.percent else (1, 2)
        head = f"{name.replace('_', ' ')}{' %' if scale > 1 else ''}"
        if is_estimate:
            return [head, *(_estimate(row, name, is_signed, scale, digits) for row in rows)]
        return [head, *("" if row[name] is None else number(float(row[name]), 3) for row in rows)]

    def _below(self, every: Sequence[str], taken: Sequence[str], rows: int) -> Iterator[str]:
        """What the figures are, and where the others stand."""
        units: dict[str, list[str]] = {}
        for name in taken:
            told = self.layout.estimates.get(name)
            if told and told.unit:
                units.setdefault(told.unit, []).append(name.replace("_", " "))
        if units:
            yield "; ".join(f"{listed(names)}: {unit}" for unit, names in units.items())
        left = [name.replace("_", " ") for name in every if name not in taken]
        cut = [f"{rows} of {len(self.study.table):,} rows"] if rows < len(self.study.table) else []
        more = [*cut, *([f"not here: {listed(left)}"] if left else [])]
        if more:
            yield f"{'; '.join(more)}. Everything is in table.csv and on the page."


def _across(columns: Sequence[Sequence[str]]) -> tuple[list[str], list[list[str]]]:
    """Columns with their heads as heads and rows."""
    heads, *rows = (list(row) for row in zip(*columns, strict=True))
    return heads, rows


def rows_that_answer(frame: pl.DataFrame, first: str, by_size: bool) -> tuple[list[str], list[Row]]:
    """What a row is about, and the rows: of all bots together, all seats first; then as the study has them, or the largest first.

    Where there are too many, those of all seats together; where these are too many still, the largest and the smallest.
    """
    keys = [name for name in frame.columns[: frame.columns.index(first)] if frame[name].n_unique() > 1]
    rows = frame
    if "bot" in frame.columns and (frame["bot"] == ALL).any():
        rows, keys = frame.filter(frame["bot"] == ALL), [key for key in keys if key != "bot"]
    whole = pl.any_horizontal(pl.col(key).is_null() for key in keys) if keys else pl.lit(False)
    if by_size:
        rows = rows.sort(first, descending=True, maintain_order=True)
    most = MOST_ROWS if by_size else MOST_IN_ORDER
    if len(rows) > most and len(rows.filter(whole)):
        rows = rows.filter(whole)
        keys = [key for key in keys if rows[key].null_count() < len(rows)]
    if len(rows) > most:
        rows = rows.sort(first, descending=True, maintain_order=True)
        rows = rows.head(most // 2).vstack(rows.tail(most // 2))
    elif len(rows.filter(whole)) < len(rows):
        rows = rows.filter(whole).vstack(rows.filter(~whole))
    return keys, rows.to_dicts()


def _shown(key: str, value: Any, names: Mapping[str, str]) -> str:
    if value is None:
        return ALL
    return named([value], names)[0] if isinstance(value, str) and key not in TYPED else str(value)


def _estimate(row: Row, name: str, signed: bool, scale: int = 1, digits: int = 2) -> str:
    if row[name] is None:
        return ""
    low, high = row[f"{name}_low"], row[f"{name}_high"]
    return f"{number(scale * row[name], digits, sign=signed)} ±{number(scale * (high - low) / 2, digits)}"
