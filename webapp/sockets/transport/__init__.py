"""Holds what is below Socket.IO: clients, websockets, packets and rooms."""
