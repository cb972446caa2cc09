"""Records of a state: the agenda, sets of bits, ids of actions."""
