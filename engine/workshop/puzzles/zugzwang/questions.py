"""Asks about scenes. Each answer is a value of the certificate, and play on the board refutes each wrong one."""

from collections.abc import Callable, Iterator, Mapping
from typing import Any

import msgspec

from engine.coach.certificate import Pair, Wait
from engine.games import Cell, LineGame, LineState, Move, Player
from engine.workshop.puzzles.zugzwang.endgame import Endgame
from engine.workshop.puzzles.zugzwang.scene import Scene

PLAYED_OUT = 12
"""Empty cells of a position that is played out while the questions are made."""
_BOXES = range(4, 9)  # cells to choose from


class Threat(msgspec.Struct, frozen=True):
    """Holds a threat to choose: its owner, the cell that completes the line, and the line."""

    side: Player
    target: Cell
    line: tuple[Cell, ...]


class Question(msgspec.Struct, frozen=True):
    """Asks one thing about a position.

    Attributes:
        kind: ``fill`` (who must fill the cell), ``reach`` (which cells can the other side still get), ``keep`` (which
            column keeps the count) or ``useless`` (which of two threats is useless).
        moves: the moves to the position.
        side: the side of the proof, which wins if ``wins`` and else does not lose.
        cell: the cell asked about in ``fill``.
        pairs: the answers of the side, all of them where ``kind`` needs them.
        waits: the side's waiting lines.
        threats: the two threats of ``useless``.
        options: what one can choose: sides, cells or columns.
        answer: the right ones.
        plays: moves from the position on, by option: they refute a wrong answer.
    """

    kind: str
    moves: str
    side: Player
    wins: bool
    cell: Cell | None
    pairs: tuple[Pair, ...]
    waits: tuple[Wait, ...]
    threats: tuple[Threat, ...]
    options: tuple[Any, ...]
    answer: tuple[Any, ...]
    plays: tuple[str, ...]

    @property
    def name(self) -> str:
        """Names the question."""
        return f"{self.kind}-{self.moves}"


def who_fills(scene: Scene, turn: int) -> Question | None:
    """Asks who must fill a cell: the one below a waiting four, or one of a pair of cells. ``turn`` chooses."""
    if not scene.answers_above or len(scene.leaf.waits) != 1 or not scene.leaf.pairs:
        return None
    top = max(scene.leaf.pairs, key=lambda pair: (pair.second[1], pair.second[0]))
    cell = (scene.leaf.waits[0].below, top.second, top.second, top.first)[turn % 4]
    who = scene.side if cell == top.second else scene.side.other
    play = scene.last_stand() if cell == scene.leaf.waits[0].below else scene.route(cell, who)
    if (
        play is None
        or scene.fillers(cell) != {who}
        or (cell == scene.leaf.waits[0].below and not _ends_on_the_wait(scene, play))
    ):
        return None
    sides = (Player.FIRST, Player.SECOND)
    return _question("fill", scene, sides, (who,), [play if one != who else () for one in sides], cell=cell)


def who_can_get(scene: Scene, _turn: int) -> Question | None:
    """Asks which of the open cells the other side can still get."""
    cells = scene.open_cells
    if len(cells) not in _BOXES or len(cells) == len(scene.leaf.reach):
        return None
    plays = list[tuple[Move, ...]]()
    for cell in cells:
        play = scene.route(cell, scene.side.other if cell in scene.leaf.reach else scene.side)
        if play is None:
            return None
        plays.append(play)
    return _question("reach", scene, cells, tuple(cell for cell in cells if cell in scene.leaf.reach), plays)


def which_keeps(scene: Scene, turn: int) -> Question | None:
    """Asks for the answer to a move of the other side, where every other answer gives the win away."""
    if not scene.certificate.claim.wins or len(scene.leaf.waits) != 1 or _empty(scene) > PLAYED_OUT:
        return None
    at, endgame = scene.at, Endgame(scene.game)
    firsts = [pair for pair in scene.leaf.pairs if pair.first[0] in at.game.moves(at.state)]
    for pair in firsts[turn % max(1, len(firsts)) :] + firsts[: turn % max(1, len(firsts))]:
        if at.game.landing(at.state, pair.first[0]) != pair.first:
            continue
        after = at.play(pair.first[0])
        own, mask = after.state.own, after.state.mask
        if any(_completes_now(at.game, LineState(stones, mask)) for stones in (own, own ^ mask)):
            continue  # a line or a block is no question of the count
        moves = endgame.moves(mask)
        keep = [move for move, bit in moves if endgame.after(own, mask, bit) == 1]
        if keep != [pair.second[0]] or len(moves) < 3:
            continue
        wanted = at.game.bit(scene.leaf.waits[0].target)
        plays = [
            () if move in keep else (move, *endgame.best_line(own ^ mask, mask | bit, wanted)) for move, bit in moves
        ]
        made = _question("keep", scene, tuple(move for move, _ in moves), tuple(keep), plays)
        return msgspec.structs.replace(made, moves=made.moves + str(pair.first[0]))
    return None


