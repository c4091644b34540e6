"""Plays by the cards in the page's engine: what a perfect level has not proven in time."""

import json
import random

import pytest
from playwright.sync_api import Page

from engine.cards.play import SHIPPED, shipped_card_players
from engine.games import LineGame
from tests.browser.engine_parity import board_of

_BY_CARDS = """
async (text) => {
  const { board, side, replies } = JSON.parse(text);
  const { load, loadCards, loadTree } = await import("/static/js/engine/loading.js");
  const { endScore, movesOf, replay } = await import("/static/js/engine/board.js");
  const { Mind } = await import("/static/js/engine/mind/mind.js");
  const [{ kernels }, cards] = await Promise.all([load(board, 1 << 20), loadCards(board, side)]);
  const module = await loadTree(board);
  const results = [];
  for (const draws of replies) {
    const mind = new Mind(kernels, null, module, 1 << 20, 10, 1);
    mind.cards = cards;
    const [moves, words] = [[], []];
    while (endScore(board, replay(board, moves)) === null) {
      const able = movesOf(board, replay(board, moves));
      mind.follow([...moves]);
      if (moves.length % 2 === side) {
        const { move, answer } = mind.answer({ seconds: 0, nodes: 0, waited: 0 });
        moves.push(move);
        words.push(answer.words);
      } else moves.push(able[Math.floor(draws[moves.length] * able.length)]);
    }
    mind.close();
    const score = endScore(board, replay(board, moves));
    results.push({ moves, words, score: moves.length % 2 === side ? score : -score });
  }
  return { wins: cards.wins, results };
}
"""
_FIRST_MOVE = """
async (text) => {
  const { board, moves } = JSON.parse(text);
  const { PageEngine } = await import("/static/js/engine/client.js");
  const { Opponent } = await import("/static/js/engine/opponent.js");
  const engine = new PageEngine(() => new Worker("/static/js/engine/worker.js", { type: "module" }));
  const mind = new Opponent(engine, board, { moves, level: 10, seed: 1 });
  let chosen = await mind.choose();
  while (chosen.answer.words !== "wins") chosen = await mind.choose(); // the cards come late on a busy machine
  mind.close();
  return chosen;
}
"""


def _game(size: str) -> LineGame:
    width, height = map(int, size.split("x"))
    return LineGame(width, height, connect=4, gravity=True)


@pytest.mark.parametrize("size", [
    pytest.param(path.stem, marks=[pytest.mark.long] * bool(at % 12))
    for at, path in enumerate(sorted(SHIPPED.glob("*.cards")))
])  # fmt: skip
def test_the_perfect_level_needs_no_search_where_there_are_cards(modules: Page, size: str) -> None:
    game, rng = _game(size), random.Random(size)
    for side, sheet in shipped_card_players(game).items():
        replies = [[rng.random() for _ in range(game.max_plies)] for _ in range(12)]
        asked = {"board": board_of(game), "side": int(side), "replies": replies}
        found = modules.evaluate(_BY_CARDS, json.dumps(asked))
        for result in found["results"]:
            moves, said = result["moves"], {*result["words"]}
            assert moves[int(side) :: 2] == [sheet.move(moves[:ply]) for ply in range(int(side), len(moves), 2)]
            assert result["score"] > 0 if found["wins"] else result["score"] >= 0, moves
            assert said <= {"wins" if found["wins"] else "at least a draw"}


def test_a_due_move_that_no_search_proves_in_time_is_that_of_the_cards(modules: Page) -> None:
    game = _game("6x7")
    (sheet,) = shipped_card_players(game).values()
    chosen = modules.evaluate(_FIRST_MOVE, json.dumps({"board": board_of(game), "moves": []}))
    assert chosen["move"] == sheet.move([])
    assert chosen["value"] >= 0.9
    assert not chosen["answer"]["proven"], "nobody has counted how soon"
