"""Turns the flow of an action space into flat parts with conditions, so that kernels never walk a tree.

A part may be carried out when it is not done, none of `blocked_by` is done and all of `needs` are:

- and_or: no conditions between the parts.
- and_then_or: a part is blocked once a later one is done.
- and_then: a part needs the one before it, and is blocked once a later one is done.
- either_or: a part is blocked by the parts of every other branch; not so for who may do both, who still does nothing twice that stands in
  two branches.
- all: one part; what is received comes with the one thing that is to be done, if there is one.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from typing import Any

from caverna_sim.errors import RulesError


@dataclass
class Part:
    """One part of a program: the things to do together and when they may be done."""

    leaves: list[Mapping[str, Any]]
    number: int
    blocked_by: int = 0
    blocked_by_both: int = 0
    needs: int = 0


@dataclass
class _Compiler:
    where: str
    beside: Collection[str]
    most: int
    parts: list[Part] = field(default_factory=list)

    def compile(self, node: Mapping[str, Any]) -> int:
        """Append the parts of a node and return the set of them."""
        if "op" not in node:
            return self._part([node])
        if node["op"] == "all":
            if any("op" in item for item in node["items"]):
                raise RulesError(f"rules `{self.where}.flow`: `all` joins single things to do, not further connectives")
            return self._part(list(node["items"]))
        branches = [self.compile(item) for item in node["items"]]
        self._join(node["op"], branches)
        return sum(branches)

    def _part(self, leaves: list[Mapping[str, Any]]) -> int:
        acting = [leaf for leaf in leaves if leaf["do"] not in self.beside]
        if len(acting) > 1:
            raise RulesError(f"rules `{self.where}.flow`: `all` may hold one thing to choose, not {len(acting)}")
        if len(self.parts) == self.most:
            raise RulesError(f"rules `{self.where}.flow`: more than {self.most} parts; leave some out")
        self.parts.append(Part(leaves, len(self.parts)))
        return 1 << len(self.parts) - 1

    def _join(self, operator: str, branches: list[int]) -> None:
        for index, branch in enumerate(branches):
            others = sum(other for other in branches if other != branch)
            later = sum(branches[index + 1 :])
            for part in self.parts:
                if not branch >> part.number & 1:
                    continue
                if operator == "either_or":
                    part.blocked_by |= others
                elif operator in ("and_then_or", "and_then"):
                    part.blocked_by |= later
                    part.blocked_by_both |= later
                if operator == "and_then" and index:
                    part.needs |= branches[index - 1]
                if operator == "either_or":
                    part.blocked_by_both |= self._twins(part, others)

    def _twins(self, part: Part, others: int) -> int:
        """The parts of other branches that do the same: nobody does it twice."""
        return sum(1 << other.number for other in self.parts if others >> other.number & 1 and other.leaves == part.leaves)


def compile_flow(flow: Mapping[str, Any], where: str, beside: Collection[str], most: int) -> list[Part]:
    """The parts of a space's program in printed order, so many at most; what is `beside` comes with a thing to do and is none itself."""
    compiler = _Compiler(where, beside, most)
    compiler.compile(flow)
    return compiler.parts
