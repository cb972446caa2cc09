"""Parameter files: what a bot likes, in TOML, and the BOT records that compiled bots read.

A file may build on another bot with `base`; what it leaves out is inherited. Files are read strictly: an unknown name,
a wrong type or an absurd size is a BotError. The file of `balanced` gives every weight and so is the list of weights.
Nothing here loads the compiler before a record is asked for.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Collection, Iterable, Mapping, Sequence
from functools import lru_cache
from importlib import resources
from pathlib import Path
from typing import TYPE_CHECKING, Any

from caverna_sim import check
from caverna_sim.check import Wrong, shown_name
from caverna_sim.errors import BotError, nearest, shown
from caverna_sim.files import MOST_TOML, packed_arrays, read_text
from caverna_sim.games.caverna.bots.liked import taste_of
from caverna_sim.games.caverna.bots.tastes import MOST_LIKING, TASTES
from caverna_sim.games.caverna.box.tables import printed_tables
from caverna_sim.games.caverna.ids import act, step, terrain
from caverna_sim.games.caverna.ids.good import NAMES as WARES
from caverna_sim.games.caverna.shape.sizes import MAX_PLAYERS
from caverna_sim.kit.bots.bases import BotFiles, difference, file_of, merged
from caverna_sim.kit.bots.bases import Values as Values
from caverna_sim.kit.bots.bases import is_path as is_path
from caverna_sim.kit.bots.bases import label as label
from caverna_sim.kit.bots.judges import Judges, is_judge_path, layer, packed_layers, put_inputs, put_layers, read_layers
from caverna_sim.toml import parsed, toml_text

if TYPE_CHECKING:
    import numpy as np

TIERS = ("scripted", "value", "search", "random", "swift")
JUDGING = ("value", "search", "swift")  # tiers that have learned: to judge positions, or what appeals
RANDOM = "random"  # the tier that draws and weighs nothing
BY_APPEAL = "swift"  # the tier that judges no positions
ROOT = "balanced"
FIENDS = "fiends"  # the expansion, whose tables hold all furnishings and spaces
STRENGTHS = "strength"  # the data file that holds measured strengths, no bot
MOST_SIZE = 1000.0
DECIMALS = 4  # of numbers in a file; float32 tells them apart up to 1000
NO_LIMIT = 100.0  # `enough` of a ware that is not named
NUMBERS = {  # whole numbers: what they are when nobody gives them, and the most that is allowed
    "candidates": (8, 40), "options": (1, 128), "rehearsed": (1, 40), "playouts": (64, 1_000_000), "finalists": (6, 40),
    "playout_candidates": (3, 40), "foreseen": (1, 1_000_000), "horizon": (1, 12),
    "played_options": (1, 40), "own_turns": (0, 100), "lines": (1, 39),
}  # fmt: skip
LEAST = {"own_turns": 0}  # of all other numbers 1
AMOUNTS = {"temperature": 50.0, "trust": 10.0, "doubt": 100.0, "charge": 1000.0}  # the most that is allowed
BESIDE_A_PRIOR = {"trust": 1.0, "doubt": 1.0}  # when nobody gives them
NO_PRIOR = "none"
_LEARNED = ("judge", "prior")  # what a bot has learned, by name or by file
_BESIDE_NETS = ("taste", "first")  # tables that change what nets say
_FIELDS = (
    "description", "tier", "base", *NUMBERS, *AMOUNTS, "weights", "worth", "enough", "furnishing", "space", "orcs", *_LEARNED,
    *_BESIDE_NETS, "fiends", "tune", "provenance",
)  # fmt: skip
APPEAL_AXES: dict[str, tuple[str | None, ...]] = {  # [array of what was taught of choices] its axes, where these have names
    "layer_1": (None, "inputs"), "bias_1": (None,), "layer_2": (None, "choices"), "bias_2": ("choices",), "worth": ("kinds",),
    "lie": ("kinds", None), "taste": (None, "tastes"),
}  # fmt: skip
_TASTES = ("weights", "worth", "enough", "furnishing", "space", "first", "orcs")
_OF_FIENDS = (*_TASTES, *_LEARNED, *NUMBERS, *AMOUNTS)  # what may be different there
_TIMES = ("early", "late")
_NOTHING: dict[str, Any] = {"furnishing": {"worth": 0.0, "per_round": 0.0}, "space": 0.0}  # what a file says of what is worth nothing
JUDGES = Judges("caverna_sim.games.caverna.bots.data")
_NEVER_NEGATIVE = ("crowding", "surplus", "no_room", "patience")


# ---------------------------------------------------------------- files


def packaged_bots() -> dict[str, str]:
    """The parameter files that come along: name -> TOML text, the root first."""
    files = {name: text for name, text in _data_files().items() if name != STRENGTHS}
    return {ROOT: files.pop(ROOT), **files}


@lru_cache(maxsize=1)
def _data_files() -> dict[str, str]:
    folder = resources.files("caverna_sim.games.caverna.bots") / "data"
    files = sorted((file for file in folder.iterdir() if file.name.endswith(".toml")), key=lambda file: file.name)
    return {file.name.removesuffix(".toml"): file.read_text(encoding="utf-8") for file in files}


@lru_cache(maxsize=1)
def pools() -> dict[str, dict[str, Values]]:
    """Pools that come along: name -> bots, with the parameters of those that are in no roster."""
    text = (resources.files("caverna_sim.games.caverna.bots") / "pools.toml").read_text(encoding="utf-8")
    return tomllib.loads(text)


def strengths() -> dict[str, Any]:
    """Measured strengths by bot, empty as long as nobody has measured any."""
    table = tomllib.loads(_data_files().get(STRENGTHS, "")).get(STRENGTHS, {})
    return dict(table)


@lru_cache(maxsize=1)
def weight_names() -> tuple[str, ...]:
    """Names of all weights, in the order of the root's file."""
    return tuple(tomllib.loads(_data_files()[ROOT])["weights"])


