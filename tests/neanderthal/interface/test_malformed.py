"""What comes from outside is played, or refused in one sentence: positions, owner's files, scenarios, actions, keywords, house rules."""

from __future__ import annotations

import json
import random
import tomllib
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

import caverna_sim as cs
from caverna_sim.errors import CavernaError
from caverna_sim.games.neanderthal.box.deck import read_deck
from caverna_sim.games.neanderthal.box.tables import flatten, printed_tables
from caverna_sim.games.neanderthal.game import Game
from caverna_sim.games.neanderthal.scenario.reading import neanderthal_scenario
from caverna_sim.games.neanderthal.show.rules import box
from tests.malformed.junk import VALUES, spoilt_data, spoilt_text

Attempt = Callable[[], Any]
SCENARIO = """
name = "mine"
game = "neanderthal"
players = 3
bots = ["random", "settled", "keeper"]
deck = "random:5"
variant = "all_species"
species = ["archaic", "neanderthal", "cro_magnon"]
[rules]
"dice.woo_suitor_killed" = [5, 6]
ruling.chaos_more = "minimum"
[limits.seat_1]
mating_without = ["harem"]
promote_without = [4]
large_game = false
[limits.drawn]
seat = 2
[limits.drawn.poor]
bids = false
whose = "others"
"""
STUDIES = (cs.seat_study, cs.neanderthal.mating_study, cs.neanderthal.predator_study, cs.neanderthal.assumption_study)
REFUSED: tuple[dict[str, Any], ...] = (
    {"scenario": "agricola_9"}, {"scenario": []}, {"seed": -1}, {"games": 0}, {"games": [10, 10]},
    {"precision": -1.0}, {"workers": 0}, {"out": 3}, {"bots": ["nobody"] * 3}, {"bots": ["settled"]}, {"on_progress": 1},
    {"strengths": ["x"]},
)  # fmt: skip


def positions(chance: random.Random, _: Path) -> Iterator[Attempt]:
    known = []
    for players, variant in ((3, None), (2, None), (1, "all_species"), (1, "one_species")):
        game = Game(players=players, variant=variant, seed=5)
        for _ in range(chance.randint(0, 150)):
            if not game.over:
                game.play(chance.choice(game.legal()))
        whole = json.loads(json.dumps(game.to_dict()))
        known += [whole, {name: value for name, value in whole.items() if name not in ("pending", "turn", "rng", "to_move")}]
    while True:
        position = spoilt_data(chance.choice(known), chance)
        yield lambda position=position: play_on(Game.from_dict(position))  # type: ignore[misc]


