"""Holds perfect play on a sheet: cards, that is an opening tree whose leaves are diagrams. ``check.py`` tells the
file's form and checks a file by the rules alone, ``play.py`` plays by the cards, ``teaching/`` makes courses of them.
``proof/`` states in Coq what a sheet achieves, and proves it. The workshop makes the files
(:mod:`engine.workshop.cards`) and has Coq check the proofs."""
