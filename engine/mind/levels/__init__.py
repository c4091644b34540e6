"""Holds the ten levels of the slider: how far each looks ahead, how often it errs, the measured rating."""
