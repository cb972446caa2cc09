"""Games by the thousand: what their sources have in common."""
