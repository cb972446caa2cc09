"""Reading files of strangers and writing our own: regular files of a sensible size, whole or not at all, never over somebody's work."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from caverna_sim.check import Wrong, name, plain
from caverna_sim.errors import MOST_TOLD, CavernaError, RunStopped, ScenarioError, nearest, shown, told
from caverna_sim.files import KB, Output, parse_json, read, read_text, replace, unpacked_arrays, write_whole
from caverna_sim.toml import parsed, toml_text


def refused(path: Path | str, most: int = 100) -> str:
    with pytest.raises(ScenarioError) as error:
        read(path, "scenario `x`", most, ScenarioError)
    return str(error.value)


# ---------------------------------------------------------------- reading


def test_a_regular_file_is_read_up_to_the_limit(tmp_path: Path) -> None:
    (tmp_path / "a").write_bytes(b"x" * 100)
    assert read(tmp_path / "a", "x", 100) == b"x" * 100
    assert refused(tmp_path / "a", 99) == "scenario `x`: the file has 100 bytes, at most 99 bytes are read"


@pytest.mark.skipif(os.name != "posix", reason="pipes and devices have names on POSIX only")
def test_pipes_devices_and_folders_are_refused_at_once(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    (tmp_path / "link").symlink_to(tmp_path / "pipe")
    assert "this is a pipe; give a file" in refused(tmp_path / "pipe")
    assert "this is a pipe" in refused(tmp_path / "link")
    assert "this is a device" in refused("/dev/zero")
    assert "this is a directory" in refused(tmp_path)


def test_names_that_no_file_can_have_are_refused(tmp_path: Path) -> None:
    assert "there is no such file" in refused(tmp_path / "nothing")
    for path in ("a\0b", "~nobody_of_that_name/x", "x" * 5000):
        assert "cannot be read" in refused(path)


def test_a_text_has_no_zero_characters_and_one_kind_of_line_end(tmp_path: Path) -> None:
    (tmp_path / "a").write_bytes(b"\xef\xbb\xbfone\r\ntwo")
    assert read_text(tmp_path / "a", "x", 100) == "one\ntwo"
    for content in (b"a\0b", b"\xff\xfe"):
        (tmp_path / "a").write_bytes(content)
        with pytest.raises(CavernaError, match="this is not a text file"):
            read_text(tmp_path / "a", "x", 100)


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ('{"a": 1, "a": 2}', "the name `a` stands twice"), ("NaN", "NaN is not a number"), ("[" * 100_000, "nested too deeply"),
        ("9" * 5000, "limit"), ("{", "line 1, column 2"),
    ],
)  # fmt: skip
def test_json_is_read_strictly(text: str, problem: str) -> None:
    with pytest.raises(CavernaError, match=problem):
        parse_json(text, "position `x`", CavernaError)


@pytest.mark.parametrize(
    "text",
    [
        "x = " + "[" * 5000,
        "a." * 100_000 + "a = 1",
        "[" + "a." * 60_000 + "a]",
        "x = " + "9" * 5000,
        "x = 0x" + "F" * 9000,
        "x =",
        "a = 1\na = 2",
    ],
)
def test_wrong_toml_is_one_short_sentence(text: str) -> None:
    with pytest.raises(ScenarioError) as error:
        parsed(text, "scenario `x`", ScenarioError)
    assert str(error.value).startswith("scenario `x`")
    assert len(str(error.value)) < 300


def test_what_is_written_in_toml_is_read_again() -> None:
    data = {
        "name": 'a\x7f "b"',
        "numbers": [1, 2.5, 1e300],
        "rules": {"start.food": [0, 1]},
        "bot": {"x": {"base": "balanced", "is": True}},
    }
    assert parsed(toml_text(data), "x", ScenarioError) == data


def test_no_archive_unpacks_to_more_than_allowed(tmp_path: Path) -> None:
    import numpy as np

    np.savez_compressed(tmp_path / "bomb.npz", a=np.zeros(10**7))
    content = (tmp_path / "bomb.npz").read_bytes()
    assert len(content) < 100 * KB
    with pytest.raises(ValueError, match="it holds more than 1 MB"):
        unpacked_arrays(content, 1_000_000)


# ---------------------------------------------------------------- writing


def test_a_file_is_written_in_full_or_not_at_all(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "file"
    replace(path, b"old")

    def broken(_: Path, __: Path) -> Path:
        raise OSError("no space left")

    monkeypatch.setattr(Path, "replace", broken)
    with pytest.raises(OSError, match="no space"):
        replace(path, b"new")
    with pytest.raises(RunStopped, match="cannot be written: no space left"):
        write_whole(path, b"new")
    with pytest.raises(CavernaError, match="cannot be written: no space left; give another file with --out"):
        Output(path, "report", "--out", lambda beginning: beginning == b"old").write("new")
    assert path.read_bytes() == b"old"
    assert list(tmp_path.iterdir()) == [path]


def test_nobodys_work_is_overwritten_without_being_asked(tmp_path: Path) -> None:
    path = tmp_path / "notes.txt"
    path.write_text("a year of work")
    with pytest.raises(CavernaError, match="was not written by this command; give another file with --log, or say --overwrite"):
        Output(path, "log", "--log", lambda beginning: beginning.startswith(b"campaign"))
    Output(path, "log", "--log", lambda _: False, overwrite=True).write("campaign")
    assert Output(path, "log", "--log", lambda beginning: beginning.startswith(b"campaign")).path == path
    path.write_text("")  # nothing is lost
    Output(path, "log", "--log", lambda _: False)


@pytest.mark.parametrize("name", ["manifest.json", "part-000000.parquet"])
def test_what_a_run_keeps_is_never_overwritten(name: str, tmp_path: Path) -> None:
    (tmp_path / name).write_text("{}")
    with pytest.raises(CavernaError, match="this file belongs to a run"):
        Output(tmp_path / name, "report", "--out", lambda _: True, overwrite=True)


def test_an_output_that_cannot_be_written_is_told_before_anything_is_played(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("x")
    for path in (tmp_path / "file" / "page.html", tmp_path, "a\0b", "/dev/null"):
        with pytest.raises(CavernaError, match="give another file with --out"):
            Output(path, "report", "--out", lambda _: True)


# ---------------------------------------------------------------- what a message shows


@pytest.mark.parametrize(
    "value",
    ["x" * 10**6, ["y" * 10**5] * 50, {"a": {"b": {"c": list(range(10**5))}}}, 10**5000, "\x1b[31m\x07\u202e", b"\0" * 10**5],
    ids=range(6),
)
def test_a_value_is_quoted_short_and_harmless(value: object) -> None:
    assert len(shown(value)) <= 60
    assert shown(value).isprintable()


def test_values_are_quoted_as_python_writes_them() -> None:
    assert [shown(value) for value in ("two", True, 2.5, [1, "a"], (1,), {}, None)] == [
        "'two'",
        "True",
        "2.5",
        "[1, 'a']",
        "(1,)",
        "{}",
        "None",
    ]


def test_every_message_is_one_printable_line() -> None:
    sentence = str(ScenarioError("a\x1b[2J\nb `" + "n" * 5000 + "` " + "c" * 10**6))
    assert sentence.startswith("a\\x1b[2J b `nnn")
    assert sentence.isprintable()
    assert len(sentence) <= MOST_TOLD
    assert told("plain") == "plain"
    assert nearest("z" * 10**6, ["random", "novice"]) == "allowed: `random`, `novice`"


@pytest.mark.parametrize("wrong", ["\x1b[31m", "$x^$", "a\nb", "n" * 61, "", " ", 3, None, "a\u202eb", "tab\t"])
def test_names_are_letters_digits_and_a_few_signs(wrong: object) -> None:
    with pytest.raises(Wrong):
        name(wrong, "name")


@pytest.mark.parametrize("right", ["wood-for-stone", "2 players", "Größe", "a.b_c (1)", "50 % off"])
def test_sensible_names_are_names(right: str) -> None:
    assert name(right, "name") == right


def test_only_plain_values_of_some_depth_are_read() -> None:
    deep: list[object] = []
    round_: list[object] = []
    for _ in range(100):
        deep = [deep]
    round_.append(round_)
    for value in (deep, round_, {1: 2}, {"a": object()}, 2**70, {"a": {3, 4}}):
        with pytest.raises(Wrong):
            plain(value)
    assert plain({"a": [1, 2.5, "x", True, None]})
