"""Events in a database: appended, never changed, committed before anything is acknowledged."""
