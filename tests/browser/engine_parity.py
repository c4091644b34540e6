"""Runs kernels twice, natively and in a browser as WebAssembly, on the same arrays, and compares every word of them."""

import hashlib
import json
from typing import Any

import numpy as np
from playwright.sync_api import Page

from engine.games import LineGame, LineState
from engine.kernels.words import halves
from engine.mind.search.kernels import limited_search
from engine.mind.search.leaf import NO_TABLE, Leaf
from engine.mind.tree import kernels as tree
from engine.mind.tree.snapshot import choose_of
from engine.nets.layout import Compiled
from engine.nets.shipped import shipped
from engine.solver import memory as k
from engine.solver.learnt_order import shipped_network
from engine.solver.search import NEVER
from engine.solver.solver import Solver
from engine.solver.table import allocate, buckets_log2, tag_bits
from engine.workshop.kernels.page import FOLDER
from engine.workshop.kernels.shipped import kernels_of

TABLE = 1 << 20  # bytes of each of the two tables

REPORT = 40  # the least subtree in the log

_SEARCHES = """
async (text) => {
  const { board, name, searches, table, report } = JSON.parse(text);
  const { load } = await import("/static/js/engine/loading.js");
  const { WORD } = await import("/static/js/engine/files.js");
  const { Search } = await import("/static/js/engine/search.js");
  const { kernels } = await load(board, table);
  const digest = async (at, words) => {
    const bytes = new Uint8Array(kernels.memory.buffer, at, 8 * words).slice();
    const hash = [...new Uint8Array(await crypto.subtle.digest("SHA-256", bytes))];
    return hash.map((one) => one.toString(16).padStart(2, "0")).join("");
  };
  const found = [];
  for (const { own, mask, budgets, stopped } of searches) {
    const search = new Search(kernels, { own: BigInt(own), mask: BigInt(mask) });
    search.memory[WORD.REPORT] = BigInt(report);
    search.memory[WORD.MODE] = BigInt(WORD.EXACT);
    for (const [i, budget] of budgets.entries()) {
      search.memory[WORD.LOGGED] = 0n;
      kernels.view(kernels.stop, 1)[0] = i === stopped ? 1n : 0n;
      search.run(budget);
      found.push(await digest(search.at, kernels.words), await digest(kernels.log, 1024 * kernels.row));
    }
    search.close();
  }
  const { late, large } = kernels.tables;
  return [...found, await digest(large.at, large.words), await digest(late.at, late.words)];
}
"""

_STEPS = """
async (text) => {
  const { board, searches } = JSON.parse(text);
  const { load } = await import("/static/js/engine/loading.js");
  const { array } = await import("/static/js/engine/kernels.js");
  const { kernels } = await load(board, 1 << 20);
  const [job, stack] = [kernels.take(32), kernels.take(8 * kernels.frame * 50)];
  const table = kernels.none;
  const found = [];
  for (const { own, mask, depth, alpha, beta, lead, budgets } of searches) {
    kernels.view(job, 4).set([BigInt(depth), 0n, 0n, 0n]);
    const frames = kernels.view(stack, kernels.frame * (depth + 1)).fill(0n);
    const halves = (shift) => [own, mask].map((word) => BigInt.asIntN(64, BigInt(word) >> shift));
    frames.set([...halves(0n), 0n, BigInt(alpha), BigInt(beta), 0n, 0n, 0n, BigInt(lead)]);
    if (kernels.frame > 12) frames.set(halves(64n), 12);
    for (const budget of budgets) {
      const network = kernels.judges ? kernels.network : [0];
      const arrays = [array(job, 8, [4]), array(stack, 8, [depth + 1, kernels.frame]), array(table, 8, [0, 2])].flat();
      kernels.call("step", ...arrays, BigInt(budget), ...network);
      found.push([...kernels.view(job, 4), ...frames].map(String));
    }
    if (kernels.exports.evaluate) found.push([String(kernels.call("evaluate", BigInt(own), BigInt(mask)))]);
  }
  return found;
}
"""


def board_of(game: LineGame) -> dict[str, int | bool]:
    """Returns a board as the page's engine takes it."""
    return {"width": game.width, "height": game.height, "connect": game.connect, "flat": not game.gravity}


