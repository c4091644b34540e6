"""Holds learnt evaluations: networks of n-tuples, read from files and evaluated in whole numbers.

It may import ``engine.games`` and ``engine.bitboard``.
"""
