"""Troubles worlds: servers, hosts, lines, disks and clocks."""
