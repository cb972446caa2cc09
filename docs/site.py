"""Pages of the site that stand outside docs/: the README is its first page. mkdocs.yml names this file."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

from mkdocs.structure.files import File

PROJECT = Path(__file__).parents[1]
TAKEN = {"README.md": "index.md", "CONTRIBUTING.md": "contributing.md", "CHANGELOG.md": "changelog.md"}


def on_files(files: Any, config: Any) -> Any:
    """Add them, with links that fit their new place."""
    for name, page in TAKEN.items():
        text = (PROJECT / name).read_text(encoding="utf-8")
        text = re.sub(r"\]\(docs/", "](", text)
        text = re.sub(r"\[([^\]]+)\]\(reports/[^)]*\)", r"\1", text)  # published pages are no part of the site
        text = re.sub(r"\]\(([A-Z]+\.md)\)", lambda found: f"]({TAKEN[found[1]]})", text)
        files.append(File.generated(config, page, content=text))
    return files


def on_page_markdown(markdown: str, page: Any, config: Any, files: Any) -> str:
    """Links of docs/ that lead outside it: to the pages taken in here; tests, code and published pages are no part of the site."""
    markdown = re.sub(r"\]\((?:\.\./)+([A-Z]+\.md)", lambda found: f"]({TAKEN[found[1]]}", markdown)
    return re.sub(r"\[([^\]]+)\]\((?:\.\./)+(?:benchmarks|caverna_sim|notebooks|reports|tests)/[^)]*\)", r"\1", markdown)
