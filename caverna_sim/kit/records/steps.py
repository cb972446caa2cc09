"""The record of a step of the agenda; needs no compiler."""

from __future__ import annotations

import numpy as np

AGENDA_STEP = np.dtype(
    [
        ("step", np.int8),
        ("seat", np.int8),
        ("a", np.int16),  # what the step remembers, see ids/argument.py of a game
        ("c", np.int32),
        ("b", np.int16),
        ("d", np.int16),
    ],
    align=True,
)
