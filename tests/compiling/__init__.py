"""The compiler layer: what kernels get of it, and what everybody else does not notice."""
