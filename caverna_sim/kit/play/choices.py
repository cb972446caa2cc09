"""Actions side by side: what all of them say is said once, and a table shows what tells them apart."""

from __future__ import annotations

import re
from collections.abc import Sequence
from difflib import get_close_matches
from html import escape
from typing import Any, TypeVar

from caverna_sim.kit.play.actions import Action

A = TypeVar("A", bound=Action)


class Actions(list[A]):
    """A list of actions; a notebook shows it as tables, one for each kind."""

    def _repr_html_(self) -> str:
        """For a notebook."""
        if not self:
            return "<p>no actions</p>"
        forms = dict.fromkeys(action.form for action in self)
        return "".join(_table([action for action in self if action.form == form]) for form in forms)


def closest(given: str, texts: Sequence[str], most: int = 3) -> tuple[str, ...]:
    """The texts that somebody may have meant: those that hold all of these words, else those that read alike."""
    words = re.findall(r"\w+", given.lower())
    holding = [text for text in texts if words and all(word in text.lower() for word in words)]
    return tuple((holding or get_close_matches(given, texts, most, 0.6))[:most])


def differing(actions: Sequence[Action]) -> tuple[str, ...]:
    """Names of the arguments in which actions of one kind differ."""
    names = [field.name for field in actions[0].form[1]]
    return tuple(name for name in names if len({getattr(action, name) for action in actions}) > 1)


def in_common(actions: Sequence[Action]) -> str:
    """The words that actions of one kind share; what tells them apart is an ellipsis."""
    if len(actions) == 1:
        return actions[0].text
    return actions[0].text_with(dict.fromkeys(differing(actions), "…"))


def told_apart(actions: Sequence[Action]) -> list[str]:
    """Each action as short as it can be among the others, which may be of several kinds."""
    if len({action.kind for action in actions}) > 1 or len(actions) < 2:
        return [action.text for action in actions]
    apart = differing(actions)
    told = ([_among(name, getattr(action, name), len(apart)) for name in apart] for action in actions)
    return [", ".join(filter(None, words)) or action.text for words, action in zip(told, actions, strict=True)]


def _among(name: str, value: Any, several: int) -> str:
    """A number beside other words says what it is of."""
    return f"{name.replace('_', ' ')} {value}" if several > 1 and isinstance(value, int) else _word(value)


def _word(value: Any) -> str:
    return " and ".join(map(str, value)) if isinstance(value, tuple) else "" if value is None else str(value)


def _table(actions: Sequence[Action]) -> str:
    if len(actions) == 1:
        return f"<p><code>{actions[0].id}</code> {escape(actions[0].text)}</p>"
    apart = differing(actions)
    heads = "".join(f"<th>{name}</th>" for name in apart)
    rows = [
        f"<tr><td><code>{action.id}</code></td>" + "".join(f"<td>{escape(_word(getattr(action, name)))}</td>" for name in apart) + "</tr>"
        for action in actions
    ]
    caption = f"{len(actions)} × {escape(in_common(actions))}"
    style = "text-align:left;font-weight:bold"
    return f'<table><caption style="{style}">{caption}</caption><tr><th>id</th>{heads}</tr>{"".join(rows)}</table>'
