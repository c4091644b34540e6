"""Kills, stops and ends hosts and fronts of a cluster while pages play: ``python -m tests.chaos.cluster``.

Two fronts and two hosts run as plain processes on a private PostgreSQL. A host is killed, another is stopped for some
seconds and wakes as a former owner, one leaves as for an upgrade, and a front is killed. Afterwards every acknowledged
move and every board shown is compared with the database.
"""

import argparse
import resource
import signal
import time

import tests.postgres
from tests.chaos.audit import Survived, audit
from tests.chaos.engines_game import engines_game
from tests.chaos.page import Page, end_all, slowest_by_part, start_pages, wait_until_in_step
from tests.chaos.processes import Cluster, end_on_sigterm


def run(
    url: str, *, sockets: int = 50, moves: float = 10.0, host_module: str = "webapp.cli", rest: float = 3.0
) -> Survived:
    """Does every kind of harm once, and returns the results.

    Args:
        url: an empty PostgreSQL.
        sockets: the number of pages.
        moves: the moves of all people in a second.
        host_module: what runs as a host.
        rest: seconds of play between two deaths.
    """
    cluster, before = Cluster(url, host_module), resource.getrusage(resource.RUSAGE_CHILDREN)
    marks, pages = list[tuple[str, float]](), list[Page]()

    def mark(name: str) -> None:
        marks.append((name, time.monotonic()))

    def in_step() -> None:
        wait_until_in_step(pages)
        time.sleep(rest)

    mark("start")
    try:
        (first, first_name), (second, second_name) = cluster.host(), cluster.host()
        (front, address), (_, other) = cluster.front(), cluster.front()
        cluster.wait_for_share(first_name, second_name)
        homes = [address, other]
        pause = 0.7 * sockets / moves  # a page also waits for the other side
        pages += start_pages(sockets, lambda number: homes[number % 2], friends=4, pause=pause)
        wait_until_in_step(pages)
        mark("quiet")
        in_step()
        _, third_name = cluster.host()  # takes its share when it is ready
        cluster.wait_for_share(first_name, second_name, third_name)
        cut_before = sum(page.cut for page in pages)
        mark("a host is killed")
        first.end()
        cluster.wait_for_share(second_name, third_name)
        in_step()
        with engines_game(url, second_name):
            mark("a host is stopped for 8 s")
            cluster.stop_between_writes(second)
            time.sleep(8.0)
            cluster.wait_for_share(third_name)  # later on a busy machine
            cluster.wake_unaware(second, lambda: second.send(signal.SIGCONT))
        in_step()
        cluster.wait_for_share(second_name, third_name)
        mark("a host leaves")
        second.end(signal.SIGTERM)
        cluster.wait_for_share(third_name)
        in_step()
        cut = sum(page.cut for page in pages) - cut_before
        mark("a front is killed")
        for page in pages[::2]:
            page.in_step.clear()
        homes[0] = other
        front.end()
        in_step()
        mark("end")
    finally:
        end_all(pages)
        cluster.close()
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    spent = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    waits = [wait for page in pages for wait in page.record.waits]
    quiet = sorted(seconds for at, seconds in waits if marks[1][1] <= at < marks[2][1]) or [0.0]
    games = sum(page.finished for page in pages)
    return Survived(
        audit(pages, url),
        cut,
        cluster.refused(),
        slowest_by_part(pages, marks[1:], early=1.0),
        cluster.faults(),
        [
            f"median of the quiet time {quiet[len(quiet) // 2] * 1000:.0f} ms; {games} games ended",
            f"{time.monotonic() - marks[0][1]:.0f} s, {spent:.0f} s of processor time",
        ],
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--sockets", type=int, default=50)
    parser.add_argument("--moves", type=float, default=10.0, help="moves of all people in a second")
    parser.add_argument("--fake-engine", action="store_true", help="hosts that load no kernels")
    options = parser.parse_args()
    end_on_sigterm()
    module = "tests.chaos.cheap_host" if options.fake_engine else "webapp.cli"
    with tests.postgres.private() as url:
        survived = run(url, sockets=options.sockets, moves=options.moves, host_module=module)
    print("\n".join(survived.report()))


if __name__ == "__main__":
    main()
