"""docs/fidelity.md tells the truth: it is up to date, complete, and everything it names exists."""

from __future__ import annotations

import re
from collections import Counter

import pytest

from caverna_sim.games.caverna.box.tables import printed_tables
from tests import fidelity
from tests.fidelity import Entry, entries
from tests.fidelity_games import NAMES, cited_in, problems

MUST_BE_TESTED = [entry for entry in entries() if not entry.is_open_point]


def ids_of(letter: str) -> list[str]:
    return [entry.id for entry in entries() if entry.id.startswith(f"{letter}-") and not entry.is_fiends]


def test_no_id_is_forgotten() -> None:
    counts = {letter: len(ids_of(letter)) for letter in "RAFLXUD"}
    assert counts == {"R": 163, "A": 51, "F": 48, "L": 23, "X": 18, "U": 20, "D": 25}
    assert len([entry for entry in entries() if entry.id.startswith("toggle:")]) == 16


# rules of each chapter, then components, rulings and worked examples
FIENDS_IDS = {
    "F-SETUP": 8, "F-ROUND": 5, "F-ACT": 9, "F-FURN": 1, "F-TRAP": 11, "F-MINE": 4, "F-LOOT": 1, "F-FIGHT": 7, "F-BOUNTY": 10,
    "F-YELLOW": 3, "F-FRIEND": 9, "F-EVENT": 13, "F-HARV": 5, "F-CAVE": 11, "F-END": 3, "F-SCORE": 6, "F-SOLO": 2, "F-CAMP": 6,
    "F-TILE": 13, "F-TRAPKIND": 12, "A": 1, "L": 3, "bounty": 28, "event": 4, "stack": 3, "milestone": 8, "ruling": 43, "T": 50, "C": 9,
}  # fmt: skip


def test_no_id_of_frantic_fiends_is_forgotten() -> None:
    assert Counter(re.sub(r"[-:][^-]*$", "", entry.id) for entry in entries() if entry.is_fiends) == FIENDS_IDS


@pytest.mark.parametrize("chapter", [chapter for chapter in FIENDS_IDS if chapter.startswith("F-")])
def test_rules_of_frantic_fiends_are_numbered_without_gaps(chapter: str) -> None:
    numbers = [entry.id for entry in entries() if re.fullmatch(rf"{chapter}-\d+", entry.id)]
    assert numbers == [f"{chapter}-{number}" for number in range(1, FIENDS_IDS[chapter] + 1)]


def test_worked_examples_have_the_numbers_of_the_reference() -> None:
    numbers = [entry.id for entry in entries() if entry.id.startswith("T-")]
    assert numbers == [f"T-{number:02}" for number in (*range(1, 25), *range(30, 56))]


@pytest.mark.parametrize(("table", "word"), [("furnishing", "F-TILE"), ("trap", "F-TRAPKIND")])
def test_every_new_tile_and_trap_is_a_rule_of_its_own(table: str, word: str) -> None:
    rows = {name: row for name, row in printed_tables("fiends")[table].items() if name not in printed_tables().get(table, {})}
    where = {entry.id: entry.where for entry in entries()}
    assert sorted(row["cite"] for row in rows.values()) == sorted(f"{word}-{number}" for number in range(1, len(rows) + 1))
    assert [name for name, row in rows.items() if f"table:{table}.{name}" not in where[row["cite"]]] == []


def test_furnishings_of_the_base_game_are_no_rules_of_the_expansion() -> None:
    assert [tile for tile in ids_of("F") if not re.fullmatch(r"F-[a-z][a-z0-9_]*", tile)] == []
    rules = [entry.id for entry in entries() if entry.is_fiends and entry.id.startswith("F-")]
    assert [rule_id for rule_id in rules if not re.fullmatch(r"F-[A-Z]+-\d+", rule_id)] == []


def engine_of(place: str) -> str:
    """The file that holds a function of the engine."""
    words = place.split(".")
    found = (fidelity.GAME.joinpath(*words[:depth]).with_suffix(".py") for depth in range(len(words), 0, -1))
    return next(file for file in found if file.exists()).read_text(encoding="utf-8")


@pytest.mark.parametrize("name", printed_tables("fiends")["ruling"])
def test_every_ruling_is_read_where_the_page_says(name: str) -> None:
    row, where = printed_tables("fiends")["ruling"][name], fidelity.fiends_table()["ruling"][name]
    if "sets" in row:
        assert where == f"table:{row['sets']}"
    elif "@njit" in engine_of(where):
        body = engine_of(where).split(f"def {where.rpartition('.')[2]}(")[1].split("\n@njit")[0]
        assert f"ruling.{name.upper()}" in body
    else:
        assert f'"{name}"' in engine_of(where)


def test_ids_are_unique_and_numbered_without_gaps() -> None:
    names = [entry.id for entry in entries()]
    assert len(set(names)) == len(names)
    for letter in "XUD":
        assert ids_of(letter) == [f"{letter}-{number}" for number in range(1, len(ids_of(letter)) + 1)]


