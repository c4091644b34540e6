"""Listens for a while: ``python -m tests.listener --claims 20000``. Prints what was heard, and every fault.

``--code FOLDER`` listens to the pages of another state of the project. The exit code is 1 if a sentence was false or
spoke against another one, or if a sentence is not known.
"""

import argparse
import sys
from collections import Counter
from pathlib import Path
from time import monotonic

from playwright.sync_api import sync_playwright

from tests.listener.oracle import Oracle
from tests.listener.scenes import KINDS
from tests.listener.screen import Listener, Report
from tests.listener.session import listening
from tests.server import ROOT


def main() -> int:
    """Listens, and prints a table in Markdown and the faults."""
    parser = argparse.ArgumentParser(prog="python -m tests.listener")
    parser.add_argument("--claims", type=int, default=2_000)
    parser.add_argument("--minutes", type=float, default=600.0, help="ends after the scene that is playing then")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--code", type=Path, default=ROOT, help="the folder of another state of the project")
    parser.add_argument("--only", choices=KINDS, action="append", help="only scenes of this kind; may be repeated")
    asked = parser.parse_args()
    listener = Listener(Oracle())
    with sync_playwright() as playwright, listening(playwright, listener, asked.seed, asked.code) as scenes:
        turn, until = 0, monotonic() + 60 * asked.minutes
        while listener.report.claims < asked.claims and monotonic() < until:
            kinds = asked.only or KINDS
            known = set(listener.report.faults)
            scenes.play_kind(kinds[turn % len(kinds)])
            turn += 1
            print(f"{turn} scenes, {listener.report.claims} claims", file=sys.stderr, flush=True)
            for fault in listener.report.faults.keys() - known:  # told at once: a long run may be cut off
                print(fault, file=sys.stderr, flush=True)
    show(listener.report)
    return int(bool(listener.report.faults))


def show(report: Report) -> None:
    """Prints the table and the faults."""
    kinds = Counter[str]()
    for (kind, *_), count in report.faults.items():
        kinds[kind] += count
    print("| heard | count |\n|---|---:|")
    for name, count in (
        ("sentences", report.sentences),
        ("claims", report.claims),
        ("sentences of proofs", report.proofs),
        ("screens", report.screens),
        *sorted(kinds.items()),
    ):
        print(f"| {name} | {count} |")
    for kind, place, text, why, moves in sorted(report.faults):
        print(f"{kind}: {place}: {text!r}: {why} (after {moves or 'nothing'})")


if __name__ == "__main__":
    sys.exit(main())
