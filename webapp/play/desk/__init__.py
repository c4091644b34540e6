"""Defines the desk, the port in front of the tables, and what crosses it, plain data: forms, answers, news."""
