"""Solves gravity line games exactly, with compiled kernels, several threads and an opening book.

It may import ``engine.games``, ``engine.nets`` and ``engine.bitboard``.
"""
