"""Parameter files: what is read, what is inherited, what is refused in one sentence."""

from __future__ import annotations

import math
import tomllib
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from caverna_sim import BotError, CavernaError
from caverna_sim.errors import ScenarioError
from caverna_sim.games.caverna.bots import layout, parameters
from caverna_sim.games.caverna.bots.parameters import as_dict, bot_record, packaged_bots, parameters_of, to_toml
from caverna_sim.games.caverna.box.catalog import FURNISHINGS, SPACES
from caverna_sim.games.caverna.ids import good
from caverna_sim.games.caverna.scenario.reading import CavernaScenario
from caverna_sim.scenario.scenario import load_scenario

WANTED = {
    "random", "novice", "balanced", "peaceful", "adventurer", "ruby_miner", "ore_baron", "herder", "crop_farmer", "builder",
    "big_family", "trader", "value", "search", "swift", "campaigner",
}  # fmt: skip


def written(folder: Path, text: str, name: str = "mine.toml") -> str:
    """A parameter file."""
    file = folder / name
    file.write_text(text, encoding="utf-8")
    return str(file)


def ware(name: str) -> int:
    return good.NAMES.index(name)


def same(one: np.ndarray, other: np.ndarray) -> bool:
    """Whether two records hold the same numbers."""
    return all(np.allclose(one[name], other[name], atol=6e-4) for name in layout.BOT.names or ())


# ---------------------------------------------------------------- names and limits


def test_all_wanted_bots_come_along() -> None:
    assert set(packaged_bots()) >= WANTED


def test_the_root_names_exactly_the_weights_of_the_record() -> None:
    assert parameters.weight_names() == tuple(name for name in layout.SCALARS if name != "temperature")


def test_tiers_and_limits_are_those_of_the_kernels() -> None:
    assert parameters.TIERS[: len(layout.TIERS)] == layout.TIERS
    assert parameters.NUMBERS["candidates"][1] == parameters.NUMBERS["finalists"][1] == layout.MAX_CANDIDATES
    assert parameters.NUMBERS["options"][1] == layout.MAX_OPTIONS


@pytest.mark.parametrize("name", sorted(WANTED))
def test_every_packaged_file_can_be_read(name: str) -> None:
    bot, judge = bot_record(name)
    assert bot.shape == judge.shape == (1,)
    assert (bot.dtype, judge.dtype) == (layout.BOT, layout.JUDGE)
    assert parameters.TIERS[int(bot["tier"][0])] == parameters_of(name)["tier"]


# ---------------------------------------------------------------- what is read


@pytest.mark.parametrize(("more", "amount"), [('prior = "swift"', 1.0), ('prior = "swift"\ndoubt = 2.5', 2.5), ('prior = "none"', 0.0)])
def test_a_prior_is_doubted_a_little_when_nobody_says_how_much(more: str, amount: float, tmp_path: Path) -> None:
    text = f'description = "a test"\ntier = "value"\nbase = "balanced"\njudge = "value"\n{more}\n'
    (bot,), _ = bot_record(written(tmp_path, text))
    assert bot["doubt"] == amount


def test_every_number_reaches_its_place_in_the_record(tmp_path: Path) -> None:
    text = """
description = "a test"
base = "balanced"
temperature = 0.25
candidates = 5
playouts = 77
[weights]
field = 2.5
begging = -7
[worth.early]
wood = 1.25
[worth.late]
cattle = -0.5
[enough]
ore = 6
[furnishing]
carpenter = 1.5
state_parlor = { worth = 2.0, per_round = 0.25 }
[space]
logging = 0.75
logging_4_7 = -1.5
housework = 0.5
"""
    (bot,), _ = bot_record(written(tmp_path, text))
    assert (bot["candidates"], bot["playouts"], bot["temperature"]) == (5, 77, 0.25)
    assert (bot["field"], bot["begging"]) == (2.5, -7)
    assert bot["worth_early"][ware("wood")] == 1.25
    assert bot["worth_late"][ware("cattle")] == -0.5
    assert bot["enough"][ware("ore")] == 6
    tiles = {name: (bot["furnishing"][number], bot["furnishing_per_round"][number]) for number, name in enumerate(FURNISHINGS)}
    assert tiles["state_parlor"] == (2.0, 0.25)
    assert tiles["carpenter"][0] == 1.5
    spaces = {name: float(bot["space"][number]) for number, name in enumerate(SPACES)}
    (root,), _ = bot_record("balanced")
    inherited = {name: float(root["space"][number]) for number, name in enumerate(SPACES)}
    assert spaces == {**inherited, "logging_1_3": 0.75, "logging_4_7": -1.5, "housework": 0.5}


