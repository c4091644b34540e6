"""Serves the lab: its page, and the data that a small process computes.

May import ``engine.lab`` and the rooms that ``webapp.http`` may. ``worker`` runs in the process and imports no Flask.
"""
