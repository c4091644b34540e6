"""Says of the first moves what the page's book alone cannot: where most levels go wrong, where a proof begins, and the
scores of the forced positions at its end.

``python -m engine.openings`` works everything out again. It may import the mind's levels, the solver and the coach.
"""
