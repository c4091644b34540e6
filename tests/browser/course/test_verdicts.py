"""Plays each of the three verdicts of "Learn to win" on the boards to begin with and on one that the second side holds.

They are for the sheet's move, for another move that keeps the result and is no failure, and for a move that gives the
result away and is refuted on the board. The exact search of the library judges each here.
"""

import itertools
import re
from collections import deque
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from typing import NamedTuple

import pytest
from playwright.sync_api import expect

from engine import ExactScores
from engine.cards.teaching.course import Course
from engine.commands.solve import board_called
from engine.games import Move, Player, replay
from tests.browser.coach.test_coach import drop
from tests.browser.conftest import OpenTable
from tests.browser.course.test_learn_to_win import _POINTS, _asked, course_called, players_of
from tests.browser.table_page import TablePage

BOARDS = ["6x4-2", *(pytest.param(name, marks=pytest.mark.long) for name in ("4x4-1", "5x5-2", "7x6-1"))]
"""Boards to begin with, of which 4x4 is drawn, and 5x5, which the second player holds."""
DEEPEST, LOOKED_AT = 6, 400
_CHOOSE = "() => { Math.random = () => window.chosen ?? 0; }"
_REPLY = """async ([file, moves, reply]) => {
  const { courseOf } = await import("/static/js/course/model/course.js");
  const { replies } = await import("/static/js/course/model/discs.js");
  const able = replies(courseOf(file).info, moves);
  window.chosen = (Math.max(0, able.indexOf(reply)) + 0.5) / able.length;
  return able;
}"""
"""Sets what the other side replies next, and tells what it may reply."""


class Turn(NamedTuple):
    """Holds a position within a lesson: where the lesson begins, the moves from there, and the score of each move."""

    lesson: str
    begin: tuple[Move, ...]
    line: tuple[Move, ...]
    scores: Mapping[Move, int]
    answer: Move

    @property
    def moves(self) -> tuple[Move, ...]:
        return self.begin + self.line


@cache
def exact(size: str) -> ExactScores:
    return ExactScores(board_called(size))


def sign(score: int) -> int:
    return (score > 0) - (score < 0)


def turns(course: Course, points: Mapping[str, Sequence[Move]]) -> Iterator[Turn]:
    """Yields positions with the side to move, as lessons come to them: of the opening, then along a card."""
    game = board_called(course.size)
    sheet = players_of(course.size)[Player.SECOND if course.second else Player.FIRST]
    todo = deque((lesson, tuple(points[lesson]), tuple[Move, ...]()) for lesson in course.lessons())
    while todo:
        lesson, begin, line = todo.popleft()
        state = replay(game, begin + line)
        answer = sheet.move(list(begin + line))
        yield Turn(lesson, begin, line, exact(course.size)(state), answer)
        after = game.play(state, answer)
        if lesson.startswith("n") or len(line) >= DEEPEST or game.outcome(after) is not None:
            continue
        for reply in game.moves(after):
            then = game.play(after, reply)
            safe = all(game.outcome(game.play(then, move)) is None for move in game.moves(then))
            if game.outcome(then) is None and safe:
                todo.append((lesson, begin, (*line, answer, reply)))


def found(course: Course, points: Mapping[str, Sequence[Move]], *, keeps: bool) -> tuple[Turn, Move]:
    """Returns a position and another move than the sheet's that keeps the result, or gives it away."""
    for turn in itertools.islice(turns(course, points), LOOKED_AT):
        for move, score in turn.scores.items():
            if move != turn.answer and (sign(score) >= course.wins) is keeps:
                return turn, move
    raise AssertionError(f"no such move on {course.name}")


