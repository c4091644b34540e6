"""Reads and writes positions and games: moves as text, trees of leaf values, records of games, pictures."""