def test_what_is_left_out_is_inherited(tmp_path: Path) -> None:
    text = 'base = "balanced"\n[furnishing]\nquarry = 9\n[worth.early]\nwood = 9\n'
    (bot,), _ = bot_record(written(tmp_path, text))
    (root,), _ = bot_record("balanced")
    changed = [name for name in layout.BOT.names or () if np.any(bot[name] != root[name])]
    assert changed == ["worth_early", "furnishing"]
    quarry = FURNISHINGS.index("quarry")
    assert root["furnishing_per_round"][quarry] != 0
    assert bot["furnishing_per_round"][quarry] == root["furnishing_per_round"][quarry]
    assert list(np.flatnonzero(bot["furnishing"] != root["furnishing"])) == [quarry]
    assert list(np.flatnonzero(bot["worth_early"] != root["worth_early"])) == [ware("wood")]


def test_bases_follow_one_another_and_may_be_files(tmp_path: Path) -> None:
    written(tmp_path, 'base = "herder"\n[weights]\nfield = 4\n', "middle.toml")
    top = written(tmp_path, 'base = "./middle.toml"\ntemperature = 1\n', "top.toml")
    values, herder = parameters_of(top), parameters_of("herder")
    assert (values["weights"]["field"], values["temperature"]) == (4, 1)
    assert values["worth"] == herder["worth"]
    assert parameters_of(Path(top)) == values


def test_a_file_without_a_base_gives_everything_itself(tmp_path: Path) -> None:
    text = packaged_bots()["balanced"]
    assert same(bot_record(written(tmp_path, text))[0], bot_record("balanced")[0])


def test_what_may_be_left_out_has_a_default(tmp_path: Path) -> None:
    data = tomllib.loads(packaged_bots()["balanced"])
    lines = ['tier = "scripted"', "temperature = 0.5"]
    for title, table in (("weights", data["weights"]), ("worth.early", data["worth"]["early"]), ("worth.late", data["worth"]["late"])):
        lines += [f"[{title}]", *(f"{key} = {value}" for key, value in table.items())]
    (bot,), _ = bot_record(written(tmp_path, "\n".join(lines)))
    assert (bot["candidates"], bot["playouts"]) == (8, 64)
    assert set(bot["enough"].tolist()) == {parameters.NO_LIMIT}
    assert not bot["furnishing"].any()
    assert not bot["space"].any()


def test_provenance_is_kept_and_not_interpreted(tmp_path: Path) -> None:
    text = 'base = "balanced"\n[provenance]\ngames = 3\nnote = "by hand"\n[provenance.more]\nseeds = [1, 2]\n'
    assert parameters_of(written(tmp_path, text))["provenance"] == {"games": 3, "note": "by hand", "more": {"seeds": [1, 2]}}


# ---------------------------------------------------------------- judges


def small_judge(number: float) -> np.ndarray:
    judge = np.zeros(1, layout.JUDGE)
    judge[0]["bias_3"] = number
    return judge


def test_bots_that_judge_have_a_judge_and_others_none() -> None:
    for name in packaged_bots():
        _, judge = bot_record(name)
        learned = judge[0]["appeal"]["layer_2"] if parameters_of(name)["tier"] == parameters.BY_APPEAL else judge[0]["layer_1"]
        assert bool(np.any(learned)) == (parameters_of(name)["tier"] in parameters.JUDGING)


def test_a_judge_lies_beside_its_parameter_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path.parent)
    (tmp_path / "mine.npz").write_bytes(parameters.judge_bytes(small_judge(0.5)))
    _, (judge,) = bot_record(written(tmp_path, 'tier = "value"\nbase = "balanced"\njudge = "./mine.npz"\n'))
    assert judge["bias_3"] == 0.5


def test_a_judge_is_inherited_by_bots_that_judge_alone(tmp_path: Path) -> None:
    assert parameters_of(written(tmp_path, 'base = "value"\n'))["judge"] == parameters_of("value")["judge"]
    assert "judge" not in parameters_of(written(tmp_path, 'base = "value"\ntier = "scripted"\n'))
    assert parameters_of("value", {"tier": "search"})["judge"] == parameters_of("value")["judge"]


