"""Pages opened in a browser without a window, where there is one."""

from __future__ import annotations

import os
import shutil
import subprocess
from pathlib import Path

import pytest

BROWSER = next(
    (found for name in ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome") if (found := shutil.which(name))), ""
)
needs_browser = pytest.mark.skipif(not BROWSER, reason="no Chromium on this machine: pages are not opened")
WATCHER = """<script>addEventListener("error", (event) => {
  document.documentElement.dataset.error = event.message; });</script>"""


def opened(page: Path, script: str = "", width: int = 1280) -> str:
    """The page as it stands after its own script and another one; a script error fails the test."""
    text = page.read_text(encoding="utf-8")
    copy = page.with_suffix(".opened.html")
    copy.write_text(
        text.replace("<head>", f"<head>{WATCHER}").replace("</body>", f"<script>{script}</script></body>"), encoding="utf-8"
    )  # fmt: skip
    options = ["--headless", "--no-sandbox", "--disable-gpu", f"--window-size={width},900", "--dump-dom"]
    shown = subprocess.run(
        [BROWSER, *options, copy.as_uri()], check=True, capture_output=True, text=True, timeout=180, env={**os.environ, "TZ": "UTC"}
    ).stdout
    assert "data-error" not in shown[:400], shown[:400]
    return shown
