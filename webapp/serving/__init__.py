"""Serves HTTP and websockets: one loop for all sockets, a few threads for pages.

May import ``webapp.process`` and ``webapp.common``, and knows no game.
"""
