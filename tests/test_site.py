"""The pages of docs/ as a site: it builds, and its search finds things in a page that was opened from a disk, without a network."""

from __future__ import annotations

import re
import subprocess
import sys
import time
from importlib.util import find_spec
from pathlib import Path

import pytest

from tests.browser import browser, needs_browser

PROJECT = Path(__file__).parents[1]
WORKER = 'addEventListener("message", (told) => postMessage(`${told.data} and back`));'
PAGE = """<!doctype html><body><script src="iframe-worker.js"></script><script>
const worker = new Worker("worker.js");
worker.addEventListener("message", (told) => { document.title = told.data; });
worker.postMessage("there");
</script></body>"""


def waited_for(script: str, seconds: float = 120.0) -> object:
    """The value of an expression as soon as it has one."""
    ends = time.monotonic() + seconds
    while not (value := browser().run(script)) and time.monotonic() < ends:
        time.sleep(0.1)
    return value


@needs_browser
def test_what_works_for_others_works_from_a_disk(tmp_path: Path) -> None:
    """A worker answers in a page that no server has sent."""
    (tmp_path / "iframe-worker.js").write_text((PROJECT / "docs" / "iframe-worker.js").read_text(encoding="utf-8"))
    (tmp_path / "worker.js").write_text(WORKER)
    (tmp_path / "page.html").write_text(PAGE)
    browser().open(tmp_path / "page.html")
    assert waited_for("document.title") == "there and back"


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    if find_spec("mkdocs") is None:
        pytest.skip("mkdocs is not installed (the extra `docs`)")
    folder = tmp_path_factory.mktemp("site")
    subprocess.run([sys.executable, "-m", "mkdocs", "build", "-q", "-d", str(folder)], cwd=PROJECT, check=True, capture_output=True)
    return folder


@pytest.mark.slow
def test_no_link_of_the_site_leads_nowhere(site: Path) -> None:
    """Nor out of it, but to other hosts; and a place within a page is there."""
    pages = {page: page.read_text(encoding="utf-8") for page in site.rglob("*.html") if page.name != "404.html"}
    places = {page: set(re.findall(r'\bid="?([^" >]+)', text)) for page, text in pages.items()}
    links = {(page, link) for page, text in pages.items() for link in re.findall(r'(?:href|src)="([^"]*)"', text)}
    tried = 0
    for page, link in sorted(links):
        if re.match(r"[a-z]+:", link):
            continue
        name, _, place = link.partition("#")
        target = (page.parent / name.partition("?")[0]).resolve() if name else page
        assert target.is_relative_to(site), (page.name, link)
        assert target.is_file() or (target / "index.html").is_file(), (page.name, link)
        assert not place or place in places.get(target, {place}), (page.name, link)
        tried += 1
    assert tried > 500


@needs_browser
@pytest.mark.slow
def test_the_search_of_the_site_needs_no_network(site: Path) -> None:
    for page in ("index.html", "reference/rules.html"):
        browser().open(site / page)
        browser().ask("Network.enable")
        browser().ask("Network.emulateNetworkConditions", offline=True, latency=0, downloadThroughput=0, uploadThroughput=0)
        browser().run("document.querySelector('.md-search__input').focus()")
        browser().ask("Input.insertText", text="breeding")
        browser().run("document.querySelector('.md-search__input').dispatchEvent(new KeyboardEvent('keyup', { bubbles: true }))")
        assert waited_for("document.querySelectorAll('.md-search-result__item').length"), page
    browser().ask("Network.disable")
