from __future__ import annotations

import random

import pytest

from engine import Mind, Purpose
from engine.games import find
from engine.mind import foresight
from engine.mind.readiness import WORKSHOP
from engine.mind.temptation import temptations
from tests.engine.mind.lines import random_line

pytestmark = pytest.mark.usefixtures("warm")


def test_when_lost_it_holds_out_and_leaves_the_most_ways_to_err() -> None:
    game, rng, met = find("connect4"), random.Random(4), 0
    kernels = WORKSHOP.kernels_for(game)
    assert kernels is not None
    while met < 12:
        moves, state = random_line(game, rng, rng.randrange(22, 32))
        number = kernels.solver.solve(state.own, state.mask).score
        found = temptations(kernels.solver, game, state, number)
        if number > 0 or len(set(found.values())) < 2:
            continue
        met += 1
        mind = Mind(game, 10, met)
        mind.follow(moves)
        while mind.work(Purpose.CHOOSE):
            pass
        chosen = mind.answer().move
        mind.close()
        assert found[chosen] == max(found.values())
        after = game.play(state, chosen)
        assert game.outcome(after) or -kernels.solver.solve(after.own, after.mask).score == number
        slips = 0
        for reply in game.moves(after):
            then = game.play(after, reply)
            mine = 0 if game.outcome(then) else kernels.solver.solve(then.own, then.mask).score
            slips += not game.outcome(then) and (mine > 0) - (mine < 0) > (number > 0) - (number < 0)
        assert found[chosen] >= slips / max(1, len(list(game.moves(after))))


def test_who_pondered_has_chosen_before_the_reply_comes(monkeypatch: pytest.MonkeyPatch) -> None:
    game, rng, met = find("connect4"), random.Random(6), 0
    while met < 5:
        moves, state = random_line(game, rng, rng.randrange(24, 32))
        mind = Mind(game, 10, 1)
        mind.follow(moves)
        while mind.work(Purpose.PONDER):
            pass
        reply = rng.choice(list(game.moves(state)))
        if game.outcome(game.play(state, reply)) is None:
            with monkeypatch.context() as patch:
                patch.setattr(foresight, "temptations", lambda *_: pytest.fail("nothing is left to solve"))
                mind.follow([*moves, reply])
                assert mind.answer().move in game.moves(mind.state)
            met += 1
        mind.close()
