"""Makes cards: ``finder.py`` finds diagrams, ``graph.py`` chooses moves, and ``sharing.py`` needs few cards for many
leaves, ``make.py`` makes the cards of one side, ``file.py`` writes them, ``boards.py`` makes the file of a board.
"""
