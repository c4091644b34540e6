"""Runs a process of the server: its service threads, its log, its garbage collector."""
