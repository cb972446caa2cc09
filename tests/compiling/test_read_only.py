"""Kernels write to none of their `rules` and `bot` (compiling/calling.py counts on it), by whatever name, here or in what they call.

Read from the text: names that stand for something in an argument, what is written to by subscript, and into which arguments of other
kernels such things go. A name that stands for such a thing once does so in the whole kernel.
"""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path

import pytest

from caverna_sim.compiling.calling import READ_ONLY

PACKAGE = Path(__file__).parents[2] / "caverna_sim"


class Kernel:
    """What the text of a kernel tells of its arguments."""

    def __init__(self, name: str, arguments: list[str], body: list[ast.AST], module: str, line: int) -> None:
        self.name, self.arguments, self.module, self.place = name, arguments, module, f"{module}:{line}"
        self.bound = list(_bound(body))
        self.stored = [node for node in body if isinstance(node, ast.Subscript) and isinstance(node.ctx, ast.Store)]
        self.calls = [node for node in body if isinstance(node, ast.Call)]
        self.returned = [node.value for node in body if isinstance(node, ast.Return) and node.value]
        self.writes: set[str] = set()  # its arguments that something is written to
        self.hands_out: set[str] = set()  # its arguments that it returns something in, by reference


def _bound(body: list[ast.AST]) -> Iterator[tuple[ast.expr, ast.expr]]:
    """Names, and what they come to stand for."""
    for node in body:
        if isinstance(node, ast.For):
            yield node.target, node.iter
        for target in node.targets if isinstance(node, ast.Assign) else ():
            if isinstance(target, ast.Tuple) and isinstance(node.value, ast.Tuple):  # type: ignore[attr-defined]
                yield from zip(target.elts, node.value.elts, strict=True)  # type: ignore[attr-defined]
            else:
                yield target, node.value  # type: ignore[attr-defined]


class Reading:
    """All kernels of some texts, and what they do to their arguments, those that they call included."""

    def __init__(self, texts: Iterable[tuple[str, str]]) -> None:
        self.kernels: list[Kernel] = []
        self.imports: dict[tuple[str, str], tuple[str, str]] = {}  # module, name in it -> module, name there
        for module, text in texts:
            tree = list(ast.walk(ast.parse(text)))
            self.kernels += _kernels_in(tree, module)
            for node in tree:
                for one in node.names if isinstance(node, ast.ImportFrom) and node.module else ():
                    self.imports[module, one.asname or one.name] = (node.module, one.name)  # type: ignore[union-attr]
        self.by_place: dict[tuple[str, str], list[Kernel]] = {}
        for kernel in self.kernels:
            self.by_place.setdefault((kernel.module, kernel.name), []).append(kernel)
        while sum(self._learn(kernel) for kernel in self.kernels):
            pass

    def _called(self, kernel: Kernel, node: ast.Call) -> list[Kernel]:
        """The kernels that a call may be one of: here by that name, or where it is imported from."""
        place = (kernel.module, node.func.id) if isinstance(node.func, ast.Name) else None
        if isinstance(node.func, ast.Attribute) and isinstance(node.func.value, ast.Name):
            package, name = self.imports.get((kernel.module, node.func.value.id), ("", ""))
            place = (f"{package}.{name}", node.func.attr)
        while place and place not in self.by_place:
            place = self.imports.get(place)
        return self.by_place[place] if place else []

    def _learn(self, kernel: Kernel) -> bool:
        """Whether there is more to know of a kernel than before."""
        before = len(kernel.writes) + len(kernel.hands_out)
        for argument in kernel.arguments:
            if isinstance(kernel, Gathered):
                kernel.writes |= {
                    argument for door in self.kernels if kernel.opens(door) for argument in kernel.arguments if argument in door.writes
                }
                continue
            parts = self._parts(kernel, argument)
            if argument not in kernel.writes and self._writes(kernel, parts):
                kernel.writes.add(argument)
            if any(self._is_part(kernel, value, parts) for value in kernel.returned):
                kernel.hands_out.add(argument)
        return len(kernel.writes) + len(kernel.hands_out) > before

    def _parts(self, kernel: Kernel, argument: str) -> set[str]:
        """Names that stand for something in an argument."""
        found = {argument}
        while True:
            more = {name for target, value in kernel.bound if self._is_part(kernel, value, found) for name in _names_in(target)}
            if more <= found:
                return found
            found |= more

    def _writes(self, kernel: Kernel, parts: set[str]) -> bool:
        return any(self._is_part(kernel, node, parts) for node in kernel.stored) or any(
            argument in called.writes and self._is_part(kernel, value, parts)
            for node in kernel.calls
            for called in self._called(kernel, node)
            for value, argument in zip(node.args, called.arguments, strict=False)
        )

    def _is_part(self, kernel: Kernel, value: ast.expr, parts: set[str]) -> bool:
        """Whether an expression is something in what these names stand for."""
        while isinstance(value, ast.Subscript):
            value = value.value
        if isinstance(value, ast.IfExp):
            return self._is_part(kernel, value.body, parts) or self._is_part(kernel, value.orelse, parts)
        if isinstance(value, ast.Call):
            return any(
                argument in called.hands_out and self._is_part(kernel, one, parts)
                for called in self._called(kernel, value)
                for one, argument in zip(value.args, called.arguments, strict=False)
            )
        return isinstance(value, ast.Name) and value.id in parts

    def breaches(self) -> list[str]:
        """Kernels that write to what they should only read."""
        return [f"{kernel.place} {kernel.name}: {name}" for kernel in self.kernels for name in READ_ONLY if name in kernel.writes]


