"""Where the round stands (AG-PRC-01). Each phase is one or more automatic steps; players decide inside most of them."""

NAMES = ("draft", "preparation", "work", "returning_home", "field", "feeding", "breeding", "over")  # draft: hand cards are chosen
NUM = len(NAMES)
DRAFT, PREPARATION, WORK, RETURNING_HOME, FIELD, FEEDING, BREEDING, OVER = range(NUM)
