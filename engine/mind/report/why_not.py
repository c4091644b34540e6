"""Answers "why not here?": the line that refutes or supports a move, and a sentence."""

from collections.abc import Sequence
from typing import Any

from engine.games import CHANCE, Move
from engine.mind.report.types import Why
from engine.mind.root import Root
from engine.mind.tree.reading import best_line, child_value
from engine.mind.tree.tree import Tree
from engine.mind.values import result_text, words
from engine.text import Text, text

_CLOSE, _CLEAR, _LEAST = 0.02, 0.25, 0.0002
"""The least distance of two guesses that counts, the one from which on a move is clearly worse, and the least distance
of two values that are seen to the end, more than rounding."""


def explain(root: Root, moves: Sequence[Move]) -> Why:
    """Returns the mind's answer to ``moves`` from the root, about the last one; empty if one is not legal."""
    tree, game, state = root.tree, root.game, root.state
    above, node = -1, tree.root if tree else -1
    player = root.player
    for move in moves:
        if game.outcome(state) is not None or move not in game.moves(state):
            return Why((), "")
        player = game.to_move(state)
        state = game.play(state, move)
        above, node = node, tree.after(node, move) if tree and node >= 0 else -1
    if not moves:
        return Why((), "")
    if tree is None or node < 0:
        return Why(tuple(moves), text("I have not looked at {move} yet.", move=game.move_words(moves[-1])))
    shown = root.worth.get(moves[0]) if not moves[1:] else None
    low, high = (shown.low, shown.high) if shown else (-tree.high[node], -tree.low[node])
    reply = root.reply(moves[0]) if shown else root.reply_at(node, state, int(tree.low[node]))
    line = _line(root, tree, node, state, moves)
    if line[len(moves) :][:1] != ((reply,) if reply else ()):
        line = (*moves, reply) if reply else tuple(moves)
    result = words(game, low, high, root.ply + len(moves) - 1, player)
    name = game.move_words(moves[-1])
    told = result_text(result, name) if result else _opinion(root, tree, above, node, name)
    if reply is not None and game.to_move(state) is not CHANCE:
        answers = "{side} answers {move}." if result else "{side} would answer {move}."
        reply_name = game.place_name(reply) if game.board_size() is None else game.move_words(reply)
        answer = text(answers, side=game.player_names[1 - player], move=reply_name)
        told = text("{result} {answer}", result=told, answer=answer)
    if moves[1:]:
        told = text("After {moves}: {sentence}", moves=[game.move_words(move) for move in moves[:-1]], sentence=told)
    return Why(line, told)


def _line(root: Root, tree: Tree, node: int, state: Any, moves: Sequence[Move]) -> tuple[Move, ...]:
    """Returns ``moves`` and the best play that follows in the tree, as far as every move is legal."""
    line = list(moves)
    for step in best_line(tree, node):
        if root.game.outcome(state) is not None or step not in root.game.moves(state):
            break
        line.append(step)
        state = root.game.play(state, step)
    return tuple(line)


def _opinion(root: Root, tree: Tree, above: int, node: int, name: str) -> Text:
    rivals = {int(tree.move[child]): child_value(tree, child) for child in tree.children(above)}
    if above == tree.root:
        rivals = {move: worth.value for move, worth in root.worth.items()}
    best = max(rivals, key=lambda move: rivals[move])
    behind = rivals[best] - rivals[int(tree.move[node])]
    if behind < (_LEAST if tree.is_final(above) else _CLOSE):
        return text("{Move} is as good as any, as far as is known.", move=name)
    other = root.game.move_words(best)
    if behind < _CLEAR:
        return text("{Move} looks a little worse than {other}.", move=name, other=other)
    return text("{Move} looks clearly worse than {other}.", move=name, other=other)
