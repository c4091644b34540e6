"""Holds perfect play on a sheet: cards, that is an opening tree whose leaves are diagrams.

``check.py`` tells the file's form and checks a file by the rules alone. ``board.py`` lists the moves that keep a
claim, ``finder.py`` finds diagrams, ``graph.py`` chooses moves, ``sharing.py`` lets few cards serve many leaves,
``make.py`` makes files, ``export.py`` writes the form in which others publish such solutions, ``course.py`` and
``deck.py`` teach. Imports the coach's diagrams, the solver and the rules.
"""
