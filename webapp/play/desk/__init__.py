"""Defines the desk, the port in front of the tables, and everything that crosses it: plain values alone."""
