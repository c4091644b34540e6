"""Makes the hundred situations in which an outside engine is checked."""

import random
import time
from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

from engine.arena.protocol.check import Engine, FaultError, Situation
from engine.games import CHANCE, Game, Move, all_games, replay, write
from engine.games.openings import draw_move

_GARBAGE = ("hello", "go go", "movetime", "é", "\x01\x02", "position-4", "x" * 250, "5", "GAME", "uci", "isready", "{}")
_CLOCKS = ("60 60", "60 60 1 1", "1 300", "0.5 0.5", "0.2 0.2 0 0", "5 0.1", "0 0", "3600 3600 30 30")


def situations(game: Game[Any], seed: int = 1) -> list[Situation]:
    """Returns all situations for a game, the same for the same seed."""
    rng = random.Random(f"check {seed}")
    lines = [_line(game, rng, share) for share in (0.1, 0.3, 0.5, 0.7, 0.8) for _ in range(3)]
    long = [_line(game, rng, 0.95) for _ in range(15)]
    full = [_blocked(game, rng) for _ in range(10)]
    found = [Situation("At the start of a game", partial(_play, game, ()))]
    found += [Situation(f"At the start of {one.name}", partial(_start, one)) for one in all_games().values()]
    found += [Situation("In the middle of a game", partial(_play, game, line)) for line in lines]
    found += [Situation("In a long position", partial(_play, game, line)) for line in long]
    found += [Situation("Where a move of the start is no longer legal", partial(_play, game, line)) for line in full]
    found += [Situation("After a longer position", partial(_shorter, game, line)) for line in lines[-4:]]
    found += [Situation("At the end of a game", partial(_over, game, _line(game, rng, 1.0))) for _ in range(4)]
    found += [
        Situation("With a game that is unknown", partial(_unknown, game)),
        Situation("With a position that is not legal", partial(_illegal, game)),
    ]
    found += [Situation("After a line without meaning", partial(_garbage, game, text)) for text in _GARBAGE]
    found += _second(game, lines)
    found += [Situation("At quit", _quit), Situation("At the end of its input", _end)]
    return found


def _second(game: Game[Any], lines: list[tuple[Move, ...]]) -> Iterator[Situation]:
    """Yields the situations that need version 2."""
    for clock in _CLOCKS:
        yield Situation(f'With "clock {clock}"', partial(_timed, game, lines[3], f"clock {clock}", "go"), 2)
    for seconds in (0.001, 0.01, 0.1, 0.3):
        yield Situation("With a limit in time", partial(_timed, game, lines[4], "", f"go movetime {seconds:g}"), 2)
    for nodes in (1, 1000):
        yield Situation("With a limit in positions", partial(_timed, game, lines[5], "", f"go nodes {nodes}"), 2)
    for words in ("go movetime", "go movetime soon", "go depth x", "clock", "clock 1", "clock a b", "go ponder 99999"):
        yield Situation("With limits that cannot be read", partial(_bad_limit, game, words), 2)
    stops: list[tuple[str, Callable[..., None]]] = [
        ("Stopped while it searches", _stop_search),
        ("Stopped while it does nothing", _stop_idle),
        ("Stopped while it ponders", _stop_ponder),
        ("With ponderhit", _hit),
        ("With a clock and ponderhit", _hit_by_clock),
        ("With another move than the one pondered on", _miss),
        ("With ponderhit and nothing pondered on", _no_hit),
        ("Pondering on all replies", _ponder_all),
    ]
    for about, run in stops:
        yield Situation(about, partial(run, game, lines[2]), 2)


def _line(game: Game[Any], rng: random.Random, share: float) -> tuple[Move, ...]:
    """Returns the first part of a random game, up to a position where a player is to move. All of it for 1.0."""
    while True:
        moves, state, turns = list[Move](), game.initial(), [0]
        while game.outcome(state) is None:
            moves.append(draw_move(game, state, rng))
            state = game.play(state, moves[-1])
            if game.outcome(state) is None and game.to_move(state) is not CHANCE:
                turns.append(len(moves))
        if share == 1.0:
            return tuple(moves)
        if len(turns) > 2:
            return tuple(moves[: turns[int(share * (len(turns) - 1) + 0.5)]])


def _blocked(game: Game[Any], rng: random.Random) -> tuple[Move, ...]:
    """Returns a line after which a move of the start is no longer legal, such as a full column."""
    first, line = set(game.moves(game.initial())), tuple[Move, ...]()
    for _ in range(200):
        line = _line(game, rng, 0.95)
        if not first <= set(game.moves(replay(game, line))):
            break
    return line


def _position(game: Game[Any], moves: tuple[Move, ...]) -> str:
    return f"position {write(game, moves)}".rstrip()


def _ready(engine: Engine, game: Game[Any]) -> None:
    if engine.game != game.name and not engine.begin(game.name):
        raise FaultError("game", f"It did not take up {game.name} again.")


def _legal(game: Game[Any], moves: tuple[Move, ...], answer: str) -> None:
    word, _, rest = answer.partition(" ")
    if word != "move" or not (rest.isascii() and rest.isdecimal()):
        raise FaultError("no move", f'It answered "{answer}" where a line such as "move 4" was due.')
    if int(rest) not in game.moves(replay(game, moves)):
        after = write(game, moves) or "no move"
        raise FaultError("illegal", f"It played {rest}, which is not legal after {after}.")


def _go(engine: Engine) -> str:
    return "go movetime 0.05" if engine.version > 1 else "go"


