"""The one way to read a file from outside and to write one of ours.

Only regular files are read, never a pipe, a device or a folder, and never more than the limit that the message names.
A file is written under another name beside its place and renamed when it is complete, so it is there in full or as it was before.
What is written for people is not laid over a file of theirs: `Output` asks first, before anything is played.
"""

from __future__ import annotations

import io
import json
import math
import os
import stat
import warnings
import zipfile
from collections.abc import Callable, Mapping
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any

from caverna_sim.errors import CavernaError, RunStopped, reason_of, shown

if TYPE_CHECKING:
    from numpy.typing import NDArray

KB, MB = 1000, 1_000_000
MOST_TOML = 256 * KB  # ours have at most some 20 kB
MOST_POSITION = 2 * MB
TEMPORARY = ".tmp"
PAGE_MARK = '<meta name="generator" content="caverna-sim">'  # by which a page of ours is known
_QUIET = getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_CLOEXEC", 0) | getattr(os, "O_BINARY", 0)
_KINDS = (
    (stat.S_ISFIFO, "a pipe"), (stat.S_ISCHR, "a device"), (stat.S_ISBLK, "a device"), (stat.S_ISSOCK, "a socket"),
)  # fmt: skip


def size(number: int) -> str:
    """A number of bytes in words."""
    for unit, bytes_ in (("MB", MB), ("kB", KB)):
        if number >= bytes_:
            return f"{number / bytes_:.3g} {unit}"
    return f"{number} bytes"


# ---------------------------------------------------------------- reading


def read(
    path: str | Path, subject: str, most: int, error: type[CavernaError] = CavernaError, missing: str = "", advice: str = "give a file"
) -> bytes:
    """The content of a regular file. `missing` is what to add when there is none, `advice` what to give instead of another thing."""
    try:
        place = Path(path).expanduser()
        _check_regular(place.stat(), subject, error, advice)
        with os.fdopen(os.open(place, os.O_RDONLY | _QUIET), "rb") as file:
            known = os.fstat(file.fileno())
            _check_regular(known, subject, error, advice)  # it may have been exchanged
            content = file.read(min(most, known.st_size) + 1)
    except FileNotFoundError:
        raise error(f"{subject}: there is no such file{f'; {missing}' if missing else ''}") from None
    except CavernaError:
        raise
    except (OSError, ValueError, RuntimeError) as problem:  # a name with a zero character; ~nobody
        raise error(f"{subject}: the file cannot be read: {reason_of(problem)}") from None
    if max(known.st_size, len(content)) > most:
        raise error(f"{subject}: the file has {size(max(known.st_size, len(content)))}, at most {size(most)} are read")
    if len(content) > known.st_size:
        raise error(f"{subject}: the file grows while it is read")
    return content


def _check_regular(known: os.stat_result, subject: str, error: type[CavernaError], advice: str) -> None:
    if stat.S_ISDIR(known.st_mode):
        raise error(f"{subject}: this is a directory; {advice}")
    if not stat.S_ISREG(known.st_mode):
        kind = next((words for is_kind, words in _KINDS if is_kind(known.st_mode)), "no regular file")
        raise error(f"{subject}: this is {kind}; {advice}")


def read_text(
    path: str | Path, subject: str, most: int, error: type[CavernaError] = CavernaError, missing: str = "", advice: str = "give a file"
) -> str:
    """The text of a regular file, line ends as on Unix."""
    return as_text(read(path, subject, most, error, missing, advice), subject, error)


def as_text(content: bytes, subject: str, error: type[CavernaError]) -> str:
    """Bytes as a text."""
    try:
        text = content.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise error(f"{subject}: this is not a text file") from None
    if "\0" in text:
        raise error(f"{subject}: this is not a text file")
    return text.replace("\r\n", "\n")


