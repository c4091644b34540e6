"""Makes agents of the players of matches: a level, a network from a file, a random mover, an outside engine."""

from __future__ import annotations

from pettingzoo import AECEnv

from engine.arena.players import make_player
from engine.games import GameError
from engine.mind.search.kernels import KERNEL_CACHE
from engine.rl.environment import GameEnvironment, Observation


class Agent:
    """Chooses actions in an environment as a player of ``fourthought match`` does; level 10 is perfect.

    Args:
        environment: the environment, bare or with the checks around.
        who: a level from 1 to 10, "random", "simple", "net:FILE", or "pipe:COMMAND".
        seed: the seed of the player's choices; every game has another one.

    Raises:
        GameError: the environment plays none of the registered games, or there is no player of this name.
    """

    def __init__(self, environment: AECEnv[str, Observation, int], who: int | str = 10, seed: int = 1) -> None:
        bare = environment.unwrapped
        if not isinstance(bare, GameEnvironment):
            raise GameError("the agent plays only in an environment of engine.rl")
        KERNEL_CACHE.warm_up(bare.game)
        self._environment, self._player, self._seed, self._game = bare, make_player(bare.game, who), seed, 0

    def action(self) -> int:
        """Returns the action for the agent that is selected in the environment."""
        if self._environment.played != self._game:
            self._begin()
        return self._player.move(self._environment.moves) - 1

    def _begin(self) -> None:
        self._game = self._environment.played
        self._player.begin(self._seed * 1_000_003 + self._game)

    def close(self) -> None:
        """Ends the player."""
        self._player.close()
