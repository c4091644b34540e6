"""Runs the engine in a separate process: ``client`` is the server's side, ``host`` the engine's, ``messages`` goes
between. The server's side loads no Numba."""
