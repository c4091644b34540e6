"""Sets up the C library's memory allocator: all threads share two heaps, and large blocks go back when freed.

By default glibc gives the threads up to eight heaps a core, and keeps freed memory in the heap of the allocation. Here
one thread allocates memory (trees, events, answers) and another frees the memory. After some minutes of a thousand
connections 177 of 300 MB in the heaps were free, and the process still grew. Sharing costs no waiting: the
interpreter's lock lets only one thread at a time allocate memory anyway.

Beside the heaps each thread keeps some freed blocks for itself, of each size up to seven. With a thread for each of a
thousand pages these fill for ten minutes: 20 to 30 MB. Only ``GLIBC_TUNABLES=glibc.malloc.tcache_count=0`` in the
environment of the start turns this off; the library has no call for it.
"""

from __future__ import annotations

import ctypes

_ARENA_MAX, _MMAP_THRESHOLD = -8, -3  # the numbers of glibc's mallopt(3)
_HEAPS, _LARGE = 2, 128 * 1024


def share_heaps() -> None:
    """Lets all threads share two heaps; must be called before other threads start; without glibc does nothing."""
    try:
        mallopt = ctypes.CDLL(None).mallopt
    except (OSError, TypeError, AttributeError):
        return
    mallopt(_ARENA_MAX, _HEAPS)
    mallopt(_MMAP_THRESHOLD, _LARGE)  # a fixed threshold; the default one rises with every large block freed
