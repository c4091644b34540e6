"""Grows the tree of a mind, by compiled and by readable searches. It may import the tree and the values of the mind."""
