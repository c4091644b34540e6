"""Holds all below Socket.IO: connections, packets, outboxes and rooms."""
