"""Compares acknowledgements of one process and of a cluster on the same machine: ``python -m tests.load.beside``.

A server in one process, and a cluster of one front and one host, stand side by side on one PostgreSQL, each with a
schema of its own. In turns the same number of people makes the same number of moves at each. No engine thinks: compared
is the way of a move from the page to the disk and back. The processor time is that of the servers, with all they do
beside the moves: the connections, and a board for each person.
"""

from __future__ import annotations

import argparse
import contextlib
import statistics
import threading
import time
from urllib.request import urlopen

import tests.postgres
from tests.chaos.roles import Role, end_on_sigterm, wait_until
from tests.webapp.client import Client

HUMAN = {"kind": "human"}
MOVES = "1231231231231"
"""Nobody wins: three columns have no line of four."""
_READY = 60.0


def play(url: str, people: int, moves: int, rate: float) -> list[float]:
    """Lets people make moves for both sides of tables of their own, and returns the seconds of every acknowledgement.

    Args:
        url: of the server.
        people: how many.
        moves: of each.
        rate: moves of all in a second.
    """
    took: list[float] = []

    def one(number: int) -> None:
        with contextlib.closing(Client(url)) as client:
            opened = client.call("new_game", game="connect4", seats=[HUMAN, HUMAN])
            begin.wait(_READY)
            started = time.monotonic() + number / rate
            for ply in range(moves):
                time.sleep(max(0.0, started + ply * people / rate - time.monotonic()))
                move, before = int(MOVES[ply]), time.perf_counter()
                answer = client.call(
                    "move", game_id=opened["game_id"], ply=ply, move=move, request_id=f"{number}-{ply}"
                )
                took.append(time.perf_counter() - before)
                assert answer["ok"], answer
            client.events.clear()

    begin = threading.Barrier(people)
    threads = [threading.Thread(target=one, args=(number,)) for number in range(people)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return took


def is_ready(url: str) -> bool:
    """Returns whether a server takes games."""
    try:
        with urlopen(f"{url}/readyz", timeout=5) as answer:
            return bool(answer.status == 200)
    except OSError:
        return False


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=4)
    parser.add_argument("--people", type=int, default=50)
    parser.add_argument("--rate", type=float, default=25.0, help="moves of all people in a second")
    options = parser.parse_args()
    end_on_sigterm()
    module = "tests.chaos.cheap_host"
    spent = {"one process": 0.0, "cluster": 0.0}
    with tests.postgres.private() as url, tests.postgres.schema(url) as alone, tests.postgres.schema(url) as shared:
        roles = [
            Role(module, "--port", "0", "--database", alone),
            Role(module, "host", "--join", shared),
            Role(module, "web", "--join", shared, "--port", "0"),
        ]
        try:
            addresses = {"one process": roles[0].word(" is at "), "cluster": roles[2].word(" is at ")}
            roles[1].word("The host ")
            wait_until(lambda: all(map(is_ready, addresses.values())))
            took: dict[str, list[float]] = {name: [] for name in addresses}
            for _ in range(options.rounds):
                for name, address in addresses.items():
                    own = roles[:1] if name == "one process" else roles[1:]
                    before = sum(role.spent() for role in own)
                    took[name] += play(address, options.people, len(MOVES), options.rate)
                    spent[name] += sum(role.spent() for role in own) - before
        finally:
            for role in roles:
                role.end()
    for name, seconds in took.items():
        cuts = statistics.quantiles(seconds, n=100)
        print(
            f"{name}: {len(seconds)} moves, p50 {cuts[49] * 1e3:.1f} ms, p99 {cuts[98] * 1e3:.1f} ms;"
            f" {spent[name] / len(seconds) * 1e3:.2f} ms of processor time a move"
        )


if __name__ == "__main__":
    main()
