"""Holds the rules of Kalah, Hex and Othello, as a package of its own."""
