"""Where compiled code is kept: for each game a folder named by a hash over all that its kernels are compiled from; old ones are removed.

What is in these folders is loaded and run, so a folder counts only if its owner could run code here anyway (`is_trusted`). Where nothing
can be written, what is compiled goes into a folder beside (`spare_folder`), which this program's workers share and which it removes
at its end.
"""

from __future__ import annotations

import atexit
import hashlib
import os
import re
import shutil
import stat
import sys
import tempfile
import time
from contextlib import suppress
from functools import cache
from pathlib import Path

PACKAGE = Path(__file__).parents[1]
SHARED = "shared"  # whose kernels all games use as they are, such as those of chance/
IMPORTS = re.compile(r"^\s*from ([\w.]+) import (\([^)]*\)|[^\n(]+)", re.MULTILINE)
COMPILER_SETTINGS = (  # numba does not tell their code apart
    "CAVERNA_SIM_STOCK_NUMBA", "NUMBA_BOUNDSCHECK", "NUMBA_OPT", "NUMBA_LOOP_VECTORIZE", "NUMBA_SLP_VECTORIZE", "NUMBA_DEBUGINFO",
)  # fmt: skip
READ_AND_CHECK = frozenset(  # what they hand on are values, never code: a sentence of theirs may change (tests/test_layers.py)
    PACKAGE / f"{name}.py"
    for name in (
        "arguments",
        "check",
        "errors",
        "files",
        "toml",
        *(f"compiling/{one}" for one in ("cache", "keeping", "progress", "relied")),
    )
)
KEEP_UNUSED_DAYS = 14
KEEP_BYTES = 500_000_000  # of other sources than the present ones
IN_USE_SECONDS = 3600.0  # what another program may just be working with stays
CHOSEN = "CAVERNA_SIM_CACHE"
BESIDE = "CAVERNA_SIM_CACHE_BESIDE"  # told to workers
_PREFIX = "caverna_sim-"  # of folders beside: prefix, process, something random


# ---------------------------------------------------------------- what is compiled


def owner_of(module: str) -> str:
    """Whose kernels a module holds: those of a game of the package, of all of them, or, outside of it, of the module itself."""
    top, *words = module.split(".")
    if top != PACKAGE.name:
        return module
    return words[1] if words[0] == "games" and len(words) > 2 else SHARED


@cache
def _texts() -> dict[Path, str]:
    """All modules of the package."""
    return {file: file.read_text(encoding="utf-8") for file in PACKAGE.rglob("*.py")}


def _holds_kernels(text: str) -> bool:
    return ("njit" in text and "compiling.jit import" in text) or "compiling import jit" in text


def owners() -> list[str]:
    """All whose kernels the package holds."""
    return sorted({owner_of(_name_of(file)) for file, text in _texts().items() if _holds_kernels(text)})


def _name_of(file: Path) -> str:
    return ".".join((PACKAGE.name, *file.relative_to(PACKAGE).with_suffix("").parts))


@cache
def compiled_sources(owner: str) -> tuple[Path, ...]:
    """Every file with a kernel of an owner, and every file that such a file imports from: all that its compiled code depends on."""
    texts = _texts()
    found = {file for file, text in texts.items() if _holds_kernels(text) and owner_of(_name_of(file)) == owner}
    if owner in sys.modules:  # outside of the package
        found.add(Path(str(sys.modules[owner].__file__)))
    waiting = list(found)
    while waiting:
        file = waiting.pop()
        text = texts[file] if file in texts else file.read_text(encoding="utf-8")
        for module, names in IMPORTS.findall(text):
            for name in (module, *(f"{module}.{inner}" for inner in re.findall(r"\w+", names))):
                other = _file_of(name, owner)
                if other and other not in found and other not in READ_AND_CHECK:
                    found.add(other)
                    waiting.append(other)
    return tuple(sorted(found))


def _file_of(name: str, owner: str) -> Path | None:
    """The file of a module of ours: of the package, or outside of it one beside the owner, or one with kernels."""
    top = name.partition(".")[0]
    if top == PACKAGE.name:
        file = PACKAGE.parent.joinpath(*name.split(".")).with_suffix(".py")
        return file if file in _texts() else None
    place = getattr(sys.modules.get(name), "__file__", None) or ""
    if not place.endswith(".py"):
        return None
    is_ours = top == owner.partition(".")[0] or _holds_kernels(Path(place).read_text(encoding="utf-8"))
    return Path(place) if is_ours else None


def source_hash(owner: str | None = None) -> str:
    """A name for the present state of all sources that an owner's kernels are compiled from; without one, of all of the package."""
    digest = hashlib.sha256()
    for setting in COMPILER_SETTINGS:
        digest.update(f"{setting}={os.environ.get(setting, '')}".encode())
    for file in sorted({file for one in ([owner] if owner else owners()) for file in compiled_sources(one)}):
        inside = file.is_relative_to(PACKAGE)
        digest.update((file.relative_to(PACKAGE) if inside else Path(file.name)).as_posix().encode())
        digest.update(file.read_bytes())
    return digest.hexdigest()[:16]


# ---------------------------------------------------------------- where it is kept


def cache_root() -> Path:
    """Where compiled code is kept: CAVERNA_SIM_CACHE, or the platform's cache folder; a folder beside where there is none to be trusted."""
    root = _root()
    return spare_folder() if root is None or not is_trusted(root) else root


