"""Makes cards: ``finder.py`` finds diagrams, ``graph.py`` chooses moves, ``sharing.py`` lets few cards serve many
leaves, ``make.py`` makes the cards of one side, ``file.py`` writes them, ``boards.py`` makes the file of a board.
"""
