"""Serves the lab: its page, and the data that a small process computes. ``worker`` runs in the process and imports no
Flask."""
