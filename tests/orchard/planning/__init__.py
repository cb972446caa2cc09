"""The best line of an orchard in which all prices are known (kit/planning/)."""
