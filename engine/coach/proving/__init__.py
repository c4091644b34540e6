"""Proves the value of whole boards by a strategy packed into a file, which ``engine.coach.checker`` checks.

May import what the coach may.
"""
