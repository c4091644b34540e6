"""Holds the ten levels of the slider: how far each looks ahead, how it errs, how strong it was measured."""
