"""Solves gravity line games exactly, with compiled kernels, several threads and an opening book."""
