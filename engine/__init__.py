"""Thinks about games, without any knowledge of the web.

The interface, for the table in the browser and for any other program. A mind plays one side, one slice after another:

>>> import engine
>>> mind = engine.Mind("tictactoe", level=10)
>>> kept = mind.follow([5])
>>> while mind.work(engine.Purpose.CHOOSE):
...     pass
>>> choice = mind.answer()
>>> str(choice.score), choice.score.plies
('draw', 8)
>>> kept = mind.follow([5, choice.move])
>>> mind.moves == (5, choice.move)
True
>>> mind.close()

A scheduler gives many minds the cores in turns, and calls a function with each choice::

    scheduler = engine.Scheduler()
    scheduler.start()
    scheduler.choose(mind, print, seconds=3.0)

The levels of a game, and the level nearest to a number that the game may not have:

>>> [level.number for level in engine.levels("connect4")]
[1, 2, 3, 4, 5, 6, 7, 8, 9, 10]
>>> engine.nearest_level("connect4", 4)
4

Each name loads its module, and so NumPy and the kernels, at the first use: ``import engine.games`` loads the rules and
nothing else. Type checkers read ``__init__.pyi``.
"""

from os import path as _path
from pkgutil import resolve_name

if not _path.isdir(_path.dirname(__file__)):
    raise ImportError(
        "files beside the modules are read, so this cannot run from an archive: install it", name="engine"
    )

_PLACES = {
    "Certificate": "engine.coach.certificate:Certificate",
    "Claim": "engine.coach.certificate:Claim",
    "certificate_fault": "engine.coach.certificate:fault",
    "EXPLANATION_VERSION": "engine.coach.explanation:VERSION",
    "Explanation": "engine.coach.explanation:Explanation",
    "explanation_from_json": "engine.coach.explanation:from_json",
    "explanation_to_json": "engine.coach.explanation:to_json",
    "answer_by_certificate": "engine.coach.proof_play:answer",
    "find_certificate": "engine.coach.proof_search:find",
    "ExactScores": "engine.coach.why:ExactScores",
    "explain": "engine.coach.why:explain",
    "WhyQuestion": "engine.coach.why_question:WhyQuestion",
    "KernelError": "engine.kernels.library:KernelError",
    "kernel_origin": "engine.kernels.library:kernel_origin",
    "Level": "engine.mind.levels.level:Level",
    "levels": "engine.mind.levels.level:levels",
    "nearest_level": "engine.mind.levels.level:nearest_level",
    "Mind": "engine.mind.mind:Mind",
    "Purpose": "engine.mind.planner:Purpose",
    "LevelPreview": "engine.mind.preview:LevelPreview",
    "preview": "engine.mind.preview:preview",
    "KeptProof": "engine.mind.report.learnt:KeptProof",
    "KeptProofs": "engine.mind.report.learnt:KeptProofs",
    "kept_proofs": "engine.mind.report.learnt:kept_proofs",
    "Branch": "engine.mind.report.types:Branch",
    "Choice": "engine.mind.report.types:Choice",
    "Digest": "engine.mind.report.types:Digest",
    "MoveView": "engine.mind.report.types:MoveView",
    "Preview": "engine.mind.report.types:Preview",
    "Why": "engine.mind.report.types:Why",
    "Reproof": "engine.mind.reproof:Reproof",
    "doubts": "engine.mind.reproof:doubts",
    "Load": "engine.mind.schedule.load:Load",
    "Scheduler": "engine.mind.schedule.scheduler:Scheduler",
    "can_prove": "engine.mind.search.available:can_prove",
    "keep_proofs": "engine.mind.search.kernels:keep_proofs",
    "Kept": "engine.mind.tree.advance:Kept",
    "limit_memory": "engine.mind.tree.records:limit_memory",
    "tree_bytes": "engine.mind.tree.records:tree_bytes",
    "Belief": "engine.nets.belief:Belief",
    "shipped_beliefs": "engine.nets.beliefs:shipped_beliefs",
    "is_learnt": "engine.nets:is_learnt",
    "shipped_net": "engine.nets.shipped:shipped",
}
"""The module and the attribute behind each name."""


def __getattr__(name: str) -> object:
    """Returns one of the names of the interface, or raises AttributeError, and keeps it for the next use (PEP 562)."""
    if name == "__all__":  # for help() and "from engine import *"
        return sorted(_PLACES)
    if name not in _PLACES:
        raise AttributeError(f"module 'engine' has no attribute {name!r}")
    value: object = resolve_name(_PLACES[name])
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    """Returns every name of the interface, loaded or not."""
    return sorted({*globals(), *_PLACES})
