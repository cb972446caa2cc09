"""All that stands between the kernels and numba: `jit.njit`, and behind it how kernels are kept, linked and called."""
