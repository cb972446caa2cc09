"""README.md, CONTRIBUTING.md and the pages that people read first tell the truth: examples run, commands exist, findings are found.

python -m tests.test_readme     draws the picture of docs/first.md again, and prints what its commands print
"""

from __future__ import annotations

import contextlib
import io
import json
import os
import re
import subprocess
import sys
import tempfile
import tomllib
from collections import Counter
from pathlib import Path

import pytest

from tests import fidelity

PROJECT = Path(__file__).parents[1]
FIRST = PROJECT / "docs" / "first.md"
MOST_WORDS = 1300
PAGES = (
    "README.md", "CONTRIBUTING.md", "CHANGELOG.md", "docs/engine.md", "docs/fiends.md", "docs/dataset.md", "docs/statistics.md",
    "docs/fidelity.md", "docs/first.md", "docs/pictures.md", "docs/bots.md", "docs/training.md", "docs/scenarios.md", "docs/studies.md",
)  # fmt: skip
PICTURE = PROJECT / "docs" / "quickstart.svg"
PICTURED = "seat 3 (ruby_miner)"


def text_of(page: str) -> str:
    return (PROJECT / page).read_text(encoding="utf-8")


def blocks(language: str, page: str = "README.md") -> list[str]:
    return re.findall(rf"^```{language}\n(.*?)^```", text_of(page), re.MULTILINE | re.DOTALL)


# ---------------------------------------------------------------- what was found


def test_it_is_short() -> None:
    assert len(text_of("README.md").split()) <= MOST_WORDS


@pytest.mark.parametrize("row", [line for line in text_of("README.md").splitlines() if line.startswith("|") and "/report.html)" in line])
def test_a_finding_is_that_of_its_page(row: str) -> None:
    """Every number stands in the answer of the published study, and the command is the one that made it."""
    from reports.gallery import made_by

    _, asked, found, _ = row.split("|")
    study = re.findall(r"\(reports/([\w-]+)/report\.html\)", found)[0]
    verdict = json.loads(text_of(f"reports/{study}/about.json"))["verdict"]
    told = re.sub(r"\]\(.*?\)|\bseat \d", "", found)
    numbers = re.findall(r"\d+(?:\.\d+)?(?: %)?(?:/\d+)*", told)
    assert numbers
    assert [number for number in numbers if number not in verdict] == []
    assert re.findall(r"`(.+?)`", asked) == [made_by(study, PROJECT / "reports")]


def project_table() -> dict[str, object]:
    table: dict[str, object] = tomllib.loads(text_of("pyproject.toml"))["project"]
    return table


def names_of(requirements: object) -> set[str]:
    assert isinstance(requirements, list)
    return {re.split(r"[<>=\[ ]", requirement)[0] for requirement in requirements}


# ---------------------------------------------------------------- examples and commands


def test_a_bot_has_one_strength() -> None:
    """The table of docs/bots.md is what `caverna-sim bots` shows."""
    from caverna_sim.games.caverna.bots.parameters import strengths

    told = text_of("docs/bots.md").partition("Mean points at mixed tables")[2]
    for name, points in strengths().items():
        row, *_ = re.findall(rf"^\| {name} \| (.*) \|$", told, re.MULTILINE)
        assert row.split(" | ")[:3] == [text.replace("-", "\N{MINUS SIGN}") for text in points.values()], name


def test_the_bots_are_counted() -> None:
    """Of the roster, and of the four that are meant for the orcs."""
    from caverna_sim.games.caverna.bots.roster import bots

    roster = bots()
    assert f"{len(roster)} bots come along" in " ".join(text_of("README.md").split())
    text = " ".join(text_of("docs/bots.md").split())
    assert (
        f"{len(roster)} come with the package: `random`, `novice`, ten that follow a plan of their own, four that are meant for the orcs"
        in text
    )
    for_orcs = [name for name, info in roster.items() if info.description.startswith("Frantic Fiends")]
    strong = [name for name in roster if name.startswith("strong_")]
    assert len(strong) == 9
    assert "nine plans at" in text
    tiers = [info.tier for name, info in roster.items() if name not in strong]
    assert (len(for_orcs), *(tiers.count(tier) for tier in ("random", "value", "search", "swift"))) == (4, 1, 1, 2, 1)
    assert len(roster) == 10 + len(for_orcs) + len(strong) + len(("random", "novice", "value", "search", "swift", "campaigner"))


