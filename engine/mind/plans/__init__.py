"""Plans what a slice of thinking searches: one plan for a horizon, three for the perfect level."""