@lru_cache(maxsize=1)
def usual_orcs() -> dict[str, float]:
    """What bots think of orcs when their file says nothing: the root's weights, and so the list of their names."""
    return dict(tomllib.loads(_data_files()[ROOT])["orcs"])


# ---------------------------------------------------------------- reading one file


def _number(value: Any, field: str, low: float = -MOST_SIZE, high: float = MOST_SIZE) -> float:
    return check.number(value, field, low, high)


def _table(value: Any, field: str, allowed: Collection[str], what: str) -> Mapping[str, Any]:
    return check.table(value, field, allowed, what, "a table of numbers")


def _read_weights(value: Any, field: str) -> dict[str, float]:
    weights = {}
    for name, entry in _table(value, field, weight_names(), "weight").items():
        weights[name] = _number(entry, f"{field}.{name}", 0.0 if name in _NEVER_NEGATIVE else -MOST_SIZE)
        if name == "begging" and weights[name] > 0:
            raise Wrong(f"{field}.{name}", f"{shown(entry)} is not allowed; a begging marker is a loss, give 0 or less")
    return weights


def _read_orcs(value: Any, field: str) -> dict[str, float]:
    return {name: _number(entry, f"{field}.{name}", 0.0) for name, entry in _table(value, field, usual_orcs(), "weight").items()}


def _read_wares(value: Any, field: str, low: float = -MOST_SIZE) -> dict[str, float]:
    return {ware: _number(entry, f"{field}.{ware}", low) for ware, entry in _table(value, field, WARES, "ware").items()}


def _read_enough(value: Any, field: str) -> dict[str, float]:
    return _read_wares(value, field, 0.0)


def _read_worth(value: Any, field: str) -> dict[str, dict[str, float]]:
    return {time: _read_wares(entry, f"{field}.{time}") for time, entry in _table(value, field, _TIMES, "time").items()}


