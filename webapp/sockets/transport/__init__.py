"""Holds what is below Socket.IO: clients, websockets, packets and rooms.

May import ``webapp.serving`` and ``webapp.sockets.addresses``, and knows neither messages nor games.
"""
