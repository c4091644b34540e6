"""Draws positions for cards of addresses and for people. ``drawing`` and ``canvas`` alone load NumPy."""