def _read_furnishings(value: Any, field: str) -> dict[str, dict[str, float]]:
    """A number is what a tile is worth; a table can say what it is worth for each round left, too."""
    tiles = {}
    for tile, entry in _table(value, field, printed_tables(FIENDS)["furnishing"], "furnishing").items():
        where = f"{field}.{tile}"
        if isinstance(entry, Mapping):
            parts = _table(entry, where, ("worth", "per_round"), "key")
            tiles[tile] = {key: _number(amount, f"{where}.{key}") for key, amount in parts.items()}
        else:
            tiles[tile] = {"worth": _number(entry, where)}
    return tiles


def _read_spaces(value: Any, field: str) -> dict[str, float]:
    """Action spaces by id; the name of a family stands for all its variants that are not named themselves."""
    rows = printed_tables(FIENDS)["space"]
    families = {str(row["family"]) for row in rows.values()}
    table = _table(value, field, [*rows, *sorted(families - set(rows))], "action space")
    spaces: dict[str, float] = {}
    for name in sorted(table, key=lambda name: name in rows):
        worth = _number(table[name], f"{field}.{name}")
        for space in [name] if name in rows else [key for key, row in rows.items() if row["family"] == name]:
            spaces[space] = worth
    return spaces


def _read_first(value: Any, field: str) -> dict[str, dict[str, float]]:
    """By the number of players, spaces to begin with."""
    table = _table(value, field, [str(players) for players in range(1, MAX_PLAYERS + 1)], "number of players")
    return {players: _read_spaces(spaces, f"{field}.{players}") for players, spaces in table.items()}


def _read_tastes(data: Mapping[str, Any], prefix: str) -> Values:
    """The tables that a bot and the judge of a value bot have in common."""
    readers = {
        "weights": _read_weights, "worth": _read_worth, "furnishing": _read_furnishings, "space": _read_spaces, "first": _read_first,
        "enough": _read_enough, "orcs": _read_orcs,
    }  # fmt: skip
    return {name: readers[name](data[name], prefix + name) for name in _TASTES if name in data}


def _read_learned(data: Mapping[str, Any], prefix: str) -> Values:
    """Names of what a bot has learned."""
    values = {}
    for key in _LEARNED:
        if key not in data:
            continue
        name = check.text(data[key], prefix + key)
        check.path(name, prefix + key)
        if (key, name) != ("prior", NO_PRIOR):
            JUDGES.check(name, prefix + key)
        values[key] = name
    return values


def _read_numbers(data: Mapping[str, Any], prefix: str) -> Values:
    """How closely a bot looks, how warm it is, and what it makes of its prior."""
    values: Values = {}
    for name, (_, high) in NUMBERS.items():
        if name in data:
            values[name] = check.whole(data[name], prefix + name, LEAST.get(name, 1), high)
    return values | {name: _number(data[name], prefix + name, 0.0, high) for name, high in AMOUNTS.items() if name in data}


def _read(data: Mapping[str, Any]) -> Values:
    """The parameters that a file gives, checked; `base` is not followed."""
    for key in data:
        if key not in _FIELDS:
            hint = f"it is a weight, write `weights.{key}`" if key in weight_names() else nearest(key, _FIELDS)
            raise Wrong(key, f"unknown key `{key}`; {hint}")
    values = _read_tastes(data, "")
    if FIENDS in data:
        tastes = _table(data[FIENDS], FIENDS, (*_OF_FIENDS, "provenance"), "table")
        values[FIENDS] = {
            **_read_tastes(tastes, f"{FIENDS}."), **_read_learned(tastes, f"{FIENDS}."), **_read_numbers(tastes, f"{FIENDS}."),
        }  # fmt: skip
    for name in ("description", "base"):
        if name in data:
            values[name] = check.text(data[name], name)
    if "base" in values:
        check.path(values["base"], "base")
    values |= {**_read_learned(data, ""), **_read_numbers(data, "")}
    if "tier" in data:
        values["tier"] = check.word(data["tier"], "tier", TIERS)
    if "taste" in data:
        likings = _table(data["taste"], "taste", TASTES, "taste")
        values["taste"] = {name: _number(liking, f"taste.{name}", -MOST_LIKING, MOST_LIKING) for name, liking in likings.items()}
    if "provenance" in data:
        values["provenance"] = dict(check.plain(check.table(data["provenance"], "provenance", advice="a table"), "provenance"))
    if "tune" in data:  # what the tuner leaves alone
        values["tune"] = {"keep": _read_keep(data["tune"])}
    return values


