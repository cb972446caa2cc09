"""What the icons hide: about a tenth of the card values of the game is known, all else is varied within what is known."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from typing import Any, Unpack

from caverna_sim.experiments.assumptions import USUAL_DRAWS, Unknowns, question_of
from caverna_sim.experiments.study import CommonOptions, Study, conduct, takes_options
from caverna_sim.games.neanderthal.box.deck import DRAWN
from caverna_sim.games.neanderthal.box.tables import printed_tables
from caverna_sim.games.neanderthal.ids.things import COLOURS, MATINGS, SPECIES

VARIED = ("cards", "switches", "dice", "mpi", "placards")
SHARE_OF_SWITCHES = 0.3  # that have another reading in a variation
NOT_VARIED = ("players", "negotiate")  # what is played, not how a text is read
PORTALS = ("venus/orange", "venus/black", "shaman/orange", "shaman/white", "bison/black", "bison/white")


def variation(kinds: Sequence[str], number: int) -> dict[str, Any]:
    """Deck and house rules of a variation: the same for the same number."""
    chance = random.Random(f"{number}")
    made: dict[str, Any] = {}
    rules: dict[str, Any] = {}
    for kind in VARIED:  # drawn in any case, so that a kind alone is as in the variation of all
        found = dict(_drawn(kind, chance, number))
        if kind in kinds:
            made |= {"deck": found.pop("deck")} if "deck" in found else {}
            rules |= found
    return {**made, "rules": rules}


def _drawn(kind: str, chance: random.Random, number: int) -> Iterator[tuple[str, Any]]:
    """What a kind of things is in a variation, by key or path."""
    if kind == "cards":
        yield "deck", f"{DRAWN}{number}"
    elif kind == "switches":
        for name, row in printed_tables()["ruling"].items():
            if name not in NOT_VARIED and chance.random() < SHARE_OF_SWITCHES:
                yield f"ruling.{name}", [row["value"], *row["alternatives"]][int(chance.random() * (1 + len(row["alternatives"])))]
    elif kind == "dice":
        faces = [[1], [1, 2]][int(chance.random() * 2)]
        yield "dice.attack_hit", faces
        yield "dice.attack_hit_war_party", [*faces, len(faces) + 1]
        yield "dice.woo_suitor_killed", [[3], [4], [5], [6], []][int(chance.random() * 5)]
    elif kind == "mpi":
        for side in MATINGS:
            disks = [int(chance.random() * len(COLOURS)) for _ in range(int(chance.random() * 4))]
            for place, colour in enumerate(COLOURS):
                yield f"mating.{side}.mpi.{colour}", disks.count(place)
    else:
        left = list(PORTALS)
        for species in SPECIES:
            spot, _, colour = left.pop(int(chance.random() * len(left))).partition("/")
            yield f"placard.{species}.starting_portal.spot", spot
            yield f"placard.{species}.starting_portal.colour", colour


UNKNOWN = Unknowns(
    game="neanderthal",
    kinds=VARIED,
    variation=variation,
    groups={"species": "species", "seat": "seat", "mating_start": "mating", "side": "side", "bot": "bot"},
    pairs=("side", "bot"),
    others="whose cards are all known",
    named="the named deck",
    doubts=(
        "A conclusion is one about these bots. Mating sides and tribal seats are those that bots chose and reached, by no lot.",
        "A variation is made up, too: {draws} within what is known of the cards, not the published game.",
        "Who begins is printed on the card of the turn, not on a seat; but scripted bots send wanderers to the first seat that can take"
        " them. Three of them without wanderers are not shown to differ by their seats.",
    ),
)


@takes_options
def assumption_study(scenario: Any, *, draws: int = USUAL_DRAWS, vary: Sequence[str] = VARIED, **options: Unpack[CommonOptions]) -> Study:
    """Which conclusions survive when what the icons hide is varied, and what the spread comes from."""
    return conduct(question_of(UNKNOWN, draws, vary), scenario, **options)
