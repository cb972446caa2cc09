"""A roster of bots that are weights in TOML files: what comes along, files of one's own, and what plays under such a name."""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from importlib import import_module, resources
from pathlib import Path
from typing import TYPE_CHECKING, Any

from caverna_sim.check import Check, Wrong, is_number, is_text, one_of, reading, row, shown_name, table
from caverna_sim.errors import BotError, CavernaError, nearest, shown
from caverna_sim.toml import read_toml

if TYPE_CHECKING:
    import numpy as np

MOST_WEIGHT = 1000
ABOUT = ("game", "description", "provenance", "base", "tier", "tune")  # of a file, not read by the bot


@dataclass(frozen=True)
class BotInfo:
    """What the roster tells of a bot."""

    description: str
    tier: str
    parameters: dict[str, Any] = field(default_factory=dict)
    strength: Any = None  # as measured; None when it was not


@dataclass(frozen=True)
class Weights:
    """The bots of a game, whose files have a tier, a description, a base and weights."""

    folder: str  # package with the files
    tiers: tuple[str, ...]  # the weakest first, which has no weights
    weights: tuple[str, ...]
    order: tuple[str, ...]  # of bots of one tier
    usual: str = ""  # tier of a file that names none, when it is not the strongest
    keys: Mapping[str, Check] = field(default_factory=dict)  # of files, beside those that all have
    variants: tuple[str, ...] = ()  # of the game, for which a file may say something else
    variant: str = ""  # the one that is played

    @cached_property
    def packaged(self) -> Mapping[str, dict[str, Any]]:
        """The bots that come along, the weakest first, each with what its base says below it."""
        files = {}
        for file in resources.files(self.folder).iterdir():
            if file.name.endswith(".toml"):
                files[file.name.removesuffix(".toml")] = tomllib.loads(file.read_text(encoding="utf-8"))
        rank = {name: (self.tiers.index(self._over(one, files)["tier"]), self.order.index(name)) for name, one in files.items()}
        return {name: self._over(files[name], files) for name in sorted(files, key=lambda name: rank[name])}

    def _over(self, values: Mapping[str, Any], known: Mapping[str, Mapping[str, Any]]) -> dict[str, Any]:
        """Values laid over those of their base; what they say of the variant lies over what they say of the game."""
        values = self._here(values)
        if "base" in values:
            below = self._over(known[values["base"]], known)
        else:
            below = {"tier": self.usual or self.tiers[-1], "weights": {}}
        return below | dict(values) | {"weights": below["weights"] | dict(values.get("weights", {}))}

    def _here(self, values: Mapping[str, Any]) -> dict[str, Any]:
        """What a layer says where the variant is played."""
        own = values.get("variants", {}).get(self.variant, {})
        return {**values, **own, "weights": {**values.get("weights", {}), **own.get("weights", {})}}

    @cached_property
    def _form(self) -> Callable[[Any, str], None]:
        about = {"game": one_of((self.folder.split(".")[-3],)), "description": is_text(), "base": is_text()}
        named = {**about, "weights": self._form_of_weights}
        return row({"tier": one_of(self.tiers)}, {**named, **self.keys})

    @cached_property
    def _form_of_weights(self) -> Callable[[Any, str], None]:
        return row({}, dict.fromkeys(self.weights, is_number(-MOST_WEIGHT, MOST_WEIGHT)))

    @cached_property
    def _form_of_variants(self) -> Callable[[Any, str], None]:
        own = {"base": one_of(tuple(self.packaged)), "tier": one_of(self.tiers), "weights": self._form_of_weights}
        return row({}, dict.fromkeys(self.variants, row({}, own)))

    def is_path(self, name: str) -> bool:
        """Whether a bot is named by its file."""
        return name.endswith(".toml")

    def parameters_of(self, name: str | Path, more: Mapping[str, Any] | None = None) -> dict[str, Any]:
        """What a bot plays with; BotError when there is none of the name, or something about it is wrong."""
        called = str(name)
        if self.is_path(called):
            layer: Mapping[str, Any] = read_toml(called, f"bot `{called}`", BotError, "", "give a file of parameters")
        elif called in self.packaged:
            layer = {"base": called}
        else:
            raise BotError(f"unknown bot `{shown_name(called)}`; {nearest(called, self.packaged)}")
        with reading(BotError, f"bot `{shown_name(called)}`"):
            for values in (layer, more or {}):
                table(values.get("weights", {}), "weights")
                base = values.get("base")
                if "base" in values and (not isinstance(base, str) or base not in self.packaged):
                    raise Wrong("base", f"unknown bot {shown(base)}; {nearest(str(base), self.packaged)}")
            if self.variants:
                self._form_of_variants(layer.get("variants", {}), "variants")
            found = {key: value for key, value in self._over(layer, self.packaged).items() if key != "variants"}
            found |= {**(more or {}), "weights": {**found["weights"], **(more or {}).get("weights", {})}}
            self._form(found, "")
        return found

    def numbers_of(self, name: str | Path, more: Mapping[str, Any] | None = None) -> tuple[int, list[float]]:
        """The number of the tier, and all weights."""
        values = self.parameters_of(name, more)
        return self.tiers.index(values["tier"]), [float(values["weights"].get(weight, 0.0)) for weight in self.weights]

    @cached_property
    def strengths(self) -> Mapping[str, Any]:
        """Points as measured, by bot (`python -m benchmarks.strength GAME --keep`)."""
        file = resources.files(self.folder.rpartition(".")[0]) / "strength.toml"
        return dict(tomllib.loads(file.read_text(encoding="utf-8"))["strength"]) if file.is_file() else {}

    def infos(self) -> dict[str, BotInfo]:
        """All bots by name."""
        return {name: self.info(name) for name in self.packaged}

    def info(self, name: str | Path, more: Mapping[str, Any] | None = None) -> BotInfo:
        """What there is to tell of a bot, also of one in a file."""
        values = self.parameters_of(name, more)
        told = {key: value for key, value in values.items() if key not in ABOUT}
        return BotInfo(values.get("description", "a bot of one's own"), values["tier"], told, self.strengths.get(str(name)))

    def told(self, name: str | Path, more: Mapping[str, Any] | None, fingerprint: str) -> dict[str, Any]:
        """The same for manifests."""
        info = self.info(name, more)
        return {**vars(info), "strength": None, "fingerprint": fingerprint}


