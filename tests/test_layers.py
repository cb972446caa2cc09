"""The architecture is what CONTRIBUTING.md says: who may import whom, what `import caverna_sim` loads, which ids never move."""

from __future__ import annotations

import ast
import copy
import re
import subprocess
import sys
from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from caverna_sim.compiling.cache import READ_AND_CHECK, compiled_sources, owner_of, owners
from caverna_sim.errors import RulesError
from caverna_sim.games.caverna.bots.layout import JUDGED_FURNISHINGS
from caverna_sim.games.caverna.box import tables
from caverna_sim.games.caverna.box.tables import ids_of, ids_so_far, order_of_ids, printed_tables
from caverna_sim.games.caverna.expansions import EVERYTHING
from caverna_sim.games.caverna.ids import act, argument, good, part, step, terrain
from caverna_sim.games.caverna.shape.board import CELL_NAMES
from caverna_sim.kit.records.steps import AGENDA_STEP

PACKAGE = Path(__file__).parents[1] / "caverna_sim"
MODULES = tuple(sorted(str(file.relative_to(PACKAGE).with_suffix("")).replace("/", ".") for file in PACKAGE.rglob("*.py")))

GAME = "games.caverna"
SECOND = "games.agricola"


THIRD = "games.neanderthal"


def second(*names: str) -> tuple[str, ...]:
    """Modules of the second game."""
    return tuple(f"{SECOND}.{name}" for name in names)


def third(*names: str) -> tuple[str, ...]:
    """Modules of the third game."""
    return tuple(f"{THIRD}.{name}" for name in names)


# layers from the bottom to the top: a module may import its own layer and those below it
SHAPE = (f"{GAME}.ids", f"{GAME}.shape")  # names and record layouts, no rules of play
HOME, COURSE = f"{GAME}.home", f"{GAME}.course"  # what happens on a home board; the course of a game
SHAPE_OF_WING = (f"{GAME}.fiends.ids", f"{GAME}.fiends.shape")
WING = tuple(f"{GAME}.fiends.{name}" for name in (  # the rules of Frantic Fiends
    "bounties", "cave", "counting", "decks", "ending", "events", "fight", "forest", "friendly", "homes", "hostile", "limits", "mines",
    "noting", "parts", "prices", "standing", "steps", "trades", "traps",
))  # fmt: skip
WORDS_OF_WING = ("position", "write_position", "log", "reasons")  # what it adds to positions and logs
ENGINE = (HOME, *WING, COURSE)
BOTS = (f"{GAME}.bots", f"{GAME}.fiends.bots", f"{GAME}.playing")
COMPILING = "compiling"
LAYERS = (
    (
        "errors",
        "arguments",
        "codepages",
        "check",
        "files",
        "toml",
        COMPILING,
        "chance",
        "match.outside",
        f"{GAME}.ids",
        *second("ids"),
        *third("ids"),
        "kit",
        *(f"kit.play.{name}" for name in ("kinds", "loop", "ahead", "asking", "fields", "actions", "choices", "log", "lines")),
        *(f"kit.play.{name}" for name in ("positions", "entry")),
        *(f"kit.many.{name}" for name in ("rows", "loop")),
    ),
    (
        *SHAPE[1:],
        *SHAPE_OF_WING,
        HOME,
        GAME,
        f"{GAME}.box",
        f"{GAME}.fiends",
        SECOND,
        *second("shape", "farm", "box", "limits"),
        THIRD,
        *third("shape", "tribe", "box", "chances"),
    ),
    WING,
    (COURSE, *second("course"), *third("course")),
    (
        f"{GAME}.actions",
        f"{GAME}.position",
        f"{GAME}.log",
        *(f"{GAME}.fiends.{name}" for name in WORDS_OF_WING),
        *second("actions", "position", "log"),
        *third("actions", "position", "log"),
    ),
    ("kit.play",),
    (f"{GAME}.game", *second("game"), *third("game")),
    ("dataset",),
    ("kit.many",),
    ("stats", "games", "kit.contract", "kit.tables.told", f"{GAME}.fiends.study.estimate"),
    (*BOTS, *second("bots", "playing"), *third("bots", "playing")),
    (
        "scenario",
        "match",
        "batch",
        "kit.design",
        "kit.batch",
        f"{GAME}.scenario",
        f"{GAME}.source",
        f"{GAME}.tables",
        f"{GAME}.fiends.tables",
        f"{GAME}.fiends.columns",
        f"{GAME}.plays",
        *second("scenario", "source", "tables", "plays"),
        *third("scenario", "source", "tables", "plays"),
    ),
    (
        "asking",
        "experiments",
        *second("campaign", "studies"),
        *third("studies"),
        f"{GAME}.fiends.campaign",
        *(f"{GAME}.fiends.study.{name}" for name in ("strength", "played", "evidence", "answer", "tables", "pictures")),
        f"{GAME}.studies",
        "kit.learning",
        f"{GAME}.learning",
        *second("learning"),
        f"{GAME}.planning",
        "kit.bench",
    ),
    ("report", *second("told"), *third("told"), f"{GAME}.told", f"{GAME}.fiends.told", f"{GAME}.fiends.study.page"),
    (
        "commands",
        "kit.show",
        *second("show"),
        *third("show"),
        f"{GAME}.show",
        f"{GAME}.fiends.show",
        f"{GAME}.fiends.show_campaign",
        f"{GAME}.fiends.show_rules",
        "kit.learning.command",
        f"{GAME}.learning.command",
        *second("learning.command"),
        f"{GAME}.fiends.study.command",
    ),
    ("cli", "completion", "__main__", "public", f"{GAME}.public", *second("public"), *third("public")),
)
MAY_USE_KERNELS = (
    "kit", SECOND, THIRD, *SHAPE, *ENGINE, *BOTS, "chance", f"{GAME}.game", f"{GAME}.position", f"{GAME}.log", f"{GAME}.source",
    *(f"{GAME}.fiends.{name}" for name in WORDS_OF_WING),
    "match", f"{GAME}.fiends.campaign", f"{GAME}.scenario", f"{GAME}.learning",
    f"{GAME}.planning",
)  # fmt: skip
TALKS_TO_PEOPLE = (
    "cli",
    "completion",
    "commands",
    "kit.show",
    *second("show"),
    *third("show"),
    f"{GAME}.show",
    f"{GAME}.learning.command",
    f"{GAME}.fiends.show_campaign",
    "__main__",
)