def searches_differ(page: Page, game: LineGame, searches: list[tuple[LineState, list[int], int]]) -> list[int]:
    """Returns the places of the digests that differ after exact searches in slices.

    Each of ``searches`` is a position, the budgets of its slices, and the slice in which the stop word is set (-1:
    none). All memory, the log and at the end both tables are compared.
    """
    kernel = kernels_of(game)["search"]
    net = shipped_network(game.width, game.height, game.connect)
    key_bits, layout = game.width * (game.height + 1), k.layout(game.width, game.height)
    large, late = (allocate(buckets_log2(TABLE / 2**20, key_bits), key_bits) for _ in range(2))
    network, empty = net.arrays() if net else None, np.zeros(0, np.uint64)
    log = layout.new_log(1024)
    stop, jobs, expected = np.zeros(1, np.uint64), layout.new_jobs(()), list[str]()

    def call(memory: Any) -> None:
        kernel(memory, large, late, log, jobs, stop, empty, network)

    for state, budgets, stopped in searches:
        memory = np.zeros(layout.size, np.uint64)
        memory[[k.BIG_TAG, k.SMALL_TAG]] = tag_bits(large, key_bits)
        layout.place(memory, *state)
        memory[k.MODE], memory[k.ALPHA], memory[k.REPORT] = k.ONE_WINDOW, 100, NEVER
        stop[0] = 0
        call(memory)
        memory[k.REPORT], memory[k.MODE] = REPORT, k.EXACT
        for i, budget in enumerate(budgets):
            memory[k.LOGGED], stop[0] = 0, i == stopped
            memory[k.LIMIT] = int(memory[k.NODES]) + budget
            call(memory)
            expected += [_digest(memory), _digest(log)]
    asked = [
        {"own": str(state.own), "mask": str(state.mask), "budgets": budgets, "stopped": stopped}
        for state, budgets, stopped in searches
    ]
    text = json.dumps({"board": board_of(game), "searches": asked, "table": TABLE, "report": REPORT})
    found = page.evaluate(_SEARCHES, text)
    expected += [_digest(large), _digest(late)]
    assert len(found) == len(expected)
    return [place for place, pair in enumerate(zip(found, expected, strict=True)) if pair[0] != pair[1]]


def steps_differ(
    page: Page, game: LineGame, searches: list[tuple[LineState, int, float, float, list[int]]]
) -> list[int]:
    """Returns the places of the words that differ after depth-limited searches in slices, and the worth of the
    positions at a glance. Each of ``searches`` is a position, a depth, a window and the budgets of the slices. All
    frames of the stack are compared."""
    kernels = limited_search(game)
    net, expected, asked = shipped(game), list[list[str]](), list[dict[str, object]]()
    arrays = Compiled(game, net).arrays() if net else None
    for state, depth, alpha, beta, budgets in searches:
        leaf = Leaf(kernels, NO_TABLE, state, depth, alpha, beta, network=arrays)
        root = leaf._stack[0]
        one = {"own": str(state.own), "mask": str(state.mask), "depth": depth, "lead": int(root[8]), "budgets": budgets}
        asked.append({**one, "alpha": int(root[3]), "beta": int(root[4])})
        for budget in budgets:
            leaf.run(budget)
            expected.append([str(word) for word in (*leaf._job.tolist(), *leaf._stack.reshape(-1).tolist())])
        if game.words == 1:
            expected.append([str(kernels.evaluate(*map(np.uint64, state)))])
    found = page.evaluate(_STEPS, json.dumps({"board": board_of(game), "searches": asked}))
    assert len(found) == len(expected)
    return [place for place, pair in enumerate(zip(found, expected, strict=True)) if pair[0] != pair[1]]


def _digest(words: Any) -> str:
    return hashlib.sha256(words.tobytes()).hexdigest()