def record_bot(name: str | Path, package: str, records: Sequence[Any], subject: str, is_slow: bool = False) -> RecordBot:
    """A bot with records, which decides by `bot_action_here` of its game; who does not want to wait for a slow one can stop it."""

    def decide(states: np.ndarray, rules: np.ndarray) -> int:
        from caverna_sim.compiling.progress import CompileProgress
        from caverna_sim.kit.bots.stopping import thought_out

        tools = import_module(f"{package}.playing.ahead").tools()
        bot_action_here = import_module(f"{package}.bots.choosing").bot_action_here

        def choose() -> int:
            return int(bot_action_here(states, rules, *records, *tools))

        with CompileProgress(subject):
            return thought_out(choose, tools[1]) if is_slow else choose()

    return RecordBot(name, decide)


class RecordBot:
    """A bot that decides by compiled kernels, the same as in a batch; they do not look at what is hidden."""

    def __init__(self, name: str | Path, decide: Callable[[np.ndarray, np.ndarray], int]) -> None:
        self.name, self._decide = str(name), decide

    def __repr__(self) -> str:
        return f"<bot {self.name}>"

    def __call__(self, view: Any, legal: Sequence[Any], rng: np.random.Generator) -> Any:
        """The action it takes now."""
        number = self._decide(*view._arrays())
        return next(action for action in legal if action.id == number)


def seated(bot: Any, own: Mapping[str, Any] | None, called: Callable[[str | Path, Mapping[str, Any] | None], Any]) -> Callable[..., Any]:
    """What plays: a bot by name, of a file or of a scenario (`called` makes one), or a function (view, legal, rng) -> Action."""
    if isinstance(bot, str | Path):
        mine = (own or {}).get(str(bot))
        found: Callable[..., Any] = called(bot, None) if mine is None else called(mine.base, mine.parameters)
        return found
    if callable(bot):
        return bot  # type: ignore[no-any-return]
    raise CavernaError(f"bots: {shown(bot)} cannot play; give the name of a bot, the path of a parameter file or a function")
