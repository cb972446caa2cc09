"""Where compiled code is kept: a folder named by a hash over all that it was compiled from, which is cleaned up after itself."""

from __future__ import annotations

import hashlib
import os
import re
import shutil
import sys
import time
from functools import cache
from pathlib import Path

PACKAGE = Path(__file__).parents[1]
IMPORTS = re.compile(r"^\s*from (caverna_sim[\w.]*) import (\([^)]*\)|[^\n(]+)", re.MULTILINE)
COMPILER_SETTINGS = ("NUMBA_BOUNDSCHECK", "NUMBA_OPT")  # numba does not tell their code apart either
KEEP_UNUSED_DAYS = 14
KEEP_BYTES = 500_000_000  # of other sources than the present ones
IN_USE_SECONDS = 3600.0  # what another program may just be working with stays


@cache
def compiled_sources() -> tuple[Path, ...]:
    """Every file that holds a kernel, and every file of ours that such a file imports from: all that compiled code depends on."""
    texts = {file: file.read_text(encoding="utf-8") for file in PACKAGE.rglob("*.py")}
    found = {file for file, text in texts.items() if "njit" in text and "compiling.jit import" in text}
    waiting = list(found)
    while waiting:
        for module, names in IMPORTS.findall(texts[waiting.pop()]):
            for name in ("", *re.findall(r"\w+", names)):
                file = PACKAGE.parent.joinpath(*module.split("."), *name.split()).with_suffix(".py")
                if file in texts and file not in found:
                    found.add(file)
                    waiting.append(file)
    return tuple(sorted(found))


def source_hash() -> str:
    """A name for the present state of all compiled sources."""
    digest = hashlib.sha256()
    for setting in COMPILER_SETTINGS:
        digest.update(f"{setting}={os.environ.get(setting, '')}".encode())
    for file in compiled_sources():
        digest.update(file.relative_to(PACKAGE).as_posix().encode())
        digest.update(file.read_bytes())
    return digest.hexdigest()[:16]


def cache_root() -> Path:
    """Where compiled code is kept: CAVERNA_SIM_CACHE, or the platform's cache folder."""
    chosen = os.environ.get("CAVERNA_SIM_CACHE")
    if chosen:
        return Path(chosen)
    if sys.platform == "win32":
        base = Path(os.environ.get("LOCALAPPDATA", Path.home()))
    elif sys.platform == "darwin":
        base = Path.home() / "Library" / "Caches"
    else:
        base = Path(os.environ.get("XDG_CACHE_HOME", Path.home() / ".cache"))
    return base / "caverna_sim"


def present_folder() -> Path:
    """The folder of the present sources."""
    return cache_root() / f"kernels-{source_hash()}"


def bytes_in(folder: Path) -> int:
    """Bytes of all files in a folder."""
    total = 0
    for file in folder.rglob("*"):
        try:
            total += file.stat().st_size if file.is_file() else 0
        except OSError:
            continue  # removed meanwhile
    return total


def others() -> list[Path]:
    """Folders of other sources, the last used first."""
    ages: dict[Path, float] = {}
    for folder in cache_root().glob("kernels-*"):
        try:
            ages[folder] = folder.stat().st_mtime
        except OSError:
            continue  # another process removed it first
    return sorted(set(ages) - {present_folder()}, key=lambda folder: -ages[folder])


def clean_up() -> int:
    """Remove code of other sources that was not used for long, and the oldest of what is too much; bytes that became free."""
    room, freed = KEEP_BYTES, 0
    for folder in others():
        try:
            unused = time.time() - folder.stat().st_mtime
        except OSError:
            continue
        size = bytes_in(folder)
        if unused > KEEP_UNUSED_DAYS * 86400 or (size > room and unused > IN_USE_SECONDS):
            shutil.rmtree(folder, ignore_errors=True)
            freed += size
        else:
            room -= size
    return freed


def prepare() -> Path:
    """The folder of the present sources, made if there is none; then others are cleaned up."""
    folder = present_folder()
    try:
        is_new = not folder.exists()
        folder.mkdir(parents=True, exist_ok=True)
        os.utime(folder)
        if is_new:
            clean_up()
    except OSError:  # a read-only home: numba then compiles anew in every process
        import tempfile

        folder = Path(tempfile.mkdtemp(prefix="caverna_sim-"))
    os.environ["NUMBA_CACHE_DIR"] = str(folder)
    return folder
