"""Solves gravity line games exactly, with compiled kernels."""
