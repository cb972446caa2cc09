"""A game as a page: every step is drawn, and what is drawn is the position."""

from __future__ import annotations

import json
import random
import re
import xml.etree.ElementTree as ET
from collections.abc import Iterator, Mapping
from itertools import count, islice
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import caverna_sim as cs
from caverna_sim.cli import main
from caverna_sim.errors import CavernaError
from caverna_sim.games.caverna.show import watch
from caverna_sim.games.caverna.show.boards import cells_of, tile_name, ware_name
from caverna_sim.games.caverna.show.drawing import DRAWING
from caverna_sim.games.caverna.show.homes import one_way_to_stand
from tests.browser import needs_browser, opened

Capture = pytest.CaptureFixture[str]
SVG = "{http://www.w3.org/2000/svg}"
LINE = Path(__file__).parents[3] / "reports" / "solo_line.json"

# ---------------------------------------------------------------- reading a drawing back


def boards_in(html: str) -> list[ET.Element]:
    """The home boards of a drawing."""
    return [ET.fromstring(text) for text in re.findall(r'<div class="cv-board">.*?</div>', html, re.DOTALL)]


def cells_in(board: ET.Element) -> dict[str, ET.Element]:
    return {group.attrib["id"].split(".")[1]: group for group in board.iter(f"{SVG}g") if group.get("class") == "cv-cell"}


def seen(cell: ET.Element) -> dict[str, Any]:
    """What an eye sees on a cell: its kind, its words, stable, orcs, animals with their numbers."""
    kind = next(shape.attrib["class"].removeprefix("cv-k cv-k-") for shape in cell.iter(f"{SVG}rect"))
    orcs = ["".join(group.itertext()) for group in cell.iter(f"{SVG}g") if group.get("class") == "cv-orc"]
    animals = {
        group.attrib["class"].removeprefix("cv-animal cv-"): int(group.findtext(f"{SVG}text") or 0)
        for group in cell.iter(f"{SVG}g")
        if str(group.get("class")).startswith("cv-animal")
    }
    words = " ".join(text.text or "" for text in cell.findall(f"{SVG}text"))
    stable = any(shape.get("class") == "cv-stable" for shape in cell.iter(f"{SVG}path"))
    fence = next((shape.attrib["d"] for shape in cell.iter(f"{SVG}path") if shape.get("class") == "cv-fence"), "")
    return {"kind": kind, "words": words, "stable": stable, "orcs": orcs, "animals": animals, "sides": fence.count("M")}


def drawn_as(word: str, seat: Mapping[str, Any], tables: Mapping[str, Any]) -> tuple[str, str]:
    """Kind and words that a cell of a position has to be drawn with, independently of the drawing."""
    if word.startswith("trap:"):
        return ("trap-used" if word.endswith(":inactive") else "trap"), word.split(":")[1].replace("_", " ")
    if word.startswith("field:"):
        crop, amount = word[6:].split("*")
        return "field", f"{amount} {ware_name(crop, int(amount))}"
    if word.startswith("large_pasture"):
        return "large-pasture", ""
    if word in tables["furnishing"]:
        return tables["furnishing"][word]["colour"], tile_name(word, tables)
    name, _, goods = word.partition("*")
    if name in ("cavern", "tunnel", "deep_tunnel", "ore_mine", "ruby_mine"):
        ware = name.removesuffix("_mine")
        return name.replace("_", "-"), name.replace("_", " ") + (f" {goods} {ware_name(ware, int(goods))}" if goods else "")
    return name.replace("_", "-"), ""


