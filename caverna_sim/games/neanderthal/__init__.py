"""Neanderthal, second edition, for 1 to 3 players and its two variants, with a made-up deck or the cards of an owner's file."""
