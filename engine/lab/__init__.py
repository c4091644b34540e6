"""Holds what the Lab needs: trees, recorded searches, exercises and exam sheets; pure, on games and search alone."""
