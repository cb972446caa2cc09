"""What is handed out: the source distribution and the wheel, built and looked into.

    python -m tests.package          # builds both, compares them with the project, uses the wheel from elsewhere
    python -m tests.package --run    # ... and carries out README's two commands in the unpacked source distribution

It needs setuptools of 77 or newer and pip; `.ci/run package` brings them.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
import tarfile
import tempfile
import zipfile
from collections.abc import Iterator
from pathlib import Path

PROJECT = Path(__file__).parents[1]
NOT_OURS = re.compile(
    r"(^|/)(__pycache__|build|dist|site|runs|\.git|\.venv|\.\w+_cache|\.ipynb_checkpoints|[^/]+\.egg-info)(/|$)|\.py[cod]$|^\.gitignore$"
    r"|^\.coverage$|^PKG-INFO$|^setup\.cfg$"  # the last two are written into every source distribution
)


def project_files(folder: Path = PROJECT) -> set[str]:
    """The files of the project, without those that tools leave in it."""
    return {file for file in _walk(folder) if not NOT_OURS.search(file)}


def _walk(folder: Path) -> Iterator[str]:
    for place, folders, files in os.walk(folder):
        inner = Path(place).relative_to(folder)
        folders[:] = [one for one in folders if not NOT_OURS.search((inner / one).as_posix())]
        yield from ((inner / file).as_posix() for file in files)


def built(out: Path) -> tuple[Path, Path]:
    """The source distribution, and the wheel that is made from it."""
    program = "import sys; from setuptools import build_meta as b; print(b.build_sdist(sys.argv[1]))"
    _run([sys.executable, "-c", program, str(out)], PROJECT)
    sdist = next(out.glob("*.tar.gz"))
    with tarfile.open(sdist) as archive:
        archive.extractall(out, filter="data")
    _run([sys.executable, "-m", "pip", "wheel", "-q", "--no-deps", "--no-build-isolation", "-w", str(out), str(unpacked(out))], out)
    return sdist, next(out.glob("*.whl"))


def unpacked(out: Path) -> Path:
    """The folder of the unpacked source distribution."""
    return next(one for one in out.iterdir() if one.is_dir() and one.name.startswith("caverna_sim-"))


def _run(words: list[str], folder: Path, **environment: str) -> str:
    kept = {name: value for name, value in os.environ.items() if name not in ("PYTHONPATH", "VIRTUAL_ENV")}
    return subprocess.run(words, cwd=folder, env={**kept, **environment}, check=True, capture_output=True, text=True).stdout


def missing(out: Path) -> list[str]:
    """What the project has and a distribution lacks."""
    sdist, wheel = built(out)
    with tarfile.open(sdist) as archive:
        there = {name.split("/", 1)[1] for name in archive.getnames() if "/" in name}
    found = [f"sdist: {name}" for name in sorted(project_files() - there)]
    with zipfile.ZipFile(wheel) as archive:
        there = set(archive.namelist())
    found += [f"wheel: {name}" for name in sorted(project_files()) if name.startswith("caverna_sim/") and name not in there]
    return [*found, *(f"wheel, unasked: {name}" for name in sorted(there) if not re.match(r"caverna_sim(/|-[\d.]+\.dist-info/)", name))]


def used(out: Path) -> str:
    """What the wheel says that is installed elsewhere: a table of the published studies."""
    place = out / "installed"
    _run([sys.executable, "-m", "pip", "install", "-q", "--no-deps", "--target", str(place), str(next(out.glob("*.whl")))], out)
    return _run([sys.executable, "-m", "caverna_sim", "check", "table_4"], out, PYTHONPATH=str(place))


def carried_out(folder: Path) -> None:
    """README's two commands."""
    readme = (folder / "README.md").read_text(encoding="utf-8")
    for command in re.findall(r"^```sh\n(.*?)^```", readme, re.MULTILINE | re.DOTALL):
        sys.stdout.write(f"--- {command}")
        sys.stdout.flush()
        subprocess.run(["bash", "-c", command], cwd=folder, check=True)


def main() -> int:
    """Tell what is missing; 1 when something is."""
    with tempfile.TemporaryDirectory() as name:
        out = Path(name)
        faults = missing(out)
        sys.stdout.write("".join(f"{fault}\n" for fault in faults) + used(out))
        if "--run" in sys.argv:
            carried_out(unpacked(out))
    return 1 if faults else 0


if __name__ == "__main__":
    raise SystemExit(main())
