"""The pages in docs/reference: every command, scenario key, house rule, weight and column, made of what the program itself knows.

python -m tests.reference            writes them
python -m tests.reference --check    says which are out of date
"""

from __future__ import annotations

import json
import os
import sys
import tomllib
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from importlib import resources
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from caverna_sim.dataset.schema import Table

FOLDER = Path(__file__).parents[1] / "docs" / "reference"
MADE = "<!-- made by `python -m tests.reference`; do not edit -->"
MARKED = ("#", "|", "```", ":::")  # no prose
LONGEST = 60  # of a value in a table


def table(heads: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """A table in Markdown."""
    lines = [heads, ["---"] * len(heads), *rows]
    return "\n".join("| " + " | ".join(cell.replace("|", "\\|") for cell in line) + " |" for line in lines)


def code(value: object) -> str:
    """Something as one types it."""
    return f"`{value}`"


# ---------------------------------------------------------------- commands


def commands() -> Iterator[str]:
    """Each command with its help."""
    from caverna_sim.cli import commands as every
    from caverna_sim.cli import parser_of

    yield "# Commands"
    yield "`caverna-sim COMMAND --help` prints the same. Results go to the standard output, progress and errors to the standard error; the"
    yield "exit code is 0 when all is done, 2 for wrong input, 130 when interrupted, 1 for anything else."
    yield table(("command", "what it is for"), [(f"[{name}](#{name})", command.summary) for name, command in every().items()])
    for name in every():
        yield f"## {name}"
        yield f"```text\n{parser_of(name).format_help().rstrip()}\n```"


# ---------------------------------------------------------------- scenarios and house rules


def data(package: str, file: str) -> Mapping[str, Any]:
    """A file of the package."""
    return tomllib.loads((resources.files(package) / file).read_text(encoding="utf-8"))


def keys() -> Mapping[str, Mapping[str, str]]:
    """Every key of a scenario."""
    found: Mapping[str, Mapping[str, str]] = data("caverna_sim.games.caverna.scenario", "keys.toml")["keys"]
    return found


def scenario() -> Iterator[str]:
    """Each key of a scenario."""
    yield "# Keys of a scenario"
    yield "[Scenarios](../scenarios.md) tells how they work together. `caverna-sim new-scenario NAME` writes a file to start from, and"
    yield "`caverna-sim check FILE` says what is wrong with one. SEAT stands for `seat_0` to `seat_6`, NAME for a name of your own."
    rows = [(code(key), row["what"], row["allowed"], row["left_out"]) for key, row in keys().items()]
    yield table(("key", "what it says", "allowed", "when left out"), rows)


def rules() -> Iterator[str]:
    """Each path of a house rule, with what is printed."""
    from caverna_sim.games.caverna.box.tables import flatten, printed_tables

    yield "# House rules"
    yield "You can replace every value of the tables by its path, under `[rules]` in a scenario or in `cs.Game(rules={...})`. Yours are"
    yield "checked as printed ones are. `caverna-sim rules` shows the tables in words. The last column marks Frantic Fiends."
    yield "[House rules of Agricola](agricola-rules.md) are on a page of their own."
    base = flatten(printed_tables(None))
    yield from _paths({**flatten(printed_tables("fiends")), **base}, base)


def agricola_rules() -> Iterator[str]:
    """Each path of a house rule of Agricola, with what is printed."""
    from caverna_sim.games.agricola.box.tables import NOT_RULES, flatten, printed_tables

    printed = {path: value for path, value in flatten(printed_tables()).items() if path.rpartition(".")[2] not in NOT_RULES}
    yield "# House rules of Agricola"
    yield "Every value of the tables can be replaced by its path, under `[rules]` in a scenario or in `cs.Game(rules={...})`. A `cost` or"
    yield "`gain` may name goods that are not printed. `caverna-sim rules --game agricola` shows the same in words. HR1 to HR8 and other"
    yield "options of the appendix are keys of a scenario: [Agricola](../agricola.md)."
    yield from _paths(printed, printed)


def _paths(printed: Mapping[str, Any], base: Mapping[str, Any]) -> Iterator[str]:
    groups: dict[str, list[tuple[str, str, str]]] = {}
    for path, value in sorted(printed.items()):
        if path.rpartition(".")[2] in ("cite", "source", "assumed", "text", "name", "alternatives"):
            continue
        if path.startswith(("toggle.", "ruling.")) and not path.endswith(".value"):
            continue  # of a point that is left open only the reading can be chosen
        shown = json.dumps(value, ensure_ascii=False)
        shown = shown if len(shown) <= LONGEST else f"{shown[: LONGEST - 2]} …"
        groups.setdefault(path.partition(".")[0], []).append((code(path), code(shown), "" if path in base else "fiends"))
    for group, rows in groups.items():
        yield f"## {group.replace('_', ' ')}"
        yield table(("path", "printed", ""), rows)


# ---------------------------------------------------------------- bots


def about_weights() -> Mapping[str, Mapping[str, Mapping[str, str]]]:
    """What weights mean."""
    return data("caverna_sim.games.caverna.bots", "weights.toml")


def span_of(name: str, group: str) -> str:
    """What a weight may be, and what it is for `balanced`."""
    from caverna_sim.games.caverna.bots import parameters

    if name == "temperature":
        return f"0 to {parameters.AMOUNTS['temperature']:g}"
    low = 0.0 if group == "orcs" or name in parameters._NEVER_NEGATIVE else -parameters.MOST_SIZE
    high = 0.0 if name == "begging" else parameters.MOST_SIZE
    return f"{low:,.0f} to {high:,.0f}".replace("-", "\N{MINUS SIGN}")


def weights() -> Iterator[str]:
    """Each weight of a bot."""
    from caverna_sim.games.caverna.bots import parameters
    from caverna_sim.games.caverna.bots.roster import bots

    balanced = bots()["balanced"].parameters
    usual = {"temperature": balanced["temperature"], **balanced["weights"]}
    yield "# Weights of bots"
    yield "A TOML file says what a scripted bot likes. `caverna-sim bots NAME` shows the file of a bot, `caverna-sim new-bot NAME`"
    yield "writes one to start from, `caverna-sim tune` improves one, and [bots](../bots.md) tells how bots decide. Worths are points at"
    yield "the end of the game. A *share* multiplies a worth that follows from the rules: 1 takes it as it is."
    for group, title, values in (("weights", "`[weights]`", usual), ("orcs", "`[orcs]`, in Frantic Fiends", parameters.usual_orcs())):
        yield f"## {title}"
        rows = [
            (code(name), row["what"], row["unit"], span_of(name, group), f"{values[name]:g}".replace("-", "\N{MINUS SIGN}"), row["more"])
            for name, row in about_weights()[group].items()
        ]
        yield table(("weight", "what it weighs", "unit", "range", "balanced", "a bot with a higher one"), rows)
    yield "## Other tables"
    yield table(("table", "what it says"), [
        ("`[worth.early]`, `[worth.late]`", "points of one of each ware in the first round and in the last; rounds between lie between"),
        ("`[enough]`", f"how many of a ware are enough; more keep `surplus` of their worth ({parameters.NO_LIMIT:g} when left out)"),
        ("`[furnishing]`", "points of a furnishing beyond what can be counted; `{ worth, per_round }` also for each round left"),
        ("`[space]`", "points of an action space beyond what it gives; the name of a family stands for all its variants"),
        ("`[fiends]`", "tables that replace these when Frantic Fiends is played"),
        ("`[tune]`", "`keep`: parameters that `caverna-sim tune` leaves as they are"),
    ])  # fmt: skip
    yield "## Whole numbers"
    about = {
        "candidates": "how many placements it looks at closely",
        "options": "how many choices in the middle of a turn it tries; without a prior none when there are more",
        "rehearsed": "how many promising placements it plays choice by choice before it decides", "playouts": "playouts for each decision",
        "finalists": "how many placements it plays out",
        "playout_candidates": "how many placements its own seat looks at in a playout; 1: the policy chooses",
        "foreseen": "how many playouts the opinion of `value` counts as",
        "horizon": "how many rounds after this one a playout goes on",
        "played_options": "plays out choices about orcs (bribes, pushes, fights, rewards) when there are at most so many; 1: never",
        "own_turns": "turns of its own in a playout that it decides as `value` does, the one at hand first; 0: all go by appeal",
        "lines": "choices of each decision whose whole games it looks at when it plays alone; 1: none",
    }  # fmt: skip
    numbers = parameters.NUMBERS.items()
    yield table(
        ("key", "what it says", "when left out", "at most"),
        [(code(key), about[key], str(few), f"{most:,}") for key, (few, most) in numbers],
    )
    yield "## Bots that learned"
    yield table(("key", "what it says", "at most"), [
        ("`judge`", "the net that judges positions, or, of a swift bot, says what appeals to it; a name or a file", ""),
        ("`prior`", f"the net that names what `value` tries and finishes its turns; `{parameters.NO_PRIOR}`: the policy does", ""),
        ("`trust`", "what a point of the prior's liking counts, in points of the judge", f"{parameters.AMOUNTS['trust']:g}"),
        ("`doubt`", "tries choices that the prior likes at most so many points less than the best", f"{parameters.AMOUNTS['doubt']:g}"),
        ("`charge`", "points lost for each orc still there when a playout reaches the end", f"{parameters.AMOUNTS['charge']:g}"),
    ])  # fmt: skip


# ---------------------------------------------------------------- columns


def columns() -> Iterator[str]:
    """Each column of each table of a run."""
    from caverna_sim.games.caverna.scenario.reading import ALL_TABLES, ON_REQUEST
    from caverna_sim.games.caverna.tables import tables_of
    from caverna_sim.kit.design.assigned import Assigning

    record, assigning = (*ALL_TABLES, *ON_REQUEST), Assigning("tile", "unique furnishing", (), (), (), "loot", "item")
    base = {one.name: {column.name for column in one.columns} for one in tables_of(record, ("a bot",), True, None, assigning)}
    yield "# Columns of a run"
    yield "[The data of a run](../dataset.md) tells how a run is kept and read. Names are those of the rules. The last column marks Frantic"
    yield "Fiends. [Columns of Agricola](agricola-columns.md) are on a page of their own."
    yield from _columns(tables_of(record, ("a bot",), True, "fiends", assigning), base)


def agricola_columns() -> Iterator[str]:
    """Each column of each table of a run of Agricola."""
    from caverna_sim.games.agricola.scenario.reading import ON_REQUEST, USUAL
    from caverna_sim.games.agricola.tables import tables_of
    from caverna_sim.kit.design.assigned import Assigning

    every = tables_of((*USUAL, *ON_REQUEST), ("a bot",), Assigning("card", "major improvement", (), ()))
    yield "# Columns of a run of Agricola"
    yield "[The data of a run](../dataset.md) tells how a run is kept and read. Names are those of the rules."
    yield from _columns(every, {one.name: {column.name for column in one.columns} for one in every})


def _columns(tables: Sequence[Table], base: Mapping[str, set[str]]) -> Iterator[str]:
    for one in tables:
        yield f"## {one.name}"
        yield one.description
        rows = [
            (code(column.name), column.type, column.description, "" if column.name in base.get(one.name, ()) else "fiends")
            for column in one.columns
        ]
        yield table(("column", "type", "what it says", ""), rows)


# ---------------------------------------------------------------- Python


def api() -> Iterator[str]:
    """Each public name; the site puts signature and docstring there."""
    import caverna_sim
    from caverna_sim.games import FIRST, public_of
    from caverna_sim.public import Verb

    yield "# Python"
    yield "`import caverna_sim as cs` has these names; everything else may change. The site that `mkdocs build` makes (extra `docs`) shows"
    yield "on this page what each takes and returns; in Python, `help(cs.run)` does."
    for name in caverna_sim.__all__:
        thing = getattr(caverna_sim, name)
        if isinstance(thing, Verb):  # the first game's stands for those of all
            thing = getattr(public_of(FIRST), name)
        first = (thing.__doc__ or "").strip().splitlines()
        if hasattr(thing, "__qualname__"):
            yield f"## cs.{name}"
            yield first[0] if first else ""
            yield f"::: {thing.__module__}.{thing.__qualname__}\n    options:\n      show_root_heading: false\n      heading_level: 3"


# ---------------------------------------------------------------- the pages

# ---------------------------------------------------------------- what a game must have


def contract() -> Iterator[str]:
    """Fields of a state and columns of tables that serve any game."""
    from caverna_sim.kit.contract import STATE, TABLES

    heads = ("name", "type", "what it is", "what counts on it")
    yield "# What a game must have"
    yield "Everything that serves any game counts on these: [how a game is built](../kit.md). A game may have more of its own."
    yield "## Record of a state"
    yield table(heads, [(code(one.name), one.type, one.what, one.read_by) for one in STATE])
    for needed in TABLES:
        yield f"## Table {code(needed.table)}"
        yield f"Kept {needed.when}."
        yield table(heads, [(code(one.name), one.type, one.what, one.read_by) for one in needed.columns])


PAGES: dict[str, Callable[[], Iterator[str]]] = {
    "commands.md": commands, "scenario.md": scenario, "rules.md": rules, "weights.md": weights, "columns.md": columns, "api.md": api,
    "agricola-columns.md": agricola_columns, "agricola-rules.md": agricola_rules,
    "contract.md": contract,
}  # fmt: skip


def text_of(page: str) -> str:
    """A page as it should be."""
    os.environ["COLUMNS"] = "100"
    parts: list[str] = [MADE]
    for part in PAGES[page]():
        is_prose = not part.startswith(MARKED)
        joins = is_prose and len(parts) > 1 and not parts[-1].startswith((*MARKED, "<!--"))
        parts.append(f"{parts.pop()}\n{part}" if joins else part)
    return "\n\n".join(parts) + "\n"


def outdated() -> list[str]:
    """Pages that are not what they should be."""
    return [page for page in PAGES if not (FOLDER / page).is_file() or (FOLDER / page).read_text(encoding="utf-8") != text_of(page)]


def main() -> int:
    """Write, or check."""
    wrong = outdated()
    if "--check" in sys.argv:
        sys.stdout.write("".join(f"docs/reference/{page} is out of date\n" for page in wrong))
        return bool(wrong)
    FOLDER.mkdir(exist_ok=True)
    for page in wrong:
        (FOLDER / page).write_text(text_of(page), encoding="utf-8")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