def play_on(game: Game) -> None:
    """Forty choices: a position that was read can be played."""
    for _ in range(40):
        if not game.over:
            legal = game.legal()
            assert legal
            game.play(legal[len(legal) // 2])
    game.scores(), game.to_dict()


def decks(chance: random.Random, folder: Path) -> Iterator[Attempt]:
    filled = "\n".join(
        line.removeprefix("# ")
        for line in box().splitlines()
        if "replace" not in line and "Take the" not in line and "counts as" not in line
    )
    while True:
        file = folder / "box.toml"
        file.write_bytes(spoilt_text(filled, chance))
        yield lambda file=file: read_deck(file)  # type: ignore[misc]


def scenarios(chance: random.Random, folder: Path) -> Iterator[Attempt]:
    while True:
        file = folder / "mine.toml"
        file.write_bytes(spoilt_text(SCENARIO, chance))
        yield lambda file=file: neanderthal_scenario(file)  # type: ignore[misc]


def actions(chance: random.Random, _: Path) -> Iterator[Attempt]:
    game = Game(players=3, seed=2)
    texts = [game.legal()[0].text]
    while True:
        if chance.random() < 0.4:
            game = game if not game.over else Game(players=3, seed=chance.randint(0, 99))
            legal = game.legal()
            texts = [action.text for action in legal]
            game.play(chance.choice(legal))
        text = spoilt_text(chance.choice(texts), chance).decode("utf-8", "replace")
        given = chance.choice([text, chance.choice(VALUES), chance.randint(-9, 2**31)])
        at = game.copy()
        yield lambda given=given, at=at: at.play(given)  # type: ignore[misc]


def keywords(chance: random.Random, _: Path) -> Iterator[Attempt]:
    paths = list(flatten(printed_tables()))
    while True:
        given = {name: chance.choice(VALUES) for name in ("players", "seed", "variant", "deck", "species") if chance.random() < 0.4}
        given.setdefault("players", chance.choice((1, 2, 3)))
        if chance.random() < 0.6:
            given["rules"] = {chance.choice(paths): chance.choice((*VALUES, 2, 5, 6, "none", [1], ["harem"]))}
        yield lambda given=given: play_on(Game(**given))  # type: ignore[misc]


def designs(chance: random.Random, _: Path) -> Iterator[Attempt]:
    known = tomllib.loads(SCENARIO)
    while True:
        data = spoilt_data(known, chance)
        yield lambda data=data: neanderthal_scenario(data)  # type: ignore[misc]


def studies(chance: random.Random, folder: Path) -> Iterator[Attempt]:
    """Something is wrong each time, whatever else is given, so that nothing is played."""
    names = ("games", "seed", "precision", "workers", "bots")
    while True:
        given = {name: chance.choice(VALUES) for name in names if chance.random() < 0.3}
        given |= {"out": folder / "study", **chance.choice(REFUSED)}
        study = chance.choice(STUDIES)
        if study is cs.neanderthal.assumption_study and chance.random() < 0.5:
            given |= chance.choice(({"draws": chance.choice((1, -3, "x", None))}, {"vary": chance.choice(([], ["colour"], 7))}))
        yield lambda study=study, given=given: refused(study, given)  # type: ignore[misc]


def refused(study: Callable[..., Any], given: dict[str, Any]) -> None:
    """A study that begins to play although something is wrong fails the test."""
    options = {"scenario": "neanderthal_3", **given}
    if "strengths" in options and study in STUDIES[2:]:
        options = {name: value for name, value in options.items() if name != "strengths"} | {"seed": -1}
    study(options.pop("scenario"), **options)
    raise AssertionError(given)


KINDS = {
    "positions": positions,
    "designs": designs,
    "studies": studies,
    "decks": decks,
    "scenarios": scenarios,
    "actions": actions,
    "keywords": keywords,
}


def try_some(kind: str, number: int, folder: Path) -> None:
    chance = random.Random(kind)
    for count, attempt in zip(range(number), KINDS[kind](chance, folder), strict=False):
        try:
            attempt()
        except CavernaError as error:
            sentence = str(error)
            assert sentence.strip(), count
            assert "\n" not in sentence, sentence
            assert "\x1b" not in sentence, sentence
            assert len(sentence) < 1500, sentence


@pytest.mark.parametrize("kind", KINDS)
def test_some_of_every_kind(kind: str, tmp_path: Path) -> None:
    try_some(kind, 60, tmp_path)


@pytest.mark.slow
@pytest.mark.parametrize("kind", KINDS)
def test_many_of_every_kind(kind: str, tmp_path: Path) -> None:
    try_some(kind, 500, tmp_path)


@pytest.mark.parametrize(
    ("change", "says"),
    [
        ({"bite": [7]}, "7 is not allowed"), ({"frost": [5], "bite": [5]}, "bloody or frozen"), ({"hits": 0}, "0 is not allowed"),
        ({"tools": ["red"]}, "red"), ({"tools": ["white"] * 3}, "0 to 2 entries"), ({"region": "south"}, "17 cards of the north"),
        ({"hand": {"kind": "animal", "match": 3}}, "`animal` is missing"), ({"colour": "red"}, "unknown field `colour`"),
    ],
)  # fmt: skip
def test_an_owners_biome_is_refused_in_one_sentence(change: dict[str, Any], says: str, tmp_path: Path) -> None:
    from caverna_sim.toml import toml_text

    file = tmp_path / "box.toml"
    file.write_text(toml_text({"biome": [{"id": "rabbit", **change}]}), encoding="utf-8")
    with pytest.raises(CavernaError, match=says):
        cs.Game(game="neanderthal", players=2, deck=str(file))


def test_an_owners_rows_are_no_longer_made_up(tmp_path: Path) -> None:
    file = tmp_path / "box.toml"
    file.write_text('[[biome]]\nid = "rabbit"\nbabies = 2\nsource = "owner"\n[[daughter]]\nid = "caring_woman"\nability = "poetry"\n')
    deck = read_deck(file)
    assert (deck.made_up, deck.tables["biome"]["rabbit"]["babies"]) == (56, 2)
    assert deck.tables["daughter"]["caring_woman"]["ability"] == "poetry"
    game = Game(players=2, deck=str(file), seed=1)
    assert Game.from_dict(json.loads(json.dumps(game.to_dict()))).to_dict() == game.to_dict()
    assert "56 of 57 cards are made-up cards" in repr(game)