def _read_keep(value: Any) -> list[str]:
    keep = value.get("keep") if isinstance(value, Mapping) and set(value) <= {"keep"} else None
    if not isinstance(keep, list) or not all(isinstance(entry, str) for entry in keep):
        check.refuse(value, "tune", "give keep = [names of parameters]")
    return list(keep)


# ---------------------------------------------------------------- bases


def _check_complete(values: Values) -> None:
    """A bot that decides by worth needs every weight, its own or inherited."""
    if "tier" not in values:
        raise Wrong("tier", f"this key is missing; {nearest('', TIERS)}")
    if values["tier"] == "random":
        return
    advice = f'give it, or a base such as base = "{ROOT}"'
    if "temperature" not in values:
        raise Wrong("temperature", f"this key is missing; {advice}")
    for name in weight_names():
        if name not in values.get("weights", {}):
            raise Wrong(f"weights.{name}", f"this weight is missing; {advice}")
    for time in _TIMES:
        for ware in WARES:
            if ware not in values.get("worth", {}).get(time, {}):
                raise Wrong(f"worth.{time}.{ware}", f"this ware is missing; {advice}")
    if values["tier"] in JUDGING and "judge" not in values:
        raise JUDGES.missing("judge")
    if values["tier"] in JUDGING:
        return
    for prefix, table in (("", values), (f"{FIENDS}.", values.get(FIENDS, {}))):
        for key in (name for name in (*_LEARNED, *_BESIDE_NETS) if name in table):
            raise Wrong(
                prefix + key, f"only bots of the tiers {', '.join(JUDGING[:-1])} and {JUDGING[-1]} have learned anything; leave the key out"
            )


def _laid_over(base: Values, own: Values) -> Values:
    """What a bot says itself counts more than what its base says of Frantic Fiends; who does not judge has learned nothing."""
    if own.get("tier", base["tier"]) not in JUDGING:
        base = {name: value for name, value in base.items() if name not in (*_LEARNED, *_BESIDE_NETS)}
        if FIENDS in base:
            base[FIENDS] = {name: table for name, table in base[FIENDS].items() if name not in (*_LEARNED, *_BESIDE_NETS)}
    if FIENDS in base:
        base = {**base, FIENDS: merged(base[FIENDS], {name: own[name] for name in _OF_FIENDS if name in own})}
    return merged(base, own)


FILES = BotFiles(packaged_bots, _read, _laid_over, _check_complete, _LEARNED, (FIENDS,))
parameters_of = FILES.parameters_of


# ---------------------------------------------------------------- records


def bot_record(name: str | Path, overrides: Mapping[str, Any] | None = None, expansion: str | None = None) -> tuple[np.ndarray, np.ndarray]:
    """The BOT record of a bot and that of its judge, as arrays of length 1; with `fiends` its tastes for Frantic Fiends."""
    return packed(parameters_of(name, overrides), expansion)


def packed(values: Values, expansion: str | None = None) -> tuple[np.ndarray, np.ndarray]:
    """The records for parameters as `parameters_of` gives them; the judge of a scripted bot is empty."""
    if expansion is not None:
        values = _among_orcs(values)
    judge = judge_record(values.get("judge", ""))
    if "judge" not in values:
        return _packed(values), judge
    is_swift = values["tier"] == BY_APPEAL
    has_prior = values.get("prior", NO_PRIOR) != NO_PRIOR
    judges_events = is_swift and expansion is not None and has_prior and not has_appeals(judge)  # what it was taught is its prior
    if has_appeals(judge) != is_swift and not judges_events:
        is_one = "tells what appeals" if has_appeals(judge) else "judges positions"
        raise BotError(f"judge `{values['judge']}` {is_one}; a bot of the tier {values['tier']} needs one of the other kind")
    if has_prior and (judges_events or not is_swift):
        judge = _with_prior(judge, values["prior"], expansion)
    if expansion is not None and is_swift and not _knows_orcs(judge):
        return packed(parameters_of(ROOT, {"temperature": values["temperature"]}), expansion)  # it was not taught to play with orcs
    bot = _packed(values)
    bot["has_prior"] = has_appeals(judge) and (judges_events or not is_swift)
    return bot, _with_taste(judge, values)


