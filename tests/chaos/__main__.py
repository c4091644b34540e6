"""Kills the server in mid-game and prints a table of the losses: ``python -m tests.chaos --kills 100``.

With ``--kills-engine 100`` the engine's process is killed instead.
"""

import argparse
import tempfile
from pathlib import Path

from tests.chaos import kill


def main() -> None:
    """Kills the server again and again in the middle of games, compares, and prints the table."""
    parser = argparse.ArgumentParser(prog="python -m tests.chaos", description=__doc__)
    parser.add_argument("--kills", type=int, default=100)
    parser.add_argument("--kills-engine", type=int, default=0, help="kill the engine's process so often instead")
    parser.add_argument("--people", type=int, default=3, help="friends' tables, and as many against engines")
    parser.add_argument("--database", help="URL; a new SQLite file without it")
    parser.add_argument("--seed", type=int, default=1)
    chosen = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        of_engine = chosen.kills_engine > 0
        kills = chosen.kills_engine or chosen.kills
        options = {"people": chosen.people, "seed": chosen.seed, "database": chosen.database}
        survived = kill.run(Path(folder), kills, of_engine=of_engine, **options)
    tally, back = survived.tally, sorted(survived.back)
    what = "the engine's process while engines choose" if chosen.kills_engine else "the server in mid-game"
    well = "every engine has answered again" if chosen.kills_engine else "every page in step again"
    print(f"| kill -9 of {what} | {survived.kills} times |\n|---|---:|")
    for name, value in (
        ("games finished", survived.games),
        ("moves acknowledged", tally.acknowledged),
        ("of those lost", tally.lost),
        ("moves on their way when it died", tally.unacknowledged),
        ("of those written all the same", tally.kept_anyway),
        ("written twice", tally.doubled),
        ("boards that were wrong", tally.wrong),
        (f"{well}, median", f"{back[len(back) // 2]:.1f} s"),
        (f"{well}, slowest", f"{back[-1]:.1f} s"),
    ):
        print(f"| {name} | {value} |")


if __name__ == "__main__":
    main()
