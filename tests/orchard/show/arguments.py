"""What its commands take on the command line."""

from __future__ import annotations

from caverna_sim.kit.show.arguments import Usual

_USUAL = Usual("orchard", "tests.orchard", 4, 12, "`play`", "values", "everything")
watch, bots = _USUAL.watch, _USUAL.bots
