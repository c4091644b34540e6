"""Stores events in a database. It only appends, and commits before an event is acknowledged.

May import ``webapp.play.game``, ``webapp.play.ports`` and ``webapp.process``, and nothing of the pages.
"""
