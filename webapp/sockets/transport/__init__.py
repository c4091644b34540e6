"""Below Socket.IO: one connection, its packets, its outbox, its rooms."""
