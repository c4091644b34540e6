"""Handles the events of clients behind the desk, and keeps each player and address within its share. One process holds
the tables of a game and its handlers."""
