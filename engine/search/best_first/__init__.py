"""Holds the searches that grow a tree leaf by leaf, where it promises most."""
