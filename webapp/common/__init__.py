"""Helps every room: words and languages, QR codes, counts, rates, the folders of the page's files."""
