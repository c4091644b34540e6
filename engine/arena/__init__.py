"""Engine against engine: matches and the rating ladder."""
