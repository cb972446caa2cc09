"""The points of a seat, as if the game ended now (R-SCORE, F-SCORE)."""

from __future__ import annotations

from caverna_sim.compiling.jit import njit
from caverna_sim.games.caverna.course.hooks import score_wing
from caverna_sim.games.caverna.home.scoring import cancelled_losses, score_home
from caverna_sim.games.caverna.ids import score


@njit
def score_seat(rules, seat, parts):
    """Fill the scoring parts of a seat, as if the game ended now, and return their total."""
    score_home(rules, seat, parts)
    score_wing(rules, seat, parts)
    losses = 0
    for part in (score.MISSING_ANIMALS, score.UNUSED_SPACES, score.BEGGING):
        losses += max(0, -int(parts[part]))
    parts[score.WRITING_CHAMBER] = cancelled_losses(rules, seat, losses)
    sum_of_parts = 0
    for index in range(score.NUM):
        sum_of_parts += int(parts[index])
    return sum_of_parts
