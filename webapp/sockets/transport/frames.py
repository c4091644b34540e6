"""Follows the ends of a client's websocket frames (RFC 6455, section 5.2), without a look at what they hold."""

from __future__ import annotations

_FRAMES_AT_MOST = 8
"""Frames of one read. Whoever sends more of them at once is not followed any more; nobody's thread counts for long."""
_LONGEST_HEAD = 14
_TWO_BYTES, _EIGHT_BYTES = 126, 127


class FrameEnds:
    """Knows whether the bytes so far end with a whole frame."""

    def __init__(self) -> None:
        self._left = 0
        self._head = b""
        self._lost = False

    @property
    def between(self) -> bool:
        """Tests if the next byte begins a frame."""
        return not (self._left or self._head or self._lost)

    def pass_over(self, data: bytes) -> None:
        """Goes on by the next bytes."""
        for _ in range(2 * _FRAMES_AT_MOST):
            if self._lost or not data:
                return
            if self._left:
                step = min(self._left, len(data))
                self._left -= step
                data = data[step:]
                continue
            head = self._head + data[: _LONGEST_HEAD - len(self._head)]
            length, size = _head_of(head)
            if len(head) < length:
                self._head = head
                return
            data = data[length - len(self._head) :]
            self._left, self._head = size, b""
        self._lost = bool(data)


def _head_of(data: bytes) -> tuple[int, int]:
    """Returns the length of a frame's head and the size of the frame's payload; the size is 0 for a part of a head."""
    if len(data) < 2:
        return 2, 0
    short, mask = data[1] & 0x7F, 4 if data[1] & 0x80 else 0
    further = {_TWO_BYTES: 2, _EIGHT_BYTES: 8}.get(short, 0)
    size = int.from_bytes(data[2 : 2 + further], "big") if further else short
    return 2 + further + mask, size
