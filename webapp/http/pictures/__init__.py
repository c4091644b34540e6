"""Draws positions as pictures, for the card of an address and for people to send.

May import ``webapp.play.game`` and ``webapp.play.archive``. Only ``drawing`` and ``canvas`` load NumPy.
"""
