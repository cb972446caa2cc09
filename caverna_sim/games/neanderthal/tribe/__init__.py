"""People, disks, cards and points of a seat: what the course of the game is made of."""