def parse_json(text: str, subject: str, error: type[CavernaError]) -> Any:
    """What a JSON text holds; no name twice, no number that is none, not nested too deeply."""

    def pairs_of(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
        table = dict(pairs)
        if len(table) < len(pairs):
            names = [name for name, _ in pairs]
            raise error(f"{subject}: the name `{next(name for name in names if names.count(name) > 1)}` stands twice in one table")
        return table

    def constant(word: str) -> Any:
        raise error(f"{subject}: {word} is not a number")

    try:
        return json.loads(text, object_pairs_hook=pairs_of, parse_constant=constant)
    except json.JSONDecodeError as problem:
        message = problem.msg[:1].lower() + problem.msg[1:]
        raise error(f"{subject}, line {problem.lineno}, column {problem.colno}: not valid JSON: {message}") from None
    except RecursionError:
        raise error(f"{subject}: not valid JSON: nested too deeply") from None
    except CavernaError:
        raise
    except ValueError as problem:  # endless digits
        raise error(f"{subject}: not valid JSON: {str(problem).partition(';')[0]}") from None


def unpacked_arrays(content: bytes, most: int) -> dict[str, NDArray[Any]]:
    """The arrays of an npz file, by name; ValueError says why it is none. Nothing in it is run, and nothing larger is made of it."""
    try:
        with warnings.catch_warnings(), zipfile.ZipFile(io.BytesIO(content)) as archive:
            warnings.simplefilter("error")
            members = archive.infolist()
            if sum(member.file_size for member in members) > most:
                raise ValueError(f"it holds more than {size(most)}")
            return {member.filename.removesuffix(".npy"): _array(archive, member) for member in members}
    except Exception as problem:  # damaged bytes make the libraries below say anything
        raise ValueError(reason_of(problem) or type(problem).__name__) from None


def _array(archive: zipfile.ZipFile, member: zipfile.ZipInfo) -> NDArray[Any]:
    import numpy as np

    with archive.open(member) as file:
        content = file.read(member.file_size + 1)
    stream = io.BytesIO(content)
    version = np.lib.format.read_magic(stream)
    header = np.lib.format.read_array_header_1_0 if version == (1, 0) else np.lib.format.read_array_header_2_0
    shape, _, dtype = header(stream)
    if dtype.hasobject or math.prod(shape) * dtype.itemsize != len(content) - stream.tell():
        raise ValueError(f"`{member.filename}` holds something else than its form says")
    stream.seek(0)
    array: NDArray[Any] = np.lib.format.read_array(stream, allow_pickle=False)
    return array


def packed_arrays(arrays: Mapping[str, NDArray[Any]]) -> bytes:
    """An npz file of arrays."""
    import numpy as np

    stream = io.BytesIO()
    np.savez_compressed(stream, allow_pickle=False, **arrays)
    return stream.getvalue()


def is_file(path: str | Path) -> bool:
    """Whether there is a regular file; a name that no file can have is none."""
    try:
        return Path(path).expanduser().is_file()
    except (OSError, ValueError, RuntimeError):
        return False


# ---------------------------------------------------------------- writing


def replace(path: Path, content: bytes, is_durable: bool = True) -> None:
    """Put a file in its place at once; OSError leaves the place as it was. Durable: also when the power fails right after."""
    unfinished = path.with_name(f".{path.name[:200]}.{os.getpid()}{TEMPORARY}")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        remove(unfinished)
        with unfinished.open("wb") as file:
            file.write(content)
            if is_durable:
                file.flush()
                os.fsync(file.fileno())
        unfinished.replace(path)
    except BaseException:
        remove(unfinished)
        raise


def write_whole(path: Path, content: bytes, is_durable: bool = True) -> None:
    """The same for what a run keeps: RunStopped tells what the system says against it."""
    try:
        replace(path, content, is_durable)
    except OSError as error:
        raise RunStopped(f"`{path}` cannot be written: {reason_of(error)}") from None


def remove(path: Path) -> None:
    """Remove a file that may not be there."""
    with suppress(OSError):  # what cannot be removed does no harm
        path.unlink(missing_ok=True)


class Output:
    """A file that a command writes in the end. Made before anything is played: what could go wrong is told then.

    `is_ours` knows from the beginning of a file that this command wrote it; any other file stays as it is unless `overwrite` is said.
    """

    PEEK = 64 * KB

    def __init__(self, path: str | Path, what: str, option: str, is_ours: Callable[[bytes], bool], overwrite: bool = False) -> None:
        if not isinstance(path, str | Path):
            raise CavernaError(f"{what}: {shown(path)} is not allowed; give a path")
        self.what, self.option = what, option
        self.shown = f"{what} `{path}`"
        self._other = f"give another file with {option}"
        try:
            self.path = Path(path).expanduser()
            if "\0" in str(path):
                raise ValueError("embedded null byte")
            if self.path.is_symlink():
                self.path = self.path.resolve()
            self._check_place()
            if self.path.exists():
                self._check_there(is_ours, overwrite)
        except CavernaError:
            raise
        except (OSError, ValueError, RuntimeError) as error:
            raise CavernaError(f"{self.shown}: it cannot be written: {reason_of(error)}; {self._other}") from None

    def _check_place(self) -> None:
        folder = next(one for one in (self.path.parent, *self.path.parent.absolute().parents) if one.exists())
        if not folder.is_dir():
            raise CavernaError(f"{self.shown}: it cannot be written: not a directory; {self._other}")
        if not os.access(folder, os.W_OK):
            raise CavernaError(f"{self.shown}: it cannot be written: permission denied; {self._other}")

    def _check_there(self, is_ours: Callable[[bytes], bool], overwrite: bool) -> None:
        _check_regular(self.path.stat(), self.shown, CavernaError, self._other)
        if is_part_of_a_run(self.path):
            raise CavernaError(f"{self.shown}: this file belongs to a run; {self._other}")
        if overwrite:
            return
        with os.fdopen(os.open(self.path, os.O_RDONLY | _QUIET), "rb") as file:
            beginning = file.read(self.PEEK)
        if beginning and not is_ours(beginning):
            raise CavernaError(
                f"{self.shown}: this file was not written by this command; {self._other}, or say --overwrite if it may be replaced"
            )

    def write(self, content: str | bytes) -> Path:
        """Put the file in its place; CavernaError names the option that gives another."""
        try:
            replace(self.path, content.encode("utf-8", "replace") if isinstance(content, str) else content)
        except OSError as error:
            raise CavernaError(f"{self.shown}: it cannot be written: {reason_of(error)}; {self._other}") from None
        return self.path


def is_part_of_a_run(path: Path) -> bool:
    """Whether a file is what a run keeps: its manifest or one of its parts."""
    return path.name == "manifest.json" or path.suffix == ".parquet"
