"""Lists the engine's names for other programs, for type checkers: ``__init__.py`` has the same names.

A name that is not the attribute's own stands in ``__all__``, too: without it, type checkers take it for private.
"""

from engine.coach.certificate import Certificate as Certificate
from engine.coach.certificate import Claim as Claim
from engine.coach.certificate import fault as certificate_fault
from engine.coach.explanation import VERSION as EXPLANATION_VERSION
from engine.coach.explanation import Explanation as Explanation
from engine.coach.explanation import from_json as explanation_from_json
from engine.coach.explanation import to_json as explanation_to_json
from engine.coach.proof_play import answer as answer_by_certificate
from engine.coach.proof_search import find as find_certificate
from engine.coach.why import ExactScores as ExactScores
from engine.coach.why import explain as explain
from engine.coach.why_question import WhyQuestion as WhyQuestion
from engine.kernels.library import KernelError as KernelError
from engine.kernels.library import kernel_origin as kernel_origin
from engine.mind.levels.level import Level as Level
from engine.mind.levels.level import levels as levels
from engine.mind.levels.level import nearest_level as nearest_level
from engine.mind.mind import Mind as Mind
from engine.mind.planner import Purpose as Purpose
from engine.mind.preview import LevelPreview as LevelPreview
from engine.mind.preview import preview as preview
from engine.mind.report.learnt import KeptProof as KeptProof
from engine.mind.report.learnt import KeptProofs as KeptProofs
from engine.mind.report.learnt import kept_proofs as kept_proofs
from engine.mind.report.types import Branch as Branch
from engine.mind.report.types import Choice as Choice
from engine.mind.report.types import Digest as Digest
from engine.mind.report.types import MoveView as MoveView
from engine.mind.report.types import Preview as Preview
from engine.mind.report.types import Why as Why
from engine.mind.reproof import Reproof as Reproof
from engine.mind.reproof import doubts as doubts
from engine.mind.schedule.load import Load as Load
from engine.mind.schedule.scheduler import Scheduler as Scheduler
from engine.mind.search.available import can_prove as can_prove
from engine.mind.search.kernels import keep_proofs as keep_proofs
from engine.mind.tree.advance import Kept as Kept
from engine.mind.tree.records import limit_memory as limit_memory
from engine.mind.tree.records import tree_bytes as tree_bytes
from engine.nets import is_learnt as is_learnt
from engine.nets.belief import Belief as Belief
from engine.nets.beliefs import shipped_beliefs as shipped_beliefs
from engine.nets.shipped import shipped as shipped_net

__all__ = [
    "EXPLANATION_VERSION",
    "answer_by_certificate",
    "certificate_fault",
    "explanation_from_json",
    "explanation_to_json",
    "find_certificate",
    "shipped_net",
]