def test_a_judge_learned_for_other_features_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    judge = small_judge(0.5)
    judge[0]["layer_1"][layout.START["weapons"] + 4] = 1.0
    (tmp_path / "old.npz").write_bytes(parameters.judge_bytes(judge))
    monkeypatch.setattr(parameters, "input_places", lambda: {"weapons.0": layout.START["weapons"]})
    with pytest.raises(BotError, match=r"other features: `weapons.4` is none; learn it anew with `caverna-sim tune`"):
        parameters.judge_record(str(tmp_path / "old.npz"))


def test_inputs_of_a_judge_are_known_by_name(tmp_path: Path) -> None:
    """A new tile or space moves inputs; a judge of before reads its own all the same, and takes no notice of the new one."""
    judge = small_judge(0.5)
    places = parameters.input_places()
    judge[0]["layer_1"][places["supply.miner"]] = 1.0
    (tmp_path / "judge.npz").write_bytes(parameters.judge_bytes(judge))
    with np.load(tmp_path / "judge.npz") as layers:
        assert layers["inputs"].tolist() == ["supply.miner"]
        kept = dict(layers)
    np.savez(tmp_path / "moved.npz", **{**kept, "inputs": np.array(["supply.guest_room"])})
    (moved,) = parameters.judge_record(str(tmp_path / "moved.npz"))
    assert moved["layer_1"][places["supply.guest_room"]].all()
    assert not moved["layer_1"][places["supply.miner"]].any()
    assert list(places.values()) == sorted(places.values())


def test_a_bot_may_judge_otherwise_with_frantic_fiends(tmp_path: Path) -> None:
    for number, name in ((0.5, "mine"), (1.5, "orcs")):
        (tmp_path / f"{name}.npz").write_bytes(parameters.judge_bytes(small_judge(number)))
    file = written(tmp_path, 'base = "value"\njudge = "./mine.npz"\n[fiends]\njudge = "./orcs.npz"\n')
    assert bot_record(file)[1][0]["bias_3"] == 0.5
    assert bot_record(file, None, "fiends")[1][0]["bias_3"] == 1.5
    assert not bot_record(file, {"tier": "scripted"}, "fiends")[1][0]["layer_1"].any()


@pytest.mark.parametrize("content", [b"", b"no layers", b"PK"])
def test_a_file_that_is_no_judge_is_refused_in_one_sentence(content: bytes, tmp_path: Path) -> None:
    (tmp_path / "wrong.npz").write_bytes(content)
    with pytest.raises(BotError) as refused:
        parameters.judge_record(str(tmp_path / "wrong.npz"))
    assert "no learned evaluation" in str(refused.value)
    assert "\n" not in str(refused.value)


# ---------------------------------------------------------------- other parameters


def test_parameters_can_be_replaced() -> None:
    (bot,), _ = bot_record("balanced", {"temperature": 0.1, "weights": {"begging": -9.5}})
    (root,), _ = bot_record("balanced")
    assert (bot["temperature"], bot["begging"]) == (np.float32(0.1), -9.5)
    assert {name for name in layout.BOT.names or () if np.any(bot[name] != root[name])} == {"temperature", "begging"}
    assert parameters_of("balanced")["weights"]["begging"] != -9.5  # the roster keeps its own


# ---------------------------------------------------------------- writing


@pytest.mark.parametrize("base", [None, "balanced", "value", "builder"])
@pytest.mark.parametrize("name", sorted(WANTED - {"random"}))
def test_a_record_that_is_written_is_read_again(name: str, base: str | None, tmp_path: Path) -> None:
    bot, judge = bot_record(name)
    named = parameters_of(name).get("judge", "")
    prior = parameters_of(name).get("prior", "")
    text = to_toml(bot, description='a "quoted" text', judge=named, prior=prior, base=base, provenance={"games": 7, "how": {"seed": 1}})
    again = bot_record(written(tmp_path, text))
    assert same(bot, again[0])
    assert judge.tobytes() == again[1].tobytes()
    values = parameters_of(tmp_path / "mine.toml")
    assert values["description"] == 'a "quoted" text'
    assert values["provenance"] == {"games": 7, "how": {"seed": 1}}


def test_with_a_base_only_differences_are_written() -> None:
    bot, _ = bot_record("balanced", {"weights": {"field": 2.0}})
    data = tomllib.loads(to_toml(bot, description="x", base="balanced"))
    assert data == {"description": "x", "base": "balanced", "tier": "scripted", "weights": {"field": 2.0}}