def check(position: Mapping[str, Any], html: str, tables: Mapping[str, Any]) -> None:
    """Every cell, every orc, every animal and every chip of a drawing is that of the position."""
    boards = boards_in(html)
    assert len(boards) == position["players"]
    for number, (seat, board) in enumerate(zip(position["seats"], boards, strict=True)):
        cells = cells_in(board)
        animals = dict.fromkeys(seat["animals"], 0)
        expected = {cell.name: cell for cell in cells_of(seat)}
        assert set(cells) == set(expected)
        for name, cell in cells.items():
            shown, word = seen(cell), expected[name].word
            if word in (".", "^"):
                assert shown["kind"] == ("forest" if word == "." else "rock")
            else:
                assert (shown["kind"], shown["words"]) == drawn_as(word, seat, tables)
            assert shown["stable"] == (name in seat["stables"])
            assert shown["sides"] == {"small-pasture": 4, "large-pasture": 3}.get(shown["kind"], 0)
            here = [f"{letter}{one['strength']}" for letter, one in seat.get("orcs", {}).items() if one["at"] == name]
            assert sorted(shown["orcs"]) == sorted(here)
            for ware, amount in shown["animals"].items():
                animals[ware] += amount
        panel = html[html.index(f'id="s{number}.stock"') :]
        panel = panel[: panel.index("</section>")]
        for ware, amount in {**seat["goods"], **seat["animals"]}.items():
            assert f">{amount} {ware_name(ware, amount)}</span>" in panel
        homeless = re.search(r"on other places: ([^<]*)", panel)
        rest = {text.split(" ", 1)[1]: int(text.split(" ")[0]) for text in homeless[1].split(", ")} if homeless else {}
        for ware, amount in seat["animals"].items():
            assert animals[ware] + sum(number_ for name, number_ in rest.items() if name == ware_name(ware, number_)) == amount, (
                ware,
                seat,
            )
        assert panel.count("cv-man") == len(seat["dwarfs"])
    for space, entry in position["spaces"].items():
        card = html[html.index(f'id="space.{space}"') :]
        card = card[: card.index("</div>")]
        user = re.search(r"cv-seat(\d)", card)
        assert (int(user[1]) if user else None) == entry["used_by"]
        for ware, amount in entry.get("goods", {}).items():
            assert f"{amount} {ware_name(ware, amount)}" in card


