"""What is drawn for the blocks of a scenario so that a study can tell causes: absence, access, limits, openings."""
