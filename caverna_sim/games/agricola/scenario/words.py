"""What a scenario of Agricola draws, forbids and forces, in words (kit/design/words.py)."""

from functools import partial

from caverna_sim.kit.design import words

limits_in_words = partial(words.limits_in_words, words={"people_max": lambda value: f"at most {value} people"})
experiments_in_words = partial(words.experiments_in_words, word="major improvement", limits_in_words=limits_in_words)
