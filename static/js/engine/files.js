/** Names the files of the engine. Written by: python -m engine.wasm */
// biome-ignore-all format: a program writes it

/** @type {Record<string, import('./types.js').BoardFiles>} */
export const FILES = {"7x6x4": {"wasm": "7x6x4-d6e2ad79a2e3.wasm", "net": "connect4-30e5e9614c1c.net", "net_arrays": [["i1", 306334], ["u2", 897, 112], ["u4", 112], ["i2", 513], ["i8", 2]], "book": "7x6x4-9a7e1d65eebd.book", "judges": false, "words": 2077}, "8x7x4": {"wasm": "8x7x4-02147cbd054b.wasm", "net": "connect4-8x7-56a6aec909f1.net", "net_arrays": [["i1", 449182], ["u2", 2049, 160], ["u4", 160], ["i2", 513], ["i8", 2]], "judges": true, "words": 3011}, "5x4x4": {"wasm": "5x4x4-d5bafadd6ac9.wasm", "judges": false, "words": 845}, "6x5x4": {"wasm": "6x5x4-52398d85e38e.wasm", "judges": false, "words": 1365}, "7x5x4": {"wasm": "7x5x4-e82e722d7849.wasm", "judges": false, "words": 1755}, "7x7x4": {"wasm": "7x7x4-50bee904f3fa.wasm", "judges": false, "words": 2399}, "9x6x5": {"wasm": "9x6x5-1961fc9c1163.wasm", "net": "connect5-0c2e16a1b24d.net", "net_arrays": [["i1", 560137], ["u2", 1153, 160], ["u4", 160], ["i2", 513], ["i8", 2]], "judges": true, "words": 3221}, "7x7x5-flat": {"wasm": "7x7x5-flat-2a9a63c3d401.wasm", "judges": false, "words": 0}, "tree": {"wasm": "tree-b2edbe8afcef.wasm"}, "3x3x3-flat": {"judges": false, "words": 0}};

/** Places of a search's memory, and the states of a search (engine/solver/memory.py). */
export const WORD = Object.freeze({"SP": 0, "PHASE": 1, "NODES": 3, "LIMIT": 4, "ALPHA": 5, "LOW": 7, "HIGH": 8, "MOVE": 9, "FALLBACK": 10, "REPORT": 11, "LOGGED": 12, "MODE": 13, "ROOT_OWN": 14, "ROOT_MASK": 15, "BIG_TAG": 17, "SMALL_TAG": 18, "WINDOW": 1, "ONE_WINDOW": 0, "EXACT": 1});

/** Bytes before each field of a node, and of a whole one; flags; counters (engine/mind/tree/kernels.py). */
export const NODE = Object.freeze({"own": 0, "mask": 8, "visits": 16, "value": 24, "parent": 32, "first": 36, "next": 40, "size": 44, "depth": 48, "low": 50, "high": 51, "move": 52, "best": 53, "flags": 54, "bytes": 56, "EXPANDED": 1, "PLAYED": 2, "EXACT": 8, "LOWER": 16, "PINNED": 64, "PRINCIPAL": 128, "FREE": 0, "USED": 1, "TOUCHED": 2});

/** The horizon (null: none), the misses, the spread, and the plies known by heart of each level. */
export const LEVELS = [[1, 0.66, 2.0, 0], [2, 0.56, 2.0, 0], [2, 0.5, 1.75, 0], [3, 0.38, 0.4, 0], [4, 0.32, 0.205, 0], [5, 0.2, 0.125, 0], [7, 0.12, 0.075, 0], [8, 0.04, 0.03, 0], [11, 0.01, 0.01, 9], [null, 0.0, 0.0, 99]];

/** Positions and plies that a choice may cost (engine/mind/plans/budgets.py), and the words of a frame. */
export const BUDGET = Object.freeze({"large_board": 15000000, "no_gravity": 6000000, "no_gravity_horizon": 2000000, "textbook": 40000, "swindle": 500000, "opening_depth": 9, "frame": 12});
