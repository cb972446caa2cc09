"""The planner: the best line of a game in which everything is known.

A line is all that one seat decides. It is changed a little, played again from there with what no longer fits repaired, and kept when
it makes enough points (climb.py). The best lines of every kind of plan are kept (archive.py), and new searches begin from them.
"""
