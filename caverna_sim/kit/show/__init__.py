"""What people see of a game, in the terminal and on pages; each game says with a `Stage` what is its own."""
