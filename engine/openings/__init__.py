"""Says of the first moves what the page's book alone cannot: where most levels go wrong, where a proof begins, and the
scores of the forced positions at its end.

``python -m engine.workshop.openings`` works everything out again.
"""
