"""Tables of printed values: house rules by dotted path, rules as kernels take them, what pages tell of rules."""
