"""Takes rights away from a process of its own, and tries to use them."""

import subprocess
import sys

import pytest

_TRY = """
import os, socket
from engine.confinement import leave, lock

def refused(act):
    try:
        act()
    except OSError:
        return True
    return False

left, locked = leave(), lock(None, (), system=False)
print(left, locked, refused(lambda: open("/etc/hostname")), refused(lambda: os.listdir("/usr")),
      refused(lambda: socket.create_connection(("127.0.0.1", 9), 1)))
"""


@pytest.mark.skipif(sys.platform != "linux", reason="the kernel of Linux confines")
def test_a_process_without_rights_reads_no_file_and_reaches_no_network() -> None:
    ran = subprocess.run([sys.executable, "-c", _TRY], capture_output=True, text=True, timeout=120, check=True)
    left, locked, *refusals = (word == "True" for word in ran.stdout.split())
    assert len(refusals) == 3
    if locked:
        assert refusals[:2] == [True, True]
    if left or locked:
        assert refusals[2]
