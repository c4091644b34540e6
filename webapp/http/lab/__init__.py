"""Serves the lab: its page, and the data of a small process, in which ``worker`` runs without Flask."""
