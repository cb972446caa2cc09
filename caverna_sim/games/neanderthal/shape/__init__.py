"""Records of a state and of rules."""