_TREE = """
async (text) => {
  const { file, size, records, rows, own, mask, least, step } = JSON.parse(text);
  const { array } = await import("/static/js/engine/kernels.js");
  const memory = new WebAssembly.Memory({ initial: 64 });
  const module = await WebAssembly.compile(await (await fetch("/static/engine/" + file)).arrayBuffer());
  const { exports } = new WebAssembly.Instance(module, { env: { memory } });
  let end = exports.__heap_base.value;
  const place = (bytes) => ((end = Math.ceil(end / 64) * 64 + bytes), end - bytes);
  const [out, counters, report] = [place(16), place(24), place(8 * rows.flat().length)];
  const [pending, stack, chosen, parents] = Array.from({ length: 4 }, () => array(place(4 * 512), 4, [512]));
  const at = place(size * records);
  const nodes = array(at, size, [records]);
  const count = array(counters, 8, [3]);
  new BigInt64Array(memory.buffer, counters, 3).set([-1n, 0n, 0n]);
  new BigUint64Array(memory.buffer, report, rows.flat().length).set(rows.flat().map(BigInt));
  const found = [];
  const digest = async () => {
    const bytes = new Uint8Array(memory.buffer, at, size * records).slice();
    const hash = [...new Uint8Array(await crypto.subtle.digest("SHA-256", bytes))];
    found.push(hash.map((one) => one.toString(16).padStart(2, "0")).join(""));
    found.push([...new BigInt64Array(memory.buffer, counters, 3)].map(String).join());
  };
  const call = async (name, ...given) => {
    if (exports[name](out, out + 8, ...given)) throw new Error(name);
    await digest();
    return new DataView(memory.buffer).getBigInt64(out, true);
  };
  const root = await call("add", ...nodes, ...count, -1n, 0n);
  for (let i = 0; i < (size > 56 ? 2 : 1); i += 1)
    new BigUint64Array(memory.buffer, at + 56 * i, 2).set([own, mask].map((one) => BigInt(one) >> BigInt(64 * i)));
  const log = array(report, 8, [rows.length, rows[0].length]);
  const merged = [...nodes, ...count, root, ...log, BigInt(rows.length), ...pending, 0n, BigInt(step), ...stack];
  found.push(String(await call("merge_report", ...merged)));
  await call("backup", ...nodes, root);
  found.push(String(await call("choose", ...nodes, root, 4n, 300n, ...chosen, ...parents)));
  found.push(String(await call("collapse", ...nodes, ...count, root, BigInt(least))));
  found.push(String(await call("drop", ...nodes, ...count, root)));
  return found;
}
"""


def report_of(game: LineGame, state: LineState) -> Any:
    """Returns what a search of a position reports to a kept tree: a row for each node."""
    solver = Solver(game.width, game.height, game.connect, table_mb=1)
    search = solver.begin(*state, report=5, log_rows=400)
    search.run(30_000)
    return search.log[: search.logged].copy()


def trees_differ(page: Page, game: LineGame, state: LineState, rows: Any) -> list[int]:
    """Returns the places of the digests that differ after the steps of the kept tree, which takes in the report of a
    search of a position, backs it up, picks what to show, and frees what was little visited, then all."""
    records, least = 600, 40
    kernels, node = tree.build(game.words), tree.node_of(game.words)
    nodes, counters = np.zeros(records, node), np.array([-1, 0, 0], np.int64)
    pending, stack, chosen, parents = (np.zeros(512, np.int32) for _ in range(4))
    expected = list[str]()

    def note(*results: int) -> None:
        expected.extend([_digest(nodes), ",".join(map(str, counters.tolist())), *map(str, results)])

    root = int(kernels.add(nodes, counters, -1, 0))
    note()
    for name, board in zip(("own", "mask"), state, strict=True):
        for field, half in zip((name, f"{name}_high"), halves(board, game.words), strict=False):
            nodes[root][field] = half
    note(kernels.merge_report(nodes, counters, root, rows, len(rows), pending, 0, game.height + 1, stack))
    kernels.backup(nodes, root)
    note()
    note(choose_of(game.words)(nodes, root, 4, 300, chosen, parents))
    note(kernels.collapse(nodes, counters, root, least))
    note(kernels.drop(nodes, counters, root))
    asked = {
        "file": next(path.name for path in FOLDER.glob(f"tree{game.words if game.words > 1 else ''}-*.wasm")),
        "size": node.itemsize,
        "records": records,
        "rows": [list(map(str, row)) for row in rows.tolist()],
        "own": str(state.own),
        "mask": str(state.mask),
        "least": least,
        "step": game.height + 1,
    }
    found = page.evaluate(_TREE, json.dumps(asked))
    assert len(found) == len(expected)
    return [place for place, pair in enumerate(zip(found, expected, strict=True)) if pair[0] != pair[1]]