def is_in(module: str, package: str) -> bool:
    return module == package or module.startswith(f"{package}.")


@cache
def text_of(module: str) -> str:
    return (PACKAGE / f"{module.replace('.', '/')}.py").read_text(encoding="utf-8")


@cache
def nodes_of(module: str) -> tuple[ast.AST, ...]:
    """All of a module, from the outside to the inside."""
    return tuple(ast.walk(ast.parse(text_of(module))))


@cache
def imports_of(module: str, lazy: bool = True) -> frozenset[str]:
    """Modules of the package that a module imports; without `lazy` only those it imports when it is loaded."""
    nodes = nodes_of(module) if lazy else ast.iter_child_nodes(nodes_of(module)[0])
    return _of_the_package(nodes)


def _of_the_package(nodes: Iterable[ast.AST]) -> frozenset[str]:
    names = (name for node in nodes for name in _imported(node))
    return frozenset(name.removeprefix("caverna_sim.") for name in names if name.startswith("caverna_sim."))


def _imported(node: ast.AST) -> Iterator[str]:
    if isinstance(node, ast.Import):
        yield from (alias.name for alias in node.names)
    elif isinstance(node, ast.ImportFrom) and node.module:
        for alias in node.names:  # `from package import module` or `from module import name`
            inner = f"{node.module}.{alias.name}"
            yield inner if inner.removeprefix("caverna_sim.") in MODULES else node.module


def layer_of(module: str) -> int:
    """The layer of a module; the more specific name counts."""
    fitting = [(len(package), level) for level, layer in enumerate(LAYERS) for package in layer if is_in(module, package)]
    assert fitting, f"{module} belongs to no layer: add it to LAYERS"
    return max(fitting)[1]


CODE = tuple(module for module in MODULES if module != "__init__")


@pytest.mark.parametrize("module", CODE)
def test_imports_go_down_the_map(module: str) -> None:
    """Lazy imports inside functions count too, but for the ways back that `Game` and studies offer as a convenience."""
    allowed = CONVENIENCES.get(module, ())
    up = {other for other in imports_of(module) if layer_of(other) > layer_of(module)}
    assert {other for other in up if not any(is_in(other, package) for package in allowed)} == set()
    assert {other for other in imports_of(module, lazy=False) if layer_of(other) > layer_of(module)} == set()


