"""Runs the tables on several machines: hosts own shards of the games, fronts hold the connections of the clients.
PostgreSQL stores the owner of every shard. A single server imports nothing of this package. ``line`` knows no games."""
