"""Serves pages and websockets on one listening socket; strangers cannot hold a thread by being slow."""
