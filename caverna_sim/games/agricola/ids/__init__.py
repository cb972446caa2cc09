"""Numbers of what the rules name; no rules of play."""
