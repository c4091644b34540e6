"""The Socket.IO side: what may come in, the gate before it, and what goes out."""
