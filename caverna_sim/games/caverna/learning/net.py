"""The net that positions of Caverna are judged by (kit/learning/net.py)."""

from __future__ import annotations

from caverna_sim.games.caverna.bots.layout import JUDGE, POINTS_PER_UNIT
from caverna_sim.kit.learning.net import Judge

NET = Judge(JUDGE, POINTS_PER_UNIT)
SHAPES = NET.shapes
new_net, judge_of, expected_gain = NET.new, NET.judge_of, NET.expected_gain
