"""Teaches by cards: ``course.py`` tells what is to be learnt, ``deck.py`` writes it for Anki. Needs no engine."""
