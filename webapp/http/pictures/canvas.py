"""Paints round shapes with smooth edges, and packs the result as PNG (W3C, Portable Network Graphics, third edition).
Every shape is a field of distances to its edge, negative inside. A pixel is covered as far as half a pixel reaches over
the edge."""

import struct
import zlib

import numpy as np
from numpy.typing import NDArray

Field = NDArray[np.floating]
Colour = tuple[int, int, int]

_SIGNATURE = b"\x89PNG\r\n\x1a\n"
_TRUE_COLOUR = 2
"""PNG's code for red, green and blue."""


def colour(text: str) -> Colour:
    """Returns the colour written as ``#d94a26``."""
    red, green, blue = bytes.fromhex(text.removeprefix("#"))
    return red, green, blue


class Canvas:
    """Holds a picture of ``width`` by ``height`` pixels on a ``ground`` of one colour. y grows downwards."""

    def __init__(self, width: int, height: int, ground: Colour) -> None:
        self.width, self.height = width, height
        self._pixels = np.empty((height, width, 3), np.float32)
        self._pixels[:] = ground

    def disc(self, x: float, y: float, radius: float, paint: Colour) -> None:
        """Paints a disc around (x, y)."""
        left, top, across, down = self._window(x - radius, y - radius, x + radius, y + radius)
        self._cover(left, top, np.hypot(across - x, down - y) - radius, paint)

    def ring(self, x: float, y: float, radius: float, thick: float, paint: Colour) -> None:
        """Paints a ring around (x, y). ``radius`` goes to the middle of its line, which is ``thick`` pixels wide."""
        reach = radius + thick / 2
        left, top, across, down = self._window(x - reach, y - reach, x + reach, y + reach)
        self._cover(left, top, np.abs(np.hypot(across - x, down - y) - radius) - thick / 2, paint)

    def slab(self, x: float, y: float, width: float, height: float, corner: float, paint: Colour) -> None:
        """Paints a rectangle with round corners from its upper left corner (x, y), with edges on whole pixels."""
        x0, y0, x1, y1, r = (round(edge) for edge in (x, y, x + width, y + height, corner))
        self._pixels[y0:y1, x0 + r : x1 - r] = paint
        self._pixels[y0 + r : y1 - r, x0:x1] = paint
        for across, down in ((x0 + r, y0 + r), (x1 - r, y0 + r), (x0 + r, y1 - r), (x1 - r, y1 - r)):
            self.disc(across, down, r, paint)

    def line(self, start: tuple[float, float], end: tuple[float, float], thick: float, paint: Colour) -> None:
        """Paints a line with round ends."""
        (x1, y1), (x2, y2), reach = start, end, thick / 2
        left, top, across, down = self._window(
            min(x1, x2) - reach, min(y1, y2) - reach, max(x1, x2) + reach, max(y1, y2) + reach
        )
        along_x, along_y = x2 - x1, y2 - y1
        part = ((across - x1) * along_x + (down - y1) * along_y) / max(along_x**2 + along_y**2, 1e-9)
        part = np.clip(part, 0, 1)
        distance: Field = np.hypot(across - x1 - part * along_x, down - y1 - part * along_y) - reach
        self._cover(left, top, distance, paint)

    def png(self) -> bytes:
        """Returns the picture as a PNG file."""
        rows = np.rint(self._pixels).astype(np.uint8).reshape(self.height, self.width * 3)
        packed = np.zeros((self.height, 1 + self.width * 3), np.uint8)  # each row begins with its filter: 0, none
        packed[:, 1:] = rows
        header = struct.pack(">IIBBBBB", self.width, self.height, 8, _TRUE_COLOUR, 0, 0, 0)
        chunks = ((b"IHDR", header), (b"IDAT", zlib.compress(packed.tobytes(), 6)), (b"IEND", b""))
        return _SIGNATURE + b"".join(
            struct.pack(">I", len(body)) + kind + body + struct.pack(">I", zlib.crc32(kind + body))
            for kind, body in chunks
        )

    def _window(self, left: float, top: float, right: float, bottom: float) -> tuple[int, int, Field, Field]:
        """Returns the part of the picture around a shape: the first pixel, and the middles of all columns and rows."""
        x0, x1 = max(0, int(left) - 1), min(self.width, int(right) + 2)
        y0, y1 = max(0, int(top) - 1), min(self.height, int(bottom) + 2)
        across = np.arange(x0, x1, dtype=np.float32) + np.float32(0.5)
        down = np.arange(y0, y1, dtype=np.float32)[:, None] + np.float32(0.5)
        return x0, y0, across, down

    def _cover(self, left: int, top: int, distance: Field, paint: Colour) -> None:
        height, width = distance.shape
        part = self._pixels[top : top + height, left : left + width]
        part += np.clip(0.5 - distance, 0, 1)[:, :, None] * (np.array(paint, np.float32) - part)
