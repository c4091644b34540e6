"""Says of the first moves what the exact book alone cannot: where most levels go wrong, and where a proof begins.

``python -m engine.openings`` works everything out again. It may import the mind's levels, the solver and the coach.
"""