def _among_orcs(values: Values) -> Values:
    """What a bot goes by in Frantic Fiends; how games without orcs begin says nothing of those with them."""
    return merged({name: value for name, value in values.items() if name != "first"}, values.get(FIENDS, {}))


def untaught_record(name: str, overrides: Mapping[str, Any], expansion: str | None = None) -> np.ndarray:
    """The BOT record of a swift bot whatever it has been taught; with orcs a judge is expected beside its appeals."""
    values = parameters_of(name, overrides)
    bot = _packed(_among_orcs(values) if expansion is not None else values)
    bot["has_prior"] = expansion is not None
    return bot


def _with_prior(judge: np.ndarray, name: str, expansion: str | None) -> np.ndarray:
    """What a bot has learned with the appeals that help it; without them in Frantic Fiends when they were not taught with orcs."""
    prior = judge_record(name)
    if not has_appeals(prior):
        raise BotError(f"prior `{name}` judges positions; give one that tells what appeals, such as {BY_APPEAL}")
    if expansion is not None and not _knows_orcs(prior):
        return judge
    both = judge.copy()
    both[0]["appeal"] = prior[0]["appeal"]
    return both


def records(names: Sequence[str], expansion: str | None = None) -> tuple[np.ndarray, np.ndarray]:
    """The BOT records of bots and the JUDGE records that go with them, by name."""
    import numpy as np

    both = [bot_record(name, None, expansion) for name in names]
    return np.concatenate([bot for bot, _ in both]), np.concatenate([judge for _, judge in both])


def _with_taste(judge: np.ndarray, values: Values) -> np.ndarray:
    """What a bot has learned, with its likings: points of features, and for appeals a part of the bias."""
    import numpy as np

    from caverna_sim.games.caverna.bots.layout import NUM_FEATURES

    likings = values.get("taste", {})
    if not any(likings.values()):
        return judge
    judge = judge.copy()
    for name, liking in likings.items():
        judge[0]["appeal"]["bias_1"] += np.float32(liking) * judge[0]["appeal"]["taste"][:, TASTES.index(name)]
    if values["tier"] != BY_APPEAL:
        judge[0]["taste"] += taste_of(likings, input_places(), NUM_FEATURES)
    return judge


def has_appeals(judge: np.ndarray) -> bool:
    """Whether a learned record tells what appeals, and not what positions are worth."""
    return bool(judge[0]["appeal"]["layer_2"].any())


def _knows_orcs(judge: np.ndarray) -> bool:
    """Whether choices were taught with orcs about; inputs that were never seen have no weight."""
    return bool(judge[0]["appeal"]["layer_1"][:, [place for name, place in input_places().items() if name.startswith("orcs.")]].any())


def judge_record(name: str) -> np.ndarray:
    """The JUDGE record of a learned evaluation, by name or path, as an array of length 1."""
    return _read_judge(name) if is_judge_path(name) else _packaged_judge(name)


@lru_cache(maxsize=8)
def _packaged_judge(name: str) -> np.ndarray:
    return _read_judge(name)


def _read_judge(name: str) -> np.ndarray:
    import numpy as np

    from caverna_sim.games.caverna.bots.layout import JUDGE

    record = np.zeros(1, JUDGE)
    if not name:
        return record
    subject = f"judge `{name}`"
    with read_layers(subject, JUDGES.content(name, subject)) as layers:
        if "choices" in layers:
            _read_appeals(subject, record[0]["appeal"], layers)
        else:
            put_layers(record, layers, ("bias_1", "layer_2", "bias_2", "layer_3", "bias_3"))
            put_inputs(subject, record[0]["layer_1"], layers, input_places())
    record.flags.writeable = False
    return record


