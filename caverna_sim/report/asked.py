"""The page of a study: one file whose numbers are data, with a small script that shows what one asks for.

The finding is the title; the first picture follows at once; switches choose who played, where and by what measure; proof is folded.
Without its script every row stands in a plain table.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from markupsafe import Markup

from caverna_sim.files import Output
from caverna_sim.report.answer import first_view, rows_of, said_of, start_of
from caverna_sim.report.blocks import blocks_of, data_of, who_played
from caverna_sim.report.findings import SCRIPTED, Findings
from caverna_sim.report.frame import page_at
from caverna_sim.report.layout import layout_of
from caverna_sim.report.plain import plain_table
from caverna_sim.report.preview import picture
from caverna_sim.report.rendering import rendered
from caverna_sim.stats.controls import MEANS
from caverna_sim.stats.words import capital

PRICES = "prices"  # in the title of a table that asks for them
CAUTION = re.compile(r"(not valid|with care): ", re.IGNORECASE)  # as controls begin that fail
Links = Sequence[tuple[str, str]]  # label and where it leads; nowhere for the page itself


@dataclass(frozen=True)
class Published:
    """What stands beside a page that is one of many."""

    links: Links = ()  # to those about all of them
    siblings: Links = ()  # the same question elsewhere
    preview: str = ""  # its picture
    tables: tuple[str, ...] = ()  # its numbers as files


ALONE = Published()


def write_findings(found: Findings, out: str | Path | Output, overwrite: bool = False, published: Published = ALONE) -> Path:
    """Write the page of a study and return its path."""
    place = out if isinstance(out, Output) else page_at(out, overwrite)
    return place.write(page_text(found, published))


def page_text(found: Findings, published: Published = ALONE) -> str:
    """The page of a study as text."""
    blocks = blocks_of(found, layout_of(found.study, found.game))
    main = blocks[0]
    title, answer = said_of(main, found)
    labels, start = found.labels, start_of(main, found)
    who, first = who_played(found), found.groups[0]
    question = found.question if title != capital(found.question) else first.title if len(found.groups) == 1 else ""
    data = {
        "title": title, "question": found.question, "who": who, "start": {"strength": labels[start.name], "players": start.players},
        "groups": [{"name": one.name, "title": one.title, "players": one.players, "strength": labels[one.name]} for one in found.groups],
        "blocks": [data_of(one, found) for one in blocks],
    }  # fmt: skip

    def said(texts: Iterable[str]) -> list[str]:
        return [in_words(found, text) for text in texts]

    rows = rows_of(main, first_view(main, found))
    told = [
        {
            "number": number, "title": one.title,
            "notes": said(text for text in found.before if MEANS["prices"] in text) if PRICES in one.title else (),
            "picture": picture(rows, title, 12) if number == 0 and rows else "", "table": plain_table(one, found),
        }
        for number, one in enumerate(blocks)
    ]  # fmt: skip

    above, below = cautions(found, start.name)
    short = [in_brief(one) for one in above]
    below += [one for one, brief in zip(above, short, strict=True) if one != brief]
    answer = answer[:1] if above else answer  # a caution takes their place, or the picture would come late

    return rendered(
        "study.html", script="saving.js asked.js", title=title, answer=answer,
        tab=title if published is not ALONE else tab_of(found, title),
        question=question, who=who, blocks=told, found=found, published=published, preview=published.preview, cite=cited(found, title),
        before=said(short), sentences=said((*found.verdict, *found.sentences)), doubts=said((*below, *found.doubts)),
        checks=said(found.checks),
        data=Markup(_json(data)),
    )  # fmt: skip


def tab_of(found: Findings, title: str) -> str:
    """What a browser shows of a page among others: whose it is, where one table was played at, and the finding."""
    names = [one.name for one in found.groups if one.name not in (one.strength, SCRIPTED)]  # those of comparisons are no names
    return f"{names[0]}: {title}" if len(names) == 1 else title


def cautions(found: Findings, shown: str) -> tuple[list[str], list[str]]:
    """What is to be known before the answer, and what is a limit only: of tables shown later that do tell something, and of prices."""
    others = tuple(f"At the table of {one.name}: " for one in found.groups if one.name != shown and one not in found.void)
    below = [text for text in found.before if text.startswith(others) or MEANS["prices"] in text]
    return [text for text in found.before if text not in below], below


def in_brief(text: str) -> str:
    """A caution with the first of what fails, and how much else; all of it stands among the limits."""
    meaning, _, failed = text.removesuffix(".").partition(". ")
    first, *others = failed.split("; ")
    if not others or not CAUTION.search(meaning):
        return text
    more = sum(int(told[1]) if (told := re.fullmatch(r"and (\d+) more", one)) else 1 for one in others)
    return f"{meaning}. {re.sub(r' [(][^()]* to [^()]*[)]', '', first)}; and {more} more."


def in_words(found: Findings, text: str) -> str:
    """A sentence with tables by who played there, not by the names of their scenarios."""
    several, labels = len({one.players for one in found.groups}) > 1, found.labels
    for one in sorted(found.groups, key=lambda one: -len(one.name)):
        who = f"{labels[one.name]}{f' at {one.players} players' if several and labels[one.name] != one.name else ''}"
        place = f"At the table of {one.name}: "
        if text.startswith(place) and (caution := CAUTION.match(text, len(place))):
            return f"{capital(caution[1])} ({who} play): {text[caution.end() :]}"
        text = text.replace(place, f"{capital(who) if labels[one.name] == one.strength else who}: ")
        text = re.sub(rf"(?<![\w/.-]){re.escape(one.name)}(?![\w/.-])", who, text) if len(found.groups) > 1 else text
    return text if text.startswith(tuple(labels.values())) else capital(text)


def cited(found: Findings, title: str, command: str = "") -> str:
    """How a page is named elsewhere; `command` makes it, if not that of the study."""
    version = found.versions.get("caverna_sim", "")
    when = ", ".join(part for part in (found.date, f"commit {found.commit}" if found.commit else "") if part)
    command = command or found.command.partition("\n")[0].split(" --games")[0]
    named = f"caverna_sim {version}".strip()
    return f"{named}, \N{LEFT DOUBLE QUOTATION MARK}{title}\N{RIGHT DOUBLE QUOTATION MARK} ({command}){f', {when}' if when else ''}."


def _json(data: Mapping[str, Any]) -> str:
    return json.dumps(data, ensure_ascii=False, separators=(",", ":"), allow_nan=False).replace("<", "\\u003c")
