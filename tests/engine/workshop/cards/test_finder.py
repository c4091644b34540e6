"""Searches cards of early positions: in more levels than the coach's kinds, and where all replies are too many."""

import random

import pytest

from engine.coach.certificate import Claim
from engine.coach.diagram import marked
from engine.commands.solve import board_called
from engine.games import Player, replay
from engine.workshop.cards import sharing
from engine.workshop.cards.board import Position
from engine.workshop.cards.finder import Finder, Library, Question
from engine.workshop.cards.sharing import KINDS, Sharer, spread, squeezed

GAME, CLAIM = board_called("7x6"), Claim(Player.FIRST, True)
START = sum(1 << 7 * column + row for column in range(7) for row in (1, 3, 5)), *[0] * (KINDS - 1)


def position(moves: str) -> Position:
    state = replay(GAME, [int(column) for column in moves])
    return Position(state.own, state.own ^ state.mask)


def test_an_early_position_has_a_card_of_more_levels_than_the_coach_has_kinds() -> None:
    at = position("42656353")
    question = Question(at, (), positions=2_000_000)
    card = Finder(GAME, CLAIM).find(question).card
    assert card is not None
    assert sum(map(bool, card)) > 6
    library = Library(GAME, CLAIM)
    library.add(card)
    assert library.holding(at) == 0
    assert Finder(GAME, CLAIM).find(question).card == card


def test_moving_the_kinds_of_a_card_changes_no_move() -> None:
    rng = random.Random(4)
    for many in range(1, KINDS + 1):
        card = [0] * KINDS
        for kind in sorted(rng.sample(range(KINDS), many)):
            card[kind] = 1 << 40 + kind
        for at in range(40):
            if kind := rng.randrange(KINDS + 1):
                card[kind - 1] |= (card[kind - 1] and 1) << at
        for moved in (squeezed(card), spread(card), squeezed(spread(card))):
            assert len(moved) == KINDS
            assert squeezed(moved) == squeezed(card)
            for playable in (rng.getrandbits(40) & rng.getrandbits(40) for _ in range(50)):
                assert marked(moved, playable) == marked(card, playable)


def test_a_search_goes_on_where_all_replies_to_a_bad_card_are_too_many(monkeypatch: pytest.MonkeyPatch) -> None:
    at, most = position("43676151"), 200
    monkeypatch.setattr(sharing, "_TREE", most)
    sharer, library = Sharer(GAME, CLAIM, 1), Library(GAME, CLAIM)
    card = sharer.card([at], START, 2_000_000)
    assert card is not None
    assert sharer.played > 100 * most
    library.add(card)
    assert library.holding(at) == 0