def test_a_record_as_a_dict_is_what_the_file_says() -> None:
    values = as_dict(bot_record("value")[0], "value")
    known = parameters_of("value")
    assert values["weights"] == known["weights"]
    assert values["worth"] == known["worth"]
    assert values["judge"] == known["judge"]
    assert (values["tier"], values["candidates"]) == ("value", known["candidates"])


# ---------------------------------------------------------------- wrong files

BASE = 'base = "balanced"\n'
WRONG: list[tuple[str, str, list[str]]] = [
    ("unknown weight", BASE + "[weights]\nfeild = 1\n", ["`weights.feild`", "unknown weight `feild`", "did you mean `field`"]),
    ("weight as a text", BASE + '[weights]\nfield = "much"\n', ["`weights.field`", "'much' is not allowed", "from -1,000 to 1,000"]),
    ("weight as a list", BASE + "[weights]\nfield = [1]\n", ["`weights.field`", "[1] is not allowed"]),
    ("weight true", BASE + "[weights]\nfield = true\n", ["`weights.field`", "True is not allowed"]),
    ("weight nan", BASE + "[weights]\nfield = nan\n", ["`weights.field`", "nan is not allowed"]),
    ("weight infinite", BASE + "[weights]\nfield = -inf\n", ["`weights.field`", "-inf is not allowed"]),
    ("weight absurd", BASE + "[weights]\nfield = 1000.1\n", ["`weights.field`", "1000.1 is not allowed"]),
    ("weight absurdly small", BASE + "[weights]\nfield = -1001\n", ["`weights.field`", "-1001 is not allowed"]),
    ("negative crowding", BASE + "[weights]\ncrowding = -0.5\n", ["`weights.crowding`", "from 0 to 1,000"]),
    ("begging as a gain", BASE + "[weights]\nbegging = 3\n", ["`weights.begging`", "3 is not allowed", "0 or less"]),
    ("weight outside its table", BASE + "field = 3\n", ["unknown key `field`", "write `weights.field`"]),
    ("weights no table", BASE + "weights = 3\n", ["`weights`", "3 is not allowed", "a table of numbers"]),
    ("temperature below 0", BASE + "temperature = -0.1\n", ["`temperature`", "from 0 to 50"]),
    ("temperature above 50", BASE + "temperature = 50.5\n", ["`temperature`", "from 0 to 50"]),
    ("temperature among the weights", BASE + "[weights]\ntemperature = 1\n", ["unknown weight `temperature`"]),
    ("no candidates", BASE + "candidates = 0\n", ["`candidates`", "0 is not allowed", "from 1 to 40"]),
    ("many candidates", BASE + "candidates = 41\n", ["`candidates`", "from 1 to 40"]),
    ("half a candidate", BASE + "candidates = 1.5\n", ["`candidates`", "1.5 is not allowed", "whole number"]),
    ("no playouts", BASE + "playouts = 0\n", ["`playouts`", "from 1 to 1,000,000"]),
    ("many playouts", BASE + "playouts = 1_000_001\n", ["`playouts`", "1000001 is not allowed"]),
    ("unknown tier", BASE + 'tier = "scriptd"\n', ["`tier`", "'scriptd' is not allowed", "did you mean `scripted`"]),
    ("unknown base", 'base = "balancd"\n', ["`base`", "unknown bot `balancd`", "did you mean `balanced`"]),
    ("base no text", "base = 3\n", ["`base`", "3 is not allowed", "give a text"]),
    ("description no text", BASE + "description = 3\n", ["`description`", "give a text"]),
    ("unknown time", BASE + "[worth.middle]\nwood = 1\n", ["`worth.middle`", "unknown time `middle`", "`early`"]),
    ("unknown ware", BASE + "[worth.early]\nwod = 1\n", ["`worth.early.wod`", "unknown ware `wod`", "did you mean `wood`"]),
    ("ware as a text", BASE + '[worth.late]\nwood = "1"\n', ["`worth.late.wood`", "'1' is not allowed"]),
    ("enough below 0", BASE + "[enough]\nwood = -1\n", ["`enough.wood`", "from 0 to 1,000"]),
    ("unknown furnishing", BASE + "[furnishing]\noffice_rom = 1\n", ["`furnishing.office_rom`", "did you mean `office_room`"]),
    ("unknown key of a furnishing", BASE + "[furnishing]\nquarry = { wort = 1 }\n", ["`furnishing.quarry.wort`", "`worth`"]),
    ("furnishing nan", BASE + "[furnishing]\nquarry.per_round = nan\n", ["`furnishing.quarry.per_round`", "nan is not allowed"]),
    ("unknown space", BASE + "[space]\nloging = 1\n", ["`space.loging`", "unknown action space `loging`", "`logging`"]),
    ("space as a table", BASE + "[space]\nlogging = { worth = 1 }\n", ["`space.logging`", "is not allowed"]),
    ("judge of a scripted bot", BASE + 'judge = "value"\n', ["`judge`", "tiers value, search and swift"]),
    ("value bot without a judge", BASE + 'tier = "value"\n', ["`judge`", "missing", "value"]),
    ("unknown judge", BASE + 'tier = "value"\njudge = "valeu"\n', ["unknown judge `valeu`", "`value`"]),
    ("judge as a table", BASE + 'tier = "value"\n[judge.weights]\nroom = 1\n', ["`judge`", "give a text"]),
    ("no options", BASE + "options = 0\n", ["`options`", "from 1 to 128"]),
    ("far horizon", BASE + "horizon = 13\n", ["`horizon`", "from 1 to 12"]),
    ("provenance no table", BASE + 'provenance = "x"\n', ["`provenance`", "give a table"]),
    ("unknown key", BASE + "wieghts = 3\n", ["unknown key `wieghts`", "did you mean `weights`"]),
    ("nothing", "", ["`tier`", "missing", "`scripted`"]),
    ("a scripted bot without weights", 'tier = "scripted"\ntemperature = 1\n', ["`weights.food_now`", "missing", 'base = "balanced"']),
    ("a random bot turned into a scripted one", 'base = "random"\ntier = "scripted"\n', ["`temperature`", "missing"]),
    ("not TOML", BASE + "[weights\n", ["not valid TOML", "line 2"]),
]


