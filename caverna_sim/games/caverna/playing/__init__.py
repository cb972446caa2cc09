"""Compiled loops of the batch. Like engine/ and bots/ this folder is part of the hash that names the cache."""
