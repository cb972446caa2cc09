"""The package as it is imported: its names, and what an import costs (interface, section 1)."""

from __future__ import annotations

import subprocess
import sys

import caverna_sim as cs


def loaded_by(code: str) -> set[str]:
    """The modules that a fresh Python has loaded after some code."""
    result = subprocess.run(
        [sys.executable, "-c", f"{code}\nimport sys; print(*sys.modules)"], capture_output=True, text=True, check=True, timeout=300
    )
    return set(result.stdout.split())


def test_all_names_are_there_and_sorted() -> None:
    assert sorted(cs.__all__) == list(cs.__all__)
    assert set(cs._HOMES) <= set(cs.__all__)
    for name in cs.__all__:
        assert getattr(cs, name) is not None
        assert name in dir(cs)


def test_a_star_import_brings_exactly_these_names() -> None:
    names: dict[str, object] = {}
    exec("from caverna_sim import *", names)
    assert set(names) - {"__builtins__"} == set(cs.__all__)


def test_every_name_comes_from_where_it_is_defined() -> None:
    from caverna_sim.errors import CavernaError, IllegalAction, PositionError, RulesError, ScenarioError, UnknownAction
    from caverna_sim.games.caverna.actions import Action
    from caverna_sim.games.caverna.game import Game, View, play

    assert (cs.Action, cs.caverna.Game, cs.View, cs.caverna.play) == (Action, Game, View, play)
    assert issubclass(Game, cs.Game)  # the door to all games
    for error in (IllegalAction, PositionError, RulesError, ScenarioError, UnknownAction):
        assert issubclass(error, CavernaError)
        assert issubclass(error, ValueError)
        assert getattr(cs, error.__name__) is error


def test_an_unknown_name_is_an_attribute_error() -> None:
    assert not hasattr(cs, "Gmae")


def test_importing_the_package_loads_neither_compiler_nor_bots() -> None:
    loaded = loaded_by("import caverna_sim")
    assert "caverna_sim" in loaded
    assert not {"numba", "numpy", "rich", "caverna_sim.games.caverna.game", "caverna_sim.games.caverna.bots"} & loaded


def test_reading_scenarios_and_rules_does_not_load_the_compiler() -> None:
    loaded = loaded_by(
        "from caverna_sim.scenario.scenario import load_scenario; load_scenario('quickstart')\nimport caverna_sim.games.caverna.show.rules"
    )
    assert "caverna_sim.scenario.scenario" in loaded
    assert "numba" not in loaded


def test_the_roster_can_be_asked_before_and_after_games() -> None:
    assert "random" in cs.bots()
    code = "import caverna_sim as cs; cs.Game(scenario='base_2'); print('roster:', 'random' in cs.bots())"
    result = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False, timeout=300)
    assert "roster: True" in result.stdout, result.stderr


def test_the_roster_describes_every_bot() -> None:
    for name, info in cs.bots().items():
        assert name.isidentifier()
        assert len(info.description) > 10
        assert isinstance(info.parameters, dict)


def test_the_version_is_told() -> None:
    assert cs.__version__.count(".") == 2
