"""Chooses the move of a mind, at its level, from all knowledge at the root."""

from engine.games import Move
from engine.games.game import score_of
from engine.mind.levels import weak_play
from engine.mind.levels.weak_play import dice, draw
from engine.mind.report.types import Choice
from engine.mind.root import Root
from engine.mind.search.shallow import shallow_values, without_blunders
from engine.mind.tree.reading import child_value
from engine.mind.tree.tree import Tree
from engine.mind.values import result_text, value_of, words
from engine.text import text

_GLANCE = 2
"""Plies of the textbook search without a tree: own wins and the other side's. Four plies hold the interpreter lock
for 36 ms, so on a server still without kernels eighty moves a second delayed every other move."""

_SLIP = 0.05  # a move is a slip if the best move is worth more by at least this


def choose(root: Root, *, seconds: float, expected: Move | None) -> Choice:
    """Returns the choice of a mind at ``root``. ``seconds`` is the time from the question to the answer, ``expected``
    the opponent's last move as the mind had expected one. Both are for the report."""
    tree = root.tree
    if tree is None or not tree.children(tree.root):
        return _unsearched(root, seconds, expected)
    perfect = root.setting.horizon is None
    rng = dice(root.seed, root.moves)
    latest = root.iteration_values
    values = {int(tree.move[c]): child_value(tree, c, latest.get(c)) for c in tree.children(tree.root)}
    judged = values
    if perfect:
        move = _perfect(root, tree, values)
    else:
        judged = weak_play.memorised_values(root.game, root.state, root.ply, root.setting) or values
        oversight = weak_play.has_oversight(root.setting, rng)
        move = weak_play.pick_move(root.game, root.state, root.setting, judged, oversight, rng)
    child = tree.child(tree.root, move)
    score = None
    if child >= 0 and tree.proven(child):
        score = score_of(root.game, -tree.low[child], root.ply, root.player)
    elif tree.proven(tree.root) and perfect:
        score = score_of(root.game, tree.low[tree.root], root.ply, root.player)
    slip = not perfect and judged.get(move, 0.0) < max(judged.values()) - _SLIP
    return Choice(
        ply=len(root.moves),
        move=move,
        value=values.get(move, 0.0),
        score=score,
        nodes=root.nodes,
        seconds=seconds,
        expected=expected,
        slip=slip,
        why=_why(root, tree, move),
        better=_best(judged) if slip else None,
    )


def _unsearched(root: Root, seconds: float, expected: Move | None) -> Choice:
    """Chooses without a search tree: from the opening book, or by a shallow search."""
    level = root.setting
    if numbers := root.book_numbers:
        number = max(numbers.values())
        move = _hardest(root, [move for move, worth in numbers.items() if worth == number], number)
        score = score_of(root.game, number, root.ply, root.player)
        return Choice(len(root.moves), move, value_of(number), score, 0, seconds, expected)
    plain = dict(root.plain.values) if root.plain else {}
    values = plain or weak_play.memorised_values(root.game, root.state, root.ply, level)
    values = values or shallow_values(root.game, root.state, min(level.horizon or _GLANCE, _GLANCE))
    if level.avoids_blunders:
        values = {move: values[move] for move in without_blunders(root.game, root.state, list(values))}
        values = {move: values[move] for move in weak_play.opening_squares(root.game, root.state, list(values))}
    move = draw(values, level.spread, dice(root.seed, root.moves))
    slip = values[move] < max(values.values()) - _SLIP
    better = _best(values) if slip else None
    why = _ahead(root.game.move_words(move), root.plain.depth) if plain and root.plain else ""
    nodes = root.nodes if plain else 0
    return Choice(len(root.moves), move, values[move], None, nodes, seconds, expected, slip, why, better)


def _best(values: dict[Move, float]) -> Move:
    return max(values, key=lambda move: values[move])


def _perfect(root: Root, tree: Tree, values: dict[Move, float]) -> Move:
    top = tree.root
    rng = dice(root.seed, root.moves)
    if tree.proven(top):
        number = tree.low[top]
        if root.tempting:
            return draw(root.tempting, 0.0, rng)
        holding = [int(tree.move[c]) for c in tree.children(top) if -tree.high[c] >= number]
        if holding:
            return _hardest(root, holding, number) if len(holding) > 1 else holding[0]
        if tree.best[top]:
            return int(tree.best[top])
    return draw(values, 0.0, rng)


def _hardest(root: Root, moves: list[Move], number: int) -> Move:
    """Returns, among ``moves`` of the exact value ``number``, the move with the most wrong replies. It uses the book
    only, because search results depend on the shared table and could not be repeated."""
    errors = {}
    for move in sorted(moves):
        replies = root.book.moves(root.game.play(root.state, move)) if root.book else {}
        errors[move] = float(sum(reply < -number for reply in replies.values()))
    return draw(errors, 0.0, dice(root.seed, root.moves))


def _why(root: Root, tree: Tree, move: Move) -> str:
    """Returns one plain sentence for the chosen ``move``."""
    perfect = root.setting.horizon is None
    child = tree.child(tree.root, move)
    node, sign = (tree.root, 1) if perfect and tree.proven(tree.root) else (child, -1)
    low, high = (tree.low[node], tree.high[node]) if sign > 0 else (-tree.high[node], -tree.low[node])
    result = words(root.game, low, high, root.ply, root.player) if node >= 0 else ""
    name = root.game.move_words(move)
    if result:
        return result_text(result, name)
    if perfect and tree.is_final(tree.root):
        return text("{Move} is best on average, seen to the end of the game.", move=name)
    return _ahead(name, max(root.depth, 1))


def _ahead(move: str, plies: int) -> str:
    return text("{Move} looks best, {n} move ahead.|{Move} looks best, {n} moves ahead.", move=move, n=plies)