def test_the_map_names_every_room_and_no_other() -> None:
    """Folders and files of the package, and of the game in it, as CONTRIBUTING.md tells them; arrows are in tests/test_layers.py."""
    text = text_of("CONTRIBUTING.md").split("## The map of the code")[1].split("\n## ")[0]
    package = PROJECT / "caverna_sim"
    rows = [(len(indent), name) for indent, name in re.findall(r"^( +)([\w./]+) ", text, re.MULTILINE)]
    rooms = [name.rstrip("/") for depth, name in rows if depth == 6]
    inner = [name.rstrip("/") for depth, name in rows if depth == 8]
    for name in rooms:
        assert (package / name).exists(), name
    for name in inner:
        assert (package / "games" / "caverna" / name).exists(), name
    for folder in package.iterdir():
        if folder.is_dir() and (folder / "__init__.py").is_file():
            assert any(name.split("/")[0] == folder.name for name in rooms), folder
    for folder in (package / "games" / "caverna").iterdir():
        if folder.is_dir() and (folder / "__init__.py").is_file():
            assert folder.name in inner or f"{folder.name}/" in text, folder
    for file in [*package.glob("*.py"), *(package / "games" / "caverna").glob("*.py")]:
        assert file.stem.startswith("__") or file.name in text, file


def test_what_is_covered_is_counted() -> None:
    """Rules, spaces, tiles and rulings of the fidelity table."""
    counted = Counter(entry.id.split("-")[0].split(":")[0] for entry in fidelity.entries() if not entry.is_fiends)
    text = " ".join(text_of("README.md").split())
    assert f"{counted['R']} rules, {counted['A']} action spaces, {counted['F']} furnishings, {counted['L']} loot items" in text
    fiends = Counter(re.sub(r"[-:].*$", "", entry.id) for entry in fidelity.entries() if entry.is_fiends)
    assert f"{fiends['F']} rules, new tiles and traps among them, {fiends['bounty']} rewards, {fiends['ruling']} rulings" in text
    assert f"{fiends['C']} corrections from a second reading and {fiends['T']} worked examples" in text


@pytest.mark.parametrize("block", blocks("python"))
def test_python_examples_print_what_their_comments_say(block: str) -> None:
    shown = io.StringIO()
    with contextlib.redirect_stdout(shown):
        exec(block, {})
    expected = re.findall(r"^print\(.*\)  # (.*)$", block, re.MULTILINE)
    assert expected
    assert shown.getvalue().splitlines() == expected


def test_the_commands_are_those_that_ci_runs() -> None:
    script = text_of(".ci/run")
    commands = [command.strip() for command in blocks("sh")]
    assert len(commands) == 2
    for command in commands:
        assert command in script
        assert "\n" not in command


def test_ci_runs_anywhere() -> None:
    assert os.access(PROJECT / ".ci" / "run", os.X_OK)
    for page in (".ci/run", "constraints.txt"):
        assert "://" not in text_of(page)


@pytest.mark.parametrize("page", PAGES)
def test_commands_that_are_named_exist(page: str) -> None:
    from caverna_sim.cli import commands

    named = set(re.findall(r"caverna-sim ([a-z]+(?:-[a-z]+)*)", text_of(page)))
    assert named - set(commands()) == set()


@pytest.mark.parametrize("page", PAGES)
def test_links_lead_somewhere(page: str) -> None:
    targets = set(re.findall(r"\]\(([^)#]+)", text_of(page)))
    assert [target for target in targets if not (PROJECT / page).parent.joinpath(target).exists()] == []


def test_the_map_names_every_part_of_the_package() -> None:
    parts = {entry.name for entry in (PROJECT / "caverna_sim").iterdir() if entry.suffix == ".py" or (entry / "__init__.py").exists()}
    told = text_of("CONTRIBUTING.md")
    assert {part for part in parts if part != "__init__.py" and part not in told} == set()


# ---------------------------------------------------------------- dependencies


def test_every_dependency_is_explained_and_pinned() -> None:
    table = project_table()
    extras = table["optional-dependencies"]
    assert isinstance(extras, dict)
    needed = names_of(table["dependencies"]).union(*(names_of(extra) for extra in extras.values())) - {"caverna_sim"}
    pinned = {line.split("==")[0] for line in text_of("constraints.txt").splitlines() if "==" in line}
    assert needed - pinned == set()
    explained = text_of("CONTRIBUTING.md").split("## Dependencies")[1]
    assert {name for name in needed if f"`{name}`" not in explained} == set()
    assert {name for name in extras if f"extra `{name}`" not in explained} == set()


