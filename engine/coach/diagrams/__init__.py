"""Finds and plays diagrams: one sheet of marks that answers every reply to the end of the game.

``engine/coach/diagram.py`` says what the marks mean, and the checker plays all replies. ``play.py`` plays them fast,
``improve.py`` changes marks until no reply defeats them, and ``search.py`` makes certificates. The workshop has a SAT
solver find what the search misses, or prove that there is none (:mod:`engine.workshop.cards.sat`).
"""
