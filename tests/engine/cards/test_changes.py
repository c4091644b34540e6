"""Shows that the checker believes no changed mark, and no changed word of an opening, that is not true."""

import random
from pathlib import Path

import pytest

from engine.cards import check
from engine.cards.play import Opening
from engine.games import LineGame, LineState, Player
from tests.engine.cards.test_check import DATA, LARGE, SMALL, is_true, lines_of
from tests.engine.workshop.cards.published import Solution


def changes(lines: list[str], rng: random.Random) -> list[str]:
    """Returns the part with one level of one card changed."""
    number = rng.randrange(2, len(lines))
    at = rng.randrange(len(lines[number]))
    level = rng.choice([level for level in check.LEVELS if level != lines[number][at]])
    return [*lines[:number], lines[number][:at] + level + lines[number][at + 1 :], *lines[number + 1 :]]


def other_words(lines: list[str], rng: random.Random) -> list[str]:
    """Returns the part with one word of the opening changed: another column, another card, or the mirror image."""
    words = lines[1].split()
    at = rng.randrange(len(words))
    width = int(lines[0].split("x")[0])
    others = [str(column + 1) for column in range(width)]
    others += [f"{letter}{number}" for letter in "cm" for number in range(1, len(lines) - 1)]
    words[at] = rng.choice([word for word in others if word != words[at]])
    return [lines[0], " ".join(words), *lines[2:]]


def opening_is_true(lines: list[str], tree: list[tuple[str, check.Stones, str]]) -> bool:
    """Plays every reply to the opening up to the cards by the rules of the game, and not the checker's."""
    width, height = map(int, lines[0].split()[0].split("x"))
    game, board = LineGame(width, height, 4, True), check.Board(width, height, 4)
    side, wins = Player.SECOND if "second" in lines[0] else Player.FIRST, "wins" in lines[0]
    words = {at: word for _, at, word in tree}
    todo, seen = [game.initial()], set[LineState]()
    while todo:
        state = todo.pop()
        if state in seen:
            continue
        seen.add(state)
        outcome = game.outcome(state)
        if outcome:
            if outcome.winner is not side and (wins or outcome.winner is not None):
                return False
        elif game.to_move(state) is not side:
            todo += [game.play(state, move) for move in game.moves(state)]
        elif not any(_wins(game, game.play(state, move), side) for move in game.moves(state)):
            own, other = state.own, state.own ^ state.mask
            straight = words.get((own, other))
            word = straight or words[board.flip(own), board.flip(other)]
            if word.isdigit():
                move = int(word) if straight else width + 1 - int(word)
                if move not in game.moves(state):
                    return False
                todo.append(game.play(state, move))
    return True


def _wins(game: LineGame, state: LineState, side: Player) -> bool:
    outcome = game.outcome(state)
    return outcome is not None and outcome.winner is side


@pytest.mark.parametrize(
    ("size", "count", "taken"), [("4x5", 60, 0), pytest.param("6x4", 1_000, 1, marks=pytest.mark.long)]
)
def test_a_changed_word_of_the_opening_is_refused_or_true(size: str, count: int, taken: int) -> None:
    """Changes words, of which at least so many are ``taken`` by the checker."""
    lines, rng, refused = lines_of(DATA / f"{size}.cards"), random.Random(3), 0
    assert opening_is_true(lines, check.checked(lines)[1].tree)
    for _ in range(count):
        changed = other_words(lines, rng)
        why, part = check.checked(changed)
        assert why or (is_true(changed, part.tree) and opening_is_true(changed, part.tree))
        refused += bool(why)
    assert 0 < refused <= count - taken


@pytest.mark.parametrize(("path", "count"), [(SMALL, 12), pytest.param(LARGE, 10_000, marks=pytest.mark.long)])
def test_a_changed_mark_is_refused_or_true(path: Path, count: int) -> None:
    """Plays only the leaves of the changed card: all else is as it was. A checker apart from ours says what is true."""
    lines, rng, refused = lines_of(path), random.Random(2), 0
    opening = Opening()
    opening.check(lines)
    board = opening.board
    leaves = dict[int, list[check.Stones]]()
    for _, at, word in opening.tree:
        if not word.isdigit():
            seen = (board.flip(at[0]), board.flip(at[1])) if word[0] == "m" else at
            leaves.setdefault(int(word[1:]), []).append(seen)
    theirs, width, height = Solution(lines[0]), board.width, board.height
    for _ in range(count):
        changed = changes(lines, rng)
        number = next(at for at, (a, b) in enumerate(zip(lines, changed, strict=True)) if a != b) - 1
        card = check.Card(board, changed[number + 1])
        rows = tuple(changed[number + 1][at : at + width] for at in range(0, width * height, width))
        true = all(theirs.leaf(columns(at, board, theirs), rows) == "" for at in leaves[number])
        assert accepts(card, leaves[number], theirs.wins) == true
        refused += not true
    assert 0 < refused < count


def columns(at: check.Stones, board: check.Board, theirs: Solution) -> tuple[str, ...]:
    """Returns the columns of a position, from below."""
    cells = [[1 << column * board.step + row for row in range(board.height)] for column in range(board.width)]
    stones = (theirs.me, at[0]), (theirs.you, at[1])
    return tuple("".join(stone * bool(own & cell) for cell in column for stone, own in stones) for column in cells)


def accepts(card: check.Card, leaves: list[check.Stones], wins: bool) -> bool:
    """Tells whether the checker lets a card play on from some leaves."""
    try:
        for at in leaves:
            card.keep(at, wins)
    except check.RefusedError:
        return False
    return True
