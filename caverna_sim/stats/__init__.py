"""What results mean: estimates with intervals, by blocks. Nothing here needs the engine."""
