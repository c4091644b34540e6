"""Holds perfect play on a sheet: cards, that is an opening tree whose leaves are diagrams.

``check.py`` tells the file's form and checks a file by the rules alone. ``board.py`` lists the moves that keep a
claim, ``making/`` makes files, ``play.py`` plays by them, ``export.py`` writes the form in which others publish such
solutions, ``teaching/`` makes courses, ``theorem/`` proves the claims in Coq. Imports the coach's diagrams, the solver
and the rules.
"""
