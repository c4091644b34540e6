"""Serves pages, files and health by HTTP."""
