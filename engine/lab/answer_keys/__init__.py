"""Computes the right answers: values, windows, cuts with their witnesses, the best order, and the reasons in words."""
