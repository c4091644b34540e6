"""Grows the tree of a mind, by compiled and by readable searches."""