def _read_appeals(subject: str, appeal: np.ndarray, layers: Mapping[str, np.ndarray]) -> None:
    """Put what a file says of choices where these are today; what it does not know appeals to nobody more than anything else."""
    from caverna_sim.games.caverna.bots.layout import APPEAL

    where = {axis: [_place_of(subject, name, known) for name in layers[axis].tolist()] for axis, known in appeal_places().items()}
    for field, named in APPEAL_AXES.items():
        array = layer(layers[field], field, APPEAL[field].shape)
        index = tuple(where[axis] if axis else slice(size) for axis, size in zip(named, array.shape, strict=False))
        appeal[field][(*index, *(slice(size) for size in array.shape[len(named) :]))] = array


def _place_of(subject: str, name: str, places: Mapping[str, int]) -> int:
    if name not in places:
        raise BotError(f"{subject} was taught for other tables: `{shown_name(name)}` is unknown; teach it anew with `caverna-sim tune`")
    return places[name]


def _numbered(names: Iterable[str]) -> dict[str, int]:
    return {name: number for number, name in enumerate(names)}


def appeal_places() -> dict[str, dict[str, int]]:
    """[axis of what was taught of choices, name] its place."""
    return {"inputs": seen_places(), "choices": choice_places(), "kinds": _numbered(act.NAMES), "tastes": _numbered(TASTES)}


@lru_cache(maxsize=1)
def seen_places() -> dict[str, int]:
    """What a swift bot sees, by name: the inputs of the judge, and what is being decided: `at.logging_1_3`, `step.sow`."""
    from caverna_sim.games.caverna.bots.layout import CONTEXT_GROUPS, CONTEXT_START, NUM_FEATURES

    places = dict(input_places())
    named: dict[str, Any] = {"at": printed_tables(FIENDS)["space"], "step": step.NAMES[: step.GRANT]}
    for group, size in CONTEXT_GROUPS.items():
        start = NUM_FEATURES + CONTEXT_START[group]
        places |= {f"{group}.{name}": start + number for number, name in enumerate(named.get(group, range(size)))}
    return places


@lru_cache(maxsize=1)
def choice_places() -> dict[str, int]:
    """The choices that a swift bot tells apart, by name: `place.logging_1_3`, `furnish.miner`, `stable.meadow`, `pass.sow`."""
    from caverna_sim.games.caverna.bots.layout import CHOICES, FIRST_CHOICE, REORDERED

    tables = printed_tables(FIENDS)
    named: dict[int, Any] = {
        act.PLACE: tables["space"], act.IMITATE: tables["space"], act.FURNISH: tables["furnishing"], act.LOOT: tables["loot"],
        act.TWIN_TILE: tables["terrain_tile"], act.PASS: step.NAMES[: step.GRANT], act.SET_TRAP: tables["trap"],
        **dict.fromkeys((act.SOW, act.BUY, act.EXCHANGE), WARES),
        **dict.fromkeys((act.SINGLE_TILE, act.STABLE, act.RUBY_MINE, act.BUY_TILE, act.RESTOCK), terrain.NAMES),
    }  # fmt: skip
    places = {"reordered": REORDERED}
    for kind, size in CHOICES.items():
        for number, name in enumerate(named.get(kind, range(size))):
            places[f"{act.NAMES[kind]}.{name}"] = FIRST_CHOICE[kind] + number
    return places


def appeal_bytes(layers: Mapping[str, np.ndarray]) -> bytes:
    """What was taught as the file that `judge_record` reads; half as many digits say the same."""
    import numpy as np

    names = appeal_places()
    where = {axis: list(places.values()) for axis, places in names.items()}
    arrays = {axis: np.array(list(places), "U64") for axis, places in names.items()}
    chosen = {
        "layer_1": layers["layer_1"][:, where["inputs"]], "bias_1": layers["bias_1"], "layer_2": layers["layer_2"][:, where["choices"]],
        "bias_2": layers["bias_2"][where["choices"]], "worth": layers["worth"], "lie": layers["lie"], "taste": layers["taste"],
    }  # fmt: skip
    return packed_arrays(arrays | {name: array.astype(np.float16) for name, array in chosen.items()})


