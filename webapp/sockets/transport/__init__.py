"""Holds what is below Socket.IO: clients, websockets, packets and rooms.

May import ``webapp.serving`` and ``webapp.sockets.gate``, and knows neither messages nor games.
"""
