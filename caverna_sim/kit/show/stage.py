"""What the commands that show games ask of a game. Each game has one `Stage` of its own."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from caverna_sim.kit.play.lines import read_line

if TYPE_CHECKING:
    from argparse import Namespace

    from rich.console import RenderableType

    from caverna_sim.check import Check
    from caverna_sim.kit.play.played import PlayedGame
    from caverna_sim.kit.show.drawing import Drawing


class Stage(ABC):
    """How a game is begun, told and drawn for people."""

    place: int  # the step in which somebody goes to an action space
    returning: int  # the phase with which everybody comes home
    ends: tuple[int, ...]  # phases with which a round can end
    phases: tuple[str, ...]  # lines of the log with which a phase begins,
    phase_begins: str = "\n"  # ... and what others of them begin with
    headings: tuple[str, ...] = ("the game is over",)  # lines that headings and the table of action spaces tell already
    last_words: str = ""  # the line with which begins what comes after the last round
    opening_line: str = ""  # the line of everybody with which a round begins before its number rises
    line_keys: Mapping[str, Check] = {}
    line_writer: str = "a game that was saved"  # what writes such files

    # ------------------------------------------------------------ games

    def __call__(self, options: Namespace) -> int:
        """The command `watch`."""
        from caverna_sim.kit.show import watch

        return watch.run(options, self)

    def scenario(self, source: Any) -> Any:
        """A scenario of this game, from wherever one can be loaded."""
        return self.kind.scenario_of(source)

    def begin(self, **given: Any) -> PlayedGame:
        """A new game with what `Game` takes."""
        return self.kind(**given)

    def options(self, chosen: Namespace) -> dict[str, Any]:
        """What a command line says of the game beside scenario, seed and number."""
        return {}

    def of_players(self, players: int) -> Any:
        """A scenario for so many players, every bot random."""
        name = "1 player" if players == 1 else f"{players} players"
        return self.scenario({"name": name, "game": self.kind.game, "players": players, "bots": ["random"] * players})

    @property
    @abstractmethod
    def kind(self) -> type[PlayedGame]:
        """The class of its games."""

    def line(self, file: str) -> dict[str, Any]:
        """A file of moves."""
        return read_line(file, self.line_keys, self.line_writer)

    def of_line(self, data: Mapping[str, Any]) -> PlayedGame:
        """The game that a file of moves begins."""
        if data.get("scenario") is not None:
            return self.begin(scenario=self.scenario(data["scenario"]), seed=data.get("seed"), index=data.get("index", 0))
        own = {key: data[key] for key in self.line_keys if data.get(key) is not None}
        return self.begin(
            players=data.get("players", 1), seed=data.get("seed", 0), index=data.get("index", 0), rules=data.get("rules"), **own
        )

    # ------------------------------------------------------------ words

    def special(self, game: Any) -> Iterator[str]:
        """House rules, absent things and openings of a game."""
        yield from ()

    def planned(self, game: Any, limits_in_words: Callable[[Any], str]) -> Iterator[str]:
        """How a scenario lets seats open, and what they may not do."""
        for seat, spaces in sorted(game.planned.openings.items()):
            yield f"seat {seat} is to open with " + ", ".join(spaces)
        for seat, limits in sorted(game.planned.limits.items()):
            yield f"seat {seat} is limited: {limits_in_words(limits)}"

    # ------------------------------------------------------------ boards in the terminal

    def position(self, game: Any, state: Any) -> dict[str, Any]:
        """The position of a state that the game has been in."""
        position: dict[str, Any] = game.positions.to_dict(state, game.rules, 0)
        return position

    @abstractmethod
    def seat_view(
        self, position: Mapping[str, Any], seat: int, rules: Any, bots: Sequence[str], points: int, width: int, ascii_only: bool
    ) -> RenderableType:
        """Everything of a seat."""

    @abstractmethod
    def spaces_view(self, position: Mapping[str, Any], width: int) -> RenderableType:
        """The action spaces."""

    def table_view(self, position: Mapping[str, Any], rules: Any) -> RenderableType | None:
        """What else lies in the middle of the table."""
        return None

    # ------------------------------------------------------------ pictures

    @property
    @abstractmethod
    def drawing(self) -> Drawing:
        """How positions are drawn on pages."""
