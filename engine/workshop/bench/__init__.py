"""Measures the solver, the minds, networks, and the values of whole boards. ``RESULTS.md`` has the figures."""
