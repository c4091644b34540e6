"""Makes what a release carries, and tries the built package as a stranger does."""
