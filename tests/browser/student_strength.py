"""Trains students for five seconds each in a browser, plays each file against perfect play, and prints a table.

``python -m tests.browser.student_strength --games 30000`` counts games in place of seconds, which other work
on the machine would cost.
"""

import argparse
import base64
import json
import tempfile
from pathlib import Path

from playwright.sync_api import Page, sync_playwright

from tests.browser.chromium import launch
from tests.browser.conftest import serve_modules
from tests.browser.student.test_student_model import SEEDS, drawn, rows

_TRAIN = """
async ([board, seed, rows, seconds, games]) => {
  const { Student } = await import("/static/js/student/model/student.js");
  const { BOARDS } = await import("/static/js/student/model/position.js");
  const { body, sealed } = await import("/static/js/student/model/file.js");
  const student = new Student(BOARDS[board], seed, rows);
  const begin = performance.now();
  while (games ? student.games < games : performance.now() - begin < seconds * 1000) student.learn(5);
  const bytes = await sealed(await body(student.net, student.settled, student.life));
  let file = "";
  for (const byte of bytes) file += String.fromCharCode(byte);
  return JSON.stringify({ file: btoa(file), games: student.games, keeps: student.curve.at(-1)[1] });
}
"""


def measure(page: Page, board: str, seconds: float, games: int | None) -> None:
    """Prints a row for each seed."""
    for seed in SEEDS:
        found = json.loads(page.evaluate(_TRAIN, [board, seed, rows(board), seconds, games]))
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "student.net"
            path.write_bytes(base64.b64decode(found["file"]))
            draws = drawn(path, board)
        print(f"| {board} | {seed} | {found['games']:,} | {found['keeps']:.2f} | {draws} of 100 |", flush=True)


def main() -> None:
    """Prints the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=5.0, help="how long each student learns")
    parser.add_argument("--games", type=int, help="how many games each student plays, in place of the seconds")
    given = parser.parse_args()
    print("| board | seed | games | keeps the result | drawn with perfect play |\n|---|---:|---:|---:|---:|")
    with sync_playwright() as playwright:
        browser = launch(playwright)
        page = browser.new_page()
        serve_modules(page)
        for board in ("tictactoe", "connect4-5x4"):
            measure(page, board, given.seconds, given.games)
        browser.close()


if __name__ == "__main__":
    main()
