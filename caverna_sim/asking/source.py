"""The game that a question is about: a position, a line of moves, or a game of a scenario or run, played on as far as asked."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from caverna_sim import check
from caverna_sim.dataset.manifest import is_run
from caverna_sim.dataset.read import load
from caverna_sim.errors import CavernaError, UnknownAction
from caverna_sim.files import MOST_POSITION, parse_json, read_text
from caverna_sim.games import FIRST, named, public_of
from caverna_sim.kit.play.company import Company
from caverna_sim.kit.play.game import Game
from caverna_sim.scenario.scenario import Scenario, load_scenario

_ABOUT = ("seat", "points", "scenario", "moves")  # keys of a line that are no arguments of a game
_MOVES = check.list_of(check.is_text(300), 0, 100_000)


@dataclass
class Asked:
    """A game, and who makes its next choice."""

    game: Any
    choose: Callable[[], Any] | None  # None where nobody goes on: a position
    title: str
    index: int
    bots: tuple[str, ...] = ()
    is_line: bool = False  # moves that somebody made
    begun: Mapping[str, Any] = field(default_factory=dict)  # how a line of this game begins
    saved: Mapping[str, Any] = field(default_factory=dict)  # the line that it comes from

    def line(self, seat: int | None = None) -> dict[str, Any]:
        """The game so far as a line of moves, which `watch`, `analyse` and `play` read."""
        who = {} if seat is None else {"seat": seat}
        over = {"points": self.game.scores()[seat or 0]["total"]} if self.game.over else {}
        return {**self.begun, **who, **over, "moves": [one.text for one in self.game.actions]}


def asked(source: str, index: int = 0, seed: int | None = None) -> Asked:
    """The game at its beginning, or a position as it is."""
    path = Path(source)
    if path.suffix.lower() == ".json" and not is_run(path):
        data = parse_json(
            read_text(path, f"`{source}`", MOST_POSITION, advice="give a position or a line of moves"), f"`{source}`", CavernaError
        )
        if not isinstance(data, Mapping):
            raise CavernaError(f"`{source}`: this is neither a position nor a line of moves; give one of them")
        return _line(source, data) if "moves" in data else Asked(Game.from_dict(data), None, path.stem, 0)
    if is_run(path):
        run = load(source)
        if index >= run.games_played:
            games = f"its {run.games_played:,} games count from 0"
            raise CavernaError(f"--index {index:,} is not in the run `{source}`; {games}; give one of them, or the scenario")
        scenario, dealt = load_scenario(run.scenario), run.seed
    else:
        scenario = load_scenario(source)
        dealt = scenario.seed
    return asked_scenario(scenario, index, dealt if seed is None else seed)


def asked_scenario(scenario: Scenario, index: int, dealt: int) -> Asked:
    """A game of a scenario at its beginning."""
    game: Any = Game(scenario=scenario, index=index, seed=dealt)
    names = tuple(game.planned.bots)
    begun = {"game": game.game, "scenario": scenario.to_data(), "players": game.players, "seed": dealt, "index": index}
    return Asked(game, Company(game, [game.planned.bot(name) for name in names]).choose, scenario.name, index, names, begun=begun)


def _line(source: str, data: Mapping[str, Any]) -> Asked:
    """A game whose moves a file tells, as `play` and `plan` write it."""
    where = f"line `{source}`"
    with check.reading(CavernaError, f"{where}:"):
        check.plain(data)
        _MOVES(data["moves"], "moves")
    name = named(data.get("game", FIRST), f"{where}: game")
    kind = public_of(name)
    if kind is None:
        raise CavernaError(f"{where}: games of `{name}` are played in batches only, never move by move; give a line of another game")
    given = {key: value for key, value in data.items() if key not in _ABOUT and value is not None}
    known = set(inspect.signature(kind.Game.__init__).parameters) - {"self", "scenario", "auto"}
    if unknown := sorted(set(given) - known):
        raise CavernaError(f"{where}: `{unknown[0]}` is no key of a line; known: {', '.join(sorted({*known, *_ABOUT}))}")
    if data.get("scenario") is None:
        given.setdefault("players", 1)
    else:
        given["scenario"] = load_scenario(data["scenario"])
        given.pop("players", None)
    game: Any = Game(**{"game": name, **given})
    begun = {key: value for key, value in data.items() if key not in ("moves", "points", "seat")}
    moves = iter(enumerate(data["moves"], start=1))
    bots = tuple(game.planned.bots) if game.planned is not None else ()
    return Asked(game, lambda: _next_move(game, moves, where), Path(source).stem, int(data.get("index", 0)), bots, True, begun, data)


def _next_move(game: Any, moves: Iterator[tuple[int, str]], where: str) -> Any:
    """The next move of a line; None at its end."""
    found = next(moves, None)
    if found is None:
        return None
    number, move = found
    try:
        action = game.action.parse(move, getattr(game.rules, "names", None))
        if action in game.legal():
            return action
        problem = game.why_not(action)
    except UnknownAction as error:
        problem = str(error)
    raise CavernaError(f"{where}: move {number} cannot be played: {problem}")


def is_placement(action: Any) -> bool:
    """Whether an action sends somebody out, and so begins a turn."""
    return bool(action.kind.startswith("place"))


def has_placements(game: Any) -> bool:
    """Whether turns of this game begin with a placement."""
    return any(kind.startswith("place") for kind in game.action.vocabulary.kinds)


def begins_turn(game: Any) -> bool:
    """Whether somebody is to be placed now; in a game without placements, whether somebody has a choice."""
    return not game.over and (any(map(is_placement, game.legal())) if has_placements(game) else len(game.legal()) > 1)


def is_turn(game: Any, action: Any) -> bool:
    """Whether this choice is what a turn begins with."""
    return begins_turn(game) and (is_placement(action) or not has_placements(game))


def go_to(about: Asked, round_: int | None, seat: int | None, turn: int = 1) -> None:
    """Play on to the n-th turn of a seat in a round; without either a line goes to its end, a game stays at its beginning."""
    game = about.game
    if about.choose is None:
        if round_ is not None or seat is not None:
            raise CavernaError("a position is asked about as it is; leave --round and --seat out, or name a run, a scenario or a line")
        return
    if seat is not None and seat >= game.players:
        raise CavernaError(f"--seat {seat}: seats of this game go from 0 to {game.players - 1}")
    if round_ is None and seat is None:
        while about.is_line and not game.over and (action := about.choose()) is not None:
            game.play(action)
        return
    left = turn
    while not game.over:
        if begins_turn(game) and round_ in (None, game.round) and seat in (None, game.player):
            left -= 1
            if left == 0:
                return
        action = about.choose()
        if action is None:
            break
        game.play(action)
    lacking = "no turn" if turn == 1 else f"fewer than {turn} turns"
    where = "" if round_ is None else f" in round {round_}"
    raise CavernaError(
        f"{'the game' if seat is None else f'seat {seat}'} has {lacking}{where}; "
        f"the {'game ends' if game.over else 'moves end'} in round {game.round}: ask about another round, seat or turn"
    )
