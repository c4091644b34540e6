"""Connects processes in network namespaces by a network with delay, loss and cuts. Linux, as root.

Each namespace has a device for whole IP packets (TUN), and one process passes the packets on: late, not all of them, or
none between two addresses. This works without the kernel module for it (netem), which many machines lack.
"""

from __future__ import annotations

import fcntl
import heapq
import multiprocessing
import os
import random
import select
import struct
import subprocess
import time
from collections.abc import Iterable, Sequence
from multiprocessing.connection import Connection
from typing import NamedTuple

_TUNSETIFF, _IFF_TUN, _IFF_NO_PI = 0x400454CA, 0x0001, 0x1000
_PACKET = 65_536
_SOURCE, _DESTINATION = slice(12, 16), slice(16, 20)
"""Where the addresses stand in an IP packet."""
_NET = "10.77.13"
PAGES, DATABASE = f"{_NET}.1", f"{_NET}.2"
"""The addresses of this program itself."""


class Harm(NamedTuple):
    """Describes a network: seconds of delay one way, the part of the packets lost, and pairs of cut addresses."""

    delay: float = 0.0
    lose: float = 0.0
    cuts: tuple[tuple[str, str], ...] = ()


def can_start() -> bool:
    """Returns whether this program may make namespaces and devices here."""
    if not hasattr(os, "geteuid") or os.geteuid() != 0 or not os.access("/dev/net/tun", os.W_OK):
        return False
    try:
        made = subprocess.run(["ip", "netns", "list"], check=False, capture_output=True)
    except OSError:
        return False
    return made.returncode == 0


class Network:
    """Makes one namespace for each name. ``with`` removes all of them."""

    def __init__(self, names: Iterable[str]) -> None:
        self.addresses = {name: f"{_NET}.{10 + number}" for number, name in enumerate(names)}
        self._spaces = {name: f"fourthought-{os.getpid()}-{name}" for name in self.addresses}
        self._control: Connection | None = None

    def __enter__(self) -> Network:
        try:
            devices = {PAGES: self._device("", [PAGES, DATABASE])}
            devices[DATABASE] = devices[PAGES]
            for name, address in self.addresses.items():
                _call("ip", "netns", "add", self._spaces[name])
                devices[address] = self._device(self._spaces[name], [address])
            here, there = multiprocessing.Pipe()
            context = multiprocessing.get_context("fork")  # the devices are passed on open
            self._process = context.Process(target=_pass_on, args=(devices, there), daemon=True)
            self._process.start()
            for device in set(devices.values()):
                os.close(device)
            self._control = here
        except BaseException:
            self.__exit__()
            raise
        return self

    def __exit__(self, *_: object) -> None:
        if self._control is not None:
            self._control.close()
            self._process.join(10)
        for space in self._spaces.values():
            subprocess.run(["ip", "netns", "del", space], check=False, capture_output=True)

    def within(self, name: str) -> Sequence[str]:
        """Returns the command that runs another one in a namespace."""
        return ["ip", "netns", "exec", self._spaces[name]]

    def become(self, harm: Harm) -> None:
        """Changes the network."""
        assert self._control is not None
        self._control.send(harm)

    def _device(self, space: str, addresses: list[str]) -> int:
        """Returns an open device, in a namespace or here."""
        device = os.open("/dev/net/tun", os.O_RDWR | os.O_NONBLOCK)
        name = f"ft{os.getpid()}.{addresses[-1].rpartition('.')[2]}"
        fcntl.ioctl(device, _TUNSETIFF, struct.pack("16sH", name.encode(), _IFF_TUN | _IFF_NO_PI))
        before = ["ip", "-n", space] if space else ["ip"]
        if space:
            _call("ip", "link", "set", name, "netns", space)
            _call(*before, "link", "set", "lo", "up")
        for address in addresses:
            _call(*before, "address", "add", f"{address}/24", "dev", name)
        _call(*before, "link", "set", name, "up")
        return device


def _call(*command: str) -> None:
    done = subprocess.run(command, check=False, capture_output=True, text=True)
    assert done.returncode == 0, f"{' '.join(command)}: {done.stderr}"


def _pass_on(devices: dict[str, int], control: Connection) -> None:
    """Passes packets on until the other end of ``control`` is closed."""
    ways = {bytes(map(int, address.split("."))): device for address, device in devices.items()}
    late: list[tuple[float, int, int, bytes]] = []
    rng, harm, cuts, count = random.Random(1), Harm(), set[tuple[bytes, bytes]](), 0
    poll = select.poll()
    for device in set(devices.values()):
        poll.register(device, select.POLLIN)
    poll.register(control.fileno(), select.POLLIN)
    while True:
        wait = max(0.0, late[0][0] - time.monotonic()) * 1000 if late else 1000.0
        for ready, _ in poll.poll(wait):
            if ready == control.fileno():
                try:
                    harm = control.recv()
                except (EOFError, OSError):
                    return
                pairs = [tuple(bytes(map(int, end.split("."))) for end in pair) for pair in harm.cuts]
                cuts = {(a, b) for a, b in pairs} | {(b, a) for a, b in pairs}
                continue
            for packet in _packets(ready):
                way = ways.get(packet[_DESTINATION])
                cut = (packet[_SOURCE], packet[_DESTINATION]) in cuts
                if way is not None and not cut and rng.random() >= harm.lose:
                    count += 1
                    heapq.heappush(late, (time.monotonic() + harm.delay, count, way, packet))
        while late and late[0][0] <= time.monotonic():
            _, _, way, packet = heapq.heappop(late)
            try:
                os.write(way, packet)
            except OSError:
                continue  # a full queue, or a removed namespace: the packet is lost


def _packets(device: int, most: int = 64) -> Iterable[bytes]:
    """Reads the IPv4 packets that wait at a device."""
    for _ in range(most):
        try:
            packet = os.read(device, _PACKET)
        except OSError:
            return
        if packet[:1] and packet[0] >> 4 == 4:
            yield packet
