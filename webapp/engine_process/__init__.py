"""Runs the engine in a process of its own: ``client`` is the web's side, ``host`` the engine's.

The web's side loads no Numba. Both sides know ``messages``, and nothing else of each other.
"""
