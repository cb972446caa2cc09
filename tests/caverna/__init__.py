"""Tests of Caverna."""