@pytest.mark.parametrize("entry", entries(), ids=lambda entry: entry.id)
def test_what_the_page_names_exists(entry: Entry) -> None:
    places = (*entry.where, *entry.decided)
    assert [place for place in places if not fidelity.place_exists(place)] == []
    assert entry.title


def test_what_is_simplified_is_known_and_explained() -> None:
    assert [entry.id for entry in entries() if entry.simplified] == ["F-END-1"]


NOWHERE = ("home.land.no_such_function", "engine.nowhere.legal", "table:scoring.fame", "toggle:unknown", "settle")


@pytest.mark.parametrize("place", NOWHERE)
def test_the_check_notices_what_does_not_exist(place: str) -> None:
    assert not fidelity.place_exists(place)


def test_the_check_notices_what_is_missing_or_untested() -> None:
    assert fidelity.state_of(Entry("F-EVENT-99", "", "A rule nobody carries out", ("fiends.events.dance",))) == fidelity.MISSING
    assert fidelity.state_of(Entry("T-99", "", "An example without a test")) == fidelity.MISSING
    untested = Entry("F-EVENT-99", "", "A rule no test cites", ("fiends.events.begin_event",))
    assert (fidelity.state_of(untested), fidelity.is_shown(untested)) == (fidelity.IMPLEMENTED, False)
    simplified = Entry("F-EVENT-99", "", "A rule told away", ("fiends.events.begin_event",), simplified="no time")
    assert (fidelity.state_of(simplified), fidelity.is_shown(simplified)) == (fidelity.SIMPLIFIED, False)
    assert fidelity.is_shown(next(entry for entry in entries() if entry.id == "F-EVENT-3"))


def test_every_open_point_is_decided() -> None:
    for entry in entries():
        if entry.is_open_point:
            assert entry.decided, f"{entry.id} names neither a toggle or table nor 'settled'"
            assert entry.reading, f"{entry.id} does not say what is played"


def test_every_toggle_decides_a_point_or_belongs_to_a_rule() -> None:
    toggles = [entry.id for entry in entries() if entry.id.startswith("toggle:")]
    others = [entry for entry in entries() if entry.id not in toggles]
    named = {place.replace("table:toggle.", "toggle:") for entry in others for place in (*entry.where, *entry.decided)}
    assert [toggle for toggle in toggles if toggle not in named] == []


def test_all_tests_can_be_collected() -> None:
    assert fidelity.citations().broken == []


def test_tests_cite_known_ids_only() -> None:
    assert fidelity.unknown_ids() == {}


def test_the_rules_data_cite_known_ids_only() -> None:
    assert fidelity.unknown_cites() == []


def test_the_readme_has_the_numbers_of_the_page() -> None:
    text = " ".join((fidelity.PROJECT / "README.md").read_text(encoding="utf-8").split())
    base = f"{len(ids_of('R'))} rules, {len(ids_of('A'))} action spaces, {len(ids_of('F'))} furnishings, {len(ids_of('L'))} loot items"
    assert f"{base} and {len(ids_of('X'))} worked values" in text
    rules = sum(number for chapter, number in FIENDS_IDS.items() if chapter.startswith("F-"))
    fiends = f"{rules} rules, new tiles and traps among them, {FIENDS_IDS['bounty']} rewards, {FIENDS_IDS['ruling']} rulings"
    fiends += f", {FIENDS_IDS['C']} corrections from a second reading"
    assert f"{fiends} and {FIENDS_IDS['T']} worked examples" in text


ID = re.compile(r"\b(R-[0-9A-Z]+-P?\d+|F-[A-Z]+-\d+|[UDXC]-\d+|T-\d\d)\b")


def test_comments_of_the_package_name_known_ids_only() -> None:
    known = {entry.id for entry in entries()}
    files = [file for file in fidelity.PACKAGE.rglob("*") if file.suffix in (".py", ".toml")]
    named = {(file.name, found) for file in files for found in ID.findall(file.read_text(encoding="utf-8"))}
    assert len(named) > 500
    assert sorted((file, found) for file, found in named if found not in known) == []


def test_everything_is_tested() -> None:
    assert {entry.id: fidelity.state_of(entry) for entry in MUST_BE_TESTED if not fidelity.is_shown(entry)} == {}


def test_no_open_point_is_simplified_or_missing() -> None:
    states = {entry.id: fidelity.state_of(entry) for entry in entries() if entry.is_open_point}
    assert {point: state for point, state in states.items() if state not in (fidelity.TESTED, fidelity.IMPLEMENTED)} == {}


def test_the_page_is_up_to_date() -> None:
    assert fidelity.PAGE.read_text(encoding="utf-8") == fidelity.page(), "run `python -m tests.fidelity`"


# ---------------------------------------------------------------- the games beside Caverna


@pytest.mark.parametrize("game", NAMES)
def test_every_id_of_a_game_is_tested_and_its_page_says_where(game: str) -> None:
    """When this fails: python -m tests.fidelity."""
    assert problems(game) == []


def test_ids_are_read_from_sentences() -> None:
    assert list(cited_in("Fences (AG-FNC-03 to -05, UNC-12)")) == ["AG-FNC-03", "AG-FNC-04", "AG-FNC-05", "UNC-12"]
