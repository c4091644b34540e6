"""Compares certificates with exact values, and checks them by the rules alone."""

from __future__ import annotations

import random

import numpy as np
import pytest

from engine.coach.certificate import Certificate, Claim, from_json, to_json
from engine.coach.checker import fault
from engine.coach.finder import find
from engine.games import GameError, LineGame, LineState, Player, parse
from engine.games import find as game_of
from tests.engine.solver.oracle import layers

CONNECT4 = LineGame(7, 6, 4, True, name="connect4")

# Positions with the claim for the side to move, the size of the proof, and what the first leaf must hold.
KNOWN = [
    ("327142333222", True, 1),
    ("167133773444562414413222276773", True, 1),
    ("326345233563667252454453", True, 1),
    ("2144442253341267512472777", True, 7),
    ("1444524222544123553", False, 1),
    ("54511146", True, 9),
    ("5457444", False, 1),
    ("36423334224254254655", True, 1),
    ("45345245413455331", True, 1),
    ("33451253314", True, 6),
]


def certify(text: str, wins: bool) -> Certificate:
    """Returns the proof for the side to move."""
    state = parse(CONNECT4, text)[1]
    found = find(CONNECT4, state, Claim(CONNECT4.to_move(state), wins))
    assert found.certificate, found.reason
    return found.certificate


@pytest.mark.parametrize(("text", "wins", "size"), KNOWN)
def test_known_proofs_are_found_checked_and_kept_by_json(text: str, wins: bool, size: int) -> None:
    certificate = certify(text, wins)
    assert certificate.size <= size
    assert fault(certificate) == ""
    assert from_json(to_json(certificate)) == certificate
    assert certify(text, wins) == certificate


def test_a_waiting_four_is_named_with_the_cell_that_nobody_may_fill() -> None:
    certificate = certify("167133773444562414413222276773", True)
    (leaf,) = certificate.nodes
    (wait,) = leaf.waits
    assert (certificate.first, wait.target, wait.below, leaf.count) == (6, (5, 3), (5, 2), 6)
    assert {(pair.first, pair.second) for pair in leaf.pairs} == {((1, 5), (1, 6)), ((2, 6), (3, 6)), ((6, 5), (6, 6))}
    assert leaf.reach == ((1, 5), (2, 6), (3, 6), (6, 5))


def test_false_claims_and_large_proofs_have_a_reason_instead() -> None:
    state = parse(CONNECT4, "44")[1]
    found = find(CONNECT4, state, Claim(Player.FIRST, True), positions=2_000)
    assert found.certificate is None
    assert found.reason.startswith("This needs counting")
    refuted = find(CONNECT4, state, Claim(Player.SECOND, True), scores=lambda _: {4: 3, 1: -2})
    assert refuted == (None, "The claim is not true.", 0)


def test_positions_without_a_question_are_refused_in_one_sentence() -> None:
    with pytest.raises(GameError, match="the game is over"):
        find(CONNECT4, parse(CONNECT4, "4141414")[1], Claim(Player.FIRST, True))
    with pytest.raises(GameError, match="has no certificates"):
        find(game_of("tictactoe"), game_of("tictactoe").initial(), Claim(Player.FIRST, True))


def test_another_version_is_no_certificate() -> None:
    record = to_json(certify("5457444", False))
    for bad in ({**record, "version": 2}, {**record, "size": "one"}, {}, None):
        with pytest.raises(ValueError, match=r"version|int"):
            from_json(bad)


def exact_positions(width: int, height: int, every: int) -> list[tuple[LineState, int]]:
    """Returns one position in ``every`` with the exact sign for the side to move."""
    rng, chosen = random.Random(17), []
    for own, mask, scores in layers(width, height, 4):
        for i in rng.sample(range(len(own)), -(-len(own) // every)):
            chosen.append((LineState(int(own[i]), int(mask[i])), int(np.sign(scores[i]))))
    return chosen


@pytest.mark.parametrize(
    ("width", "height", "every"),
    [(4, 4, 500), pytest.param(4, 4, 1, marks=pytest.mark.long), pytest.param(5, 4, 1, marks=pytest.mark.long)],
)
def test_every_certificate_of_small_boards_is_true(width: int, height: int, every: int) -> None:
    game, found = LineGame(width, height, 4, True), 0
    for number, (state, sign) in enumerate(exact_positions(width, height, every)):
        mover = game.to_move(state)
        for claim in (Claim(side, wins) for side in (mover, mover.other) for wins in (True, False)):
            true = (sign if claim.side is mover else -sign) >= claim.wins
            certificate = find(game, state, claim, lines=10, positions=2_000).certificate
            if certificate is None:
                continue
            assert true, (state, claim)
            found += 1
            if number % 20 == 0:
                assert fault(certificate) == ""
    assert found > 300
