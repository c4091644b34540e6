"""Defines the desk, the port in front of the tables, and what crosses it: forms, answers and news. Plain data only, so
that both sides may be two processes."""
