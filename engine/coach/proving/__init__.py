"""Proves the value of whole boards: a strategy packed into a file, for ``engine.coach.checker`` to check."""
