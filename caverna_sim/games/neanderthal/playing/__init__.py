"""Many games in compiled loops."""
