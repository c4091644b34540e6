"""Carries messages between fronts and hosts: one ordered, encrypted line for each pair, over ZeroMQ."""
