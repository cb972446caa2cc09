"""The planner: the best line of a game in which everything is known.

A line is all that one seat decides. It is changed a little, played again from there with what no longer fits repaired, and kept when
it makes enough points (climb.py). The best lines of every kind of plan are kept (archive.py), and new searches begin from them.

A game says what a turn is and how one is taken again (its copies of following.py and replaying.py), what lines are liked for beside their
points, and what makes plans different (climber.py, task.py).
"""
