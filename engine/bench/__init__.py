"""Measures: the race against other solvers, the solver's signature, latency, memory, the promises of the minds."""
