"""Names everything of the engine for other programs; ``import engine`` loads this module at the first use."""

from engine.coach.certificate import VERSION as EXPLANATION_VERSION
from engine.coach.explanation import Explanation
from engine.coach.explanation import to_json as explanation_to_json
from engine.coach.loading import coach_processes, load_coach
from engine.mind.levels.level import Level, levels, nearest_level
from engine.mind.mind import Mind
from engine.mind.planner import Purpose
from engine.mind.preview import LevelPreview, preview
from engine.mind.report.types import Branch, Choice, Digest, MoveView, Preview, Why
from engine.mind.schedule.jobs import Load
from engine.mind.schedule.scheduler import Scheduler
from engine.mind.search.available import can_prove
from engine.mind.search.kernels import KERNEL_CACHE, Readiness
from engine.mind.tree.advance import Kept
from engine.mind.tree.memory import MEMORY
from engine.nets.beliefs import shipped_beliefs
from engine.nets.shipped import shipped

warm_up = KERNEL_CACHE.warm_up
compile_apart = KERNEL_CACHE.compile_apart
stop_compiling = KERNEL_CACHE.stop_compiling
readiness = KERNEL_CACHE.readiness
limit_memory = MEMORY.limit
tree_bytes = MEMORY.taken
shipped_net = shipped

__all__ = [
    "EXPLANATION_VERSION",
    "Branch",
    "Choice",
    "Digest",
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
    "can_prove",
    "coach_processes",
    "compile_apart",
    "explanation_to_json",
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
