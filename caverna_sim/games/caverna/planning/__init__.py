"""The planner (kit/planning/) of Caverna: what a turn is and how one is taken again, and what people like lines for."""
