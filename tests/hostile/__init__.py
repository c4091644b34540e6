"""Attacks a server as a foe would, while a victim plays (``python -m tests.hostile``).

The clients share no code with the server's: sockets of the standard library, and the framing of websockets (RFC 6455),
Engine.IO 4 and Socket.IO 5 written from the specifications (``wire.py``).
"""
