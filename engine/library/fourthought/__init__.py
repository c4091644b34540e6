"""Plays and explains Connect Four, Tic-Tac-Toe and their cousins: one question, one line.

>>> import fourthought as ft
>>> ft.best_move("44444")
3
>>> print(ft.analyse("327142333222656"))
column  score  result
     1    -12  Red wins in 2 moves
     2    -12  Red wins in 2 moves
     3    -12  Red wins in 2 moves
     4     +6  Yellow wins in 9 moves
     5     +2  Yellow wins in 13 moves
     6    -12  Red wins in 2 moves
     7    -12  Red wins in 2 moves
>>> [one.best for one in ft.analyse_many(["4453", "327142333222656"])]
[(3, 6, 7), (4,)]
>>> print(ft.why("327142333222656").steps[0])
Yellow wins with column 4.
>>> board = ft.Board("4453")
>>> board.push(4)
>>> print(board)
. . . . . . .
. . . . . . .
. . . . . . .
. . . X . . .
. . . O . . .
. . O X X . .

A position is text: 1-based moves, first move first, as in the page's addresses. Every function takes ``game``, the name
of a registered game or a game of your own. Boards that do not ship need a compiler: ``pip install
'fourthought[compile]'``.

The whole engine, with slices, trees and schedulers, is :mod:`engine`; rules to subclass are in :mod:`engine.games`.
"""

from engine.games import Game, GameError, IllegalMoveError, Player, Score, register
from engine.games import all_games as games
from engine.games.formats.records import GameRecord, read_games
from engine.version import __version__
from fourthought.analysis import analyse, analyse_many
from fourthought.arguments import Limit
from fourthought.board import Board
from fourthought.bot import Bot
from fourthought.checking import GameReport, check_game
from fourthought.errors import ArgumentError, ClosedError, GameOverError, NoSolverError
from fourthought.mind import Mind, best_move
from fourthought.results import Analysis, MoveResult
from fourthought.why import Why, why

__all__ = [
    "Analysis",
    "ArgumentError",
    "Board",
    "Bot",
    "ClosedError",
    "Game",
    "GameError",
    "GameOverError",
    "GameRecord",
    "GameReport",
    "IllegalMoveError",
    "Limit",
    "Mind",
    "MoveResult",
    "NoSolverError",
    "Player",
    "Score",
    "Why",
    "__version__",
    "analyse",
    "analyse_many",
    "best_move",
    "check_game",
    "games",
    "read_games",
    "register",
    "why",
]
