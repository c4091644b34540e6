"""Compares certificates with exact values, checks them by the rules, and refuses changed ones."""

import itertools
import random
from collections import Counter
from typing import Any

import msgspec
import numpy as np
import pytest
from msgspec.structs import replace

from engine.coach import leaf as lf
from engine.coach import proof_kernel as search
from engine.coach.certificate import Answer, Branch, Certificate, Claim, Pair, fault, from_json, to_json
from engine.coach.proof_play import Position
from engine.coach.proof_search import find
from engine.coach.why import ExactScores, claim_for
from engine.games import LineGame, LineState, Player, parse, replay
from tests.engine.solver.oracle import layers

CONNECT4 = LineGame(7, 6, 4, True, name="connect4")

# Positions with the claim for the side to move, the size of the proof, and what the first leaf must hold.
KNOWN = [
    ("327142333222", True, 1), ("167133773444562414413222276773", True, 1), ("326345233563667252454453", True, 1),
    ("2144442253341267512472777", True, 7), ("1444524222544123553", False, 1), ("54511146", True, 9),
    ("5457444", False, 1), ("36423334224254254655", True, 1), ("45345245413455331", True, 1),
    ("33451253314", True, 6), ("552757657266635632332362", False, 1),
]  # fmt: skip


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


def test_another_version_is_no_certificate() -> None:
    record = to_json(certify("5457444", False))
    for bad in ({**record, "version": 2}, {**record, "size": "one"}, {}, None):
        with pytest.raises(ValueError, match=r"version|int"):
            from_json(bad)


class Sweep:
    """Searches for proofs of many positions of one board, with one table for each side and claim."""

    def __init__(self, width: int, height: int) -> None:
        self.game, self.geometry = LineGame(width, height, 4, True), lf.geometry(width, height, 4)
        self.tables = {(side, wins): np.zeros((1 << 20, 2), np.uint64) for side in (0, 1) for wins in (True, False)}
        self.stack, self.out = np.zeros(search.STACK, np.uint64), np.zeros(lf.WORDS, np.uint64)

    def size(self, state: LineState, mine: bool, wins: bool, lines: int = 10) -> int:
        """Returns the size of a proof that the side to move (``mine``), or the other, wins or does not lose, or 0."""
        p, o = (state.own, state.own ^ state.mask) if mine else (state.own ^ state.mask, state.own)
        bottoms = int(self.geometry[lf.BOTTOM])
        if mine and self.game.holes(p, state.mask) & (state.mask + bottoms):
            return 1
        words = np.uint64(p), np.uint64(o), np.uint64(0)
        count = np.array([0, 5_000], np.int64)
        table = self.tables[(state.ply + (not mine)) % 2, wins]
        return int(search.prove(*words, mine, lines, wins, self.geometry, table, self.stack, self.out, count))


@pytest.mark.parametrize(
    ("width", "height", "every"),
    [(4, 4, 100), pytest.param(4, 4, 1, marks=pytest.mark.long), pytest.param(5, 4, 1, marks=pytest.mark.long)],
)
def test_every_certificate_of_small_boards_is_true(width: int, height: int, every: int) -> None:
    sweep, rng, number, counts = Sweep(width, height), random.Random(17), 0, Counter[str]()
    for own, mask, scores in layers(width, height, 4):
        for i in sorted(rng.sample(range(len(own)), -(-len(own) // every))):
            state, sign = LineState(int(own[i]), int(mask[i])), int(np.sign(scores[i]))
            for mine, wins in itertools.product((True, False), (True, False)):
                true = (sign if mine else -sign) >= wins
                size, number = sweep.size(state, mine, wins), number + 1
                assert true or not size, (state, mine, wins)
                counts["proven"] += size > 0
                counts["true"] += true
                if size and number % (every if every > 1 else 5_000) == 0:
                    mover = sweep.game.to_move(state)
                    proof = find(sweep.game, state, Claim(mover if mine else mover.other, wins), lines=10).certificate
                    assert fault(proof) == ""
                    counts["read by the checker"] += 1
                    counts["with cells set aside"] += any(node.aside for node in proof.nodes)
    print(f"{width}x{height}: {dict(counts)}")
    assert counts["proven"] > 0.4 * counts["true"]
    assert counts["with cells set aside"]


def test_cells_are_set_aside_only_by_the_theorem() -> None:
    certificate = certify("552757657266635632332362", False)
    assert certificate.size == 1
    places = [place for place, node in enumerate(certificate.nodes) if node.aside]
    assert [certificate.nodes[place].aside for place in places[:1]] == [(Pair((7, 5), (7, 6)),)]

    def with_aside(*aside: Pair) -> str:
        nodes = list(certificate.nodes)
        nodes[places[0]] = replace(nodes[places[0]], aside=aside)
        return fault(replace(certificate, nodes=tuple(nodes)))

    assert with_aside(Pair((7, 5), (7, 6))) == ""
    assert with_aside(Pair((1, 1), (1, 2))) == "cells cannot be set aside"  # open cells above
    assert with_aside(Pair((7, 6), (7, 5))) == "a pair fails"
    assert with_aside(Pair((7, 3), (7, 4))) == "the pairs overlap"  # a stone lies on g3
    assert with_aside(Pair((7, 4), (7, 5))) == "cells cannot be set aside"  # g6 is open
    assert with_aside() == "the open cells are counted wrongly"
    won = certify("54511146", True)
    aside = replace(won, nodes=(replace(won.nodes[0], aside=(Pair((2, 5), (2, 6)),)), *won.nodes[1:]))
    assert fault(aside) == "cells cannot be set aside"  # only where the side need not win


def test_stones_that_fill_cells_set_aside_must_not_complete_a_line() -> None:
    """Sets the cell aside on which Red completes a diagonal: the rest of the board says nothing then."""
    rows, answers, aside = ("X..X", "O..O", "OXXO", "XOXO"), (Answer(2, 2, None),), (Pair((3, 3), (3, 4)),)
    nodes = (Branch(answers, aside),)
    certificate = Certificate("connect4-4x4", 4, rows, Claim(Player.SECOND, False), None, 1, nodes)
    assert fault(certificate) == "the other side completes a line"
    harmless = ("X..O", "O..X", "OXXO", "XOXO")
    assert fault(replace(certificate, rows=harmless)) == ""


def certificates(count: int, lines: int, seed: int, exact: ExactScores) -> list[Certificate]:
    """Returns proofs of known positions and of positions of seeded random games, of at most ``lines`` branches."""
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
    """Returns the position after 14 to 28 random moves, or None if the game ended before."""
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
    """Returns the certificate with one value changed, such as a cell or a claim, or None if that is no certificate."""
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
