"""Bots: what they like, as weights in TOML, and how they choose."""
