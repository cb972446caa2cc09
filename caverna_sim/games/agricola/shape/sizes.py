"""How much room the records have for what stands in tables; nothing else knows these limits. Needs no compiler."""

MAX_PLAYERS = 4
MAX_PEOPLE = 5
MAX_ROUNDS = 15  # 14 are played, counted from 1
MAX_SPACES = 41
MAX_MAJORS = 10
MAX_PARTS = 2
MAX_OPTIONS = 4
MAX_FENCES = 15  # so that nothing is ringed by pastures (AG-FNC-07), and there are at most
MAX_PASTURES = 5
MOST_ANIMALS = 250  # of a type; more find no room
MAX_BANDS = 4
MAX_STAGES = 6
MAX_STAGE_CARDS = 4
