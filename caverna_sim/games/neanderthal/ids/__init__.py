"""Names of everything as whole numbers, for kernels."""
