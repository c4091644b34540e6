"""Explains positions of boards with gravity by small proofs, and checks every proof by the rules alone."""
