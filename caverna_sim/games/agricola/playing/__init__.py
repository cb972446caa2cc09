"""Games of a batch: the loop that plays them, and the rows that it fills."""
