"""What the values of tables may be, told by a data file in few words: a number is `0..9`, amounts are `goods: 0..9`.

A list is told as [what is in it, least, most], a table by its fields, which may be missing where a `?` stands behind them, and a table of
rows by the field `*`; behind the field `&` stands a form whose fields it has too. Other words are names: forms of the file's table `forms`,
or what a game gives, such as lists of words and its own checks.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from caverna_sim.check import Check, anything, is_flag, is_text, is_whole, list_of, map_of, one_of, row, rows

_KNOWN = {"anything": anything, "flag": is_flag, "text": is_text()}


Fields = tuple[dict[str, Check], dict[str, Check]]  # those that a table needs, and those that it may have


def known_forms(told: Mapping[str, Any], names: Mapping[str, Any]) -> dict[str, Any]:
    """What a file and a game call by a name."""
    known = {**_KNOWN, **names, "&": {**names.get("&", {}), **told.get("forms", {})}}
    for name, form in told.get("forms", {}).items():
        known[name] = form_of(form, known)
    return known


def forms_of(told: Mapping[str, Any], names: Mapping[str, Any]) -> dict[str, Check]:
    """The form of each table that a file tells of."""
    known = known_forms(told, names)
    return {name: form_of(form, known) for name, form in told.items() if name != "forms"}


def fields_of(told: Mapping[str, Any], known: Mapping[str, Any]) -> Fields:
    """The fields of a table."""
    told = {**{name: form for name, form in told.items() if name != "&"}, **(known["&"][told["&"]] if "&" in told else {})}
    fields = {name: form_of(form, known) for name, form in told.items()}
    needed = {name: form for name, form in fields.items() if not name.endswith("?")}
    return needed, {name.removesuffix("?"): form for name, form in fields.items() if name not in needed}


def form_of(told: Any, known: Mapping[str, Any]) -> Check:
    """One form."""
    if isinstance(told, Mapping):
        return rows(form_of(told["*"], known)) if "*" in told else row(*fields_of(told, known))
    if isinstance(told, list):
        item, *bounds = told
        return list_of(form_of(item, known), *(_number(bound, known) for bound in bounds))
    keys, colon, amount = told.partition(": ")
    if colon:
        return map_of(known[keys], form_of(amount, known), f"a table such as {{ {known[keys][0]} = 1 }}")
    low, dots, high = told.partition("..")
    if dots:
        return is_whole(_number(low, known), _number(high, known))
    found: Any = known[told]
    return found if callable(found) else one_of(found)


def _number(word: str | int, known: Mapping[str, Any]) -> int:
    """A number, or what goes by a name."""
    return int(known.get(str(word), word))
