"""Runs one process of readers who ask the lab for runs that are new to the lab, each without a pause.

Each reader has an address of their own, as far as the machine has several: a crowd at one address would be held back
already by the share of one address.
"""

import http.client
import json
import random
import signal
import sys
import threading
from collections import Counter
from typing import Any
from urllib.parse import urlencode

from tests.waiting import run_together


class Reader:
    """Asks one question after another. Half of the readers ask for what costs most, half for small trees."""

    def __init__(self, address: tuple[str, int], number: int, depth: int) -> None:
        self._address, self._number, self._depth = address, number, depth
        self._rng = random.Random(number)
        self.statuses: Counter[int] = Counter()

    def run(self, fingerprint: str, over: threading.Event) -> None:
        """Asks until ``over``."""
        source = (f"127.0.0.{2 + self._number}", 0) if sys.platform == "linux" else None
        line = http.client.HTTPConnection(*self._address, timeout=120, source_address=source)
        while not over.is_set():
            line.request("GET", f"/lab/run/{fingerprint}?{urlencode(self._question())}")
            answer = line.getresponse()
            answer.read()
            self.statuses[answer.status] += 1

    def _question(self) -> dict[str, str]:
        if self._number % 2:
            leaves = " ".join(str(self._rng.randint(-99, 99)) for _ in range(16))
            return {"tree": leaves, "algorithm": "alphabeta"}
        moves = "".join(str(self._rng.randint(1, 7)) for _ in range(6))
        return {"game": "connect4", "moves": moves, "algorithm": "minimax", "depth": str(self._depth)}


def fingerprint_at(address: tuple[str, int]) -> str:
    """Returns the fingerprint under which the lab answers."""
    line = http.client.HTTPConnection(*address, timeout=120)
    line.request("GET", "/lab/run/000000000000")
    answer = line.getresponse()
    answer.read()
    return str(answer.headers["Location"]).split("?")[0].rsplit("/", 1)[1]


def main() -> None:
    """Reads address, number of readers and depth from the first argument. Prints the counts at SIGTERM, in JSON."""
    plan: dict[str, Any] = json.loads(sys.argv[1])
    over = threading.Event()
    signal.signal(signal.SIGTERM, lambda *_: over.set())
    address = plan["address"][0], plan["address"][1]
    readers = [Reader(address, number, plan["depth"]) for number in range(plan["readers"])]
    fingerprint = fingerprint_at(address)
    run_together(lambda reader: reader.run(fingerprint, over), readers)
    print(json.dumps(sum((reader.statuses for reader in readers), Counter())))


if __name__ == "__main__":
    main()