@pytest.mark.parametrize(("text", "words"), [pytest.param(text, words, id=name) for name, text, words in WRONG])
def test_a_wrong_file_is_refused_in_one_sentence(text: str, words: list[str], tmp_path: Path) -> None:
    file = written(tmp_path, text)
    with pytest.raises(BotError) as refused:
        bot_record(file)
    sentence = str(refused.value)
    assert "\n" not in sentence
    for word in [f"bot `{file}`", *words]:
        assert word in sentence


def test_limits_themselves_are_allowed(tmp_path: Path) -> None:
    text = BASE + "temperature = 50\ncandidates = 40\nplayouts = 1_000_000\n[weights]\nfield = 1000\ntunnel = -1000\nbegging = 0\n"
    (bot,), _ = bot_record(written(tmp_path, text))
    assert (bot["temperature"], bot["candidates"], bot["playouts"]) == (50, 40, 1_000_000)
    assert (bot["field"], bot["tunnel"], bot["begging"]) == (1000, -1000, 0)


def test_a_base_that_is_wrong_is_named_itself(tmp_path: Path) -> None:
    written(tmp_path, BASE + "[weights]\nfeild = 1\n", "below.toml")
    for base, words in (("./nothing.toml", "there is no such file"), ("./below.toml", "unknown weight `feild`")):
        with pytest.raises(BotError, match=f"^bot `{base}`: .*{words}"):
            bot_record(written(tmp_path, f'base = "{base}"\n'))


def test_bases_that_go_round_are_refused(tmp_path: Path) -> None:
    one = written(tmp_path, 'base = "./two.toml"\n', "one.toml")
    written(tmp_path, 'base = "./one.toml"\n', "two.toml")
    with pytest.raises(BotError, match=r"circle: `one.toml` -> `two.toml` -> `one.toml`"):
        bot_record(one)


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("balancd", ["unknown bot `balancd`", "did you mean `balanced`"]),
        ("", ["unknown bot ``"]),
        ("./nothing.toml", ["`./nothing.toml`", "there is no such file"]),
        (7, ["7 is no bot"]),
        (None, ["None is no bot"]),
    ],
)
def test_a_name_that_is_no_bot_is_refused(name: Any, words: list[str]) -> None:
    with pytest.raises(BotError) as refused:
        bot_record(name)
    assert all(word in str(refused.value) for word in words)
    assert isinstance(refused.value, CavernaError)


