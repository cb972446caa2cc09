"""What is handed out is whole, and says what it is; `python -m tests.package` builds it and looks into it."""

from __future__ import annotations

import re
import tomllib
from pathlib import PurePosixPath
from typing import Any

import caverna_sim
from tests.package import PROJECT, project_files


def text_of(name: str) -> str:
    return (PROJECT / name).read_text(encoding="utf-8")


def told() -> dict[str, Any]:
    return tomllib.loads(text_of("pyproject.toml"))


def test_the_wheel_takes_every_file_of_the_package() -> None:
    patterns = told()["tool"]["setuptools"]["package-data"]["caverna_sim"]
    others = [name.removeprefix("caverna_sim/") for name in project_files() if name.startswith("caverna_sim/") and not name.endswith(".py")]
    assert others
    assert [name for name in others if not any(PurePosixPath(name).match(pattern) for pattern in patterns)] == []


def test_the_source_distribution_takes_every_file_of_the_project() -> None:
    """setuptools takes these by itself; MANIFEST.in names the rest."""
    words = [line.split() for line in text_of("MANIFEST.in").splitlines() if line and not line.startswith("#")]
    folders = {word for verb, *rest in words if verb == "graft" for word in rest} | {"caverna_sim"}
    files = {word for verb, *rest in words if verb == "include" for word in rest}
    files |= {"pyproject.toml", "README.md", "LICENSE", "MANIFEST.in"}
    left = {name for name in project_files() if name.split("/")[0] not in folders and name not in files}
    assert left == set()


def test_version_authors_and_keywords_are_told_once_and_alike() -> None:
    project, cited = told()["project"], text_of("CITATION.cff")
    assert project["version"] == caverna_sim.__version__
    assert f"version: {project['version']}\n" in cited
    assert f'name: "{project["authors"][0]["name"]}"' in cited
    assert all(word in cited for word in project["keywords"])
    assert re.findall(r"^## (\S+)", text_of("CHANGELOG.md"), re.MULTILINE)[0].rstrip(",") == project["version"]
    supported = {line.rpartition(" ")[2] for line in project["classifiers"] if line.startswith("Programming Language :: Python :: 3.")}
    assert supported == {"3.11", "3.12", "3.13"}
