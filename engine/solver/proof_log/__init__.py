"""Keeps what searches have proved at a price, in a file for each board that outlives the process."""
