"""docs/fidelity.md tells the truth: it is up to date, complete, and everything it names exists."""

from __future__ import annotations

import re
from collections import Counter

import pytest

from tests import fidelity
from tests.fidelity import Entry, entries

MUST_BE_TESTED = [entry for entry in entries() if not entry.is_open_point]


def ids_of(letter: str) -> list[str]:
    return [entry.id for entry in entries() if entry.id.startswith(f"{letter}-") and not entry.is_fiends]


def test_no_id_is_forgotten() -> None:
    counts = {letter: len(ids_of(letter)) for letter in "RAFLXUD"}
    assert counts == {"R": 163, "A": 51, "F": 48, "L": 23, "X": 18, "U": 20, "D": 25}
    assert len([entry for entry in entries() if entry.id.startswith("toggle:")]) == 16


def test_no_id_of_frantic_fiends_is_forgotten() -> None:
    counts = Counter(re.sub(r"[-:][^-]*$", "", entry.id) for entry in entries() if entry.is_fiends)
    assert counts == {
        "F-SETUP": 8, "F-ROUND": 5, "F-ACT": 9, "F-FURN": 1, "F-TRAP": 11, "F-MINE": 4, "F-LOOT": 1, "F-FIGHT": 7, "F-BOUNTY": 10,
        "F-YELLOW": 3, "F-FRIEND": 9, "F-EVENT": 13, "F-HARV": 5, "F-CAVE": 11, "F-END": 3, "F-SCORE": 6, "F-SOLO": 2, "F-CAMP": 6,
        "F-TILE": 13, "F-TRAPKIND": 12, "ruling": 38, "T": 50,
    }  # fmt: skip


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
    assert not entry.simplified


NOWHERE = ("engine.land.no_such_function", "engine.nowhere.legal", "table:scoring.fame", "toggle:unknown", "settle")


@pytest.mark.parametrize("place", NOWHERE)
def test_the_check_notices_what_does_not_exist(place: str) -> None:
    assert not fidelity.place_exists(place)


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


def test_everything_is_tested() -> None:
    assert {entry.id: fidelity.state_of(entry) for entry in MUST_BE_TESTED if fidelity.state_of(entry) != fidelity.TESTED} == {}


def test_no_open_point_is_simplified_or_missing() -> None:
    states = {entry.id: fidelity.state_of(entry) for entry in entries() if entry.is_open_point}
    assert {point: state for point, state in states.items() if state not in (fidelity.TESTED, fidelity.IMPLEMENTED)} == {}


def test_the_page_is_up_to_date() -> None:
    assert fidelity.PAGE.read_text(encoding="utf-8") == fidelity.page(), "run `python -m tests.fidelity`"
