"""Runs the engine in a separate process: ``client`` is the server's side, ``host`` the engine's, ``messages`` goes
between.

May import ``engine``, ``webapp.play``, ``webapp.process`` and ``webapp.common``. The server's side loads no Numba.
"""
