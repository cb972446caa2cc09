"""Pages of games that published studies lead to: each shows at the choice of its link what the row is about."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from functools import cache
from html import unescape
from pathlib import Path
from typing import Any

import pytest

import caverna_sim as cs
from caverna_sim.kit.show.replay import in_words, unpacked
from reports.games import FIRST, GAMES, LOGGED, MOST, OPENING, THEN, WON, Choice, Shown, Sought, first_of_kinds, sought_by
from reports.pages import findings_at
from tests.browser import browser, needs_browser

REPORTS = Path(__file__).parents[2] / "reports"
LINKS = [
    (place.parent.name, thing, link)
    for place in sorted(REPORTS.glob("*/about.json"))
    for thing, link in json.loads(place.read_text(encoding="utf-8"))["page"].get("replays", {}).items()
]
STUDIES = sorted({study for study, _, _ in LINKS})


@cache
def steps_of(page: str) -> tuple[list[dict[str, Any]], list[str]]:
    found = unpacked((REPORTS / GAMES / page).read_text(encoding="utf-8"))
    return found["steps"], found["texts"]


def read(markup: str) -> str:
    """What an eye reads, in small letters."""
    return " ".join(unescape(re.sub(r"<[^>]*>", " ", markup)).lower().split())


def parts_of(link: str) -> tuple[str, int]:
    page, _, choice = link.removeprefix(f"../{GAMES}/").partition("#")
    return page, int(choice)


def is_placement(step: dict[str, Any], texts: list[str]) -> bool:
    """Whether a step of a page is one."""
    return "told" in step["pieces"] and re.match(r"\d place ", read(texts[step["pieces"]["told"]])) is not None


def words_of(place: str) -> str:
    """A place as a page names it."""
    return in_words(place).replace("_", " ").lower()


def seat_of(page: str, who: str) -> int:
    """The seat of that number, or of that bot."""
    scenario, _, index = page.removesuffix(".html").rpartition("-")
    return int(who) if who.isdigit() else cs.Game(scenario=scenario, index=int(index)).planned.bots.index(who)


def test_there_are_games_for_tiles_openings_and_improvements() -> None:
    """And for those about when a furnishing is built, which one first, how many dwarfs there are, who wins, arms late or mates how."""
    assert {"tiles-4", "openings-4", "agricola-majors-4", "agricola-openings-4", "timing-4", "first-tiles-4", "growth-4"} <= set(STUDIES)
    assert {"seats", "plans", "weapons-4", "neanderthal-mating", "growth-strengths-4"} <= set(STUDIES)
    pages = {page.name for page in (REPORTS / GAMES).glob("*.html")}
    assert pages == {parts_of(link)[0] for _, _, link in LINKS}, "a page without a link, or a link without a page"
    tables = [page.rpartition("-")[0] for page in pages]
    assert all(tables.count(table) <= MOST for table in tables)


@pytest.mark.parametrize("study", STUDIES)
def test_what_is_claimed_happens_at_the_choice(study: str) -> None:
    """The words of the choice name it; a thing is then on a board, a place is taken by who had not placed before."""
    told = findings_at(REPORTS / study)
    assert told is not None
    wanted = sought_by(told)
    for row, link in told.replays.items():
        page, choice = parts_of(link)
        steps, texts = steps_of(page)
        step, thing = steps[choice], wanted[row].thing
        if wanted[row].way == WON:
            assert choice == len(steps) - 1 and step["totals"][seat_of(page, thing)] == max(step["totals"]), (row, link)
            continue
        *begun, thing = thing.split(THEN)
        own = [one for one in steps[1:choice] if one["seat"] == step["seat"] and is_placement(one, texts)]
        assert not begun or [place in read(texts[one["pieces"]["told"]]) for one, place in zip(own, map(words_of, begun), strict=True)]
        assert in_words(thing).replace("_", " ").lower() in read(texts[step["pieces"]["told"]]), (thing, link)
        assert step["round"] in wanted[row].span, (row, link)
        if wanted[row].way == LOGGED:
            own = [one["pieces"]["told"] for one in steps[1:choice] if one["seat"] == step["seat"] and "told" in one["pieces"]]
            assert not wanted[row].begins or not any(wanted[row].begins in read(texts[one]) for one in own), (row, link)
            continue
        if wanted[row].way == FIRST:
            earlier = " ".join(
                read(texts[one["pieces"]["told"]]) for one in steps[1:choice] if one["seat"] == step["seat"] and "told" in one["pieces"]
            )
            built = re.findall(r"furnish m\d\d with ([a-z ]+)", earlier)
            names = [in_words(one).replace("_", " ").lower() for one in first_of_kinds(told)]
            assert not any(one.startswith(name) for one in built for name in names), (thing, link)
        changed = " ".join(read(texts[number]) for name, number in step["pieces"].items() if name not in ("told", "supply"))
        if wanted[row].way == OPENING:
            before = [one["seat"] for one in steps[1:choice] if is_placement(one, texts)]
            assert step["round"] == 1 and before.count(step["seat"]) == len(begun), (thing, link)
        if f"space.{thing}" in steps[0]["pieces"]:
            is_over = "the dwarfs return home" in read(texts[step["pieces"]["told"]])  # who is placed last leaves at once
            assert is_over or f"space.{thing}" in step["pieces"], (thing, link)
        else:
            assert all(word in changed for word in told.things[thing].name.partition(" (")[0].lower().split()), (thing, link)


def test_a_row_is_sought_where_it_happens() -> None:
    """Whatever else is named: in its rounds, as the first thing of a seat, as an opening, or in what came of a choice."""
    texts = ["place on hall", "furnish hut", "furnish mill", "place on hall", "furnish barn", "furnish mill"]
    choices = [
        Choice(number, text, number % 2, 1 + number // 3, text.startswith("place"), "a dwarf is born" if number == 5 else "")
        for number, text in enumerate(texts, start=1)
    ]
    shown = Shown("base_2", 0, tuple(choices))
    assert shown.choice(Sought("mill")) == 3 and shown.choice(Sought("mill", rounds=(3, 4))) == 6
    assert shown.choice(Sought("mill", rounds=(4, 5))) is None
    assert shown.choice(Sought("mill", FIRST), {"mill", "barn"}) == 3 and shown.choice(Sought("barn", FIRST), {"mill", "barn"}) is None
    assert shown.choice(Sought("hall", OPENING)) == 1 and shown.choice(Sought("born", LOGGED)) == 5
    assert shown.choice(Sought("hall, hall", OPENING)) is None
    assert replace(shown, winners=("1", "grower")).choice(Sought("grower", WON)) == 6 and shown.choice(Sought("1", WON)) is None
    logged = replace(shown, choices=tuple(replace(one, told="buys, born") if one.number in (1, 5) else one for one in choices))
    assert logged.choice(Sought("born", LOGGED, (2, 9))) == 5
    assert logged.choice(Sought("born", LOGGED, (2, 9), "buys")) is None  # the seat has bought before
    again = replace(shown, choices=(*choices, Choice(7, "place on mill", 1, 3, True, "")))
    assert again.choice(Sought("hall, mill", OPENING)) == 7 and again.choice(Sought("mill, hall", OPENING)) is None
    had = {"mill", ("mill", "2"), ("barn", FIRST)}
    assert Sought("mill").is_among(had) and Sought("mill", rounds=(1, 2)).is_among(had) and not Sought("mill", rounds=(3, 4)).is_among(had)
    assert Sought("barn", FIRST).is_among(had) and not Sought("mill", FIRST).is_among(had)


@needs_browser
def test_a_row_leads_to_its_game() -> None:
    one = browser()
    one.open(REPORTS / "tiles-4" / "report.html")
    link = one.run("""
    (() => {
      const line = blocks[0].things, id = Object.keys(line).find((thing) => line[thing].replay);
      blocks[0].open = true; draw(blocks[0]);
      document.querySelector(`tr[data-id="${id}"]`).click();
      return document.querySelector("#say a").getAttribute("href");
    })()""")
    page, choice = parts_of(link)
    one.open(REPORTS / GAMES / page)
    one.run(f"location.hash = '#{choice}'; new Promise((done) => setTimeout(done, 50))")
    assert one.run("at") == choice
    assert one.run("document.querySelectorAll('.acting .changed').length") > 0


@pytest.mark.slow
def test_a_published_game_is_the_one_that_is_played() -> None:
    page = next(page for _, _, link in LINKS if (page := parts_of(link)[0]).startswith("strong_2-"))
    index = int(page.removesuffix(".html").rpartition("-")[2])
    run = cs.run("strong_2", games=index + 1, workers=1)
    scores = run.players.collect().filter(game=index).sort("seat")["score"].to_list()
    assert steps_of(page)[0][-1]["totals"] == scores
