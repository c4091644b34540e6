"""Plays by the mind in the page, and compares its draws with those of the server's levels."""

import json
import random

import pytest
from playwright.sync_api import Page

from engine.games import LineGame, find
from engine.games.openings import random_opening
from engine.mind.levels.level import find_level
from engine.mind.levels.weak_play import weak_player
from engine.mind.search.kernels import KERNEL_CACHE

_GAME = """
async (text) => {
  const { board, levels } = JSON.parse(text);
  const { PageEngine } = await import("/static/js/engine/client.js");
  const { Opponent } = await import("/static/js/engine/opponent.js");
  const { endScore, movesOf, replay } = await import("/static/js/engine/board.js");
  const engine = new PageEngine(() => new Worker("/static/js/engine/worker.js", { type: "module" }));
  const thoughts = [];
  const minds = levels.map((level, i) => new Opponent(engine, board, { moves: [], level, seed: i }));
  minds[0].watch((thought) => thoughts.push(thought));
  const [moves, answers] = [[], []];
  while (endScore(board, replay(board, moves)) === null) {
    const mind = minds[moves.length % 2];
    const { move, answer } = await mind.choose();
    if (!movesOf(board, replay(board, moves)).includes(move)) throw new Error(`${moves} ${move}`);
    moves.push(move);
    answers.push(answer);
    for (const one of minds) one.follow([...moves]);
    mind.ponder();
  }
  for (const one of minds) one.close();
  return { moves, answers, thoughts, score: endScore(board, replay(board, moves)) };
}
"""
_CHANCES = """
async (text) => {
  const { board, games, levels } = JSON.parse(text);
  const { load, loadTree } = await import("/static/js/engine/loading.js");
  const { replay } = await import("/static/js/engine/board.js");
  const { Mind } = await import("/static/js/engine/mind/mind.js");
  const { valuesOf } = await import("/static/js/engine/mind/choice.js");
  const { allChances } = await import("/static/js/engine/mind/weak.js");
  const { levelOf } = await import("/static/js/engine/mind/levels.js");
  const { kernels, book } = await load(board, 1 << 20);
  const module = await loadTree();
  return games.map((moves, i) => {
    const level = levels[i];
    const mind = new Mind(kernels, book, module, 1 << 20, level, i);
    mind.follow(moves);
    while (mind.work(true, 1000));
    const known = mind.memorised ?? valuesOf(mind.bench);
    const chances = allChances(board, replay(board, moves), levelOf(level), known);
    mind.close();
    return Object.fromEntries(chances);
  });
}
"""


def _board(game: LineGame) -> dict[str, int]:
    return {"width": game.width, "height": game.height, "connect": game.connect}


def test_two_levels_play_a_game_in_the_page(modules: Page) -> None:
    game = find("connect4-5x4")
    assert isinstance(game, LineGame)
    found = modules.evaluate(_GAME, json.dumps({"board": _board(game), "levels": [10, 3]}))
    state = game.initial()
    for move in found["moves"]:
        state = game.play(state, move)
    outcome = game.outcome(state)
    assert outcome is not None
    assert outcome.winner is not game.to_move(game.initial()).other, "level 10 lets no draw slip"
    assert all(answer["proven"] for answer in found["answers"][::2])
    last = found["thoughts"][-1]
    assert last["ply"] <= len(found["moves"])
    seen = next(one for one in found["thoughts"] if one["moves"] and one["branches"])
    assert [view["move"] for view in seen["moves"]] == [1, 2, 3, 4, 5]
    assert any(one["pruned"] > 0 and one["kept"] > 0 for one in found["thoughts"])


@pytest.mark.parametrize(
    ("name", "count"),
    [("connect4", 60), *(pytest.param(name, 2000, marks=pytest.mark.long) for name in ("connect4", "connect4-7x7"))],
)
def test_levels_draw_their_moves_with_the_chances_of_the_server(modules: Page, name: str, count: int) -> None:
    game = find(name)
    assert isinstance(game, LineGame)
    KERNEL_CACHE.load(game)
    rng = random.Random(name)
    most = 9 if count > 100 else 7
    levels = [1 + i % most for i in range(count)]
    games = [random_opening(game, rng.randrange(game.max_plies - 6), rng.randrange(1 << 30)) for _ in levels]
    games = [list(moves) for moves in games]
    found = modules.evaluate(_CHANCES, json.dumps({"board": _board(game), "games": games, "levels": levels}))
    for moves, number, chances in zip(games, levels, found, strict=True):
        player = weak_player(game, find_level(number))
        assert player is not None
        expected = player.chances(moves)
        assert chances.keys() == {str(move) for move in expected}, (moves, number)
        for move, chance in expected.items():
            assert chances[str(move)] == pytest.approx(chance, abs=1e-9), (moves, number)
