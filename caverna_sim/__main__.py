"""`python -m caverna_sim` is the command `caverna-sim`."""

import sys

from caverna_sim.cli import main

if __name__ == "__main__":
    sys.exit(main())