def which_is_useless(scene: Scene, _turn: int) -> Question | None:
    """Asks which of two threats is useless: without it the result stays, without the other the win is gone."""
    if not scene.certificate.claim.wins or len(scene.leaf.waits) != 1 or _empty(scene) > PLAYED_OUT:
        return None
    at, game, wait = scene.at, scene.game, scene.leaf.waits[0]
    needed = Threat(scene.side, wait.target, wait.line)
    if _wins_without(scene, needed) or not _ends_on_the_wait(scene, play := scene.last_stand()):
        return None
    landing = {game.landing(at.state, move) for move in game.moves(at.state)}
    for other in _threats(scene.game, at.state, scene.side):
        if other.target != wait.target and other.target not in landing and _wins_without(scene, other):
            both = tuple(sorted((needed, other), key=lambda one: one.target))
            made = _question("useless", scene, tuple(one.target for one in both), (other.target,), [])
            plays = ["" if one is other else "".join(map(str, play)) for one in both]
            return msgspec.structs.replace(made, threats=both, plays=tuple(plays), waits=())
    return None


KINDS: Mapping[str, Callable[[Scene, int], Question | None]] = {
    "fill": who_fills,
    "reach": who_can_get,
    "keep": which_keeps,
    "useless": which_is_useless,
}
"""The makers of questions. Each takes a scene and a number that chooses among several questions about it."""


def _question(
    kind: str,
    scene: Scene,
    options: tuple[Any, ...],
    answer: tuple[Any, ...],
    plays: list[tuple[Move, ...]],
    cell: Cell | None = None,
) -> Question:
    moves, claim, leaf = "".join(map(str, scene.moves)), scene.certificate.claim, scene.leaf
    lines = tuple("".join(map(str, play)) for play in plays)
    return Question(kind, moves, claim.side, claim.wins, cell, leaf.pairs, leaf.waits, (), options, answer, lines)


def _completes_now(game: LineGame, state: LineState) -> bool:
    holes = game.holes(state.own, state.mask)
    return any(holes & game.bit(game.landing(state, move)) for move in game.moves(state))


def _empty(scene: Scene) -> int:
    return scene.game.width * scene.game.height - len(scene.moves)


def _ends_on_the_wait(scene: Scene, play: tuple[Move, ...]) -> bool:
    """Tests if play ends with the waiting four, after the other side has had to fill the cell below."""
    at, cells = scene.at, list[Cell]()
    for move in play:
        at = at.play(move)
        cells.append(at.last)
    wait = scene.leaf.waits[0]
    return at.winner is scene.side and cells[-2:] == [wait.below, wait.target]


def _wins_without(scene: Scene, threat: Threat) -> bool:
    """Tests if the side of the proof wins although lines of the threat's owner through its cell do not count."""
    at = scene.at
    return Endgame(scene.game, (threat.side, scene.game.bit(threat.target))).value(at.state.own, at.state.mask) == -1


def _threats(game: LineGame, state: LineState, side: Player) -> Iterator[Threat]:
    for owner, stones in ((side, state.own ^ state.mask), (side.other, state.own)):
        holes = game.holes(stones, state.mask)
        for column in range(1, game.width + 1):
            for row in range(1, game.height + 1):
                bit = game.bit((column, row))
                if holes & bit & ~state.mask:
                    line = next(one for one in game.lines if one & bit and one & (stones | bit) == one)
                    cells = ((c, r) for c in range(1, game.width + 1) for r in range(1, game.height + 1))
                    yield Threat(owner, (column, row), tuple(one for one in cells if game.bit(one) & line))
