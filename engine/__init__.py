"""Thinks about games; knows nothing of the web.

The front door, for the table in the browser and for any other program::

    import engine
    from engine.games import find

    engine.warm_up()
    mind = engine.Mind(find("connect4"), level=10)
    scheduler = engine.Scheduler()
    scheduler.start()
    scheduler.choose(mind, print, seconds=3.0)

The names below live in ``engine.api`` and ``engine.coach.api``, which load Numba. Each name loads at the first use, so
``import engine.games`` loads the rules and nothing else. ``__init__.pyi`` tells type checkers the same.
"""

import importlib

__all__ = [
    "EXPLANATION_VERSION",
    "Branch",
    "Certificate",
    "Choice",
    "Claim",
    "Digest",
    "ExactScores",
    "Explanation",
    "Kept",
    "Level",
    "LevelPreview",
    "Load",
    "Mind",
    "MoveView",
    "Preview",
    "Purpose",
    "Readiness",
    "Scheduler",
    "Why",
    "WhyQuestion",
    "answer_by_certificate",
    "can_prove",
    "certificate_fault",
    "coach_processes",
    "compile_apart",
    "explain",
    "explanation_from_json",
    "explanation_to_json",
    "find_certificate",
    "levels",
    "limit_memory",
    "load_coach",
    "nearest_level",
    "preview",
    "readiness",
    "shipped_beliefs",
    "shipped_net",
    "stop_compiling",
    "tree_bytes",
    "warm_up",
]


def __getattr__(name: str) -> object:
    """Returns one of the names above from the module of the name (PEP 562).

    Raises:
        AttributeError: the engine has no such name.
    """
    if name in __all__:
        api = importlib.import_module("engine.api")
        return getattr(api if hasattr(api, name) else importlib.import_module("engine.coach.api"), name)
    raise AttributeError(f"module 'engine' has no attribute {name!r}")
