"""The opening explorer: the tree counts what happened, margins count blocks, small counts say so, the page holds all of it."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import polars as pl
import pytest

import caverna_sim as cs
from caverna_sim.asking.explore import FEW_GAMES, LEAST_GAMES, Tree, _mean, _share, explore, summary
from caverna_sim.asking.explore_page import page_of
from caverna_sim.cli import main
from tests.browser import browser, needs_browser

GAMES = 300


@pytest.fixture(scope="module")
def run(tmp_path_factory: pytest.TempPathFactory) -> cs.Run:
    return cs.run("base_2", games=GAMES, seed=3, out=tmp_path_factory.mktemp("explore") / "run", workers=1)


@pytest.fixture(scope="module")
def tree(run: cs.Run) -> Tree:
    return explore(run, 4)


def test_every_node_counts_the_games_that_began_so(run: cs.Run, tree: Tree) -> None:
    """Compared with the placements themselves, one sequence after another."""
    frame = run.placements.filter(pl.col("round") == 1).sort("game", "turn").collect()
    begun: dict[int, list[tuple[int, str]]] = {}
    for game, seat, space in frame.select("game", "seat", pl.col("space").cast(pl.String)).iter_rows():
        begun.setdefault(game, []).append((seat, space))
    scores = {(game, seat): score for game, seat, score in run.players.select("game", "seat", "score").collect().iter_rows()}
    ids = sorted({space for places in begun.values() for _, space in places[:4]})
    assert tree.nodes[0].games == tree.games == GAMES
    for at, node in enumerate(tree.nodes):
        way: list[tuple[int, str]] = []
        while at > 0:
            way.insert(0, (tree.nodes[at].seat, ids[tree.nodes[at].place]))
            at = tree.nodes[at].parent
        games = [game for game, places in begun.items() if places[: len(way)] == way]
        assert len(games) == node.games
        assert set(node.examples) <= set(games)
        for seat, (mean, _) in enumerate(node.score):
            assert mean == pytest.approx(np.mean([scores[game, seat] for game in games]))


def test_rare_placements_are_counted_with_the_others(tree: Tree) -> None:
    assert all(node.games >= LEAST_GAMES for node in tree.nodes)
    for at, node in enumerate(tree.nodes):
        assert sum(tree.nodes[one].games for one in tree.children(at)) <= node.games


def test_placements_of_one_bot_are_counted_apart(run: cs.Run, tree: Tree) -> None:
    """Every row of every bot, compared with the placements and the seats themselves; few games are left out."""
    who = {(game, seat): bot for game, seat, bot in run.players.select("game", "seat", pl.col("bot").cast(pl.String)).collect().iter_rows()}
    scores = {(game, seat): score for game, seat, score in run.players.select("game", "seat", "score").collect().iter_rows()}
    frame = run.placements.filter(pl.col("round") == 1).sort("game", "turn").collect()
    first: dict[int, tuple[int, str]] = {}
    for game, seat, space in frame.select("game", "seat", pl.col("space").cast(pl.String)).iter_rows():
        first.setdefault(game, (seat, space))
    ids = sorted(frame["space"].cast(pl.String).unique().to_list())
    assert len(tree.bots) > 1
    assert sum(tree.nodes[0].next_by) == GAMES
    for bot, name in enumerate(tree.bots):
        assert tree.nodes[0].next_by[bot] == sum(who[game, seat] == name for game, (seat, _) in first.items())
        for node in map(tree.nodes.__getitem__, tree.children(0)):
            games = [game for game, at in first.items() if at == (node.seat, ids[node.place]) and who[game, node.seat] == name]
            own = node.by_bot[bot]
            assert (own is None) == (len(games) < LEAST_GAMES)
            if own is not None:
                assert own.games == len(games)
                assert own.score[0] == pytest.approx(np.mean([scores[game, node.seat] for game in games]))


def test_margins_count_blocks() -> None:
    """Ten games with the same chances say no more than one."""
    values, blocks = np.random.default_rng(1).normal(70, 8, 40), np.arange(40)
    alone, many = _mean(values, blocks), _mean(np.repeat(values, 10), np.repeat(blocks, 10))
    assert alone == pytest.approx(many)
    assert alone[1] == pytest.approx(2.02 * values.std(ddof=1) / np.sqrt(40), rel=0.02)
    assert _mean(values[:5], np.arange(5))[1] == float("inf")
    nothing = _share(np.zeros(20), np.arange(20))
    assert nothing[:2] == (0, 0)
    assert nothing[2] > 0.1


def test_the_page_is_one_file_that_shows_the_first_placement_without_its_script(tree: Tree) -> None:
    page = page_of([tree, tree])
    assert not re.search(r"(src|href)=\"(?!data:)[^#]", page)
    data = json.loads(re.search(r'id="trees">(.*?)</script>', page, re.DOTALL)[1].replace("<\\/", "</"))  # type: ignore[index]
    assert len(data) == 2
    assert [row[3] for row in data[0]["nodes"]] == [node.games for node in tree.nodes]
    for at in tree.children(0):
        assert f"<td>{tree.places[tree.nodes[at].place]}</td>" in page


@needs_browser
def test_clicks_go_down_the_tree_and_back(tree: Tree, tmp_path: Path) -> None:
    page = tmp_path / "page.html"
    page.write_text(page_of([tree]))
    script = """(() => {
      const told = [];
      const read = () => told.push([document.querySelectorAll('#path li').length, document.getElementById('games').textContent]);
      read();
      document.querySelector('#next button').click(); read();
      document.querySelector('#next button').click(); read();
      document.querySelector('#path button').click(); read();
      return told;
    })()"""
    tab = browser()
    tab.open(page, 390)
    assert tab.run("document.documentElement.scrollWidth <= innerWidth")
    told: Any = tab.run(script)
    first = tree.nodes[tree.children(0)[0]]
    assert [one[0] for one in told] == [1, 2, 3, 1]
    assert told[1][1].startswith(f"{first.games} games")


@needs_browser
def test_a_switch_shows_the_placements_of_one_bot(tree: Tree, tmp_path: Path) -> None:
    """Its rows add up to the games in which it is the one to be placed, and the address keeps who is looked at."""
    page = tmp_path / "page.html"
    page.write_text(page_of([tree]))
    tab = browser()
    tab.open(page, 390)
    script = """(() => {
      const told = [], choose = document.getElementById('bot');
      for (const one of choose.options) {
        choose.value = one.value; choose.dispatchEvent(new Event('change'));
        const heading = document.getElementById('whose').textContent, rows = document.querySelectorAll('#next tr').length;
        told.push([one.textContent, heading, rows, location.hash]);
      }
      return told;
    })()"""
    told: Any = tab.run(script)
    assert [one[0] for one in told] == ["all bots", *tree.bots]
    for bot, name in enumerate(tree.bots):
        _, heading, rows, address = told[bot + 1]
        assert heading.endswith(f"{name} in {tree.nodes[0].next_by[bot]} games")
        assert rows == sum(tree.nodes[at].by_bot[bot] is not None for at in tree.children(0))
        assert address.endswith(f";{name}")
    assert tab.run("document.documentElement.scrollWidth <= innerWidth")


def test_the_command_says_what_is_played_first(run: cs.Run, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = tmp_path / "page.html"
    assert main(["explore", str(run.path), "--out", str(out), "--replays", "0"]) == 0
    told = capsys.readouterr().out
    assert told.startswith("base_2: all 300 games begin with Supplies.\n")
    assert f"page: {out}" in told.replace("\n", "")
    assert out.is_file()
    assert main(["explore", str(run.path), "--out", str(run.path / "manifest.json")]) == 2
    assert "belongs to a run" in capsys.readouterr().err


def test_ways_to_begin_are_counted_where_there_are_several(run: cs.Run) -> None:
    """And the most usual one has its share; where others were too rare to be told it stands alone."""
    tree = explore(run)
    root, only = tree.nodes[0], tree.nodes[tree.children(0)[0]]
    name = tree.places[only.place]
    some, others = (replace(only, games=games) for games in (225, 75))
    assert summary([replace(tree, nodes=(root, others, some))]) == f"base_2: 300 games begin in 2 ways, 75.0 % of them with {name}"
    assert summary([replace(tree, nodes=(root, some))]) == f"base_2: 75.0 % of 300 games begin with {name}"
    assert summary([replace(tree, nodes=(root,))]) == "base_2: 300 games, too few for a tree"


def test_games_of_the_tree_come_along_as_pages(run: cs.Run, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = tmp_path / "page.html"
    assert main(["explore", str(run.path), "--out", str(out), "--replays", "2"]) == 0
    pages = sorted(one.name for one in tmp_path.glob("game-*.html"))
    assert len(pages) == 2
    data = json.loads(re.search(r'id="trees">(.*?)</script>', out.read_text(), re.DOTALL)[1].replace("<\\/", "</"))  # type: ignore[index]
    assert sorted(f"game-{index}.html" for index in data[0]["pages"]) == pages


def test_few_games_are_said(tree: Tree, run: cs.Run, capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    assert f"fewer than {FEW_GAMES} games a row says so" in page_of([tree]).replace("\n", " ")
    small = cs.run("base_2", games=24, seed=3, out=tmp_path / "small", workers=1)
    assert main(["explore", str(small.path), "--replays", "0"]) == 0
    assert "(few games)" in capsys.readouterr().out
