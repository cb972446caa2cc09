"""Actions of Frantic Fiends in words (games/caverna/actions.py)."""

from __future__ import annotations

from caverna_sim.games.caverna.action_fields import CELL, DWARFS, GOOD, PLACES, SPACE, thing
from caverna_sim.games.caverna.fiends.ids import orc
from caverna_sim.games.caverna.ids import good
from caverna_sim.games.caverna.shape.sizes import MAX_DWARFS
from caverna_sim.kit.play.fields import Field, named, number

ARGUMENTS = ("orc", "trap", "dogs", "bounty", "resident", "worker", "wanted")
_ORC = named("orc", 2, orc.NAMES)
_ORC_DIRECTIONS = ("north", "northeast", "east", "southeast", "south", "southwest", "west", "northwest")
_RESIDENTS = (*(f"dwarf {number + 1}" for number in range(MAX_DWARFS)), *(f"orc {name}" for name in orc.NAMES))
_WORKERS = ("donkey", "mine orc")
_PAID_WITH = ("", "wood", "ore")
_BEGGAR = ("return a marker and take gold", "return a marker", "take gold")

KINDS: dict[str, tuple[str, tuple[Field, ...]]] = {
    "place_orc": ("place orc {orc} on {space}", (_ORC, thing("space", 1, "spaces"))),
    "set_trap": ("set {trap} on {cell}", (thing("trap", 2, "traps"), CELL)),
    "restock": ("restock the mine on {cell}", (CELL,)),
    "forge_wood": ("forge a wooden weapon of strength {strength}", (number("strength", 2),)),
    "bribe": ("bribe orc {orc} with {amount}", (_ORC, number("amount", 1))),
    "displace": ("displace orc {orc} to the {direction}", (_ORC, named("direction", 1, _ORC_DIRECTIONS))),
    "fight": ("fight orc {orc} and give up {dogs} dogs", (_ORC, number("dogs", 1))),
    "bounty": ("take the bounty {bounty} for orc {orc}", (_ORC, thing("bounty", 1, "bounties"))),
    "take_gold": ("take the gold of orc {orc}", (_ORC,)),
    "use_space": ("use the space {space}", (SPACE,)),
    "move_in": ("let orc {orc} move into {cell}", (_ORC, CELL)),
    "occupy": ("let orc {orc} occupy {cell}", (_ORC, CELL)),
    "capture": ("let orc {orc} capture one {dwarf} dwarf", (_ORC, named("dwarf", 1, DWARFS))),
    "house": ("house {resident} on {cell}", (named("resident", 2, _RESIDENTS), CELL)),
    "arrange": ("put {amount} {good} on {cell}", (GOOD, CELL, number("amount", 0))),
    "mine": ("empty the mine on {cell} with a {worker}", (named("worker", 2, _WORKERS), CELL)),
    "reduce": ("weaken orc {orc}", (_ORC,)),
    "pay_trap": ("pay {amount} to weaken the orc", (number("amount", 2),)),
    "arm": (
        "arm a dwarf {place} with strength {strength}{payment}",
        (number("strength", 2), named("place", 1, PLACES), named("payment", 0, _PAID_WITH, " paid in ")),
    ),
    "swap": ("swap {amount} {good} for {wanted}", (GOOD, named("wanted", 1, good.NAMES), number("amount", 0))),
    "beggar": ("{option} as Beggar king", (named("option", 2, _BEGGAR),)),
}