def own_text(name: str, judge: str, provenance: Mapping[str, Any], expansion: str | None) -> str:
    """The file of a bot of the roster with something else that it has learned; all else stays as its own file says."""
    own = dict(parsed(packaged_bots()[name], f"bot `{name}`", BotError))
    learned = {"judge": judge, "provenance": dict(provenance)}
    if expansion:  # what it judges orc events by stays
        learned = {"judge": parameters_of(own["base"])[FIENDS]["judge"], "prior": judge, "provenance": dict(provenance)}
    return toml_text({**own, FIENDS: {**own.get(FIENDS, {}), **learned}} if expansion else {**own, **learned})


@lru_cache(maxsize=1)
def input_places() -> dict[str, int]:
    """What the learned evaluation sees, by name: `goods.0`, `supply.office_room`, `stock.logging_1_3`; and where in its row."""
    from caverna_sim.games.caverna.bots.layout import FEATURE_GROUPS, NAMED_BY, START

    places: dict[str, int] = {}
    for group, size in FEATURE_GROUPS.items():
        names = printed_tables(FIENDS)[NAMED_BY[group]] if group in NAMED_BY else range(size)
        places |= {f"{group}.{name}": START[group] + number for number, name in enumerate(names)}
    return places


def judge_bytes(judge: np.ndarray) -> bytes:
    """A learned evaluation as the file that `judge_record` reads; inputs that count for nothing are left out."""
    import numpy as np

    from caverna_sim.games.caverna.bots.layout import JUDGE

    layers = {field: np.asarray(judge[0][field]) for field in JUDGE.names or () if field not in ("taste", "appeal")}
    return packed_layers(layers, input_places())


def _packed(values: Values) -> np.ndarray:
    import numpy as np

    from caverna_sim.games.caverna.bots.layout import BOT

    record = np.zeros(1, BOT)
    bot = record[0]
    bot["tier"] = TIERS.index(values["tier"])
    for name, (default, _) in NUMBERS.items():
        bot[name] = values.get(name, default)
    usual = BESIDE_A_PRIOR if values.get("prior", NO_PRIOR) != NO_PRIOR else {}
    for name in AMOUNTS:
        bot[name] = values.get(name, usual.get(name, 0.0))
    for name, weight in values.get("weights", {}).items():
        bot[name] = weight
    bot["enough"] = NO_LIMIT
    worth = values.get("worth", {})
    for field, amounts in (
        ("worth_early", worth.get("early", {})),
        ("worth_late", worth.get("late", {})),
        ("enough", values.get("enough", {})),
    ):
        for ware, amount in amounts.items():
            bot[field][WARES.index(ware)] = amount
    for name, weight in {**usual_orcs(), **values.get("orcs", {})}.items():
        bot[f"orc_{name}"] = weight
    for number, tile in enumerate(printed_tables(FIENDS)["furnishing"]):
        liking = values.get("furnishing", {}).get(tile, {})
        bot["furnishing"][number] = liking.get("worth", 0.0)
        bot["furnishing_per_round"][number] = liking.get("per_round", 0.0)
    for number, space in enumerate(printed_tables(FIENDS)["space"]):
        bot["space"][number] = values.get("space", {}).get(space, 0.0)
        for players, liked in values.get("first", {}).items():
            bot["first"][int(players) - 1, number] = liked.get(space, 0.0)
    return record


def _plain(number: Any, digits: int) -> float:
    return round(float(number), digits) + 0.0  # no negative zero


