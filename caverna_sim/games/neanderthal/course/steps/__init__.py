"""What can be decided: a module for each row of ids/step.py."""
