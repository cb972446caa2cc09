"""The command `play`: a seat at the table of bots, in the terminal, with undo and hints; the game is kept as a line of moves."""

from __future__ import annotations

import json
import re
import secrets
import sys
from argparse import Namespace
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.text import Text

from caverna_sim.asking.analyse import analyse, seated
from caverna_sim.asking.source import Asked, asked, asked_scenario
from caverna_sim.check import shown_name
from caverna_sim.commands import console, show_rows
from caverna_sim.commands.analyse import Sharpening, rows
from caverna_sim.errors import DONE, CavernaError, UnknownAction
from caverna_sim.files import Output
from caverna_sim.games import FIRST, facts_of, found_at, named, plays
from caverna_sim.kit.play.choices import closest, in_common, told_apart
from caverna_sim.kit.play.company import Company
from caverna_sim.scenario.scenario import game_named, load_scenario, read_scenario, with_bots
from caverna_sim.stats.words import readable

MOST_HINTS = 6  # choices in a hint
MOST_SEEDS = 2**31
GAP = 2
HELP = (
    "a number, or the text of an action: play it",
    "h: a hint, what bots make of each choice",
    "u: undo, back to your last decision",
    "b: the boards; s: the score; l: all that happened",
    "c: the choices again; a: what a bot would play",
    "q: leave; the game is kept and can be gone on with",
)


def run(options: Namespace) -> int:
    """Play until the game is over or the player leaves."""
    about, seat, name = _begun(options)
    place = Output(options.out or f"play-{name}.json", "game", "--out", lambda beginning: b'"moves"' in beginning, options.overwrite)
    out = console()
    table = _Table(out, about, seat, place, options)
    out.print(Text(f"{about.title}: you are seat {seat} of {about.game.players}; ? shows what you can type", "bold"))
    table.play()
    return DONE


def _begun(options: Namespace) -> tuple[Asked, int, str]:
    """The game, the seat of the player, and what its file is called."""
    source = options.source
    if source is not None and Path(source).suffix.lower() == ".json":
        about = asked(source)
        if not about.is_line:
            raise CavernaError(f"play: `{source}` is a position; give a scenario, or a game that was saved")
        seat = options.seat if options.seat is not None else int(about.saved.get("seat", 0))
        options.out = options.out or source
        return about, _checked(seat, about), about.title
    if source is not None and options.game is not None and game_named(source) not in (None, options.game):
        raise CavernaError(f"play: `{source}` is no scenario of {options.game}; leave --game out")
    scenario = load_scenario(source) if source is not None else _table_of_two(named(options.game or FIRST, "argument --game"))
    if options.bots is not None:
        bots = options.bots * scenario.players if len(options.bots) == 1 else options.bots
        scenario = with_bots(scenario, bots)
    seed = secrets.randbelow(MOST_SEEDS) if options.seed is None else options.seed
    about = asked_scenario(scenario, options.index, seed)
    return about, _checked(options.seat or 0, about), f"{scenario.name}-{seed}"


def _checked(seat: int, about: Asked) -> int:
    if seat >= about.game.players:
        raise CavernaError(f"play: --seat {seat}: seats of this game go from 0 to {about.game.players - 1}")
    return seat


def _table_of_two(game: str) -> Any:
    bot = facts_of(game).asked["base"][0]
    players = min(max(2, plays(game).players[0]), plays(game).players[1])
    return read_scenario({"name": game, "game": game, "players": players, "bots": [bot] * players})


