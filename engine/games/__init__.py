"""Holds the rules of all games: no search, no clock, no threads, no compiler."""

from engine.games.formats.notation import parse, plies, replay, write
from engine.games.game import CHANCE, Cell, Game, GameError, IllegalMoveError, Move, Outcome, Player, S, Score
from engine.games.line import LineGame, LineState
from engine.games.registry import all_games, find, load_games, register
from engine.text import Side

__all__ = [
    "CHANCE",
    "Cell",
    "Game",
    "GameError",
    "IllegalMoveError",
    "LineGame",
    "LineState",
    "Move",
    "Outcome",
    "Player",
    "S",
    "Score",
    "Side",
    "all_games",
    "find",
    "load_games",
    "parse",
    "plies",
    "register",
    "replay",
    "write",
]
