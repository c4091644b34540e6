"""Stores events in a database: appends only, changes nothing, and commits before an event is acknowledged."""
