"""Runs live games: ``audience -> table -> ports -> game``. Knows no Flask, no database and no sockets, only ports."""
