"""Random numbers of a search: two words of 32 bits that go from one to the next (xoroshiro64*, Blackman and Vigna, 2018)."""

from __future__ import annotations

import math

from caverna_sim.compiling.jit import njit

MASK32 = 0xFFFFFFFF


@njit
def roll(dice, bound):
    """A number from 0 to bound - 1."""
    first, second = int(dice[0]), int(dice[1])
    word = (first * 0x9E3779BB) & MASK32
    second ^= first
    dice[0] = (((first << 26) | (first >> 6)) & MASK32) ^ second ^ ((second << 9) & MASK32)
    dice[1] = ((second << 13) | (second >> 19)) & MASK32
    return (word * bound) >> 32


@njit
def chance(dice, percent):
    """Whether something happens that happens so often in a hundred times."""
    return roll(dice, 100) < percent


@njit
def allowance(dice, temperature):
    """Points by which a line may be worse than the one before and still follow it."""
    return -temperature * math.log((roll(dice, 1 << 24) + 1.0) / (1 << 24))
