"""Stores events in a database. It only appends, and commits before an event is acknowledged."""
