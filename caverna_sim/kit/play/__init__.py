"""One game for people and notebooks, whichever it is."""
