"""Plans the slices of thinking: one plan for levels with a horizon, three for the perfect level."""
