"""Holds who comes to a server: people who know the rules, and foes."""
