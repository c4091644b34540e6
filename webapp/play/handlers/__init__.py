"""Handles the events of clients behind the desk, and keeps each player and address within its share."""
