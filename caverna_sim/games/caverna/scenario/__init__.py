"""Scenarios of Caverna: what they may say beside what every game has, and what is drawn for each block."""
