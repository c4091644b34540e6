"""Runs the table on several machines: hosts own shards of the games, fronts keep the connections to the pages.

PostgreSQL decides on the owner of a shard. Of this package a single server imports nothing.
"""
