"""Actions side by side: shared words once, and what tells them apart; rich forms for notebooks."""

from __future__ import annotations

from caverna_sim import Action, Game
from caverna_sim.kit.play.choices import Actions, in_common, told_apart

PLACES = [Action.parse(f"place a dwarf of strength 0 on {space}") for space in ("supplies", "logging_1_3", "clearing_1_3")]


def test_shared_words_are_said_once() -> None:
    assert in_common(PLACES) == "place a dwarf of strength 0 on …"
    assert told_apart(PLACES) == ["supplies", "logging_1_3", "clearing_1_3"]
    assert in_common(PLACES[:1]) == PLACES[0].text
    assert told_apart(PLACES[:1]) == [PLACES[0].text]


def test_actions_of_several_kinds_are_told_in_full() -> None:
    both = [PLACES[0], Action.parse("pass")]
    assert told_apart(both) == [action.text for action in both]


def test_strengths_show_where_they_differ() -> None:
    armed = [Action.parse(f"place a dwarf of strength {strength} on supplies") for strength in (0, 8)]
    assert in_common(armed) == "place a dwarf of strength … on supplies"
    assert told_apart(armed) == ["0", "8"]


def test_a_number_beside_other_words_says_what_it_is_of() -> None:
    """A list of placements told `Blacksmithing, 6`."""
    both = [Action.parse(f"place a dwarf of strength {strength} on {space}") for strength, space in ((0, "supplies"), (6, "blacksmithing"))]
    assert told_apart(both) == ["supplies, weapon 0", "blacksmithing, weapon 6"]


def test_a_notebook_shows_legal_actions_as_a_table() -> None:
    legal = Game(players=2, seed=7).legal()
    assert isinstance(legal, list)
    shown = legal._repr_html_()  # type: ignore[attr-defined]
    assert shown.count("place a dwarf of strength 0 on") == 1
    assert all(f"<code>{action.id}</code>" in shown and f"<td>{action.space}</td>" in shown for action in legal if action.kind == "place")
    assert Actions()._repr_html_() == "<p>no actions</p>"
