"""Parameters of bots: what is packaged, and files of one's own (kit/many/weights.py)."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache, lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from caverna_sim.check import is_number, is_text, is_whole, plain, reading, rows, shown_name
from caverna_sim.errors import BotError
from caverna_sim.games.agricola.bots.names import TIERS, WEIGHTS
from caverna_sim.kit.bots.judges import Judges, is_judge_path, packed_layers, put_inputs, put_layers, read_layers
from caverna_sim.kit.many.weights import Weights
from caverna_sim.toml import toml_text

if TYPE_CHECKING:
    import numpy as np

Values = dict[str, Any]
NEEDS = {"swift": ("prior",), "value": ("judge",), "search": ("judge", "prior")}  # what a tier must have learned
LEARNED = ("judge", "prior")  # what positions are judged by, and what says how appealing placements are: by name or by file
NUMBERS = {  # what they are when nobody gives them, and the most that is allowed
    "options": (24, 64), "rehearsed": (3, 40), "finalists": (6, 40), "playouts": (60, 1_000_000), "foreseen": (4, 1_000_000),
    "horizon": (1, 14),
}  # fmt: skip
AMOUNTS = {"temperature": (0.0, 50.0), "trust": (1.0, 10.0)}  # the same; trust in a prior that a bot has
FOLDER = "caverna_sim.games.agricola.bots"


class _Bots(Weights):
    """Bots that may have learned something."""

    def parameters_of(self, name: str | Path, more: Mapping[str, Any] | None = None) -> Values:
        """What a bot plays with; BotError when there is no such bot or its parameters are wrong."""
        found = super().parameters_of(name, more)
        with reading(BotError, f"bot `{shown_name(str(name))}`"):
            for kind in LEARNED:
                _check_learned(found, kind)
        folder = Path(name).expanduser().parent if self.is_path(str(name)) else Path()
        return {**found, **{kind: str(folder / found[kind]) for kind in LEARNED if is_judge_path(found.get(kind, ""))}}


BOTS = _Bots(
    f"{FOLDER}.data", TIERS, WEIGHTS,
    ("random", "novice", "balanced", "artisan", "cook", "farmer", "grower", "herder", "swift", "value", "search"),
    usual="scripted",
    keys={
        **dict.fromkeys(LEARNED, is_text()), **dict.fromkeys(("provenance", "tune"), rows(plain)),
        **{name: is_whole(1, most) for name, (_, most) in NUMBERS.items()},
        **{name: is_number(0, most) for name, (_, most) in AMOUNTS.items()},
    },
)  # fmt: skip
JUDGES = Judges(f"{FOLDER}.data")
is_path, parameters_of = BOTS.is_path, BOTS.parameters_of


def packaged_bots() -> Mapping[str, Values]:
    """The bots that come along, the weakest first."""
    return BOTS.packaged


def _check_learned(values: Values, kind: str) -> None:
    """What has been learned is named where a tier needs it, and known."""
    if kind not in values:
        if kind in NEEDS.get(values["tier"], ()):
            raise JUDGES.missing(kind)
    else:
        JUDGES.check(values[kind], kind)


def bot_record(name: str | Path, more: Mapping[str, Any] | None = None) -> tuple[np.ndarray, np.ndarray]:
    """The BOT and JUDGE records of a bot (arrays of length 1)."""
    return packed(parameters_of(name, more))


def packed(values: Values) -> tuple[np.ndarray, np.ndarray]:
    """The records for parameters as `parameters_of` gives them; who needs nothing learned has an empty judge."""
    import numpy as np

    from caverna_sim.games.agricola.bots.layout import BOT, JUDGE

    bot, judge = np.zeros(1, BOT), np.zeros(1, JUDGE)
    bot[0]["tier"] = TIERS.index(values["tier"])
    if values["tier"] == TIERS[0]:
        return bot, judge
    bot[0]["weight"] = [values["weights"].get(weight, 0.0) for weight in WEIGHTS]
    if values["tier"] not in NEEDS:
        return bot, judge
    for name, (usual, _) in {**NUMBERS, **AMOUNTS}.items():
        bot[0][name] = values.get(name, usual)
    if "judge" in values:
        judge = _learned(values["judge"]).copy()
    else:
        bot[0]["options"] = 1  # nothing to try them by
    if "prior" in values:
        judge["appeal"] = _learned(values["prior"])["appeal"]
    else:
        bot[0]["trust"] = 0.0
    return bot, judge


def _learned(name: str) -> np.ndarray:
    """The JUDGE record with what was learned, by name or path."""
    return _read_judge(name) if is_judge_path(name) else _packaged_judge(name)


def _read_judge(name: str) -> np.ndarray:
    import numpy as np

    from caverna_sim.games.agricola.bots.layout import JUDGE

    judge, subject = np.zeros(1, JUDGE), f"judge `{name}`"
    with read_layers(subject, JUDGES.content(name, subject)) as layers:
        which = judge["appeal"] if "worth" in layers else judge
        put_layers(which, layers, (field for field in which.dtype.names or () if field not in ("layer_1", "appeal")))
        put_inputs(subject, which[0]["layer_1"], layers, input_places())
    judge.flags.writeable = False
    return judge


_packaged_judge = lru_cache(maxsize=8)(_read_judge)


@cache
def input_places() -> dict[str, int]:
    """What the learned evaluation sees, by name: `goods.wood`, `owned.well`, `stock.forest`, `land.3`; and where in its row."""
    from caverna_sim.games.agricola.bots.layout import FEATURE_GROUPS, START
    from caverna_sim.games.agricola.box.pack import MAJORS, SPACES
    from caverna_sim.games.agricola.ids import good

    named = {"goods": good.NAMES, **dict.fromkeys(("owned", "supply", "buildable"), MAJORS),
             **dict.fromkeys(("in_play", "free", "stock"), SPACES)}  # fmt: skip
    return {
        f"{group}.{name}": START[group] + number
        for group, size in FEATURE_GROUPS.items() for number, name in enumerate(named.get(group, range(size)))
    }  # fmt: skip


def judge_bytes(learned: np.ndarray) -> bytes:
    """The file of a JUDGE record, or of its APPEAL: an array of length 1."""
    import numpy as np

    fields = [field for field in learned.dtype.names or () if field != "appeal"]
    return packed_layers({field: np.asarray(learned[0][field]) for field in fields}, input_places())


def own_text(values: Values, learned: Mapping[str, str], provenance: Mapping[str, Any]) -> str:
    """The file of a bot with what else it has learned, complete in itself: it was learned with these weights."""
    about = {name: value for name, value in values.items() if name not in ("base", "provenance", "weights", *learned)}
    return toml_text({**about, **learned, "provenance": dict(provenance), "weights": dict(values["weights"])})
