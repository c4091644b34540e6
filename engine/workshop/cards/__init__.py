"""Makes cards.

``board.py`` lists the moves that keep a claim, ``finder.py`` finds diagrams, also by a SAT solver (``sat.py``),
``graph.py`` chooses moves, ``lighter.py`` what to search next, ``moves.py`` the moves of the smallest opening among all
that is known, ``sharing.py`` needs few cards for many leaves,
``make.py`` makes the cards of one side, ``file.py`` writes them, ``boards.py`` makes the file of a board. ``export.py``
writes the form in which others publish such solutions, and ``report.py`` tables and the longest defence.
"""
