"""Plays by the mind in the page, and compares its draws with those of the server's levels."""

import json
import random

import msgspec
import pytest
from playwright.sync_api import Page

from engine.games import LineGame, find, replay
from engine.games.openings import random_opening
from engine.mind.levels.level import find_level
from engine.mind.levels.weak_play import _candidates, odds, weak_player
from engine.mind.mind import Mind
from engine.mind.planner import Purpose
from engine.mind.search.kernels import KERNEL_CACHE
from engine.solver.book.book import shipped_book
from tests.browser.engine_parity import board_of
from tests.profiles import by_day
from webapp.play.table.engine_views import tree_view

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
_ALL_CHANCES = """
  const { chancesOf } = await import("/static/js/engine/mind/weak.js");
  const allChances = (board, position, level, values) => {  // over both draws: the oversight, and the move
    const chances = new Map();
    for (const [oversight, share] of [[true, level.miss], [false, 1 - level.miss]])
      for (const [move, chance] of chancesOf(board, position, level, values, oversight))
        if (share * chance) chances.set(move, (chances.get(move) ?? 0) + share * chance);
    return chances;
  };
"""
_CHANCES = """
async (text) => {
  const { board, games, levels } = JSON.parse(text);
  const { load, loadTree } = await import("/static/js/engine/loading.js");
  const { replay } = await import("/static/js/engine/board.js");
  const { Mind } = await import("/static/js/engine/mind/mind.js");
  const { valuesOf } = await import("/static/js/engine/mind/choice.js");
  ALL_CHANCES
  const { levelOf } = await import("/static/js/engine/mind/values.js");
  const { kernels, book } = await load(board, 1 << 20);
  const module = await loadTree(board);
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
_THOUGHTS = """
async (text) => {
  const { board, moves, level, ponders } = JSON.parse(text);
  const { load, loadTree } = await import("/static/js/engine/loading.js");
  const { Mind } = await import("/static/js/engine/mind/mind.js");
  const { kernels } = await load(board, 1 << 20);
  const mind = new Mind(kernels, null, await loadTree(board), 1 << 23, level, 0);
  const thoughts = [];
  for (let ply = 0; ply <= moves.length; ply += 1) {
    mind.follow(moves.slice(0, ply));
    while (mind.work(!ponders || ply % 2 === 0, 1000));
    thoughts.push(mind.thought({ pondering: false, busy: false }));
  }
  return thoughts;
}
"""
_HINT = """
async (text) => {
  const { moves, ready } = JSON.parse(text);
  const { Questions } = await import("/static/js/net/questions.js");
  const { OwnEngine } = await import("/static/js/engine/own/own.js");
  const { PageEngine } = await import("/static/js/engine/client.js");
  const state = {
    game: { game_id: "g", ply: moves.length, moves, help: true },
    info: { board: [7, 6], connect: 4, gravity: true, sides: ["red", "yellow"], players: ["Red", "Yellow"] },
    connection: { status: "online" },
    engineView: { readiness: { ready }, ownLost: false },
  };
  const [told, asked] = [[], []];
  const table = {
    state: () => state,
    dispatch: (action) => told.push(action),
    attempt: (act) => act(),
    socket: {
      call: async (event) => {
        asked.push(event);
        return { move: 1, said: "The server says so.", value: 0, proven: false };
      },
    },
  };
  const questions = new Questions(table, async () => "");
  const engine = new PageEngine(() => new Worker("/static/js/engine/worker.js", { type: "module" }));
  questions.loading = Promise.resolve(new OwnEngine(table.dispatch, () => {}, engine));
  await questions.hint();
  return { ...told.at(-1), asked };
}
"""
_FREE = {"pondering", "busy", "nodes_per_second"}
"""What the moment decides, not the search."""


def test_two_levels_play_a_game_in_the_page(modules: Page) -> None:
    game = find("connect4-5x4")
    assert isinstance(game, LineGame)
    found = modules.evaluate(_GAME, json.dumps({"board": board_of(game), "levels": [10, 3]}))
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
    KERNEL_CACHE.kernels_for(game)
    rng = random.Random(name)
    most = 9 if count > 100 else 7
    levels = [1 + i % most for i in range(count)]
    games = [random_opening(game, rng.randrange(game.max_plies - 6), rng.randrange(1 << 30)) for _ in levels]
    games = [list(moves) for moves in games]
    found = modules.evaluate(
        _CHANCES.replace("ALL_CHANCES", _ALL_CHANCES),
        json.dumps({"board": board_of(game), "games": games, "levels": levels}),
    )
    for moves, number, chances in zip(games, levels, found, strict=True):
        player = weak_player(game, find_level(number))
        assert player is not None
        expected = player.chances(moves)
        assert chances.keys() == {str(move) for move in expected}, (moves, number)
        for move, chance in expected.items():
            assert chances[str(move)] == pytest.approx(chance, abs=1e-9), (moves, number)


_GIVEN = """
async (text) => {
  const { board, asked } = JSON.parse(text);
  const { replay } = await import("/static/js/engine/board.js");
  ALL_CHANCES
  const { levelOf } = await import("/static/js/engine/mind/values.js");
  return asked.map(([moves, level, values]) =>
    Object.fromEntries(allChances(board, replay(board, moves), levelOf(level), new Map(values))));
}
"""


@pytest.mark.parametrize("name", by_day(["tictactoe", "gomoku7"], 2))
def test_levels_draw_from_given_values_as_the_server_does_without_gravity(modules: Page, name: str) -> None:
    game, rng = find(name), random.Random(name)
    assert isinstance(game, LineGame)
    asked = list[tuple[list[int], int, list[tuple[int, float]]]]()
    for i in range(45):
        moves = list(random_opening(game, rng.randrange(min(20, game.max_plies - 3)), rng.randrange(1 << 30)))
        legal = game.moves(replay(game, moves))
        asked.append((moves, 1 + i % 9, [(move, rng.uniform(-1, 1)) for move in legal]))
    found = modules.evaluate(
        _GIVEN.replace("ALL_CHANCES", _ALL_CHANCES), json.dumps({"board": board_of(game), "asked": asked})
    )
    for (moves, number, values), chances in zip(asked, found, strict=True):
        state, level, expected = replay(game, moves), find_level(number), dict[int, float]()
        for oversight, share in ((True, level.miss), (False, 1 - level.miss)):
            for move, chance in odds(*_candidates(game, state, level, dict(values), oversight)).items():
                if share * chance:
                    expected[move] = expected.get(move, 0.0) + share * chance
        assert chances.keys() == {str(move) for move in expected}, (moves, number)
        for move, chance in expected.items():
            assert chances[str(move)] == pytest.approx(chance, abs=1e-9), (moves, number)


@pytest.mark.parametrize(
    ("name", "level", "ponders"),
    [
        *(("connect4-7x5", 4, False), ("tictactoe", 3, True)),
        *(
            pytest.param(name, level, True, marks=pytest.mark.long)
            for name, level in (
                ("gomoku7", 3),
                ("connect4-7x5", 6),
                ("connect4-7x5", 8),
                ("tictactoe", 10),
                ("connect4-8x8", 4),
            )
        ),
    ],
)
def test_a_mind_in_the_page_shows_the_thoughts_of_a_mind_on_the_server(
    modules: Page, name: str, level: int, ponders: bool
) -> None:
    game = find(name)
    assert isinstance(game, LineGame)
    KERNEL_CACHE.kernels_for(game)
    moves = list(random_opening(game, min(11, game.max_plies - 2), level))
    asked = {"board": board_of(game), "moves": moves, "level": level, "ponders": ponders}
    found = modules.evaluate(_THOUGHTS, json.dumps(asked))
    mind = Mind(game, level, seed=0, uses_book=False)
    for ply, thought in enumerate(found):
        mind.follow(moves[:ply])
        while mind.work(Purpose.PONDER if ponders and ply % 2 else Purpose.CHOOSE, seconds=10.0):
            pass
        expected = json.loads(msgspec.json.encode(mind.digest()))
        shown = {name: value for name, value in thought.items() if name in expected.keys() - _FREE}
        assert shown == {name: value for name, value in expected.items() if name in shown}, ply
        assert thought["branches"] == tree_view(mind.top()), ply


def test_the_page_answers_hints_until_the_servers_engine_is_ready(modules: Page) -> None:
    asked = {"moves": [4, 4, 4, 4, 4, 2], "ready": False}
    found = modules.evaluate(_HINT, json.dumps(asked))
    assert found["asked"] == []
    assert found["hint"]["move"] in _best(asked["moves"])
    assert found["hint"]["why"].endswith(" This browser’s engine says so: the server’s is starting.")
    assert found["hint"]["why"].startswith(f"Column {found['hint']['move']} ")
    found = modules.evaluate(_HINT, json.dumps(asked | {"ready": True}))
    assert found["asked"] == ["hint"]
    assert found["hint"]["why"] == "The server says so."


def _best(moves: object) -> set[int]:
    book, game = shipped_book(), find("connect4")
    assert book is not None
    assert isinstance(moves, list)
    numbers = book.moves(replay(game, moves))
    return {move for move, number in numbers.items() if number == max(numbers.values())}
