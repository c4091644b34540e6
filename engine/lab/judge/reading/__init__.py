"""Reads a student's program: its words, its names, its functions and the form of tree that it wants."""
