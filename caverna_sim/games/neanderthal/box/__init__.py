"""What is printed: tables, decks, house rules, and the record that kernels read."""
