"""Serves the table in the browser. It imports ``engine``, and ``engine`` never imports it."""
