"""Makes the cards of whole boards: one part for the winner, or one for each side of a draw."""

from itertools import zip_longest
from pathlib import Path

from engine.coach.certificate import Claim
from engine.coach.proof_search import check_game
from engine.coach.proving.oracle import Value, value
from engine.coach.proving.prove import claims
from engine.games import LineGame
from engine.solver.book.book import book_of
from engine.solver.solver import Solver
from engine.workshop.cards import file
from engine.workshop.cards.board import Board
from engine.workshop.cards.make import Maker, Task, Tell, answer
from engine.workshop.pool import Job, Pool


def make(game: LineGame, path: Path, *, effort: int, table_mb: float, pool: Pool, tell: Tell) -> list[Maker]:
    """Writes the cards of a board's value from the empty board, as soon as there are some and each time that there are
    fewer, and returns the makers with all that they found.

    Work is kept beside the file, so after an interruption the same call continues. A call with a larger ``effort``
    improves what is there. Without such work the cards of the file, if it is there, are the first solution. Raises
    GameError if the game has no proofs, or the file is there and has no cards for the board.

    Args:
        effort: positions played for one card, at most.
        table_mb: size of the solver's table in MiB.
        tell: called from time to time.
    """
    check_game(game)
    solver, initial = Solver(game.width, game.height, game.connect, table_mb=table_mb), game.initial()
    book = book_of(game)
    score = book.score(initial) if book else None
    found = value(solver, initial, lambda: None) if score is None else Value((score > 0) - (score < 0), 0, 0)
    makers, texts = list[Maker](), dict[Claim, str]()
    with pool.workers(Job(answer)) as answers:
        for claim in claims(game, initial, found):
            work = path.with_name(f"{path.name}.{int(claim.side) + 1}.work")
            board, begins = Board(game, claim, solver), path.exists() and not work.exists()
            makers.append(Maker(Task(game, claim), board, answers, work, tell))
            if begins and (known := file.part_in(path, board)):
                makers[-1].begin_with(*known)
        for solutions in zip_longest(*(maker.improve(effort) for maker in makers)):  # both sides of a draw in turn
            for maker, solution in zip(makers, solutions, strict=True):
                if solution is not None:
                    texts[maker.task.claim] = file.part_of(maker.board, maker.library.cards, solution)
            file.write(path, [*texts.values()], sum(maker.seconds for maker in makers))
    return makers
