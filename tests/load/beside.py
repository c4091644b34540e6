"""Compares acknowledgements of one process and of a cluster on the same machine: ``python -m tests.load.beside``.

A server in one process, and a cluster of one front and one host stand side by side on one PostgreSQL, each with an own
schema. In turns the same number of people plays at each. No engine thinks: compared is the way
of a move from the page to the disk and back. The processor time is the time of the servers, with all other work: the
connections, and a board for each person.
"""

import argparse
import contextlib
import statistics
from collections.abc import Iterator, Sequence
from urllib.request import urlopen

import tests.postgres
from tests.chaos.pages import Pages
from tests.chaos.processes import Role, end_on_sigterm
from tests.waiting import wait_until

ONE, CLUSTER = "one process", "cluster"
KINDS = (ONE, CLUSTER)
MOVES = 13
"""Moves of each person."""


def play(url: str, people: int, rate: float) -> list[float]:
    """Makes moves for many people, each for both sides of a table, and returns the seconds of every acknowledgement.

    Args:
        rate: moves of all in a second.
    """
    pages = Pages()
    pages.begin_many(people, lambda _: url, friends=1, pause=people / rate)
    pages.wait_for_moves(MOVES)
    pages.end()
    return [seconds for page in pages for _, seconds in page.record.waits]


def is_ready(url: str) -> bool:
    """Returns whether a server takes games."""
    try:
        with urlopen(f"{url}/readyz", timeout=5) as answer:
            return bool(answer.status == 200)
    except OSError:
        return False


@contextlib.contextmanager
def servers(names: Sequence[str]) -> Iterator[dict[str, tuple[str, list[Role]]]]:
    """Yields for each name the address and the processes of a server that is ready.

    Args:
        names: of ``KINDS``.
    """
    module = "tests.chaos.cheap_host"
    with contextlib.ExitStack() as ends:
        url = ends.enter_context(tests.postgres.private())
        schemas = {name: ends.enter_context(tests.postgres.schema(url)) for name in names}
        found: dict[str, list[Role]] = {}
        ends.callback(lambda: [role.end() for roles in found.values() for role in roles])
        for name, own in schemas.items():
            if name == CLUSTER:
                more = {"FOURTHOUGHT_JOIN": own}
                roles = (("host",), ("web", "--port", "0"))
                found[name] = [Role(module, "cluster", *words, more=more) for words in roles]
                found[name][0].word("The host ")
            else:
                found[name] = [Role(module, "--port", "0", more={"FOURTHOUGHT_DATABASE": own})]
        addresses = {name: roles[-1].word(" is at ") for name, roles in found.items()}
        wait_until(lambda: all(map(is_ready, addresses.values())))
        yield {name: (address, found[name]) for name, address in addresses.items()}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=4)
    parser.add_argument("--people", type=int, default=50)
    parser.add_argument("--rate", type=float, default=25.0, help="moves of all people in a second")
    options = parser.parse_args()
    end_on_sigterm()
    names = list(KINDS)
    took: dict[str, list[float]] = {name: [] for name in names}
    spent = dict.fromkeys(names, 0.0)
    with servers(names) as found:
        for turn in range(options.rounds):
            for name in names[turn % len(names) :] + names[: turn % len(names)]:
                address, roles = found[name]
                before = sum(role.spent() for role in roles)
                took[name] += play(address, options.people, options.rate)
                spent[name] += sum(role.spent() for role in roles) - before
    for name, seconds in took.items():
        cuts = statistics.quantiles(seconds, n=100)
        print(
            f"{name}: {len(seconds)} moves, p50 {cuts[49] * 1e3:.1f} ms, p99 {cuts[98] * 1e3:.1f} ms;"
            f" {spent[name] / len(seconds) * 1e3:.2f} ms of processor time a move"
        )


if __name__ == "__main__":
    main()
