"""How strong should the orcs be, and what is each way to deal with them worth (Frantic Fiends)?

The runs of a scenario, all with its seed and so with the same deals:

- a run for every side of start strengths: the same games, so that differences are paired;
- `ways`: for every block a seat and a way to deal with orcs are drawn by lot, and the seat has to do without it;
- `display`: every furnishing of the display is left in the box with chance one half;
- `hard N`: seat N alone has the hard side, against the same games with everybody on the normal one;
- `campaign ...`: the games of a solo campaign, without bonuses.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Unpack

from caverna_sim import check
from caverna_sim.dataset.read import Run
from caverna_sim.errors import CavernaError, shown
from caverna_sim.experiments.study import CommonOptions, Found, Question, Study, conduct, takes_options
from caverna_sim.games.caverna.fiends.ids import orc
from caverna_sim.games.caverna.fiends.study.answer import ESTIMANDS, answer
from caverna_sim.games.caverna.fiends.study.evidence import Evidence
from caverna_sim.games.caverna.fiends.study.played import (
    NORMAL,
    Side,
    alone_against,
    campaign_run,
    campaign_sides,
    check_scenario,
    compares_seats,
    drawn_limits,
    hard,
    in_words,
    on_side,
    usual_sides,
    with_players,
)  # fmt: skip

if TYPE_CHECKING:
    from caverna_sim.scenario.scenario import Scenario

SHARE = 0.5  # of seats, for which a strength is looked for
ABSENCE = 0.5


@dataclass(frozen=True)
class OrcQuestion(Question):
    """What the study asks."""

    sides: tuple[Side, ...] = field(default_factory=lambda: usual_sides())
    share: float = SHARE
    name: str = "orcs"
    title: str = "How strong should the orcs be?"
    most_games: int = 24_000
    signed: bool = False

    estimands = ESTIMANDS

    def options(self) -> Mapping[str, Any]:
        """What else sets the study apart."""
        return {"sides": [list(side) for side in self.sides], "share": self.share}

    def arguments(self) -> Sequence[str]:
        """What else stands on the command line."""
        words = [word for side in self.sides for word in ("--strengths", in_words(side))] if self.sides != usual_sides() else []
        return [*words, *(["--share", f"{self.share:g}"] if self.share != SHARE else [])]

    def length_of(self, part: str) -> float:
        """How long each run is beside the others."""
        alone = {hard(seat): 0.4 for seat in range(7)}
        return {**alone, **{campaign_run(side): 0.25 for side in campaign_sides({}).values()}}.get(part, 1.0)

    def runs(self, scenario: Scenario) -> Mapping[str, Scenario]:
        """The scenario on every side, and with each lot."""
        from caverna_sim.scenario.scenario import read_scenario

        check_scenario(scenario)
        data = scenario.to_data()
        found = {in_words(side): on_side(scenario, side) for side in self.sides}
        limits = {**data.get("limits", {}), "drawn": drawn_limits()}
        found["ways"] = read_scenario({**data, "limits": limits, "record": ["games", "players", "assigned"]})
        supply = {**data.get("supply", {}), "random_absence": ABSENCE}
        found["display"] = read_scenario({**data, "supply": supply, "record": ["games", "players", "furnishings", "supply"]})
        if compares_seats(scenario):
            for seat in range(scenario.players):
                rules = {**scenario.rules, "orc.hard_seats": [seat]}
                found[hard(seat)] = read_scenario({**data, "rules": rules, "record": ["games", "players"]})
            found[NORMAL] = read_scenario({**data, "record": ["games", "players"]})
        return {**found, **{campaign_run(side): alone_against(scenario, side) for side in campaign_sides(scenario.rules).values()}}

    def answer(self, scenarios: Sequence[Scenario], runs: Mapping[str, Mapping[str, Run]]) -> Found:
        """What the runs show."""
        return answer([Evidence(one, runs[one.name], self.sides, self.share) for one in scenarios])


@takes_options
def orc_study(
    scenario: Any,
    *,
    strengths: Sequence[Sequence[int]] | None = None,
    share: float = SHARE,
    players: Sequence[int] | None = None,
    **options: Unpack[CommonOptions],
) -> Study:
    """How the strength of the orcs balances a game, and what each way to deal with them is worth.

    `strengths` are those of orcs A, B, C and D on every side (default: both sides of the strength card and the one between); a strength is
    looked for with which a `share` of all seats gets rid of all orcs. `players` plays one scenario with these numbers of players.
    `precision` is in percentage points of the seats that get rid of all orcs.
    """
    with check.arguments("orcs"):
        share = check.number(share, "share", 0.001, 0.999, "give a share of seats between 0 and 1, such as 0.5")
        numbers = None if players is None else check.wholes(players, "players", 1, 7)
    question = OrcQuestion(usual_sides() if strengths is None else _read_sides(strengths), share)
    return conduct(question, scenario if numbers is None else _at_numbers(scenario, numbers), **options)


def _read_sides(given: Any) -> tuple[Side, ...]:
    if not isinstance(given, list | tuple) or not given:
        raise CavernaError(f"orcs: strengths {shown(given)} are not allowed; give a list of sides, such as [[5, 7, 9, 12], [7, 9, 11, 14]]")
    for side in given:
        sound = isinstance(side, list | tuple) and len(side) == orc.NUM_HOSTILE
        if not sound or not all(isinstance(one, int) and not isinstance(one, bool) for one in side):
            raise CavernaError(f"orcs: the side {shown(side)} is not allowed; give four strengths for orcs A, B, C and D")
    return tuple(sorted(dict.fromkeys(tuple(side) for side in given), key=sum))


def _at_numbers(given: Any, players: Sequence[int]) -> list[Scenario]:
    """One scenario at several numbers of players."""
    from caverna_sim.scenario.scenario import load_scenario

    several = given if isinstance(given, list | tuple) else [given]
    if len(several) != 1:
        raise CavernaError("orcs: --players is for one scenario; give one, or leave --players out")
    return [with_players(load_scenario(several[0]), number) for number in players]
