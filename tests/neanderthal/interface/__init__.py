"""Tests of Neanderthal."""
