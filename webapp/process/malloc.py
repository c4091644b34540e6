"""Where the C library takes memory from: a thousand threads share two heaps, and what is large goes back when freed.

Left alone, glibc gives threads heaps of their own, eight for each core, and keeps what was freed in the heap that it
came from; what one thread takes another frees here (trees, events, answers). After some minutes of a thousand
connections 177 of 300 MB of its heaps were free, and the process still grew. The interpreter's lock lets one thread at
a time take memory anyway, so that nobody waits for a heap that is shared.
"""

from __future__ import annotations

import ctypes

_ARENA_MAX, _MMAP_THRESHOLD = -8, -3  # the numbers of glibc's mallopt(3)
_HEAPS, _LARGE = 2, 128 * 1024


def share_heaps() -> None:
    """From now on; to be called before there are threads. Other C libraries than glibc have other ways: left alone."""
    try:
        mallopt = ctypes.CDLL(None).mallopt
    except (OSError, TypeError, AttributeError):
        return
    mallopt(_ARENA_MAX, _HEAPS)
    mallopt(_MMAP_THRESHOLD, _LARGE)  # once set it stays: else it rises with what is freed, and that is kept as well
