"""Reads and writes positions and games: moves as text, trees of leaf values, records of games, pictures.

It may import the rules in ``engine.games`` and ``engine.text`` alone.
"""
