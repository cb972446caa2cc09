"""Where the round stands (AG-PRC-01). Each phase is one or more automatic steps; players decide inside most of them."""

DRAFT = 0  # hand cards are chosen
PREPARATION = 1
WORK = 2
RETURNING_HOME = 3
FIELD = 4
FEEDING = 5
BREEDING = 6
OVER = 7

NUM = 8
NAMES = ("draft", "preparation", "work", "returning_home", "field", "feeding", "breeding", "over")