# the wing's share of a room counts with the room that it extends
ROOM_OF_SHARE = {
    "ids": "ids", "shape": "shape",
    "bots": "bots", "position": "position", "write_position": "position", "log": "log", "reasons": "game", "schema": "box", "pack": "box",
    "names": "box", "setups": "box", "tables": "tables", "columns": "tables", "told": "told",
    "arguments": "show", "show": "show", "show_campaign": "show", "show_rules": "show",
    "campaign": "campaign", "study": "studies",
}  # fmt: skip
_ROOMS_OF_GAMES = ("scenario", "bots", "playing", "show.drawing")
CONVENIENCES = {  # imports inside functions that lead back, so that people find everything at one object
    **{f"{game}.game": ("scenario", "kit.design", *(f"{game}.{room}" for room in _ROOMS_OF_GAMES)) for game in (GAME, SECOND, THIRD)},
    "kit.play.game": ("games", "public"),  # the door to games of any kind
    "experiments.study": ("report", "commands"),  # a study writes its own page, and shows itself
    "stats.comparison": ("report.compare",),  # so does a comparison
    "games.protocol": ("match.protocol", "scenario"),  # types only
}


def room_of(module: str) -> str:
    """A folder of the roof, a folder of the game, or a module that stands by itself in either."""
    words = module.removesuffix(".__init__").split(".")
    if words[0] == "kit":
        return ".".join(words[:2])
    if words[0] != "games" or len(words) < 3:
        return words[0]
    if words[2] == "fiends" and len(words) > 3:
        return f"{GAME}.{ROOM_OF_SHARE.get(words[3], 'fiends')}"
    return ".".join(words[:3])


def without_types(node: ast.AST) -> Iterator[ast.AST]:
    """What is inside a node, but for what only the type checker imports."""
    for inner in ast.iter_child_nodes(node):
        is_for_types = isinstance(inner, ast.If) and isinstance(inner.test, ast.Name) and inner.test.id == "TYPE_CHECKING"
        for one in inner.orelse if is_for_types else [inner]:
            yield one
            yield from without_types(one)


def test_rooms_do_not_go_round_in_circles() -> None:
    """No room needs a room that needs it, imports inside functions included; peel off rooms that need nobody until none is left."""
    needs: dict[str, set[str]] = {}
    for module in CODE:
        found = _of_the_package(without_types(nodes_of(module)[0]))
        kept = {other for other in found if not any(is_in(other, package) for package in CONVENIENCES.get(module, ()))}
        needs.setdefault(room_of(module), set()).update(room_of(other) for other in kept)
    needs = {room: {other for other in others if other != room and other in needs} for room, others in needs.items()}
    while done := {room for room, others in needs.items() if not others}:
        needs = {room: others - done for room, others in needs.items() if room not in done}
    assert needs == {}


def is_in_any(module: str, packages: tuple[str, ...]) -> bool:
    return any(is_in(module, package) for package in packages)


@pytest.mark.parametrize("module", [module for module in CODE if is_in_any(module, ENGINE)])
def test_the_engine_knows_no_tables_and_no_people(module: str) -> None:
    allowed = (
        *SHAPE,
        *SHAPE_OF_WING,
        *ENGINE,
        f"{GAME}.expansions",
        "chance",
        f"{COMPILING}.jit",
        "kit.records",
        "kit.play.kinds",
        "kit.play.loop",
    )
    assert {other for other in imports_of(module) if not is_in_any(other, allowed)} == set()


def test_the_course_is_where_base_game_and_expansion_meet() -> None:
    """Rooms of the base game know nothing of the wing, the wing nothing of the course; hooks say what a base game does instead."""
    for module in CODE:
        known = imports_of(module)
        if is_in(module, HOME) or is_in_any(module, SHAPE):
            assert {other for other in known if is_in(other, f"{GAME}.fiends") or is_in(other, COURSE)} == set(), module
        if is_in_any(module, WING):
            assert {other for other in known if is_in(other, COURSE)} == set(), module


def test_what_a_step_remembers_has_a_name() -> None:
    """ids/argument.py; positions alone read all four, whatever they mean."""
    bare = re.compile(r'\["[abcd]"\]')
    for module in CODE:
        if module != "kit.records.agenda":
            assert bare.findall(text_of(module)) == [], module
    names = {name: field for name, field in vars(argument).items() if name.isupper() and name != "FIELDS"}
    assert set(names.values()) == set(argument.FIELDS) <= set(AGENDA_STEP.names or ())


