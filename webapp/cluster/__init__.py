"""Runs the table on several machines: hosts own shards of the games, fronts keep the connections to the pages.

PostgreSQL decides who owns a shard. Of this package a single server imports nothing.
"""
