"""Holds the searches of games of chance and of opponents who err: a mean stands where a lot is drawn."""
