"""Tables `orcs` and `fiends` of parameter files."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from caverna_sim.errors import BotError
from caverna_sim.games.caverna.bots import layout
from caverna_sim.games.caverna.bots.parameters import bot_record, packaged_bots, parameters_of, usual_orcs, with_fiends
from caverna_sim.games.caverna.box.catalog import FURNISHINGS, SPACES
from caverna_sim.games.caverna.box.tables import printed_tables
from caverna_sim.games.caverna.fiends.shape import ORC_WEIGHTS
from caverna_sim.games.caverna.learning.tune import genes_of

FIENDS = "fiends"


def written(folder: Path, text: str) -> str:
    path = folder / "own.toml"
    path.write_text(text, encoding="utf-8")
    return str(path)


def same(one: np.ndarray, other: np.ndarray) -> bool:
    return all(np.array_equal(one[name], other[name]) for name in layout.BOT.names or ())


def test_the_root_names_exactly_the_orc_weights_of_the_record() -> None:
    assert tuple(usual_orcs()) == ORC_WEIGHTS


def test_a_file_without_orcs_has_the_usual_weights(tmp_path: Path) -> None:
    values = parameters_of("balanced")
    assert "orcs" in values
    name = written(tmp_path, 'base = "novice"\ndescription = "x"\n')
    bot = bot_record(name)[0][0]
    assert {weight: round(float(bot[f"orc_{weight}"]), 4) for weight in ORC_WEIGHTS} == usual_orcs()


def test_orc_weights_reach_the_record(tmp_path: Path) -> None:
    name = written(tmp_path, 'base = "balanced"\n[orcs]\nrid = 3.5\n[fiends.orcs]\ntrap = 2.0\n[fiends.weights]\ncavern = 0.25\n')
    base, fiends = bot_record(name)[0][0], bot_record(name, None, FIENDS)[0][0]
    assert (base["orc_rid"], fiends["orc_rid"]) == (3.5, 3.5)
    assert fiends["orc_trap"] == 2.0
    assert fiends["cavern"] == 0.25
    assert base["cavern"] != 0.25


def test_tastes_for_fiends_change_nothing_in_the_base_game(tmp_path: Path) -> None:
    name = written(tmp_path, 'base = "balanced"\n[fiends.worth.early]\nwood = 9.0\n[fiends.space]\nhousework = 3.0\n')
    assert same(bot_record(name)[0], bot_record("balanced")[0])


def test_overrides_count_more_than_tastes_for_fiends(tmp_path: Path) -> None:
    name = written(tmp_path, 'base = "balanced"\n[fiends.weights]\ncavern = 0.25\nfield = 0.5\n')
    bot = bot_record(name, {"weights": {"cavern": 7.0}}, FIENDS)[0][0]
    assert (bot["cavern"], bot["field"]) == (7.0, 0.5)
    (tmp_path / "child.toml").write_text(f'base = "{name}"\n[weights]\nfield = 8.0\n', encoding="utf-8")
    child = bot_record(str(tmp_path / "child.toml"), None, FIENDS)[0][0]
    assert (child["cavern"], child["field"]) == (0.25, 8.0)


@pytest.mark.parametrize(
    ("text", "part"),
    [
        ("[orcs]\nride = 1.0\n", "unknown weight `ride`"),
        ("[orcs]\nrid = -1.0\n", "give a number from 0"),
        ("[fiends]\ntier = 3\n", "unknown table `tier`"),
        ("[fiends.weights]\ncavrn = 1.0\n", "fiends.weights.cavrn"),
        ("fiends = 3\n", "give a table"),
    ],
)
def test_mistakes_are_told(tmp_path: Path, text: str, part: str) -> None:
    name = written(tmp_path, 'base = "balanced"\n' + text if text.startswith("[") else text + 'base = "balanced"\n')
    with pytest.raises(BotError, match=part.replace("`", ".")):
        parameters_of(name)


def test_new_furnishings_and_spaces_can_be_liked(tmp_path: Path) -> None:
    name = written(tmp_path, 'base = "balanced"\n[furnishing]\norc_dwelling = 2.0\n[space]\narmory = 1.5\n')
    bot = bot_record(name)[0][0]
    assert bot["furnishing"][FURNISHINGS.index("orc_dwelling")] == 2.0
    assert bot["space"][SPACES.index("armory")] == 1.5


def test_orc_weights_are_tuned_with_the_expansion_only() -> None:
    start = bot_record("balanced")[0][0]
    base, fiends = genes_of(start), genes_of(start, expansion=FIENDS)
    orcs = {f"orc_{name}" for name in ORC_WEIGHTS}
    assert not orcs & {gene.field for gene in base}
    assert orcs <= {gene.field for gene in fiends}
    tiles = [gene for gene in fiends if gene.field == "furnishing"]
    assert len(tiles) == len(printed_tables(FIENDS)["furnishing"]) > len([gene for gene in base if gene.field == "furnishing"])
    assert {gene.field for gene in genes_of(start, ("orcs.rid",), expansion=FIENDS)} == {"orc_rid"}


def test_what_was_tuned_is_written_beside_the_tastes_for_the_base_game(tmp_path: Path) -> None:
    bot = bot_record("balanced", None, FIENDS)[0].copy()
    bot[0]["orc_rid"], bot[0]["cavern"] = 4.25, 0.75
    name = written(tmp_path, with_fiends("balanced", bot, {"command": "x"}))
    assert same(bot_record(name)[0], bot_record("balanced")[0])
    again = bot_record(name, None, FIENDS)[0]
    assert (again[0]["orc_rid"], again[0]["cavern"]) == (4.25, 0.75)
    text = with_fiends(name, again, {"command": "y"})
    assert text.count("[fiends.provenance]") == 1
    assert same(bot_record(written(tmp_path, text), None, FIENDS)[0], again)


@pytest.mark.parametrize("name", ["orc_hunter", "trapper", "befriender", "briber"])
def test_bots_for_orcs_come_along(name: str) -> None:
    assert name in packaged_bots()
    assert parameters_of(name)["description"].startswith("Frantic Fiends")
