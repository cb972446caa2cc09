"""What can be decided, a module for each kind of step."""
