"""Better parameters and better judgement for the bots of Caverna: results, and checkpoints to go on from."""
