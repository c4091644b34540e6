"""Holds one module for each step, in the order of their numbers. A released step never changes."""
