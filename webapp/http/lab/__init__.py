"""Serves the lab: the page, and the data that a small process of its own computes."""
