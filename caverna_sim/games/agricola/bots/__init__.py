"""Who can play: parameters by name, and the kernels that decide with them."""
