import pytest

from engine.arena.regret import JudgedPosition, positions, record, table
from engine.games import GameError, find, replay
from engine.mind.search.kernels import KERNEL_CACHE
from tests.engine.mind.conftest import plain_number


def test_positions_are_judged_exactly_and_the_perfect_level_regrets_nothing() -> None:
    game = find("connect4-5x4")
    KERNEL_CACHE.table_mb = 16
    KERNEL_CACHE.warm_up(game)
    judged = [one for one in positions(game, 20, 1) if len(one.moves) > 11]
    assert judged
    for one in judged[:2]:
        state = replay(game, one.moves)
        numbers = {move: -plain_number(game, game.play(state, move)) for move in game.moves(state)}
        order = sorted(numbers, key=lambda move: (numbers[move], move))
        assert [one.scores[move].sign for move in order] == [(n > 0) - (n < 0) for n in sorted(numbers.values())]
    perfect, weak = table(game, judged, levels=[10, 1])
    assert (perfect.kept, perfect.plies) == (1.0, 0.0)
    assert weak.kept < 1
    assert weak.plies > 0
    assert record(game, judged, [perfect])["levels"] == {"10": {"kept": 1.0, "plies": 0.0}}


def test_the_same_seed_judges_the_same_positions() -> None:
    game = find("connect4-5x4")
    KERNEL_CACHE.warm_up(game)
    one, two, other = (list(positions(game, 3, seed)) for seed in (5, 5, 6))
    assert one == two != other
    assert all(isinstance(position, JudgedPosition) for position in one)


def test_a_game_without_a_solver_is_refused() -> None:
    with pytest.raises(GameError, match="no exact solver"):
        next(positions(find("tictactoe"), 1))
