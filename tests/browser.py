"""Pages opened in a browser without a window, where there is one: Chromium, spoken to through its pipe (its window is never narrower
than 500 pixels, so phones are emulated)."""

from __future__ import annotations

import atexit
import base64
import json
import os
import shutil
import signal
import subprocess
import tempfile
from functools import cache
from pathlib import Path
from typing import Any

import pytest

BROWSER = next(
    (found for name in ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome") if (found := shutil.which(name))), ""
)
needs_browser = pytest.mark.skipif(not BROWSER, reason="no Chromium on this machine: pages are not opened")


class Browser:
    """One Chromium with one tab: DevTools messages, each ended by a zero byte, through file descriptors 3 and 4."""

    def __init__(self) -> None:
        self.folder = tempfile.mkdtemp(prefix="browser-")
        commands, self.write_to = os.pipe()
        self.read_from, answers = os.pipe()

        def connect() -> None:
            spare = [os.dup2(end, number) for end, number in ((commands, 10), (answers, 11))]
            for end, number in zip(spare, (3, 4), strict=True):
                os.dup2(end, number)

        options = ["--headless", "--no-sandbox", "--disable-gpu", "--no-first-run", "--remote-debugging-pipe", "--disable-dev-shm-usage"]
        self.process = subprocess.Popen(
            [BROWSER, *options, f"--user-data-dir={self.folder}", "about:blank"], preexec_fn=connect, pass_fds=(3, 4),
            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, start_new_session=True, env={**os.environ, "TZ": "UTC"},
        )  # fmt: skip
        os.close(commands)
        os.close(answers)
        self.rest, self.number, self.session = b"", 0, ""
        self.errors: list[str] = []
        self.loaded = False
        page = next(one for one in self.ask("Target.getTargets")["targetInfos"] if one["type"] == "page")
        self.session = self.ask("Target.attachToTarget", targetId=page["targetId"], flatten=True)["sessionId"]
        for domain in ("Page", "Runtime"):
            self.ask(f"{domain}.enable")

    def ask(self, method: str, **parameters: Any) -> dict[str, Any]:
        """Send a command and wait for what it returns."""
        self.number += 1
        message = {"id": self.number, "method": method, "params": parameters, **({"sessionId": self.session} if self.session else {})}
        os.write(self.write_to, json.dumps(message).encode() + b"\0")
        while True:
            answer = self._next()
            if answer.get("id") == self.number:
                assert "error" not in answer, (method, answer["error"])
                return dict(answer["result"])

    def _next(self) -> dict[str, Any]:
        """The next message; script errors and the end of loading are noted."""
        while b"\0" not in self.rest:
            more = os.read(self.read_from, 1 << 20)
            assert more, "the browser ended"
            self.rest += more
        message, _, self.rest = self.rest.partition(b"\0")
        told: dict[str, Any] = json.loads(message)
        if told.get("method") == "Runtime.exceptionThrown":
            details = told["params"]["exceptionDetails"]
            self.errors.append(details.get("exception", {}).get("description", details["text"]))
        self.loaded = self.loaded or told.get("method") == "Page.loadEventFired"
        return told

    def open(self, page: Path, width: int = 1280, dark: bool = False, height: int = 900) -> None:
        """Load a page on a screen of this width, and wait until it says that it is ready; an error in its own script fails."""
        self.ask("Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=1, mobile=width < 500)
        self.ask("Emulation.setEmulatedMedia", features=[{"name": "prefers-color-scheme", "value": "dark" if dark else "light"}])
        self.errors, self.loaded = [], False
        self.ask("Page.navigate", url=page.absolute().as_uri())
        while not self.loaded:
            self._next()
        self.ask("Runtime.evaluate", expression="window.ready ?? null", returnByValue=False, awaitPromise=True)
        assert not self.errors, self.errors

    def run(self, script: str) -> Any:
        """The value of an expression or of a function's body that returns, as JSON knows it."""
        found = self.ask("Runtime.evaluate", expression=script, returnByValue=True, awaitPromise=True)
        assert "exceptionDetails" not in found, found["exceptionDetails"].get("exception", found["exceptionDetails"])
        assert not self.errors, self.errors
        return found["result"].get("value")

    def picture(self, out: Path, whole: bool = True) -> Path:
        """What the page looks like, as PNG."""
        out.write_bytes(base64.b64decode(self.ask("Page.captureScreenshot", captureBeyondViewport=whole)["data"]))
        return out

    def printed(self, out: Path) -> Path:
        """What the page looks like on A4, as PDF."""
        told = self.ask("Page.printToPDF", paperWidth=8.27, paperHeight=11.69, printBackground=False, preferCSSPageSize=True)
        out.write_bytes(base64.b64decode(told["data"]))
        return out

    def close(self) -> None:
        """End it with all that it started."""
        os.killpg(self.process.pid, signal.SIGKILL)
        self.process.wait()
        shutil.rmtree(self.folder, ignore_errors=True)


@cache
def browser() -> Browser:
    """The browser of this process, started by the first page."""
    one = Browser()
    atexit.register(one.close)
    return one


def opened(page: Path, script: str = "", width: int = 1280, dark: bool = False) -> str:
    """The page as it stands after its own script and another one; a script error fails the test."""
    one = browser()
    one.open(page, width, dark)
    one.run(f"{{{script}}}")
    return str(one.run("document.documentElement.outerHTML"))