WITHOUT_DOORS = {"none", "imitate", "final", "start"}  # nothing to choose, but for imitation: course/imitation.py


@pytest.mark.parametrize(("folder", "rows"), [("parts", part.ROWS), ("steps", step.ROWS)])
def test_each_kind_of_part_and_step_has_its_doors_in_one_place(folder: str, rows: tuple[part.Part, ...] | tuple[step.Step, ...]) -> None:
    """A row and a module of its name, which course/doors.py finds without importing it by name; so the hash has to cover it itself."""
    course, wing = (set((PACKAGE / room.replace(".", "/") / folder).glob("[!_]*.py")) for room in (COURSE, f"{GAME}.fiends"))
    assert {file.stem for file in course | wing} == {row.name for row in rows} - WITHOUT_DOORS
    assert {file.stem for file in wing} <= {row.name for row in rows if row.fiends}
    assert course | wing <= set(compiled_sources("caverna"))


NAMING_ORCS = 27  # modules outside the wing, at most; doors for what an expansion adds: expansions.py, and a `hooks` in course and bots


def test_orcs_keep_to_their_wing() -> None:
    outside = [module for module in MODULES if not is_in(module, f"{GAME}.fiends")]
    naming = [
        module for module in outside
        if re.search(r"(\b|_)(orcs?|fiends)(\b|_)", text_of(module), re.I)
    ]  # fmt: skip
    assert len(naming) <= NAMING_ORCS


@pytest.mark.parametrize("module", [module for module in CODE if is_in(module, "stats") or is_in(module, "report")])
def test_old_runs_need_no_engine(module: str) -> None:
    """Of the pipeline before them, statistics and report know the rules tables only."""
    earlier = (
        *ENGINE,
        *BOTS,
        "chance",
        "scenario",
        "match",
        "batch",
        f"{COMPILING}.jit",
        *(f"{GAME}.{name}" for name in ("game", "actions", "position", "log")),
    )
    assert {other for other in imports_of(module) if any(is_in(other, package) for package in earlier)} == set()


@pytest.mark.parametrize("module", [module for module in CODE if is_in(module, f"{GAME}.ids")])
def test_ids_import_nothing_else(module: str) -> None:
    assert {other for other in imports_of(module) if not is_in(other, f"{GAME}.ids")} == set()


@pytest.mark.parametrize("module", [module for module in CODE if not is_in_any(module, MAY_USE_KERNELS)])
def test_kernels_stay_in_the_engine_and_its_callers(module: str) -> None:
    assert {other for other in imports_of(module) if is_in_any(other, (*ENGINE, "chance")) and other != "chance.__init__"} == set()


def test_the_compiler_is_used_through_one_door() -> None:
    """cache.source_hash covers every file that takes `njit` from jit.py, and all that such files import but what only reads and checks."""
    sources = {owner: {named(file) for file in compiled_sources(owner)} for owner in owners()}
    for module in CODE:
        words = {name.id for name in nodes_of(module) if isinstance(name, ast.Name)}
        assert "njit" not in words or is_in(module, COMPILING) or module in sources[owner_of(f"caverna_sim.{module}")]
        assert "numba" not in words or is_in(module, COMPILING)
    values = {named(file) for file in READ_AND_CHECK}
    for owned in sources.values():
        assert {other for module in owned for other in imports_of(module) if other in MODULES} <= owned | values


def named(file: Path) -> str:
    """The name of a module within the package."""
    return ".".join(file.relative_to(PACKAGE).with_suffix("").parts)


def test_a_game_s_code_depends_on_no_other_game_and_on_no_sentence() -> None:
    """An edited kernel of another game, or a reworded error, compiles nothing anew."""
    games = [owner for owner in owners() if owner != "shared"]
    assert "caverna" in games
    for game in games:
        used = {named(file) for file in compiled_sources(game)}
        assert {module for module in used if is_in(module, "games") and not is_in(module, f"games.{game}")} == set()
        assert not used & {"errors", "check", "files", "toml", "arguments"}


