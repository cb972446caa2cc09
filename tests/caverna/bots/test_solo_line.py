"""The best solo game found so far can be played again move by move, and an independent scorer counts its points."""

from __future__ import annotations

import json
from pathlib import Path

from benchmarks.solo_line import replayed
from tests.caverna.table import rule

LINE = Path(__file__).parents[3] / "reports" / "solo_line.json"


@rule("R-SCORE-2", "R-SOLO-1")
def test_the_best_solo_line_is_legal_and_worth_what_it_says() -> None:
    kept = json.loads(LINE.read_text(encoding="utf-8"))
    assert kept["players"] == 1
    assert len(kept["moves"]) > 100
    assert replayed(tuple(kept["moves"])) == kept["points"] >= 120
