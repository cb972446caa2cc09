"""What can be decided in the toy."""
