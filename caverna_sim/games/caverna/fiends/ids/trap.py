"""Kinds of traps (F-TRAP-5 to F-TRAP-7) and how a weakening trap weakens."""

KNOCKOUT = 0
WEAKENING = 1
HOLDING = 2
KINDS = ("knockout", "weakening", "holding")

NONE = 0
HALVE = 1  # rounded up
FIXED = 2  # by a fixed number
SPREAD = 3  # several reductions, spread over all who are hostile
PAY = 4  # one for each ware that is paid
WEAKENS = ("none", "halve", "fixed", "spread", "pay")
