"""Runs a process of the server: its service threads, its log, its garbage collector.

May import ``webapp.common`` and ``webapp.settings``, and knows no game.
"""
