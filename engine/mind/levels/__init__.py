"""The ten stops of the slider: how far each sees, how it errs, how strong it was measured."""
