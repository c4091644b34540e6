"""States in Coq what a sheet of cards is, and proves what it achieves. ``folder.py`` writes the folder that one opens,
sends and cites: these files, with the cards of a board. :mod:`engine.workshop.theorem` has Coq check it.

``Rules.v`` states the game, its value, and what it means that a side wins. ``Sheet.v`` states how a sheet is played.
Nothing else needs to be believed. ``Line.v`` proves that the programs which look for a line are right, and ``Value.v``
that the value says who wins. ``Board.v`` has facts about boards. ``Check.v`` plays a sheet against every reply, and
``Sound.v`` proves that what it accepts is true. ``Small.v`` shows small boards, both ways.
"""
