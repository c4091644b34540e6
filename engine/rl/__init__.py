"""Offers the games as PettingZoo environments and the players of matches as agents, for learners of other tools.

Needs the extra ``rl``: ``pip install 'fourthought[rl]'``. No other room of the engine knows PettingZoo (Terry et al.
2021, "PettingZoo: Gym for multi-agent reinforcement learning").
"""

from engine.rl.agent import Agent
from engine.rl.environment import GameEnvironment, env

__all__ = ["Agent", "GameEnvironment", "env"]
"""The environment with PettingZoo's checks around, the bare one, and the players as agents."""
