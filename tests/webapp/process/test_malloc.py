"""Tests that many threads take memory from few heaps, where the C library has such a setting."""

import ctypes
import subprocess
import sys
from pathlib import Path

import pytest

_PROGRAM = """
import ctypes, sys, threading
from webapp.process.malloc import share_heaps

if sys.argv[1] == "shared":
    share_heaps()
libc = ctypes.CDLL(None)
libc.malloc.restype = libc.fopen.restype = ctypes.c_void_p
all_here = threading.Barrier(31)

def take():
    libc.malloc(100)
    all_here.wait()
    all_here.wait()

threads = [threading.Thread(target=take) for _ in range(30)]
for thread in threads:
    thread.start()
all_here.wait()
file = ctypes.c_void_p(libc.fopen(sys.argv[2].encode(), b"w"))
libc.malloc_info(0, file)
libc.fclose(file)
all_here.wait()
"""


def heaps(how: str, file: Path) -> int:
    subprocess.run([sys.executable, "-c", _PROGRAM, how, str(file)], check=True, timeout=180)
    return file.read_text().count("<heap nr=")


@pytest.mark.skipif(sys.platform != "linux" or not hasattr(ctypes.CDLL(None), "malloc_info"), reason="needs glibc")
def test_threads_share_two_heaps(tmp_path: Path) -> None:
    assert heaps("shared", tmp_path / "shared") <= 2 < heaps("own", tmp_path / "own")
