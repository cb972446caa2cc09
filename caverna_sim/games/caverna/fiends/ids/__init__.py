"""Names for the small integers of the expansion."""
