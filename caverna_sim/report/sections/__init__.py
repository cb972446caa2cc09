"""Sections of the page of a run, one module each: what is estimated, the figure, the tables, the words."""