@pytest.mark.parametrize("module", [module for module in CODE if "njit" in text_of(module)])
def test_no_kernel_names_what_only_reads_and_checks(module: str) -> None:
    """What these hand on are values; so their text need not be part of the name of the cache."""
    values = {named(file) for file in READ_AND_CHECK}
    lines = [node for node in nodes_of(module) if isinstance(node, ast.ImportFrom) and node.module]
    taken = {one.asname or one.name for line in lines if str(line.module).removeprefix("caverna_sim.") in values for one in line.names}
    used = {name.id for kernel in nodes_of(module) if _is_kernel(kernel) for name in ast.walk(kernel) if isinstance(name, ast.Name)}
    assert taken & used == set()


def _is_kernel(node: ast.AST) -> bool:
    """Whether numba compiles a function, but for those that make arrays."""
    if not isinstance(node, ast.FunctionDef):
        return False
    named = [one.func if isinstance(one, ast.Call) else one for one in node.decorator_list]
    return any(isinstance(one, ast.Name) and one.id.startswith("njit") and one.id != "njit_counting" for one in named)


def _breaks_a_promise(node: ast.AST) -> bool:
    """Whether a kernel raises here, counts from the end, or writes to what it only reads (calling.py)."""
    if isinstance(node, ast.Raise | ast.Assert | ast.Try):
        return True
    if not isinstance(node, ast.Subscript):
        return False
    indices = node.slice.elts if isinstance(node.slice, ast.Tuple) else [node.slice]
    if any(isinstance(one, ast.UnaryOp) and isinstance(one.op, ast.USub) for one in indices):
        return True
    owner: ast.AST = node
    while isinstance(owner, ast.Subscript):
        owner = owner.value
    return isinstance(node.ctx, ast.Store) and isinstance(owner, ast.Name) and owner.id in ("rules", "bot", "bots")


def test_a_planted_breach_is_found() -> None:
    breaches = ("raise ValueError", "a[-1]", "a[0, -1]", "rules['space'][0] = 1", "bot['loot'] += 1", "assert a")
    for breach in breaches:
        assert any(_breaks_a_promise(node) for node in ast.walk(ast.parse(breach))), breach
    for harmless in ("a[1 - b]", "mind['loot'] = rules['loot']", "seat['goods'][ware] -= 1"):
        assert not any(_breaks_a_promise(node) for node in ast.walk(ast.parse(harmless))), harmless


@pytest.mark.parametrize("module", [module for module in CODE if "njit" in text_of(module)])
def test_kernels_keep_what_they_promise_to_their_callers(module: str) -> None:
    """They raise nothing, count nothing from the end and do not write to the rules and the bot: calling.py counts on that."""
    kernels = [node for node in nodes_of(module) if _is_kernel(node)]
    assert [f"{kernel.name}:{node.lineno}" for kernel in kernels for node in ast.walk(kernel) if _breaks_a_promise(node)] == []


@pytest.mark.parametrize("module", [module for module in MODULES if not any(is_in(module, package) for package in TALKS_TO_PEOPLE)])
def test_only_the_command_line_prints(module: str) -> None:
    calls = [node for node in nodes_of(module) if isinstance(node, ast.Call)]
    assert [call.lineno for call in calls if isinstance(call.func, ast.Name) and call.func.id == "print"] == []


ROOF = (  # knows no game
    "report", "stats", "dataset", "commands", "batch", "match", "scenario", "experiments", "games.__init__", "games.facts",
    "games.protocol", "check", "files", "toml", "errors", "asking",
)  # fmt: skip
OF_CAVERNA = re.compile(
    r"\b(furnish\w*|dwar\w+|orcs?|fiends?|(?<!np\.)tiles?|pastures?|begging|rub(y|ies)|bount\w+|expeditions?|cattle|harvests?|grain|weapons?)\b",
    re.I,
)


@pytest.mark.parametrize("module", [module for module in MODULES if is_in_any(module, ROOF)])
def test_the_roof_knows_no_word_of_the_game(module: str) -> None:
    """What a page shows of Caverna is told by the game (games/caverna/told.py); a second game then gets the same pages."""
    text = text_of(module)
    assert {match[0].lower() for match in OF_CAVERNA.finditer(text)} == set()


@pytest.mark.parametrize("module", [module for module in MODULES if is_in_any(module, ROOF)])
def test_the_roof_imports_nothing_of_a_game(module: str) -> None:
    """It asks `games` by name; a second game is played, compared and shown without a line here (tests/test_roof.py)."""
    assert {other for other in imports_of(module) if is_in(other, GAME)} == set()


