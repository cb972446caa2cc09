"""Kinds of steps: what a player has to decide, a module each. Doors: `list_choices`, `carry_out` for a choice, `is_over` when nothing is
left to decide, `end` for what follows then, or when its owner decides nothing."""
