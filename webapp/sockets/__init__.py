"""Talks Socket.IO with the pages: checks events, calls their handlers, and sends news."""
