"""How compiled code is written and read: files with a checksum, of which one that is damaged in any way counts as not there.

A file holds some parts, each a pickle. Whether they may be unpickled is asked of the folder (cache.py), whether they are whole of the
checksum; it is asked of each part by itself, as most kernels are only run, and need nothing of what their callers are compiled with.
"""

from __future__ import annotations

import hashlib
import os
import pickle
import struct
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from caverna_sim.compiling.cache import place_to_write, places

_HEAD = struct.Struct("<8sQ16sQ16s")  # a mark; bytes and checksum of each part
_MARK = b"caverna\1"


def keep(folder: str, name: str, *parts: bytes) -> bool:
    """Put a file with two parts into a folder of the cache; False where nothing can be written."""
    first, second = parts
    head = _HEAD.pack(_MARK, len(first), _checksum(first), len(second), _checksum(second))
    try:
        place = place_to_write(folder)
        (place / name).parent.mkdir(parents=True, exist_ok=True)
        _write(place / name, (head, first, second))
    except OSError:
        return False
    return True


def kept(folder: str, name: str, part: int = 0) -> Any:
    """A part of a file in a folder of the cache; None if it is not there, or not as it was written."""
    for place in places(folder):
        try:
            with (place / name).open("rb") as file:
                mark, bytes_0, checksum_0, bytes_1, checksum_1 = _HEAD.unpack(file.read(_HEAD.size))
                file.seek(bytes_0 * part, os.SEEK_CUR)
                content = file.read((bytes_0, bytes_1)[part])
            if mark == _MARK and _checksum(content) == (checksum_0, checksum_1)[part]:
                return pickle.loads(content)
        except Exception:  # whatever is wrong with it, it is compiled anew
            continue
    return None


def _checksum(content: bytes) -> bytes:
    return hashlib.blake2b(content, digest_size=16).digest()


def _write(path: Path, content: Iterable[bytes]) -> None:
    """Put a file in its place at once: in full also if the power fails, or not at all."""
    beside = path.with_name(f".{path.name}.{os.urandom(4).hex()}")
    try:
        with beside.open("wb") as file:
            file.writelines(content)
            file.flush()
            os.fsync(file.fileno())
        beside.replace(path)
    except BaseException:
        beside.unlink(missing_ok=True)
        raise
