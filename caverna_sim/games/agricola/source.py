"""The games of an Agricola scenario for the batch: what is its own of kit/batch/source.py."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from caverna_sim.games.agricola.bots.names import JUDGING, TIERS
from caverna_sim.games.agricola.bots.parameters import BOTS, bot_record, is_path, parameters_of
from caverna_sim.games.agricola.box.pack import MAJORS, SPACES
from caverna_sim.games.agricola.ids import good, score
from caverna_sim.games.agricola.limits import put_limits
from caverna_sim.games.agricola.scenario.reading import AgricolaScenario
from caverna_sim.games.agricola.tables import KINDS, tables_of
from caverna_sim.kit.batch.source import DesignedSource, Noted, Records, without_files
from caverna_sim.kit.design.assigned import Assigning
from caverna_sim.kit.design.draws import Drawn
from caverna_sim.match.seating import GivenTables, Seating

if TYPE_CHECKING:
    from caverna_sim.games.agricola.box.catalog import Catalog

TEACHING_GAMES = 16  # in one call, as what is taught takes much room
TIES = 2**17  # a tie is below that: it is a sum of four numbers of 16 bits


class AgricolaSource(DesignedSource):
    """The games of a scenario; see protocol.GameSource."""

    game = "agricola"
    kinds = ("built", "placed")
    rows_per_seat: Mapping[str, int] = {"built": 10, "placed": 70, "lessons": 90, "examples": 70}  # at most five people are placed a round
    events: Mapping[str, str] = {"cards": "built", "placements": "placed"}
    lists: Mapping[str, Sequence[str]] = {"parts": tuple(f"part_{name}" for name in score.NAMES), "goods": good.NAMES}
    place_names = SPACES

    def __init__(
        self, scenario: AgricolaScenario, records: Records | None = None, seating: Seating | GivenTables | None = None, teaches: str = ""
    ) -> None:
        """With `teaches` "lessons" or "examples" are kept as rows of their own (playing/lessons.py)."""
        super().__init__(scenario if records else without_files(scenario, is_path, parameters_of), records, seating)
        self.teaches = teaches
        self.call_games = TEACHING_GAMES if teaches else self.call_games
        self.tables = tables_of(scenario.record, self.names, self.assigning if self.design.assigns else None)

    @property
    def assigning(self) -> Assigning:
        """What can be assigned."""
        drawn = self.scenario.drawn_limits
        return Assigning("card", "major improvement", MAJORS, SPACES, tuple(drawn.alternatives) if drawn else ())

    def record_of(self, name: str) -> tuple[NDArray[Any], NDArray[Any]]:
        """BOT and JUDGE records."""
        return bot_record(*self.own_of(name))

    def told_of(self, name: str, number: int) -> dict[str, Any]:
        """What a manifest says of a bot."""
        from caverna_sim.games.agricola.bots.fingerprints import fingerprint

        return BOTS.told(*self.own_of(name), fingerprint(self.bots[number], self.judges[number]))

    @property
    def catalog(self) -> Catalog:
        """The rules, house rules applied."""
        from caverna_sim.games.agricola.box.catalog import catalog

        return catalog(self.scenario.players, self.scenario.all_rules, self.scenario.options)

    @property
    def is_judged(self) -> bool:
        """Whether anybody looks ahead, or teaches."""
        judging = [TIERS.index(tier) for tier in JUDGING]
        return bool(self.teaches or np.isin(self.bots["tier"], judging).any())

    def put_absent(self, plans: NDArray[Any], drawn: Drawn) -> None:
        """Improvements that nobody can build."""
        plans["absent"] = sum(1 << MAJORS.index(name) for name in (*self.scenario.without, *drawn.absent))

    def limits_of(self, limits: Mapping[int, Any], seats: int) -> NDArray[Any]:
        """LIMITS records."""
        from caverna_sim.games.agricola.shape.layout import LIMITS

        records = np.zeros(seats, LIMITS)
        put_limits(limits, records)
        return records

    @property
    def buffered(self) -> dict[str, np.dtype]:
        """What bots learn from, too."""
        from caverna_sim.games.agricola.playing import lessons

        taught = {"lessons": lessons.LESSON, "examples": lessons.EXAMPLE}
        return super().buffered | {kind: record for kind, record in taught.items() if kind == self.teaches}

    def places_of(self, players: NDArray[Any]) -> NDArray[np.int64]:
        """The score and then the tie; with team play what the team has (AG-SCR-14, AG-VAR-25)."""
        if not self.scenario.options.team_play:
            return np.asarray(players["score"].astype(np.int64) * TIES + players["tie"], np.int64)
        parts: NDArray[np.int64] = players["parts"].astype(np.int64)
        parts[:, :, score.BONUS] += parts[:, :, score.BEGGING]
        parts[:, :, score.BEGGING] = 0
        found: NDArray[np.int64] = np.minimum(parts, np.roll(parts, 2, axis=1)).sum(axis=2)
        return found

    def own_rows(self, rows: dict[str, Any], plans: NDArray[Any], noted: Noted, first_game: int) -> dict[str, Any]:
        """Cards are major improvements, so far; and what lay on the supply board of a block."""
        nothing = np.zeros(plans.size * self.seats, np.int8)
        if "players" in rows:
            rows["players"] = {**rows["players"], "minors": nothing, "occupations": nothing}
        if "cards" in rows:
            rows["cards"] = {**rows["cards"], "kind": np.full(len(noted["built"]), KINDS.index("major"), np.int8)}
        blocks, supply = plans["block"][:: self.block_games], noted["outcomes"]["supply"][:: self.block_games]
        numbers = np.arange(len(MAJORS))
        rows["supply"] = {
            "block": np.repeat(blocks, len(MAJORS)),
            "card": np.tile(numbers.astype(np.int8), len(blocks)),
            "available": ((supply[:, None] >> numbers) & 1 == 1).ravel(),
        }
        return super().own_rows(rows, plans, noted, first_game)
