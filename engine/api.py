"""Names everything of the engine for other programs; ``import engine`` loads this module at the first use."""

from engine.coach.certificate import Certificate, Claim
from engine.coach.checker import fault as certificate_fault
from engine.coach.exact import ExactScores
from engine.coach.explain import Explanation, explain
from engine.coach.explain import from_json as explanation_from_json
from engine.coach.explain import to_json as explanation_to_json
from engine.coach.finder import find as find_certificate
from engine.coach.play import answer as answer_by_certificate
from engine.mind.levels.level import Level, levels, nearest_level
from engine.mind.mind import Mind
from engine.mind.planner import Purpose
from engine.mind.preview import LevelPreview, preview
from engine.mind.report.types import Branch, Choice, Digest, MoveView, Preview, Why
from engine.mind.schedule.jobs import Load
from engine.mind.schedule.scheduler import Scheduler
from engine.mind.search.kernels import KERNEL_CACHE, Readiness
from engine.mind.tree.advance import Kept
from engine.mind.tree.memory import MEMORY

warm_up = KERNEL_CACHE.warm_up
compile_apart = KERNEL_CACHE.compile_apart
stop_compiling = KERNEL_CACHE.stop_compiling
readiness = KERNEL_CACHE.readiness
limit_memory = MEMORY.limit
tree_bytes = MEMORY.taken

__all__ = [
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
    "answer_by_certificate",
    "certificate_fault",
    "compile_apart",
    "explain",
    "explanation_from_json",
    "explanation_to_json",
    "find_certificate",
    "levels",
    "limit_memory",
    "nearest_level",
    "preview",
    "readiness",
    "stop_compiling",
    "tree_bytes",
    "warm_up",
]