def _root() -> Path | None:
    chosen = os.environ.get(CHOSEN, "").strip()
    try:
        if chosen:
            return Path(chosen).expanduser().absolute()
        return _platform_root() / "caverna_sim"
    except RuntimeError:  # an unknown user, and no HOME
        return None


def _platform_root() -> Path:
    if sys.platform == "win32":
        return Path(os.environ.get("LOCALAPPDATA") or Path.home())
    if sys.platform == "darwin":
        return Path.home() / "Library" / "Caches"
    named = Path(os.environ.get("XDG_CACHE_HOME", "")).expanduser()
    if named.is_absolute():  # what is not counts as not said, by the standard
        return named
    home = Path.home()
    if not home.is_absolute() or home == Path("/"):  # HOME="" or that of a user without one
        raise RuntimeError("no home")
    return home / ".cache"


def is_trusted(folder: Path) -> bool:
    """Whether what a folder holds may be run: it is yours, the system's, or of whoever installed the package, or you have named it.

    A folder into which everybody may write is nobody's. One that is not there yet will be yours.
    """
    try:
        known = folder.stat()
    except OSError:
        return True
    if not hasattr(os, "geteuid"):
        return True
    if known.st_mode & stat.S_IWOTH:
        return tell(f"compiled code in {folder} is not used, as everybody may write there; say chmod o-w, or name another in {CHOSEN}")
    if known.st_uid in (os.geteuid(), 0, PACKAGE.stat().st_uid) or os.environ.get(CHOSEN, "").strip():
        return True
    return tell(f"compiled code in {folder} is not used, as it belongs to user {known.st_uid}; name it in {CHOSEN} if you trust it")


def tell(sentence: str) -> bool:
    """Say something once, in this process and its workers; False."""
    told = "CAVERNA_SIM_TOLD"
    mark = hashlib.sha256(sentence.encode()).hexdigest()[:8]
    if mark not in os.environ.get(told, ""):
        os.environ[told] = f"{os.environ.get(told, '')} {mark}"
        sys.stderr.write(f"{sentence}\n")
    return False


def name_for(owner: str) -> str:
    """The name of the folder of the present sources of an owner."""
    return f"kernels-{re.sub(r'[^a-z0-9_.]', '_', owner.lower())}-{source_hash(owner)}"


def prepare(owner: str) -> str:
    """The name of the folder of the present sources, made if there is none; then others are cleaned up."""
    name = name_for(owner)
    folder = cache_root() / name
    with suppress(OSError):  # a read-only place; what is there is used, and what is not is kept beside
        is_new = not folder.exists()
        folder.mkdir(parents=True, exist_ok=True)
        os.utime(folder)
        if is_new:
            clean_up()
    return name


def places(name: str) -> list[Path]:
    """Folders of this name that may be read, the lasting one first."""
    there = os.environ.get(BESIDE, "")
    roots = {cache_root(): None, **({Path(there): None} if _is_spare(there) else {})}
    return [root / name for root in roots if is_trusted(root / name)]


def place_to_write(name: str) -> Path:
    """The folder of this name in the cache; where nothing can be written, the one beside."""
    folder = cache_root() / name
    with suppress(OSError):
        folder.mkdir(parents=True, exist_ok=True)
    return folder if os.access(folder, os.W_OK) and is_trusted(folder) else spare_folder() / name


def spare_folder() -> Path:
    """A folder for this program and its workers, which it removes at its end."""
    there = os.environ.get(BESIDE, "")
    if not _is_spare(there):
        _remove_left_behind()
        there = tempfile.mkdtemp(prefix=f"{_PREFIX}{os.getpid()}-")
        os.environ[BESIDE] = there
        atexit.register(_remove_own, Path(there), os.getpid())
    return Path(there)


def _is_spare(there: str) -> bool:
    """Whether a folder was made by us, for us."""
    try:
        known = Path(there).lstat() if there else None
    except OSError:
        return False
    if known is None or not stat.S_ISDIR(known.st_mode):
        return False
    return not hasattr(os, "geteuid") or (known.st_uid == os.geteuid() and not known.st_mode & (stat.S_IWOTH | stat.S_IWGRP))


def _remove_own(folder: Path, process: int) -> None:
    if os.getpid() == process:  # not what was forked from it
        shutil.rmtree(folder, ignore_errors=True)


def _remove_left_behind() -> None:
    """Folders beside of programs that were killed."""
    for folder in Path(tempfile.gettempdir()).glob(f"{_PREFIX}*-*"):
        process = folder.name.removeprefix(_PREFIX).partition("-")[0]
        if process.isdigit() and _is_spare(str(folder)) and not _is_running(int(process)):
            shutil.rmtree(folder, ignore_errors=True)


def _is_running(process: int) -> bool:
    if sys.platform == "win32":  # where asking would end it
        return True
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    except OSError:
        return True
    return True


# ---------------------------------------------------------------- how much is kept


def present_folders() -> list[Path]:
    """The folders of the present sources."""
    return [cache_root() / name_for(owner) for owner in owners()]


def bytes_in(*folders: Path) -> int:
    """Bytes of all files in folders."""
    total = 0
    for file in (file for folder in folders for file in folder.rglob("*")):
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
    return sorted(set(ages) - set(present_folders()), key=lambda folder: -ages[folder])


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