def come_to(table: TablePage, course: Course, turn: Turn) -> None:
    """Begins a lesson, without help, and plays it on to a position."""
    _asked(table, course.name, turn.lesson)
    table.page.evaluate(_CHOOSE)
    moves = list(turn.begin)
    for own, reply in zip(turn.line[::2], turn.line[1::2], strict=True):
        moves.append(own)
        able = table.page.evaluate(_REPLY, [course.as_json(), moves, reply])
        assert reply in able
        drop(table.page, own)
        moves.append(reply)
        table.wait_for_discs(len(moves))
        expect(table.head).to_have_text("Your turn.")


def finish(table: TablePage, course: Course, turn: Turn, failed: bool) -> None:
    """Plays the sheet's moves to the end of the lesson, which counts as failed or not, and reads why."""
    sheet = players_of(course.size)[Player.SECOND if course.second else Player.FIRST]
    moves, next_lesson = list(turn.moves), table.page.get_by_role("button", name="Next lesson")
    while next_lesson.is_hidden():
        moves.append(sheet.move(moves))
        able = table.page.evaluate(_REPLY, [course.as_json(), moves, 0])
        drop(table.page, moves[-1])
        expect(table.head).to_have_text(re.compile(r"^(Your turn|Right|That is it)\."))
        if next_lesson.is_visible():
            break
        table.wait_for_discs(len(moves) + 1)
        moves.append(able[0])
        expect(table.head).to_have_text(re.compile(r"^(Your turn|Right|That is it)\."))
    expect(table.head).to_have_text("That is it." if failed else "Right.")
    me = ("Red", "Yellow")[course.second]
    end = "wins" if course.wins else "does not lose"
    proof = rf"Every reply was played to the end: {me} {end}\."
    reason = r"It (completes|stops|threatens|builds) .+|From there the cards answer every reply\."
    why = proof if turn.lesson.startswith("c") else reason
    expect(table.sub).to_have_text(re.compile(rf"^({why})( It comes again in a moment\.)?$"))


@pytest.mark.parametrize("name", BOARDS)
def test_a_move_is_the_sheet_s_or_keeps_the_result_too_or_is_refuted(open_table: OpenTable, name: str) -> None:
    course = course_called(name)
    game, foe = board_called(course.size), ("Yellow", "Red")[course.second]
    table = open_table(f"/coach/win?course={name}", wiped=True, width=390, height=844)
    points: dict[str, list[Move]] = table.page.evaluate(_POINTS, course.as_json())

    # Another move that keeps the result is no failure.
    turn, move = found(course, points, keeps=True)
    come_to(table, course, turn)
    drop(table.page, move)
    better, best = turn.scores[move], turn.scores[turn.answer]
    verdict = (
        "even wins"
        if best <= 0 < better
        else "holds, too"
        if not course.wins and better == best
        else "wins, too"
        if better == best
        else "wins, too, even sooner"
        if better > best
        else "wins, too, but later"
    )
    expect(table.head).to_have_text(f"Column {move} {verdict}.")
    expect(table.sub).to_have_text(re.compile("^The sheet prefers another move: .* Find the sheet’s move"))
    expect(table.page.locator(".disc")).to_have_count(len(turn.moves))
    assert table.sub.evaluate("(sub) => sub.scrollHeight <= sub.clientHeight + 1")  # nothing is cut off on a phone
    finish(table, course, turn, failed=False)

    # A move that gives it away is refuted on the board.
    turn, move = found(course, points, keeps=False)
    come_to(table, course, turn)
    drop(table.page, move)
    loses, after = sign(turn.scores[move]) < 0, [*turn.moves, move]
    expect(table.head).to_have_text(f"Column {move} {'gives the win away' if course.wins else 'loses'}.")
    end = r"wins( at once| in \d+ moves)?" if loses else "holds the draw"
    expect(table.sub).to_have_text(re.compile(rf"^{foe} answers \d and {end}\."))
    reply = int(re.findall(r"answers (\d)", table.sub.inner_text())[0])
    assert sign(exact(course.size)(replay(game, after))[reply]) >= (1 if loses else 0)
    table.wait_for_discs(len(after) + 1)
    finish(table, course, turn, failed=True)
