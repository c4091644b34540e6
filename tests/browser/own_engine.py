"""Measures the page's own engine: ``python -m tests.browser.own_engine [PART ...]``, all parts without a name.

``race`` solves the empty board and hard openings in the page and natively in turn, one thread and an empty table each.
``phone`` answers with the processor throttled four times.
``reviews`` tells what reviews of 42 moves cost the server, worked out there and in the page. All but the last go by the
clock: measure on a machine at rest.
"""

import json
import random
import re
import sys
from functools import partial
from pathlib import Path

from playwright.sync_api import Browser, Page, WebSocket, sync_playwright

from engine.games import parse
from engine.games.openings import random_opening
from engine.solver import team
from engine.solver.solver import Solver
from engine.workshop.bench.race import GAME, HARD, positions_of
from tests.browser.chromium import launch, started
from tests.browser.conftest import serve_modules
from tests.browser.engine_parity import board_of
from tests.browser.table_page import TablePage, until

BOARD = board_of(GAME)
MOST = 30  # positions of a race
_READY = """async (board) => {
  const { load, loadTree } = await import("/static/js/engine/loading.js");
  const { Search } = await import("/static/js/engine/search.js");
  const { Analysis } = await import("/static/js/engine/search.js");
  const { Mind } = await import("/static/js/engine/mind/mind.js");
  const { replay } = await import("/static/js/engine/board.js");
  const [{ kernels, book }, module] = [await load(board), await loadTree(board)];
  const timed = (act) => { const begun = performance.now(); act(); return performance.now() - begun; };
  window.solve = (moves) => {
    for (const { at, words } of Object.values(kernels.tables)) kernels.view(at, words).fill(0n);
    const search = new Search(kernels, replay(board, moves));
    const spent = timed(() => { while (!search.run(1_000_000)); });
    const found = [search.low, spent / 1000, search.nodes];
    search.close();
    return found;
  };
  window.scores = (moves) => timed(() => {
    const analysis = new Analysis(kernels, book, replay(board, moves));
    while (!analysis.step(20_000));
    analysis.close();
  });
  window.answer = ([moves, level]) => {
    const mind = new Mind(kernels, book, module, 1 << 23, level, 0);
    const spent = timed(() => { mind.follow(moves); while (mind.work(true, 5)); });
    mind.close();
    return spent;
  };
}"""
_TOLD = """(() => {
  const post = Worker.prototype.postMessage;
  Worker.prototype.postMessage = function (asked) {
    if (asked.type === "scores" && !asked.moves.length)
      this.addEventListener("message", ({ data: { id, found } }) => {
        if (id === asked.id && found?.done) window.reviewed = true;
      });
    return post.call(this, asked);
  };
})()"""


def _share(values: list[float], part: float) -> float:
    return sorted(values)[min(len(values) - 1, int(part * len(values)))]


def _tell(name: str, values: list[float]) -> None:
    figures = ", ".join(f"{label} {_share(values, part):.1f}" for label, part in (("50 %", 0.5), ("95 %", 0.95)))
    print(f"{name}: {len(values)} times, {figures}, 99 % {_share(values, 0.99):.1f}, longest {max(values):.1f} ms")


def _modules(browser: Browser) -> Page:
    page = browser.new_context().new_page()
    serve_modules(page)
    page.evaluate(_READY, BOARD)
    return page


def race(page: Page) -> None:
    """Prints seconds and positions of the page and of the native solver, with a table of 32 MiB each."""
    native = Solver(table_mb=32)
    native.solve(*parse(GAME, "4455")[1])
    for name, positions in (("empty board", [""]), (HARD, positions_of(HARD)[:MOST])):
        ours, theirs = list[tuple[float, int]](), list[tuple[float, int]]()
        for position in positions:
            score, seconds, nodes = page.evaluate("(moves) => window.solve(moves)", [*map(int, position)])
            native.clear()
            solved = team.solve(native, *parse(GAME, position)[1], threads=1)
            assert score == solved.score
            ours.append((seconds, nodes))
            theirs.append((solved.seconds, solved.nodes))
        for where, found in (("page", ours), ("native", theirs)):
            spent, nodes = (sum(column) / len(found) for column in zip(*found, strict=True))
            print(f"{name}, {len(found)}: {where} {spent:.2f} s, {nodes:,.0f} positions each")


def phone(page: Page) -> None:
    """Prints milliseconds of exact scores from ply 9 on, and of a level's answer, at a quarter of the speed."""
    rng = random.Random(44)
    places = [random_opening(GAME, rng.randrange(9, 36), rng.randrange(1 << 30)) for _ in range(200)]
    page.context.new_cdp_session(page).send("Emulation.setCPUThrottlingRate", {"rate": 4})
    _tell("scores, throttled 4 times", [page.evaluate("(moves) => window.scores(moves)", [*one]) for one in places])
    for level in (1, 5, 10):
        times = [page.evaluate("(asked) => window.answer(asked)", [[*one], level]) for one in places[:60]]
        _tell(f"level {level}, throttled 4 times", times)


def reviews(browser: Browser, url: str, pid: int, count: int = 4) -> None:
    """Prints the server's processor time for reviews of games of 42 moves, in the page and on the server."""
    for where in ("page", "server"):
        before = _processor_seconds(pid)
        for seed in range(count):
            page = browser.new_page()
            page.add_init_script(_TOLD)
            told: list[bool] = []
            if where == "server":
                page.route("**/engine/*.wasm", lambda route: route.abort())
                page.on("websocket", partial(_note_end, told))
            TablePage(page, f"{url}/connect4/{_long_game(seed)}")
            until(page, partial(_reviewed, page, told))
            page.close()
        spent = (_processor_seconds(pid) - before) / count
        print(f"a review of 42 moves in the {where}: {spent:.2f} s of the server's processors; 60: {60 * spent:.0f} s")


def _reviewed(page: Page, told: list[bool]) -> bool:
    return bool(told) or bool(page.evaluate("!!window.reviewed"))


def _note_end(told: list[bool], socket: WebSocket) -> None:
    def heard(frame: str | bytes) -> None:
        found = re.match(r'42\d*\["review",(.*)\]$', str(frame))
        if found and json.loads(found[1]).get("done"):
            told.append(True)

    socket.on("framereceived", heard)


def _long_game(seed: int) -> str:
    """Returns a drawn game that fills the board."""
    rng = random.Random(seed)
    while True:
        state, moves = GAME.initial(), ""
        while GAME.outcome(state) is None:
            move = rng.choice(GAME.moves(state))
            state, moves = GAME.play(state, move), moves + str(move)
        if len(moves) == 42:
            return moves


def _processor_seconds(pid: int) -> float:
    """Returns the processor time of a process and of those it started, from Linux's account of them."""
    fields = Path(f"/proc/{pid}/stat").read_text("utf-8").rpartition(")")[2].split()
    lists = [(thread / "children").read_text("utf-8") for thread in Path(f"/proc/{pid}/task").iterdir()]
    children = [int(child) for one in lists for child in one.split()]
    return (int(fields[11]) + int(fields[12])) / 100 + sum(map(_processor_seconds, children))


def main(parts: list[str]) -> None:
    wanted = parts or ["race", "phone", "reviews"]
    with sync_playwright() as playwright:
        browser = launch(playwright, shell=True)
        page = _modules(browser)
        if "race" in wanted:
            race(page)
        if "phone" in wanted:
            phone(page)
        browser.close()
    if "reviews" in wanted:
        with started(shell=True) as (server, browser):
            reviews(browser, server.url, server.pid)


if __name__ == "__main__":
    main(sys.argv[1:])
