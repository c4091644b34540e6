"""The textbook: readable search of any game; also the oracle in tests."""
