"""What a step of the agenda remembers: names of the four numbers of an agenda record, `row[argument.SPACE]`.

Steps that remember the same thing share its name, and doors of steps ask for it by name, `space`.
"""

FIELDS = ("a", "b", "c", "d")

# ACTION; KEEP: where what does not fit came from, and stays with HR3; -1 nowhere
SPACE = "a"
DONE = "b"  # set of parts that have begun
COUNT = "c"  # what the part that goes on has done so far; BAKE: the same (farm/baking.py)
ACTIVE = "d"  # 1 + the part that goes on, 0 none
# KEEP
ARRIVED = "c"  # how many of each animal, 8 bits each (farm/animals.py)
# PAY: the improvement that is bought; -1 a good that was moved between partners
BOUGHT = "a"
LEFT = "b"  # goods still to be paid for what was moved
# FEED
NEED = "a"
