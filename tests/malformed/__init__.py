"""Malformed input of every kind, made by chance; `python -m tests.malformed` tries it in bulk and prints the table of docs/safety.md."""
