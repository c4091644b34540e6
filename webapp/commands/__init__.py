"""Defines the commands of the server: serving, the database, the settings, a cluster.

The modules import the server only when a command runs, so that ``fourthought --help`` stays quick.
"""
