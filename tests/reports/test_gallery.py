"""The pictures of docs/pictures.md are those of the published pages and of a game."""

from __future__ import annotations

import re
import shutil
import xml.etree.ElementTree as ET
from pathlib import Path

from reports.gallery import BEGIN, END, FIGURES, PAGE, PLACE, PROJECT, write_gallery

MOST_BYTES = 200_000


def test_the_gallery_is_made_by_its_command(tmp_path: Path) -> None:
    (tmp_path / PAGE).parent.mkdir()
    shutil.copy(PROJECT / PAGE, tmp_path / PAGE)
    shutil.copytree(PROJECT / "reports", tmp_path / "reports")
    write_gallery(tmp_path)
    assert (tmp_path / PAGE).read_text(encoding="utf-8") == (PROJECT / PAGE).read_text(encoding="utf-8")
    made, there = ({file.name: file.read_bytes() for file in (place / PLACE).iterdir()} for place in (tmp_path, PROJECT))
    assert made.keys() == there.keys()
    assert all(made[name] == there[name] for name in made), "python -m reports.gallery"


def test_pictures_have_words_and_a_command_and_are_small() -> None:
    section = (PROJECT / PAGE).read_text(encoding="utf-8").partition(BEGIN)[2].partition(END)[0]
    shown = re.findall(r"\*\*(.+?)\*\* \(`caverna-sim .+?`\)\n\n!\[(.{40,})\]\((.+?)\)", section)
    assert len(shown) == section.count("![") >= 3
    published = {name for name, (study, _) in FIGURES.items() if (PROJECT / "reports" / study / "report.html").is_file()}
    assert {Path(file).stem for _, _, file in shown} == {"board", *published}
    for _, _, file in shown:
        content = (PROJECT / PAGE.parent / file).read_bytes()
        assert len(content) < MOST_BYTES
        assert ET.fromstring(content).attrib["aria-label"]
        assert b"var(" not in content and b"http" not in content.replace(b"http://www.w3.org", b"")
