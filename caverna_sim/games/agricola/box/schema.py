"""What every field of the rules tables may hold: schema.toml; `tables.py` walks the tables beside it and names the first wrong value."""

from pathlib import Path

from caverna_sim.errors import CavernaError
from caverna_sim.games.agricola.ids import good, house, part
from caverna_sim.games.agricola.shape import sizes
from caverna_sim.games.agricola.shape.board import CELL_NAMES
from caverna_sim.kit.tables.forms import forms_of
from caverna_sim.toml import read_toml

BY_ITSELF = ("start_player", "grow", "grow_without_room")  # what a space does without being asked,
OF_CARDS = ("minor_improvement", "play_occupation")  # and what only hand cards are for
_LISTS = {
    "goods": good.NAMES, "materials": house.NAMES, "cells": CELL_NAMES, "doing": (*BY_ITSELF, *OF_CARDS, *part.OF_WORD),
    "links": ("and_or", "and_then"),
}  # fmt: skip
TABLES = forms_of(read_toml(Path(__file__).with_suffix(".toml"), "schema", CavernaError), {**vars(sizes), **_LISTS})
