"""Simulates several processes, the lines between them, and the database that they share."""
