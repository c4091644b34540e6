"""Tests that every sentence of the page is translated, plain and short."""
