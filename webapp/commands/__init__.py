"""Defines the server's commands: serving, the database, the settings, a cluster.

May import every room. The modules import the server only when a command runs, so that ``fourthought --help`` is fast.
"""
