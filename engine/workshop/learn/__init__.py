"""Learns evaluations by self-play on boards, judged by exact results."""
