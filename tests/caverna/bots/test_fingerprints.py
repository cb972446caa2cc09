"""Fingerprints name what a bot is: by names and values, whatever room records have for them."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from itertools import combinations
from typing import Any

import numpy as np
import pytest

from caverna_sim.games.caverna.bots.fingerprints import NEUTRAL, fingerprint, named
from caverna_sim.games.caverna.bots.layout import BOT, JUDGE
from caverna_sim.games.caverna.bots.parameters import bot_record, packaged_bots, packed, usual_orcs
from caverna_sim.kit.bots.fingerprints import contents

Records = tuple[np.ndarray, np.ndarray]
PRINTS = """
from caverna_sim.games.caverna.bots.fingerprints import fingerprint
from caverna_sim.games.caverna.bots.parameters import bot_record
for expansion in (None, "fiends"):
    for name in ("random", "novice", "balanced", "trapper", "value", "search", "swift"):
        bot, judge = bot_record(name, None, expansion)
        print(expansion, name, fingerprint(bot[0], judge[0]))
"""
WIDER = """
import sys
from importlib.util import find_spec, module_from_spec
from caverna_sim.games.caverna.fiends import shape as fiends_shape
from caverna_sim.games.caverna.shape import sizes

for name in ("MAX_FURNISHINGS", "MAX_SPACES", "MAX_LOOT", "MAX_TRAPS"):
    setattr(sizes, name, getattr(sizes, name) + 3)
fiends_shape.FIELDS["BOT"] += (("orc_whim", "f4"),)
fiends_shape.FEATURE_GROUPS = {"weather": 5, **fiends_shape.FEATURE_GROUPS}
spec = find_spec("caverna_sim.games.caverna.bots.layout")
text = spec.loader.get_source(spec.name)
for now, then in {
    "WIDE, NARROW = 96, 32": "WIDE, NARROW = 112, 40",
    "JUDGED_FURNISHINGS = 62": "JUDGED_FURNISHINGS = 64",
    '("tier", np.int8),': '("whim", np.float64), ("tier", np.int16), ("whims", np.float32, (3,)),',
    '("candidates", np.int16)': '("candidates", np.int64)',
    '("taste", np.float32, (NUM_FEATURES,))': '("taste", np.float64, (NUM_FEATURES,)), ("doubts", np.float32, (WIDE, 2))',
}.items():
    assert now in text, now
    text = text.replace(now, then)
layout = module_from_spec(spec)
sys.modules[spec.name] = layout
exec(text, layout.__dict__)
assert layout.JUDGE.itemsize > {judge} and layout.BOT.itemsize > {bot} and layout.NUM_FEATURES > {features}
"""


def printed(script: str) -> list[str]:
    """What a script says, in a process of its own."""
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout.splitlines()


def print_of(records: Records) -> str:
    return fingerprint(records[0][0], records[1][0])


def leaves(records: np.ndarray) -> Iterator[np.ndarray]:
    """[field] its numbers, as a view: those of a record in a record too."""
    for field in records.dtype.names or ():
        if records[field].dtype.names:
            yield from leaves(records[field])
        else:
            yield records[field]


def same(one: Records, other: Records) -> bool:
    """Whether two bots have the same numbers."""
    both = ((a, b) for mine, theirs in zip(one, other, strict=True) for a, b in zip(leaves(mine), leaves(theirs), strict=True))
    return all(np.array_equal(a, b) for a, b in both)


def test_records_with_more_room_leave_every_fingerprint_as_it_was() -> None:
    """New fields, more tiles and spaces, more inputs, wider layers, other types: nothing that a bot is."""
    from caverna_sim.games.caverna.bots.layout import NUM_FEATURES

    wider = WIDER
    for name, size in {"judge": JUDGE.itemsize, "bot": BOT.itemsize, "features": NUM_FEATURES}.items():
        wider = wider.replace(f"{{{name}}}", str(size))
    assert printed(wider + PRINTS) == printed(PRINTS)


@pytest.mark.parametrize("which", [0, 1])
def test_every_number_counts(which: int) -> None:
    """A change anywhere in a record is another bot; of arrays some places are tried, the last one too."""
    records = bot_record("search", None, "fiends")
    chance, seen, tried = np.random.default_rng(5), {print_of(records)}, 0
    own = (records[0].copy(), records[1].copy())
    for numbers in leaves(own[which]):
        for place in {numbers.size - 1, *chance.integers(numbers.size, size=3).tolist()}:
            where = np.unravel_index(place, numbers.shape)
            before = numbers[where]
            numbers[where] = before - 1
            seen.add(print_of(own))
            tried += 1
            numbers[where] = before
    assert len(seen) == tried + 1
    assert print_of(own) == print_of(records)


@pytest.mark.parametrize("expansion", [None, "fiends"])
def test_only_bots_that_are_the_same_share_one(expansion: str | None) -> None:
    """Such as `search` and `campaigner`, whose orcs are all that tells them apart."""
    roster = {name: bot_record(name, None, expansion) for name in packaged_bots()}
    prints = {name: print_of(records) for name, records in roster.items()}
    for one, other in combinations(roster, 2):
        assert (prints[one] == prints[other]) == same(roster[one], roster[other]), (one, other)
    assert len(set(prints.values())) > len(prints) - 5


@pytest.mark.parametrize(
    "more",
    [
        {"temperature": 1.5}, {"weights": {"begging": -2.0}}, {"worth": {"early": {"wood": 3.0}}}, {"enough": {"wood": 99.0}},
        {"furnishing": {"miner": 0.5}}, {"furnishing": {"miner": {"per_round": 0.5}}}, {"orcs": {"rid": 1.5}},
        {"space": {"logging": 0.5}}, {"first": {"4": {"logging": 0.5}}}, {"first": {"5": {"logging": 0.5}}},
        {"candidates": 9}, {"taste": {"weapons": 1.0}}, {"taste": {"weapons": 2.0}}, {"judge": "value_fiends"}, {"tier": "search"},
    ],
)  # fmt: skip
def test_a_bot_that_is_told_something_else_is_another_one(more: dict[str, Any]) -> None:
    assert print_of(bot_record("value", more)) != print_of(bot_record("value"))


def test_what_a_file_says_again_is_nothing_new() -> None:
    usual = {"candidates": 8, "foreseen": 1, "enough": {"gold": 100.0}, "space": {"excavation": 0.0}, "furnishing": {"miner": 0.0}}
    assert print_of(bot_record("random", usual)) == print_of(bot_record("random"))


def test_what_counts_for_nothing_is_known() -> None:
    """A field that comes with a usual value of its own needs a row in NEUTRAL; without one every bot would be another bot."""
    bot, judge = packed({"tier": "random"})
    said = set(contents(bot[0], named({}))) - {"tier", *(f"orc_{name}" for name in usual_orcs())}
    assert said <= set(NEUTRAL)
    assert set(NEUTRAL) <= set(BOT.names or ())
    assert contents(judge[0], named({})) == {}
