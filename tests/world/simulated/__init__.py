"""Holds the simulated surroundings of the server: clock, threads, network, engine and disk."""
