"""Games of scenarios in bulk: planned, played, made into columns."""
