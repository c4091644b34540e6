"""What thinks for one side of one game, from its first move to its last."""