LOOKING_AROUND = (
    "caverna_sim", "caverna_sim.errors", "caverna_sim.games.caverna.box.tables", "caverna_sim.games.caverna.bots.roster",
    "caverna_sim.dataset.read",
    "caverna_sim.batch.run", "caverna_sim.commands.run", "caverna_sim.commands.study",
    "caverna_sim.games.caverna.fiends.study.estimate",
)  # fmt: skip


@pytest.mark.parametrize("wanted", LOOKING_AROUND)
def test_looking_around_does_not_load_the_compiler(wanted: str) -> None:
    code = f"import sys, {wanted}; raise SystemExit('numba' in sys.modules or 'llvmlite' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0


def test_the_public_names_are_those_of_the_map() -> None:
    import caverna_sim

    assert caverna_sim.__all__ == sorted(caverna_sim.__all__)
    for name in caverna_sim.__all__:
        assert getattr(caverna_sim, name) is not None
    assert set(caverna_sim.__all__) <= set(dir(caverna_sim))
    with pytest.raises(AttributeError, match="no_such_name"):
        _ = caverna_sim.no_such_name


# ---------------------------------------------------------------- ids that must never move

# Action ids, sets of tiles and stored games count on these orders: append, never insert, never reorder.
PINNED = {  # over all editions
    "space": """
        drift_mining_1_3 excavation_1_3 starting_player_1_3 logging_1_3 supplies ore_mining_1_3 wood_gathering clearing_1_3
        sustenance_1_3 ruby_mining housework slash_and_burn drift_mining_4_7 excavation_4_7 starting_player_4_7 imitation_4_7
        logging_4_7 forest_exploration_4_7 growth clearing_4_7 ore_mining_4_7 sustenance_4_7 strip_mining imitation_3
        forest_exploration_3 depot small_scale_drift_mining weekly_market imitation_5 hardware_rental_5 fence_building_5
        drift_mining_6_7 imitation_6_7 hardware_rental_6_7 fence_building_6_7 large_depot imitation_7 extension blacksmithing
        sheep_farming ore_mine_construction wish_for_children urgent_wish_for_children donkey_farming ruby_mine_construction
        ore_delivery family_life exploration ore_trading adventure ruby_delivery armory casanova mine_foreman trapper
        campaign_twin_tile campaign_trap campaign_function_tile campaign_dwelling
    """,
    "furnishing": """
        entry_level_dwelling dwelling simple_dwelling_4w2s simple_dwelling_3w3s mixed_dwelling couple_dwelling
        additional_dwelling cuddle_room breakfast_room stubble_room work_room guest_room office_room carpenter stone_carver
        blacksmith miner builder trader wood_supplier stone_supplier ruby_supplier dog_school quarry seam slaughtering_cave
        cooking_cave working_cave mining_cave breeding_cave peaceful_cave weaving_parlor milking_parlor state_parlor
        hunting_parlor beer_parlor blacksmithing_parlor stone_storage ore_storage spare_part_storage main_storage weapon_storage
        supplies_storage broom_chamber treasure_chamber food_chamber prayer_chamber writing_chamber fodder_chamber
        chief_orc_dwelling trap_chamber forger_dwelling family_parlor guest_dwelling dog_parlor fighting_dog_school
        warrior_dwelling mine_orc_dwelling offspring_dwelling orc_worker_dwelling orc_dwelling camouflage_dwelling
    """,
    "loot": """
        all_weapons_plus_1 wood dog grain sheep stone donkey vegetable ore_2 wild_boar gold_2 furnish_cavern stable tunnel
        small_pasture cattle large_pasture meadow ordinary_dwelling field sow cavern breed_2 fight_orc set_trap restock_mines
    """,
    "terrain_tile": """
        meadow_field cavern_tunnel cavern_cavern ore_mine_deep_tunnel
    """,
    "trap": """
        leghold_trap net snare_stone pitfall food_trap poison_darts permanent_trap saw_trap snare spear_trap blast_trap rockfall
    """,
    "bounty": """
        farmer shepherd seasonal_worker mercenary woodcutter pig_farmer mine_foreman casanova stonemason dairyman soldier forger
        ore_worker merchant outfitter herald goldsmith jeweller beggar_king trapper pack_donkey grocer barterer breeder
        stray_dogs scrap_dealer orc_doctor big_donor
    """,
}
KINDS = """
    pass place imitate collect twin_tile single_tile furnish pasture stable ruby_mine sow grow forge expedition loot buy trade
    convert exchange buy_tile use_tile disarm feed feed_dwarf breed skip_step protect
    place_orc set_trap restock forge_wood bribe displace fight bounty take_gold use_space move_in occupy capture house arrange mine
    reduce pay_trap arm swap beggar
"""
WARES = "wood stone ore ruby food gold grain vegetable dog sheep donkey wild_boar cattle"
TERRAINS = """
    empty meadow field field:grain field:vegetable small_pasture large_pasture cavern tunnel deep_tunnel ore_mine ruby_mine
    furnished trap occupied
"""


