"""Pages from templates; every text is escaped where it is put."""

from __future__ import annotations

from functools import cache
from importlib import resources
from typing import Any

from jinja2 import Environment, PackageLoader, StrictUndefined
from markupsafe import Markup

from caverna_sim.errors import printable
from caverna_sim.files import PAGE_MARK
from caverna_sim.report.html import prose
from caverna_sim.stats.words import capital


@cache
def _templates() -> Environment:
    found = Environment(
        loader=PackageLoader("caverna_sim.report"), autoescape=True, undefined=StrictUndefined, trim_blocks=True, lstrip_blocks=True
    )
    found.finalize = lambda value: printable(value, "\n\N{NO-BREAK SPACE}") if type(value) is str else value  # nothing commands a terminal
    found.filters |= {"prose": lambda text: Markup(prose(text)), "capital": capital}
    return found


def rendered(template: str, *, style: str = "asked.css", script: str = "", **told: Any) -> str:
    """A page of a template, with its style and its scripts in it."""
    place = resources.files("caverna_sim.report")
    style, script = (Markup("\n".join((place / one).read_text(encoding="utf-8") for one in names.split())) for names in (style, script))
    known = {"mark": Markup(PAGE_MARK), "preview": "", "tab": "", "answer": ()}
    return _templates().get_template(template).render(**{**known, **told, "style": style, "script": script})
