"""Measures the solver (signature, latency, race), the minds, networks, and the values of whole boards (``frontier``).

May import every room of the engine except ``commands``. The figures are in ``RESULTS.md``.
"""
