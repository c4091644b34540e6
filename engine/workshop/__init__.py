"""Makes and measures what ships: kernels. Nothing outside imports this package, and no wheel holds it."""