def _play(game: Game[Any], moves: tuple[Move, ...], engine: Engine) -> None:
    _ready(engine, game)
    engine.tell(_position(game, moves))
    _legal(game, moves, engine.ask(_go(engine)))


def _start(game: Game[Any], engine: Engine) -> None:
    if engine.begin(game.name):
        _play(game, (), engine)


def _shorter(game: Game[Any], moves: tuple[Move, ...], engine: Engine) -> None:
    _play(game, moves, engine)
    _play(game, moves[:1] if game.to_move(replay(game, moves[:1])) is not CHANCE else (), engine)


def _over(game: Game[Any], moves: tuple[Move, ...], engine: Engine) -> None:
    _ready(engine, game)
    engine.tell(_position(game, moves))
    if engine.version > 1:
        engine.refused(_go(engine))
    else:
        engine.ask("go")  # a driver of version 1 never asks here, so any answer is right
    _play(game, (), engine)


def _unknown(game: Game[Any], engine: Engine) -> None:
    engine.game = ""
    engine.refused("game there-is-no-such-game")
    engine.refused("go")
    _play(game, (), engine)


def _illegal(game: Game[Any], engine: Engine) -> None:
    _play(game, (), engine)
    if engine.version > 1:
        engine.refused("position 987654,x")
    else:
        engine.tell("position 987654,x")
    engine.refused("go")
    _play(game, (), engine)


def _garbage(game: Game[Any], text: str, engine: Engine) -> None:
    _ready(engine, game)
    if engine.version > 1:
        engine.refused(text)
    else:
        engine.tell(text if not text.startswith("go") else "hello go")
    _play(game, (), engine)


def _timed(game: Game[Any], moves: tuple[Move, ...], before: str, go: str, engine: Engine) -> None:
    _ready(engine, game)
    engine.tell(_position(game, moves))
    if before:
        engine.tell(before)
    _, _, limit = go.partition("movetime ")
    side = int(game.to_move(replay(game, moves)))
    seconds = float(limit) if limit else float(before.split()[1 + side]) if before else engine.patience
    began = time.monotonic()
    _legal(game, moves, engine.ask(go, seconds + max(engine.grace, engine.patience)))
    took = time.monotonic() - began
    if took > seconds + engine.grace:
        after = f'"{before}" and "{go}"' if before else f'"{go}"'
        raise FaultError("late", f"It took {took:.1f} seconds for its move after {after}.")


def _bad_limit(game: Game[Any], words: str, engine: Engine) -> None:
    _ready(engine, game)
    engine.tell("position")
    engine.refused(words)
    _play(game, (), engine)


def _stop_search(game: Game[Any], moves: tuple[Move, ...], engine: Engine) -> None:
    _ready(engine, game)
    engine.tell(_position(game, moves))
    _legal(game, moves, engine.stop_search("go movetime 600"))


def _stop_idle(game: Game[Any], moves: tuple[Move, ...], engine: Engine) -> None:
    _ready(engine, game)
    engine.tell("stop")


def _begin_ponder(game: Game[Any], moves: tuple[Move, ...], engine: Engine) -> tuple[Move, ...]:
    """Lets the engine ponder on the last move of a line, and returns the line."""
    _ready(engine, game)
    while len(moves) > 1 and CHANCE in (game.to_move(replay(game, moves[:-1])), game.to_move(replay(game, moves))):
        moves = moves[:-1]
    engine.tell(_position(game, moves[:-1]))
    engine.tell(f"go ponder {moves[-1]}")
    return moves


def _stop_ponder(game: Game[Any], moves: tuple[Move, ...], engine: Engine) -> None:
    _begin_ponder(game, moves, engine)
    engine.tell("stop")
    _play(game, moves, engine)


def _hit(game: Game[Any], moves: tuple[Move, ...], engine: Engine) -> None:
    moves = _begin_ponder(game, moves, engine)
    _legal(game, moves, engine.ask("ponderhit movetime 0.05"))


def _hit_by_clock(game: Game[Any], moves: tuple[Move, ...], engine: Engine) -> None:
    moves = _begin_ponder(game, moves, engine)
    engine.tell("clock 2 2")
    _legal(game, moves, engine.ask("ponderhit"))


def _miss(game: Game[Any], moves: tuple[Move, ...], engine: Engine) -> None:
    moves = _begin_ponder(game, moves, engine)
    others = [move for move in game.moves(replay(game, moves[:-1])) if move != moves[-1]]
    line = next((m for m in ((*moves[:-1], o) for o in others) if game.outcome(replay(game, m)) is None), ())
    _play(game, () if line and game.to_move(replay(game, line)) is CHANCE else line, engine)


def _no_hit(game: Game[Any], moves: tuple[Move, ...], engine: Engine) -> None:
    _ready(engine, game)
    engine.tell("position")
    engine.refused("ponderhit")


def _ponder_all(game: Game[Any], moves: tuple[Move, ...], engine: Engine) -> None:
    _ready(engine, game)
    engine.tell(_position(game, moves))
    engine.tell("go ponder")
    engine.tell("stop")
    _play(game, moves, engine)


def _quit(engine: Engine) -> None:
    _leave(engine, by_quit=True)


def _end(engine: Engine) -> None:
    _leave(engine, by_quit=False)


def _leave(engine: Engine, by_quit: bool) -> None:
    ended, name = engine.ends(by_quit), engine.game
    engine.restart()
    if not ended:
        raise FaultError("stays", f"It does not end after {'the line quit' if by_quit else 'the end of its input'}.")
    engine.begin(name)