class _Table:
    """A game between a person and bots."""

    def __init__(self, out: Console, about: Asked, seat: int, place: Output, options: Namespace) -> None:
        self.out, self.about, self.seat, self.place, self.options = out, about, seat, place, options
        while about.is_line and not about.game.over and (action := about.choose() if about.choose else None) is not None:
            about.game.play(action)
        self.bots = about.bots or seated(about.game, None, "quick")
        self.before: list[Any] = []  # [decision] the game as it was
        self.told = 0  # lines of the log that were shown
        self.round, self.shown = 0, -1  # the last round that was told, and whose boards were drawn

    @property
    def game(self) -> Any:
        """The game as it stands."""
        return self.about.game

    def play(self) -> None:
        """Decision after decision."""
        company = self._company()
        while not self.game.over:
            if self.game.player != self.seat or len(self.game.legal()) == 1:
                self.game.play(self.game.legal()[0] if len(self.game.legal()) == 1 else company.choose())
                continue
            self._tell()
            if self.game.round != self.shown and not self.options.quiet:
                self._boards()
            self.shown = self.game.round
            if not self._decide():
                self._keep()
                self.out.print(f"kept: {self.place.path}; go on with: caverna-sim play {self.place.path}", soft_wrap=True)
                return
            company = self._company()
        self._tell()
        self._keep()
        self._score()
        self.out.print(
            f"kept: {self.place.path}; what each turn cost: caverna-sim watch --line {self.place.path} --annotate --quiet", soft_wrap=True
        )

    def _company(self) -> Company:
        game = self.game
        if game.planned is not None:
            return Company(game, [game.planned.bot(name) for name in self.bots])
        from caverna_sim.games import public_of

        public = public_of(game.game)
        assert public is not None
        return Company(game, [public.as_bot(name) for name in self.bots])

    def _decide(self) -> bool:
        """One decision of the player; False when they leave."""
        choices = list(self.game.legal())
        self._choices(choices)
        while True:
            word = self._asked()
            if word is None or word in ("q", "quit"):
                return False
            if word == "":
                continue
            if word in ("u", "undo"):
                if self._undo():
                    return True
                continue
            if self._looked(word, choices):
                continue
            action = self._meant(word, choices)
            if action is not None:
                self._take(action)
                return True

    def _meant(self, word: str, choices: Sequence[Any]) -> Any:
        """The choice that a word means: its number, its text, or what it is called in the list if no other is called so."""
        if re.fullmatch(r"[+-]?\d+", word):
            if len(word) < 6 and 1 <= int(word) <= len(choices):
                return choices[int(word) - 1]
            self.out.print(f"give a number from 1 to {len(choices)}")
            return None
        short = [number for number, text in enumerate(_short(choices)) if text == word.lower()]
        if len(short) == 1:
            return choices[short[0]]
        try:
            action = self.game.action.parse(word, getattr(self.game.rules, "names", None))
        except UnknownAction:
            near = closest(word, [one.text for one in choices])
            meant = f"; did you mean {' or '.join(f'`{text}`' for text in near)}" if near else ""
            self.out.print(f"`{shown_name(word)}` is none of your choices{meant}; give a number from 1 to {len(choices)}, or ? for help")
            return None
        if action not in choices:
            self.out.print(self.game.why_not(action))
            return None
        return action

    def _take(self, action: Any) -> None:
        self.before.append(self.game.copy())
        self.game.play(action)
        self._keep()

    def _undo(self) -> bool:
        if not self.before:
            self.out.print("there is nothing to take back")
            return False
        self.about.game = self.before.pop()
        self.told = len(self.game.log)
        self.round = self.game.round
        self._keep()
        self.out.print("taken back")
        return True

    def _asked(self) -> str | None:
        """What the player types; None at the end of the input."""
        self.out.print("> ", end="")
        self.out.file.flush()
        line = sys.stdin.readline()
        if not line:
            self.out.print()
            return None
        return line.strip()

    def _keep(self) -> None:
        self.place.write(json.dumps(self.about.line(self.seat)) + "\n")

    # ---- what can be looked at

    def _looked(self, word: str, choices: Sequence[Any]) -> bool:
        """Whether a word was one of those that only look, or leave it to a bot."""
        if word in ("?", "help"):
            for line in HELP:
                self.out.print(f"  {line}")
        elif word in ("h", "hint"):
            self._hint()
        elif word in ("b", "boards"):
            self._boards()
        elif word in ("s", "score"):
            self._score()
        elif word in ("c", "choices"):
            self._choices(choices)
        elif word in ("l", "log"):
            for entry in self.game.log:
                self.out.print(str(entry), soft_wrap=True)
        elif word in ("a", "auto"):
            self.out.print(f"{self.bots[self.seat]} would play: {self._company().choose().text}", soft_wrap=True)
        else:
            return False
        return True

    def _hint(self) -> None:
        with Sharpening(self.options.quiet) as shown:
            found = analyse(self.game, effort=self.options.hints, on_playouts=shown.played, on_lap=shown.lap)
        self.out.print(Text(found.verdict, "bold"))
        heads, told = rows(found, MOST_HINTS)
        show_rows(self.out, heads, told, (0, len(heads) - 1))

    def _boards(self) -> None:
        """The boards of all seats, the player's last, and the action spaces."""
        game = self.game
        stage = found_at(facts_of(game.game).stage)
        position, points = stage.position(game, game.state), [one["total"] for one in game.scores()]
        names = ["you" if seat == self.seat else bot for seat, bot in enumerate(self.bots)]
        is_ascii = not self.out.encoding.lower().startswith("utf")
        for seat in sorted(range(game.players), key=lambda one: one == self.seat):
            self.out.print(stage.seat_view(position, seat, game.rules, names, points[seat], self.out.width, is_ascii))
        self.out.print(stage.spaces_view(position, self.out.width))
        middle = stage.table_view(position, game.rules)
        if middle is not None:
            self.out.print(middle)

    def _score(self) -> None:
        for seat, one in enumerate(self.game.scores()):
            parts = ", ".join(f"{name.replace('_', ' ')} {points}" for name, points in one["parts"].items() if points)
            who = "you" if seat == self.seat else self.bots[seat]
            self.out.print(f"seat {seat} ({who}): {one['total']} points, place {one['rank']}: {parts}", soft_wrap=True)

    def _tell(self) -> None:
        """What happened since the player decided last: all choices, and what they did to the player."""
        for entry in self.game.log[self.told :]:
            if entry.round > self.round:
                self.round = entry.round
                self.out.print()
                self.out.print(Text(f"round {entry.round}", "bold"))
            if entry.is_choice and entry.seat != self.seat:
                self.out.print(Text(f"seat {entry.seat}: {entry.text}"), soft_wrap=True)
            elif entry.seat == self.seat:
                self.out.print(
                    Text(f"  {'you: ' if entry.is_choice else ''}{entry.text}", "" if entry.is_choice else "dim"), soft_wrap=True
                )
        self.told = len(self.game.log)

    def _choices(self, choices: Sequence[Any]) -> None:
        """Every choice with its number; those of a kind say once what they share."""
        self.out.print(Text(f"your choice, round {self.game.round}:", "bold"))
        short = _short(choices)
        for members in _alike(choices):
            several = [choices[number] for number in members]
            self.out.print(Text(f"  {readable([in_common(several)])[0]}" if len(several) > 1 else f"  {members[0] + 1}  {several[0].text}"))
            if len(several) > 1:
                self._columns([f"{number + 1} {short[number]}" for number in members])

    def _columns(self, texts: Sequence[str]) -> None:
        """Short texts side by side."""
        wide = max(map(len, texts)) + GAP
        across = max(1, (self.out.width - 4) // wide)
        for start in range(0, len(texts), across):
            self.out.print(Text("    " + "".join(f"{text:<{wide}}" for text in texts[start : start + across]).rstrip()))


def _alike(choices: Sequence[Any]) -> list[list[int]]:
    """Numbers of the choices of each kind."""
    groups: dict[Any, list[int]] = {}
    for number, one in enumerate(choices):
        groups.setdefault(one.form, []).append(number)
    return list(groups.values())


def _short(choices: Sequence[Any]) -> list[str]:
    """What each choice is called in the list."""
    found = [""] * len(choices)
    for members in _alike(choices):
        for number, text in zip(members, readable(told_apart([choices[one] for one in members])), strict=True):
            found[number] = text
    return found
