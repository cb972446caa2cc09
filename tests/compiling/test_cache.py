"""Compiled code on disk: nothing damaged or of strangers is run, what others compiled is used, nothing is left in the temporary place."""

from __future__ import annotations

import os
import pickle
import stat
import subprocess
import sys
from pathlib import Path

import pytest

from caverna_sim.compiling import cache, jit, keeping

ours = pytest.mark.skipif(not jit.IS_COMPILED or jit.IS_STOCK, reason="not compiled by us")
posix = pytest.mark.skipif(not hasattr(os, "geteuid"), reason="owners of files are a thing of POSIX")

ASK = """
from caverna_sim.chance import philox
from caverna_sim.compiling import progress
print(philox.lot(1, 2, 3), len(progress.compiled_here))
"""
LOT = 4056789687


def asked(folder: Path, code: str = ASK, **settings: str) -> str:
    """What a process says that draws a lot: the lot, and how many kernels it compiled."""
    environment = {name: value for name, value in os.environ.items() if not name.startswith("CAVERNA_SIM_")}
    told = {"CAVERNA_SIM_CACHE": str(folder), **settings}
    done = subprocess.run([sys.executable, "-c", code], env={**environment, **told}, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return f"{done.stdout.strip()}{' ' if done.stderr else ''}{done.stderr.strip()}"


# ---------------------------------------------------------------- damage


def damage(content: bytes, how: str) -> bytes:
    """A file as a full disk, a lost block or a careless hand leaves it."""
    middle, end = len(content) // 2, len(content) - 1
    return {
        "empty": b"",
        "half": content[:middle],
        "other": b"something else",
        "first byte": bytes([content[0] ^ 1]) + content[1:],
        "byte in the middle": content[:middle] + bytes([content[middle] ^ 1]) + content[middle + 1 :],
        "last byte": content[:end] + bytes([content[end] ^ 1]),
        "zeros": bytes(len(content)),
    }[how]


@ours
def test_whatever_cannot_be_loaded_is_compiled_anew(tmp_path: Path) -> None:
    """An empty index used to end every command with EOFError."""
    assert asked(tmp_path) == f"{LOT} 2"
    kinds = ("empty", "half", "other", "first byte", "byte in the middle", "last byte", "zeros", "half")
    for some in (kinds[:4], kinds[4:]):
        files = [file for file in tmp_path.rglob("*") if file.is_file() and file.stat().st_size]
        assert len(files) >= 4
        for number, file in enumerate(files):
            file.write_bytes(damage(file.read_bytes(), some[number % 4]))
        assert asked(tmp_path) == f"{LOT} 2", some
        assert asked(tmp_path) == f"{LOT} 0", some


def test_a_part_is_read_as_it_was_written_or_not_at_all(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CAVERNA_SIM_CACHE", str(tmp_path))
    assert keeping.keep("kernels-here", "objects/one", pickle.dumps([1, 2]), pickle.dumps({"a": 3}))
    assert [keeping.kept("kernels-here", "objects/one", part) for part in (0, 1)] == [[1, 2], {"a": 3}]
    assert keeping.kept("kernels-here", "objects/two") is None
    file = tmp_path / "kernels-here" / "objects" / "one"
    content = file.read_bytes()
    for place in range(len(content)):
        file.write_bytes(content[:place] + bytes([content[place] ^ 255]) + content[place + 1 :])
        assert keeping.kept("kernels-here", "objects/one", 0) in ([1, 2], None), place
        assert keeping.kept("kernels-here", "objects/one", 1) in ({"a": 3}, None), place


def test_files_are_synced_before_they_get_their_names(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    happened: list[str] = []
    sync, replace = os.fsync, Path.replace
    monkeypatch.setenv("CAVERNA_SIM_CACHE", str(tmp_path))
    monkeypatch.setattr(os, "fsync", lambda file: (happened.append("synced"), sync(file)))
    monkeypatch.setattr(Path, "replace", lambda self, other: (happened.append("named"), replace(self, other)))
    assert keeping.keep("kernels-here", "one", b"1", b"2")
    assert happened == ["synced", "named"]
    assert [file.name for file in (tmp_path / "kernels-here").iterdir()] == ["one"]


def test_a_full_disk_keeps_nothing_and_stops_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(_: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setenv("CAVERNA_SIM_CACHE", str(tmp_path))
    monkeypatch.setattr(os, "fsync", full)
    assert not keeping.keep("kernels-here", "one", b"1", b"2")
    assert not list((tmp_path / "kernels-here").iterdir())


# ---------------------------------------------------------------- where nothing can be written

READ_ONLY = """
import os
access = os.access
os.access = lambda place, mode: mode != os.W_OK and access(place, mode)  # even root may not
"""
WORKERS = """
import os, sys
from pathlib import Path
from joblib import Parallel, delayed
from caverna_sim.chance import philox
from caverna_sim.compiling import progress

def lot():
    return philox.lot(1, 2, 3), len(progress.compiled_here), os.getpid()

if __name__ == "__main__":
    mine = lot()
    told = Parallel(n_jobs=2)(delayed(lot)() for _ in range(4))
    assert os.getpid() not in {process for *_, process in told}
    print(mine[:2], {one[:2] for one in told})
"""


@ours
def test_what_another_compiled_is_used_where_nothing_can_be_written(tmp_path: Path) -> None:
    """As in an image, or where an administrator has warmed the cache."""
    warmed, temporary = tmp_path / "cache", tmp_path / "temporary"
    temporary.mkdir()
    assert asked(warmed) == f"{LOT} 2"
    assert asked(warmed, READ_ONLY + ASK, TMPDIR=str(temporary)) == f"{LOT} 0"
    assert not list(temporary.iterdir())


@ours
def test_workers_use_what_their_program_compiled_and_nothing_stays(tmp_path: Path) -> None:
    """Neither a home nor a cache that can be written: one folder for the program and its workers, gone when it ends."""
    script, temporary = tmp_path / "script.py", tmp_path / "temporary"
    script.write_text(WORKERS, encoding="utf-8")
    temporary.mkdir()
    left = temporary / "caverna_sim-999999999-killed"  # of a program that was killed
    left.mkdir(mode=0o700)
    code = f"import runpy, sys; sys.path.insert(0, {str(tmp_path)!r}); runpy.run_path({str(script)!r}, run_name='__main__')"
    environment = {"TMPDIR": str(temporary), "JOBLIB_TEMP_FOLDER": str(tmp_path), "PYTHONPATH": str(Path(jit.__file__).parents[2])}
    assert asked(Path("/proc/nowhere"), code, **environment) == f"({LOT}, 2) {{({LOT}, 0)}}"
    assert not [file for file in temporary.iterdir() if file.name.startswith("caverna_sim-")]


# ---------------------------------------------------------------- where the cache is


@pytest.mark.skipif(sys.platform in ("win32", "darwin"), reason="these have another place")
@pytest.mark.parametrize(
    ("settings", "place"),
    [
        ({"HOME": "/home/ann"}, "/home/ann/.cache/caverna_sim"),
        ({"HOME": "/home/ann", "XDG_CACHE_HOME": ""}, "/home/ann/.cache/caverna_sim"),
        ({"HOME": "/home/ann", "XDG_CACHE_HOME": "here"}, "/home/ann/.cache/caverna_sim"),
        ({"HOME": "/home/ann", "XDG_CACHE_HOME": "~/kept"}, "/home/ann/kept/caverna_sim"),
        ({"HOME": "/home/ann", "XDG_CACHE_HOME": "/kept"}, "/kept/caverna_sim"),
        ({"HOME": "/home/ann", "CAVERNA_SIM_CACHE": "~/mine"}, "/home/ann/mine"),
        ({"HOME": "/home/ann", "CAVERNA_SIM_CACHE": " "}, "/home/ann/.cache/caverna_sim"),
        ({"HOME": ""}, None),
        ({"HOME": "/"}, None),
    ],
)
def test_the_place_of_the_cache(settings: dict[str, str], place: str | None, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("HOME", "XDG_CACHE_HOME", "CAVERNA_SIM_CACHE"):
        monkeypatch.delenv(name, raising=False)
    for name, value in settings.items():
        monkeypatch.setenv(name, value)
    assert cache._root() == (Path(place) if place else None)


@posix
def test_an_unknown_user_without_a_home_gets_a_folder_beside(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def unknown(_: int) -> None:
        raise KeyError("uid not found")

    import pwd
    import tempfile

    for name in ("HOME", "XDG_CACHE_HOME", "CAVERNA_SIM_CACHE", cache.BESIDE):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setattr(pwd, "getpwuid", unknown)
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    root = cache.cache_root()
    assert root.parent == tmp_path and stat.S_IMODE(root.stat().st_mode) == 0o700
    assert cache.cache_root() == root
    monkeypatch.setenv(cache.BESIDE, "")  # so that nothing after this test looks there


# ---------------------------------------------------------------- whose folder it is


@posix
def test_what_everybody_may_write_to_is_not_run(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Not even where it is named: a folder next to it, for this program alone, takes its place, and one sentence says why."""
    monkeypatch.setenv("CAVERNA_SIM_CACHE", str(tmp_path / "open"))
    monkeypatch.setenv("CAVERNA_SIM_TOLD", "")
    monkeypatch.setenv(cache.BESIDE, "")
    (tmp_path / "open").mkdir()
    (tmp_path / "open").chmod(0o777)
    assert not cache.is_trusted(tmp_path / "open")
    assert cache.cache_root() != tmp_path / "open"
    assert capsys.readouterr().err.count("is not used, as everybody may write there") == 1
    (tmp_path / "open").chmod(0o755)
    assert cache.cache_root() == tmp_path / "open"
    place = tmp_path / "open" / "kernels-one"
    place.mkdir()
    place.chmod(0o777)
    assert place not in cache.places("kernels-one")


@posix
@pytest.mark.skipif(hasattr(os, "geteuid") and os.geteuid() != 0, reason="only root gives files away")
def test_a_folder_of_a_stranger_is_used_only_if_it_is_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.delenv("CAVERNA_SIM_CACHE", raising=False)
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    monkeypatch.setenv("CAVERNA_SIM_TOLD", "")
    folder = tmp_path / "caverna_sim"
    folder.mkdir()
    assert cache.cache_root() == folder
    os.chown(folder, 12345, -1)
    assert not cache.is_trusted(folder)
    assert "it belongs to user 12345; name it in CAVERNA_SIM_CACHE if you trust it" in capsys.readouterr().err
    monkeypatch.setenv("CAVERNA_SIM_CACHE", str(folder))
    assert cache.cache_root() == folder
