"""Holds learnt evaluations: networks of n-tuples, read from files and evaluated in integers."""
