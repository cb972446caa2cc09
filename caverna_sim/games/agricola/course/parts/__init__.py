"""Kinds of parts: what the halves of action spaces do, a module each. Doors: `possible`, `list_choices`, and `carry_out`, which returns
the new count of what the part has done in this action."""
