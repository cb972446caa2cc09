"""Names for the small integers that states, actions and rules records are made of.

Plain modules of integers rather than enums: numba reads `good.ORE` as a constant and compiles one version of a kernel,
where an enum member as an argument would make it compile a second one.
"""
