from __future__ import annotations

import json
import random

from click.testing import CliRunner

from engine.bench.latency import GAME, position, quantile
from engine.commands.bench.solver import latency


def test_sensible_positions_overlook_nothing() -> None:
    rng, unfinished, handed = random.Random(1), {True: 0, False: 0}, {True: 0, False: 0}
    for sensible in handed:
        for ply in [9, 10, 11, 12] * 25:
            state = position(ply, rng, sensible=sensible)
            if state is not None:
                unfinished[sensible] += 1
                assert state.mask.bit_count() == ply
                assert GAME.outcome(state) is None
                wins = GAME.holes(state.own, state.mask)
                handed[sensible] += any(GAME.bit(GAME.landing(state, move)) & wins for move in GAME.moves(state))
    assert min(unfinished.values()) > 50
    assert handed[True] < handed[False] / 2


def test_quantiles() -> None:
    assert quantile([3.0, 1.0, 2.0], 0.5) == 2.0
    assert quantile([3.0, 1.0, 2.0], 1.0) == 3.0


def test_the_command_says_how_long_each_ply_took() -> None:
    run = CliRunner().invoke(latency, ["--count", "2", "--from", "30", "--to", "31", "--json"])
    rows = [json.loads(line) for line in run.stdout.splitlines()]
    assert [(row["ply"], row["style"], row["count"]) for row in rows] == [
        (30, "random", 2), (30, "sensible", 2), (31, "random", 2), (31, "sensible", 2),
    ]  # fmt: skip
    assert all(0 <= row["p50_ms"] <= row["p99_ms"] <= row["max_ms"] for row in rows)
    wrong = CliRunner().invoke(latency, ["--from", "5", "--to", "4"])
    assert wrong.exit_code == 2
    assert "--to 4 comes before --from 5" in wrong.output