def random_positions(expansion: str | None, each: int) -> Iterator[cs.Game]:
    """Positions of random games, spread over their length."""
    for seed in count():
        chance = random.Random(seed)
        game = cs.Game(1 + seed % 4, seed, expansion=expansion)
        for number in range(10**6):
            if game.over:
                break
            if number % (260 // each) == seed % 7:
                yield game
            game.play(chance.choice(game.legal()))


@pytest.mark.parametrize("expansion", [None, "fiends"])
@pytest.mark.parametrize("positions", [50, pytest.param(200, marks=pytest.mark.slow)])
def test_what_is_drawn_is_the_position(expansion: str | None, positions: int) -> None:
    """Random positions of random games, without orcs and with them."""
    checked = 0
    for game in islice(random_positions(expansion, each=13), positions):
        check(game.to_dict(), game._repr_html_(), game.rules.tables)
        checked += 1
    assert checked == positions


def test_a_wrong_drawing_is_noticed() -> None:
    game = cs.Game(2, 1)
    html = game._repr_html_()
    for right, wrong_ in (('"cv-k cv-k-forest"', '"cv-k cv-k-field"'), (">1 food<", ">2 food<"), (">cavern</text>", ">x</text>")):
        wrong = html.replace(right, wrong_, 1)
        assert wrong != html
        with pytest.raises(AssertionError):
            check(game.to_dict(), wrong, game.rules.tables)


def test_animals_stand_where_they_may() -> None:
    """R-ANIM-1, R-DOG-2: no home holds more than its room, or a type that may not stand there."""
    tables = cs.Game(1, 0).rules.tables
    seat = cs.Game(1, 0).to_dict()["seats"][0]
    seat["board"] = [
        ["small_pasture", "large_pasture:1", "large_pasture:1", "^", "^", "^"], ["meadow", ".", ".", "^", "^", "^"],
        [".", ".", ".", "cavern", "^", "^"], [".", ".", ".", "entry_level_dwelling", "ore_mine", "deep_tunnel"],
    ]  # fmt: skip
    seat["stables"] = ["F23"]
    seat["animals"] = {"dog": 2, "sheep": 3, "donkey": 1, "wild_boar": 3, "cattle": 4}
    standing, left = one_way_to_stand(seat, cells_of(seat), tables)
    assert left == {}
    assert standing["F23"] == {"wild_boar": 1}  # a stable in the forest
    assert standing["M24"] == {"donkey": 1}  # in the mine
    assert {"sheep": 3, "dog": 2} in standing.values()  # two dogs watch three sheep
    assert standing["F21"] == {"cattle": 4}
    seat["board"][1][1:3] = ["meadow", "meadow"]
    seat["animals"] = {"dog": 3, "sheep": 6, "donkey": 3, "wild_boar": 2, "cattle": 4}
    _, left = one_way_to_stand(seat, cells_of(seat), tables)
    assert left == {}  # one dog on each of three meadows watches two sheep there


# ---------------------------------------------------------------- the page


@pytest.fixture(scope="module")
def page(tmp_path_factory: pytest.TempPathFactory) -> Path:
    out = tmp_path_factory.mktemp("replay") / "game.html"
    assert main(["watch", "base_2", "--seed", "5", "--index", "3", "--html", str(out)]) == 0
    return out


def test_the_page_needs_no_network_and_is_the_same_again(page: Path, tmp_path: Path) -> None:
    text = page.read_text(encoding="utf-8")
    assert re.findall(r"https?://(?!www\.w3\.org)", text) == []
    assert main(["watch", "base_2", "--seed", "5", "--index", "3", "--html", str(tmp_path / "again.html")]) == 0
    assert (tmp_path / "again.html").read_text(encoding="utf-8") == text


@needs_browser
def test_every_step_is_drawn_without_a_script_error(page: Path) -> None:
    """All steps are walked forwards, the board of each is compared with the game played again; back at the start all is as before."""
    script = """
    const seen = [];
    for (let step = 0; step <= last; step += 1) {
      show(step);
      seen.push(["s0.F14", "s1.M14", "s0.stock", "scores"].map((name) => place(name).innerHTML).join("|"));
    }
    show(0);
    document.body.dataset.back = [place("s0.F14"), place("s1.M14"), place("s0.stock"), place("scores")]
      .map((one) => one.innerHTML).join("|") === seen[0];
    moves["round-forward"](); document.body.dataset.round = steps[at].round;
    dispatchEvent(new KeyboardEvent("keydown", {key: "End"})); document.body.dataset.end = at;
    dispatchEvent(new KeyboardEvent("keydown", {key: "ArrowLeft", shiftKey: true})); document.body.dataset.turn = at;
    dispatchEvent(new KeyboardEvent("keydown", {key: "End"}));
    document.body.dataset.steps = seen.length; document.body.dataset.kinds = new Set(seen).size;
    """
    shown = opened(page, script, width=390)
    data = dict(re.findall(r'data-(\w+)="([^"]*)"', shown[shown.index("<body") : shown.index("<header")]))
    game = cs.Game(scenario="base_2", seed=5, index=3)
    cs.play(game)
    assert int(data["steps"]) == len(game.actions) + 1
    assert int(data["kinds"]) > 40
    assert data["back"] == "true"
    assert data["round"] == "2"
    assert int(data["end"]) == len(game.actions) > int(data["turn"])
    check(game.to_dict(), shown, game.rules.tables)


def test_a_run_is_watched_as_it_was_played(tmp_path: Path, capsys: Capture) -> None:
    run = cs.run("quickstart", games=8, seed=3, out=tmp_path / "run", workers=1)
    assert main(["watch", str(tmp_path / "run"), "--index", "5", "--json"]) == 0
    data = json.loads(capsys.readouterr().out)
    rows = run.players.collect().filter(game=5).sort("seat")
    assert [one["total"] for one in data["scores"]] == rows["score"].to_list()
    assert data["bots"] == rows["bot"].cast(str).to_list()


def test_own_bots_of_a_scenario_play_with_their_own_parameters(tmp_path: Path, capsys: Capture) -> None:
    """`watch` plays the game that a batch plays; it once took the parameters of the base bot."""
    file = tmp_path / "own.toml"
    file.write_text(
        'name = "own"\nplayers = 2\nbots = ["wild", "balanced"]\n[bot.wild]\nbase = "balanced"\ntemperature = 3.0\n', encoding="utf-8"
    )
    run = cs.run(file, games=2, seed=1, out=tmp_path / "run", workers=1)
    assert main(["watch", str(file), "--seed", "1", "--index", "1", "--json"]) == 0
    data = json.loads(capsys.readouterr().out)
    assert [one["total"] for one in data["scores"]] == run.players.collect().filter(game=1).sort("seat")["score"].to_list()


def test_a_line_is_played(capsys: Capture, tmp_path: Path) -> None:
    data = json.loads(LINE.read_text(encoding="utf-8"))
    line = tmp_path / "line.json"
    line.write_text(json.dumps({"seed": 20261118, "index": 0, **data, "moves": data["moves"][:30]}), encoding="utf-8")
    assert main(["watch", "--line", str(line), "--steps", "10", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["actions"] == [cs.Action.parse(move).text for move in data["moves"][:10]]
    with pytest.raises(CavernaError, match="its 30 moves end in round"):
        watch.STAGE(_watching(line=str(line)))


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("{", "not valid JSON"),
        ('{"points": 3}', "`moves`: this key is missing"),
        ('{"moves": [], "seeds": 3}', "unknown key `seeds`; did you mean"),
        ('{"moves": ["place a dwarf of strength 9 on logging_1_3"]}', "move 1 cannot be played"),
        ('{"moves": ["fly"]}', "move 1 cannot be played"),
    ],
)  # fmt: skip
def test_wrong_lines_are_told(tmp_path: Path, text: str, problem: str) -> None:
    line = tmp_path / "line.json"
    line.write_text(text, encoding="utf-8")
    with pytest.raises(CavernaError, match=re.escape(problem)):
        watch.STAGE(_watching(line=str(line)))


def _watching(**options: Any) -> Any:
    from argparse import Namespace

    plain = {"scenario": None, "players": None, "seed": None, "index": 0, "tiles": None, "steps": None, "html": None, "json": True}
    return Namespace(
        **{**plain, "line": None, "quiet": True, "rounds": None, "boards": "never", "pause": False, "annotate": False, **options}
    )


def test_bots_that_judge_tell_what_they_weighed(tmp_path: Path) -> None:
    """The value bot: no more thoughts than candidates, and the chosen one is the best."""
    from caverna_sim.games.caverna.bots.roster import bot_named

    game, bot = cs.Game(2, 3), bot_named("value")
    chance = np.random.default_rng(0)
    weighed = 0
    for _ in range(60):
        action = bot(game.view(game.player or 0), game.legal(), chance)
        if action.kind == "place" and bot.weighed:  # type: ignore[attr-defined]
            best = max(bot.weighed, key=lambda thought: thought[1])  # type: ignore[attr-defined]
            assert action == best[0]
            assert len(bot.weighed) <= cs.bots()["value"].parameters["candidates"]  # type: ignore[attr-defined]
            weighed += 1
        game.play(action)
    assert weighed > 5


def test_style_names_every_kind_that_is_drawn() -> None:
    style = DRAWING.style()
    kinds = """
        forest rock meadow field small-pasture large-pasture cavern tunnel deep-tunnel ore-mine ruby-mine orange green yellow trap trap-used
    """
    for kind in kinds.split():
        assert f".cv-k-{kind}" in style
