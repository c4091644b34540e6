"""Changes certificates in one place: the checker refuses the changed ones, unless the change still proves the claim."""

from __future__ import annotations

import random
from typing import Any

import msgspec
import pytest

from engine.coach.certificate import Certificate, fault, from_json, to_json
from engine.coach.proof_play import Position
from engine.coach.proof_search import find
from engine.coach.why import ExactScores, claim_for
from engine.games import LineState, parse, replay
from tests.engine.coach.test_certificates import CONNECT4, KNOWN


def certificates(count: int, lines: int, seed: int, exact: ExactScores) -> list[Certificate]:
    """Returns proofs of known positions and of positions of seeded random games, of at most ``lines`` branches.

    Args:
        lines: the largest size.
    """
    rng, found = random.Random(seed), [parse(CONNECT4, text)[1] for text, _, _ in KNOWN]
    proofs: list[Certificate] = []
    while len(proofs) < count:
        state = found.pop() if found else random_state(rng)
        if state is None:
            continue
        claim = claim_for(CONNECT4, state, rng.choice([CONNECT4.to_move(state), CONNECT4.to_move(state).other]), exact)
        proof = find(CONNECT4, state, claim, scores=exact, positions=5_000, lines=lines).certificate
        proofs += [proof] if proof and proof.nodes else []
    return proofs


def random_state(rng: random.Random) -> LineState | None:
    """Returns the position after 14 to 28 random moves; None if the game ended before."""
    moves: list[int] = []
    for _ in range(rng.randint(14, 28)):
        moves.append(rng.choice(CONNECT4.moves(replay(CONNECT4, moves))))
        if CONNECT4.outcome(replay(CONNECT4, moves)):
            return None
    return replay(CONNECT4, moves)


def places(value: Any) -> list[tuple[Any, Any]]:
    """Returns every (container, key) of a value in a proof written as plain values, but for the name of the game."""
    found: list[tuple[Any, Any]] = []
    for key, one in value.items() if isinstance(value, dict) else enumerate(value):
        if isinstance(one, dict | list):
            found += places(one)
        elif key != "game":
            found.append((value, key))
    return found


def change(certificate: Certificate, rng: random.Random) -> Certificate | None:
    """Returns the certificate with one value changed, such as a cell, a move, a node, a claim, a stone or a size.

    None: what is written is no certificate any more.
    """
    record = msgspec.json.decode(msgspec.json.encode(to_json(certificate)))
    container, key = rng.choice(places(record))
    old = container[key]
    if key == "wins" and old:
        return change(certificate, rng)  # a side that wins does not lose: the same proof holds
    if isinstance(old, bool):
        container[key] = not old
    elif key == "type":
        container[key] = {"branch": "leaf", "leaf": "branch"}[old]
    elif isinstance(old, str):
        place = rng.randrange(len(old))
        container[key] = old[:place] + rng.choice([c for c in ".XO" if c != old[place]]) + old[place + 1 :]
    elif key == "side":
        container[key] = 1 - old
    else:
        container[key] = rng.choice([n for n in (*range(max(9, (old or 0) + 2)), None) if n != old])
    try:
        return from_json(record)
    except ValueError:
        return None


def is_true(certificate: Certificate, exact: ExactScores) -> bool:
    """Tests the claim of a certificate by the exact solver."""
    state = Position.of(certificate).state
    true = claim_for(CONNECT4, state, certificate.claim.side, exact)
    return true.side is certificate.claim.side and true.wins >= certificate.claim.wins


@pytest.mark.slow
@pytest.mark.parametrize("count", [200, pytest.param(10_000, marks=pytest.mark.long)])
def test_of_changed_certificates_the_checker_refuses_all_but_true_ones(count: int) -> None:
    exact, rng = ExactScores(CONNECT4), random.Random(f"changes {count}")
    proofs = certificates(min(count // 10, 300), 10 if count > 200 else 3, count, exact)
    assert not any(map(fault, proofs))
    true = 0
    for _ in range(count):
        changed = change(rng.choice(proofs), rng)
        if changed is not None and not fault(changed):
            assert is_true(changed, exact)
            true += 1
    print(f"{count - true} of {count} refused, {true} still true")
    assert true <= 0.01 * count