def _names_in(target: ast.expr) -> set[str]:
    return {node.id for node in ast.walk(target) if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store)}


def _kernels_in(tree: list[ast.AST], module: str) -> Iterator[Kernel]:
    """Functions that numba compiles, and those that are gathered from doors (`jit.gathered`)."""
    for node in tree:
        if isinstance(node, ast.FunctionDef) and any(_is_njit(one) for one in node.decorator_list):
            body = [inner for line in node.body for inner in ast.walk(line)]
            yield Kernel(node.name, [one.arg for one in node.args.args], body, module, node.lineno)
        elif isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr == "gather" and len(node.args) > 3:
            name, arguments, door = (str(one.value) for one in node.args[:3] if isinstance(one, ast.Constant))
            assert isinstance(node.func.value, ast.Name)
            yield Gathered(name, arguments.split(", "), door, node.func.value.id.lower(), module, node.lineno)


class Gathered(Kernel):
    """A kernel that passes what it gets to doors, by name."""

    def __init__(self, name: str, arguments: list[str], door: str, folder: str, module: str, line: int) -> None:
        super().__init__(name, arguments, [], module, line)
        self.door, self.folder = door, folder

    def opens(self, kernel: Kernel) -> bool:
        """Whether a kernel is one of the doors."""
        game = self.module.rpartition(".course.")[0]
        return kernel.name == self.door and kernel.module.startswith(game) and f".{self.folder}." in kernel.module


def _is_njit(node: ast.expr) -> bool:
    named = node.func if isinstance(node, ast.Call) else node
    return isinstance(named, ast.Name) and named.id.startswith("njit")


@cache
def of_the_package() -> Reading:
    """All kernels there are."""
    files = sorted(PACKAGE.rglob("*.py"))
    names = {file: ".".join(("caverna_sim", *file.relative_to(PACKAGE).with_suffix("").parts)) for file in files}
    return Reading((names[file], file.read_text(encoding="utf-8")) for file in files)


PLANTED = """
@njit
def straight(rules):
    rules["space"][0] = 1

@njit
def by_a_name(rules):
    row = rules["space"][0]
    row["goods"][2] += 1

@njit
def by_two_names(state, rules):
    rows, other = rules["space"], state["x"]
    row = other if state["y"] else rows
    row[0] = 1

@njit
def in_a_loop(rules):
    for row in rules["space"]:
        row["goods"] = 0

@njit
def fill(seat, mind):
    mind["wide"][0] = seat["goods"][0]

@njit
def by_another(seat, bot):
    fill(seat, bot["mind"])

@njit
def row_of(rules, number):
    return rules["space"][number]

@njit
def by_what_is_handed_out(rules):
    row = row_of(rules, 3)
    row["goods"] = 1

gathered_here = PARTS.gather("gathered_here", "state, rules, row", "carry_out", "None")

@njit
def by_a_door(state, rules):
    gathered_here(state, rules, rules["space"][0])
"""
DOOR = """
@njit_inline
def carry_out(row):
    row["a"] = 1
"""
HARMLESS = """
@njit
def reads(state, rules, bot):
    row = rules["space"][0]
    number = row["goods"]
    number += 1
    state["goods"] = row["goods"]
    cell = state["cells"][number]
    cell["x"] = bot["weight"]
    fill(state, cell)

@njit
def fill(seat, mind):
    mind["wide"][0] = seat["goods"][0]
"""


def test_planted_breaches_are_found() -> None:
    found = {
        line.split()[1].rstrip(":") for line in Reading([("game.course.planted", PLANTED), ("game.course.parts.one", DOOR)]).breaches()
    }
    assert found == {"straight", "by_a_name", "by_two_names", "in_a_loop", "by_another", "by_what_is_handed_out", "by_a_door"}
    assert Reading([("harmless", HARMLESS)]).breaches() == []


def test_no_kernel_writes_to_its_rules_or_bot_by_any_name() -> None:
    reading = of_the_package()
    assert len(reading.kernels) > 1_000
    assert reading.breaches() == []


@pytest.mark.parametrize("name", READ_ONLY)
def test_many_kernels_have_what_is_only_read(name: str) -> None:
    assert sum(name in kernel.arguments for kernel in of_the_package().kernels) > 50
