"""A kept run goes on with whatever plays the same games, and with nothing else: what decides rows is compared, not texts."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

import caverna_sim as cs
from caverna_sim.batch import behaviour
from caverna_sim.dataset.manifest import read_manifest, write_manifest
from caverna_sim.games.caverna.source import CavernaSource
from caverna_sim.kit.design import draws
from caverna_sim.match import seating
from caverna_sim.match.protocol import PlayedChunk
from tests.batch import digests, scenario_of

SCENARIO = {**scenario_of(4, games=96), "supply": {"random_absence": 0.5}}
CHUNK = 16


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> cs.Run:
    return cs.run(SCENARIO, out=tmp_path_factory.mktemp("behaviour") / "whole", workers=1, chunk_games=CHUNK)


def half(folder: Path) -> Path:
    cs.run(SCENARIO, games=48, out=folder, workers=1, chunk_games=CHUNK)
    return folder


def gone_on(folder: Path) -> cs.Run:
    return cs.run(SCENARIO, out=folder, workers=1, chunk_games=CHUNK, resume=True)


def refused(folder: Path) -> str:
    with pytest.raises(cs.DatasetError) as told:
        gone_on(folder)
    return str(told.value).partition("it cannot be resumed, because ")[2].partition(";")[0]


def other_texts(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(behaviour, "code_of", lambda game: "0123456789abcdef")


def as_before_digests(folder: Path) -> None:
    """The manifest as earlier versions wrote it: the hash of texts was in its key."""
    manifest = read_manifest(folder)
    for name in ("code", "behaviour"):
        del manifest[name]
    write_manifest(folder, {**manifest, "engine": "0123456789abcdef"})


def test_other_texts_that_play_the_same_games_go_on(whole: cs.Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    run = half(tmp_path / "run")
    other_texts(monkeypatch)
    assert digests(gone_on(run)) == digests(whole)
    as_before_digests(run)
    assert gone_on(run).finished


def test_a_damaged_file_does_not_keep_an_early_run_from_going_on(whole: cs.Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    run = half(tmp_path / "run")
    as_before_digests(run)
    other_texts(monkeypatch)
    min((run / "games").glob("part-*.parquet")).unlink()
    assert digests(gone_on(run)) == digests(whole)


def test_a_finished_run_is_loaded_whatever_texts_are(whole: cs.Run, monkeypatch: pytest.MonkeyPatch) -> None:
    other_texts(monkeypatch)
    again = cs.run(SCENARIO, out=whole.path, workers=1)
    assert again.manifest["ended"] == whole.manifest["ended"]


def otherwise_seated(monkeypatch: pytest.MonkeyPatch) -> None:
    real = seating.Seating.block
    monkeypatch.setattr(seating.Seating, "block", lambda plan, seed, number: real(plan, seed, number)[::-1])


def otherwise_drawn(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(draws, "STREAM_ABSENCE", 64)


def with_another_column(monkeypatch: pytest.MonkeyPatch) -> None:
    real = CavernaSource.__init__

    def changed(source: CavernaSource, *given: Any, **more: Any) -> None:
        real(source, *given, **more)
        first, *others = source.tables
        source.tables = (replace(first, columns=first.columns[:-1]), *others)

    monkeypatch.setattr(CavernaSource, "__init__", changed)


def otherwise_played(monkeypatch: pytest.MonkeyPatch) -> None:
    real = CavernaSource.play

    def changed(source: CavernaSource, first: int, games: int, stop: Any) -> PlayedChunk | None:
        played = real(source, first, games, stop)
        if played is not None:
            played.rows["players"]["score"][:1] += 1  # type: ignore[index]
        return played

    monkeypatch.setattr(CavernaSource, "play", changed)
    other_texts(monkeypatch)


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        (otherwise_seated, "its seating is drawn otherwise now"),
        (otherwise_drawn, "its supply is drawn otherwise now"),
        (with_another_column, "its tables have other columns now"),
        (otherwise_played, "its games go otherwise now"),
    ],
)
def test_what_would_play_other_games_is_refused_with_the_reason(
    change: Callable[[pytest.MonkeyPatch], None], reason: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    run = half(tmp_path / "run")
    before = (run / "manifest.json").read_bytes()
    change(monkeypatch)
    assert refused(run) == reason
    assert (run / "manifest.json").read_bytes() == before


def test_a_run_begun_before_there_were_digests_is_compared_with_its_rows(
    whole: cs.Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    run = half(tmp_path / "run")
    as_before_digests(run)
    with monkeypatch.context() as patch:
        otherwise_played(patch)
        assert refused(run) == "its games go otherwise now"
    assert digests(gone_on(run)) == digests(whole)
    manifest = json.loads((run / "manifest.json").read_text(encoding="utf-8"))
    assert manifest["behaviour"] == whole.manifest["behaviour"]


def test_digests_are_those_of_the_scenario_and_not_of_its_length(whole: cs.Run, tmp_path: Path) -> None:
    run = cs.load(half(tmp_path / "run"))
    assert run.manifest["behaviour"] == whole.manifest["behaviour"]
    assert run.manifest["key"] == whole.manifest["key"]
    assert set(run.manifest["behaviour"]) == {"seating", "supply", "limits", "opening", "columns", "games"}
    other = cs.run({**SCENARIO, "seed": 3}, games=48, out=tmp_path / "other", workers=1)
    same = {name for name, digest in other.manifest["behaviour"].items() if digest == run.manifest["behaviour"][name]}
    assert same == {"limits", "opening", "columns"}