def _tastes_of(bot: Any, digits: int) -> Values:
    furnishings = {
        tile: {"worth": _plain(bot["furnishing"][number], digits), "per_round": _plain(bot["furnishing_per_round"][number], digits)}
        for number, tile in enumerate(printed_tables(FIENDS)["furnishing"])
    }
    first = {str(players): _liked_spaces(liked, digits) for players, liked in enumerate(bot["first"], 1)}
    return {
        "weights": {name: _plain(bot[name], digits) for name in weight_names()},
        "worth": {time: {ware: _plain(bot[f"worth_{time}"][number], digits) for number, ware in enumerate(WARES)} for time in _TIMES},
        "enough": {ware: _plain(bot["enough"][number], digits) for number, ware in enumerate(WARES)},
        "furnishing": {tile: liking for tile, liking in furnishings.items() if any(liking.values())},
        "space": _liked_spaces(bot["space"], digits),
        "first": {players: liked for players, liked in first.items() if liked},
        "orcs": {name: _plain(bot[f"orc_{name}"], digits) for name in usual_orcs()},
    }


def _liked_spaces(worths: np.ndarray, digits: int) -> dict[str, float]:
    likings = {space: _plain(worths[number], digits) for number, space in enumerate(printed_tables(FIENDS)["space"])}
    return {space: worth for space, worth in likings.items() if worth}


def as_dict(bot: np.ndarray, judge: str = "", digits: int = DECIMALS) -> Values:
    """The parameters in a record, and the name of its judge, as nested tables with rounded numbers."""
    row = bot[0]
    values: Values = {"tier": TIERS[int(row["tier"])], **{name: int(row[name]) for name in NUMBERS}}
    values |= {name: _plain(row[name], digits) for name in AMOUNTS}
    values.update(_tastes_of(row, digits))
    if judge:
        values["judge"] = judge
    return values


def to_toml(
    bot: np.ndarray,
    *,
    description: str,
    judge: str = "",
    prior: str = "",
    base: str | None = None,
    provenance: Mapping[str, Any] | None = None,
    digits: int = DECIMALS,
) -> str:
    """A parameter file for records; with a base only what differs from it is written."""
    values = as_dict(bot, judge, digits) | ({"prior": prior} if prior else {})
    if base is None:
        values = {name: value for name, value in values.items() if value or name not in AMOUNTS or name == "temperature"}
    else:
        inherited = {**{name: usual for name, (usual, _) in NUMBERS.items()}, **parameters_of(base)}
        begins = inherited.get("first", {}) if values["tier"] in JUDGING else {}
        for players, spaces in begins.items():  # a 0 says that it does not begin as its base
            values["first"][players] = dict.fromkeys(spaces, 0.0) | values["first"].get(players, {})
        values = {"base": base, "tier": values["tier"], **difference(values, inherited, _NOTHING)}
    if provenance:
        values["provenance"] = dict(provenance)
    return toml_text({"description": description, **values}, ("furnishing",))


def with_fiends(name: str, bot: np.ndarray, provenance: Mapping[str, Any], judge: str = "") -> str:
    """The file of a bot with other tastes for Frantic Fiends, those of a record, and with a judge of its own."""
    subject = f"bot `{name}`"
    own = read_text(name, subject, MOST_TOML, BotError) if is_path(name) else packaged_bots()[name]
    theirs = parsed(own, subject, BotError).get(FIENDS, {})
    own = re.split(r"^\[fiends\b", own, maxsplit=1, flags=re.MULTILINE)[0].rstrip()
    folder = file_of(name, Path(), subject).parent if is_path(name) else Path()
    inherited = FILES.on_base(_read(parsed(own, subject, BotError)), folder, (name,))
    tastes, usual = (
        {key: table for key, table in as_dict(record).items() if key in _TASTES} for record in (bot, packed(inherited, FIENDS)[0])
    )
    kept = {key: value for key, value in theirs.items() if key not in (*_TASTES, "judge", "provenance")}
    added = {FIENDS: {**kept, "judge": judge, **difference(tastes, usual, _NOTHING), "provenance": dict(provenance)}}
    return f"{own}\n{toml_text(added, ('furnishing',))}"
