"""Proves in Coq that the cards keep their claims. Nothing else needs this folder.

``Game.v`` states the rules and what it means to win, to hold and to draw: who believes a theorem needs to read this
file alone. ``Check.v`` plays cards against every reply, ``Sound.v`` proves that what it accepts is true, ``Sense.v``
that two opposite claims are never both true. ``__main__.py`` writes the cards of a board as Coq, with their theorem.
"""
