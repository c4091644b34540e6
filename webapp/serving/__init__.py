"""Serves HTTP and websockets: one loop for all sockets, a few threads for pages."""
