"""Commands of Neanderthal that the kit carries out (kit/show/commands.py)."""

from __future__ import annotations

from caverna_sim.kit.show.commands import Own

_OWN = Own("neanderthal", "caverna_sim.games.neanderthal", ("random", "settled"))
run_bots, new_scenario, run_warm = _OWN.run_bots, _OWN.new_scenario, _OWN.run_warm
