"""Mutants that are no other program, as ``file: line as mutated``, each with the reason."""

EQUIVALENT: dict[str, str] = {}
