"""The process itself: serving, timers, logs, memory."""
