"""Serves the table in the browser; imports ``engine``, never the other way round."""
