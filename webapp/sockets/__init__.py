"""Talks Socket.IO with the pages: checks and handles events, and sends news."""
