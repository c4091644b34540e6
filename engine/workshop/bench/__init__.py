"""Measures the solver (signature, latency, race), the minds, networks, and the values of whole boards (``frontier``).
The figures are in ``RESULTS.md``."""
