"""Speaks Socket.IO with the pages: checks every event, passes it to the desk, and sends the news."""
