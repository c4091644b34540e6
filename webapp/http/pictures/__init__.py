"""Draws positions as pictures, for the card of an address and for people to send. Only ``drawing`` and ``canvas`` load
NumPy."""