# ---------------------------------------------------------------- pictures and numbers


def printed(*words: str, folder: Path = PROJECT) -> list[str]:
    """The lines that a command prints."""
    command = [sys.executable, "-c", "from caverna_sim.cli import main; raise SystemExit(main())", *words]
    environment = {**os.environ, "COLUMNS": "100", "NO_COLOR": "1", "PYTHONIOENCODING": "utf-8", "PYTHONPATH": str(PROJECT)}
    run = subprocess.run(command, cwd=folder, env=environment, capture_output=True, encoding="utf-8", check=True)
    return [line.rstrip() for line in run.stdout.splitlines()]


def board() -> list[str]:
    """The last board of a seat, as `caverna-sim watch` draws it."""
    lines = printed("watch", "quickstart", "--rounds", "12")
    start = max(number for number, line in enumerate(lines) if line.startswith(PICTURED) and "points" in line)
    return lines[start : lines.index("", start)]


def block_of(first: str) -> list[str]:
    """The text block of docs/first.md that begins so."""
    return next(block.splitlines() for block in blocks("text", "docs/first.md") if block.startswith(first))


def without_speed(lines: list[str]) -> list[str]:
    return [re.sub(r"[\d,]+ games/s", "... games/s", line) for line in lines]


def test_the_board_is_what_the_terminal_shows() -> None:
    assert block_of(PICTURED) == board(), "run `python -m tests.test_readme`"


@pytest.mark.slow
def test_the_run_is_what_the_terminal_shows(tmp_path: Path) -> None:
    shown = printed("run", "quickstart", "--quiet", folder=tmp_path)
    assert without_speed(block_of("run `quickstart`")) == without_speed(shown), "run `python -m tests.test_readme`"


@pytest.mark.slow
def test_the_comparison_is_what_the_terminal_shows(tmp_path: Path) -> None:
    shown = printed("compare", "base_4", "food_0123", "--quiet", folder=tmp_path)
    first = shown[0].split(":")[0]
    assert block_of(f"{first}: with food_0123") == shown, "run `python -m tests.test_readme`"


def test_the_picture_is_small() -> None:
    assert PICTURE.read_text(encoding="utf-8").startswith("<svg")
    assert PICTURE.stat().st_size < 100_000


def test_the_engine_page_has_the_right_size_of_a_state() -> None:
    from caverna_sim.games.caverna.shape.layout import STATE

    assert f"One record of {STATE.itemsize:,} bytes" in text_of("docs/engine.md")
    assert STATE.itemsize <= 8192


def test_the_engine_page_has_true_test_vectors() -> None:
    from caverna_sim.chance.philox import philox, word

    lines = re.findall(r"^    ([0-9a-f ]+) \| ([0-9a-f ]+) \| ([0-9a-f ]+)$", text_of("docs/engine.md"), re.MULTILINE)
    assert len(lines) == 3
    for counter, key, output in lines:
        words = [int(part, 16) for part in f"{counter} {key}".split()]
        assert [f"{part:08x}" for part in philox(*words)] == output.split()
    ours = re.findall(r"`((?:[0-9a-f]{8} ?){4,5})`", text_of("docs/engine.md"))
    assert len(ours) == 2
    for stream, output in enumerate(ours):
        assert [f"{word(7, 0, stream, number):08x}" for number in range(len(output.split()))] == output.split()


def draw() -> None:
    """Everything in docs/first.md that commands draw or print."""
    import caverna_sim as cs
    from caverna_sim.report.html import svg
    from caverna_sim.stats.summary import score_parts

    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        shown = {
            PICTURED: board(),
            "run `quickstart`": printed("run", "quickstart", "--quiet", folder=folder),
            "(different|equivalent|undecided): ": printed("compare", "base_4", "food_0123", "--quiet", folder=folder),
        }
        parts = score_parts(cs.load(folder / "runs" / "quickstart"))
        PICTURE.write_text(svg(parts.plot(), "Mean points of the bots by group of scoring parts") + "\n", encoding="utf-8")
    page = text_of("docs/first.md")
    for first, lines in shown.items():
        start = first if first.endswith(": ") else re.escape(first)
        text = "\n".join(["```text", *lines, "```"])
        page, found = re.subn(rf"^```text\n{start}.*?^```$", lambda _, text=text: text, page, flags=re.MULTILINE | re.DOTALL)
        assert found == 1, first
    FIRST.write_text(page, encoding="utf-8")


if __name__ == "__main__":
    draw()
