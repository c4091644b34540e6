"""Brings people together: the queue for a stranger, codes of games, tables to watch, reports of names.

Imports ``audience`` and the rooms below it.
"""
