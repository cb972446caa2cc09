"""Better parameters and better judgement for the bots of Agricola."""
