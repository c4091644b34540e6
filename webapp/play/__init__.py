"""Live games. Pure: no Flask, no database, no sockets; storage, engine, clock and publishing are handed in."""
