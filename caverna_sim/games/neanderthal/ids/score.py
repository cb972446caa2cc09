"""Scoring parts (N-SCORE-2), and the rows of the score table of a mating side."""

from __future__ import annotations

NAMES = (
    "unassigned", "wanderers", "alpha", "elders", "daughters", "husbands", "vocabulary", "trophies", "inventions", "animals",
    "daughter_effects",
)  # fmt: skip
(UNASSIGNED, WANDERERS, ALPHA, ELDERS, DAUGHTERS, HUSBANDS, VOCABULARY, TROPHIES, INVENTIONS, ANIMALS, EFFECTS) = range(len(NAMES))
NUM = len(NAMES)
VALUES = ("unassigned", "alpha", "elder", "daughter", "husband", "vocabulary", "trophy", "invention", "animal")  # printed for each side
V_UNASSIGNED, V_ALPHA, V_ELDER, V_DAUGHTER, V_HUSBAND, V_VOCABULARY, V_TROPHY, V_INVENTION, V_ANIMAL = range(len(VALUES))
