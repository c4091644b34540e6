"""Runs live games: rules, tables, the people at them, the desk in front and the handlers behind it. Knows no Flask, no
database and no sockets, only the ports of ``ports.py``."""
