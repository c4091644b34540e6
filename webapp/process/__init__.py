"""Runs the process: serving, timers, logs, memory."""
