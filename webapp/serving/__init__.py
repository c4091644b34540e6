"""Serves HTTP and websockets: one loop for all sockets, a few threads for pages. Knows nothing of games.

It may import ``webapp.process`` and no other room of webapp.
"""
