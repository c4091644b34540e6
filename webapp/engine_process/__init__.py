"""Runs the engine in a process: ``client`` is the server's side, ``host`` the engine's, ``messages`` between."""