def test_folders_and_other_files_are_refused(tmp_path: Path) -> None:
    with pytest.raises(BotError, match="directory"):
        bot_record(f"{tmp_path}/")
    (tmp_path / "picture.toml").write_bytes(b"\x89PNG\xff\xfe")
    with pytest.raises(BotError, match="not a text file"):
        bot_record(str(tmp_path / "picture.toml"))


@pytest.mark.parametrize(
    ("overrides", "words"),
    [
        ({"weights": {"feild": 1}}, ["bot `balanced`", "`weights.feild`", "`field`"]),
        ({"base": "herder"}, ["`base`", "already"]),
        ({"temperature": math.nan}, ["`temperature`", "nan"]),
    ],
)
def test_wrong_overrides_are_refused(overrides: dict[str, Any], words: list[str]) -> None:
    with pytest.raises(BotError) as refused:
        bot_record("balanced", overrides)
    assert all(word in str(refused.value) for word in words)


# ---------------------------------------------------------------- bots of a scenario

SCENARIO = 'name = "x"\nplayers = 2\nbots = ["me", "balanced"]\n[bot.me]\nbase = "balanced"\n'


def scenario(folder: Path, text: str) -> CavernaScenario:
    return load_scenario(written(folder, text, "scenario.toml"))


def test_a_scenario_makes_a_bot_of_its_own(tmp_path: Path) -> None:
    loaded = scenario(tmp_path, SCENARIO + "temperature = 0.1\nweights.begging = -8.5\nfurnishing.quarry = 2\n")
    own = loaded.own_bots["me"]
    (bot,), _ = bot_record(own.base, own.parameters)
    assert (bot["temperature"], bot["begging"]) == (np.float32(0.1), -8.5)
    assert bot["furnishing"][FURNISHINGS.index("quarry")] == 2
    (root,), _ = bot_record("balanced")
    assert bot["field"] == root["field"]


@pytest.mark.parametrize(
    ("parameters", "words"),
    [
        ("weights.feild = 1\n", ["line 6", "`bot.me.weights.feild`", "did you mean `field`"]),
        ("temperature = -1\n", ["line 6", "`bot.me.temperature`", "from 0 to 50"]),
        ("temperature = 1\n[bot.me.worth.early]\nwod = 2\n", ["line 8", "`bot.me.worth.early.wod`", "`wood`"]),
        ("candidates = 1.5\n", ["line 6", "`bot.me.candidates`", "whole number"]),
        ('judge = "value"\n', ["line 6", "`bot.me.judge`", "tiers value, search and swift"]),
        ("weights.field = 1e9\n", ["line 6", "`bot.me.weights.field`", "1000000000.0 is not allowed"]),
    ],
)
def test_wrong_parameters_in_a_scenario_tell_line_and_field(parameters: str, words: list[str], tmp_path: Path) -> None:
    with pytest.raises(ScenarioError) as refused:
        scenario(tmp_path, SCENARIO + parameters)
    sentence = str(refused.value)
    assert "\n" not in sentence
    for word in words:
        assert word in sentence


def test_files_can_be_named_in_a_scenario(tmp_path: Path) -> None:
    file = written(tmp_path, BASE + "temperature = 0.5\n")
    loaded = scenario(tmp_path, f'name = "x"\nplayers = 2\nbots = ["{file}", "me"]\n[bot.me]\nbase = "{file}"\nweights.field = 1\n')
    assert loaded.bots == (file, "me")
    (bot,), _ = bot_record(loaded.own_bots["me"].base, loaded.own_bots["me"].parameters)
    assert (bot["temperature"], bot["field"]) == (0.5, 1)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ('name = "x"\nplayers = 1\nbots = [\n  "./nothing.toml",\n]\n', ["line 4", "`./nothing.toml`", "there is no such file"]),
        ('name = "x"\nplayers = 1\nbots = ["me"]\n[bot.me]\nbase = "./nothing.toml"\n', ["line 5", "there is no such file"]),
        ('name = "x"\nplayers = 1\nbots = ["balanced"]\n[bot."./a.toml"]\nbase = "balanced"\n', ["plain name"]),
    ],
)
def test_missing_files_in_a_scenario_are_told(text: str, words: list[str], tmp_path: Path) -> None:
    with pytest.raises(ScenarioError) as refused:
        scenario(tmp_path, text)
    for word in words:
        assert word in str(refused.value)
