"""Pages, health and the headers of every answer."""
