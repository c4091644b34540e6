"""Holds one module a step, in the order of the steps' numbers; a released step never changes."""
