"""The searches that grow a mind's tree, compiled and readable."""