@pytest.mark.parametrize("table", PINNED)
def test_rows_are_only_appended(table: str) -> None:
    pinned = PINNED[table].split()
    assert list(order_of_ids()[table]) == list(printed_tables(EVERYTHING)[table]) == pinned


@pytest.fixture
def one_more_base_row(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """A furnishing and a space that stand at the end of the tables of the base game."""
    real = tables._read

    def read(names: tuple[str, ...], folder: str = "base") -> dict[str, Any]:
        found = real(names, folder)
        if folder == "base":
            for table, last, new in (("furnishing", "fodder_chamber", "attic"), ("space", "ruby_delivery", "quarry_visit")):
                found[table] = {**found[table], new: copy.deepcopy(found[table][last])}
        return found

    monkeypatch.setattr(tables, "_read", read)
    for known in (tables.printed_tables, tables.order_of_ids):
        known.cache_clear()
    yield
    monkeypatch.undo()
    for known in (tables.printed_tables, tables.order_of_ids):
        known.cache_clear()


@pytest.mark.usefixtures("one_more_base_row")
def test_a_base_row_moves_no_id_of_an_expansion(monkeypatch: pytest.MonkeyPatch) -> None:
    """It is refused until it has a number, and then it comes after all there were."""
    with pytest.raises(RulesError, match=r"`space.quarry_visit`: no number is kept for this row; append its id to `space` in order.toml"):
        printed_tables(EVERYTHING)
    more = {"furnishing": ("attic",), "space": ("quarry_visit",)}
    order = {table: (*ids, *more.get(table, ())) for table, ids in order_of_ids().items()}
    monkeypatch.setattr(tables, "order_of_ids", lambda: order)
    for table, new in more.items():
        pinned = PINNED[table].split()
        assert ids_of(printed_tables(EVERYTHING), table) == (*pinned, *new)
        assert ids_so_far(printed_tables(), table) == (*pinned, *new)  # numbers are those of all editions, also where only one is played
        assert set(printed_tables()[table]) < {*pinned, *new}


def test_judges_have_an_input_for_every_printed_furnishing() -> None:
    """One more printed furnishing needs another input of judges, and judges that learned with it."""
    assert len(order_of_ids()["furnishing"]) == JUDGED_FURNISHINGS


def test_names_inside_action_ids_are_only_appended() -> None:
    assert list(act.NAMES) == KINDS.split()
    assert list(good.NAMES) == WARES.split()
    assert list(terrain.NAMES) == TERRAINS.split()
    assert CELL_NAMES[0] == "F00"
    assert [CELL_NAMES.index(name) for name in ("F11", "F34", "M11", "M14")] == [6, 23, 36, 51]


def test_steps_of_the_base_game_come_before_those_of_fiends() -> None:
    """Bots ask `>= step.GRANT` for a step of Frantic Fiends, and nets have an input for each step before it.

    A base step with a higher number would be taken for an orc's: let them ask `step.OF_FIENDS` first.
    """
    assert [row.name for number, row in enumerate(step.ROWS) if row.fiends != (number >= step.GRANT)] == []
    assert [number for number, is_of_fiends in enumerate(step.OF_FIENDS) if is_of_fiends] == list(range(step.GRANT, step.NUM))


def test_ids_of_actions_mean_what_they_always_meant() -> None:
    from caverna_sim import Action

    pinned = {
        0: "pass",
        1 << 24 | 10 << 16 | 4 << 8: "place a dwarf of strength 4 on housework",
        4 << 24 | 1 << 16 | 37 << 8 | 1: "place cavern_tunnel on M21 going south",
        6 << 24 | 13 << 16 | 46 << 8: "furnish M13 with carpenter",
    }
    for number, text in pinned.items():
        assert Action(number).text == text
        assert Action.parse(text).id == number
