"""Decides which mind thinks next, and lets answers to people go before every search."""
