"""Names everything of the coach for other programs; ``import engine`` loads this module at the first use of one name.

The searches for certificates are compiled at import, so programs without explanations never load them.
"""

from engine.coach.certificate import Certificate, Claim
from engine.coach.checker import fault as certificate_fault
from engine.coach.exact import ExactScores
from engine.coach.explain import Explanation, explain
from engine.coach.explain import from_json as explanation_from_json
from engine.coach.explain import to_json as explanation_to_json
from engine.coach.finder import find as find_certificate
from engine.coach.play import answer as answer_by_certificate

__all__ = [
    "Certificate",
    "Claim",
    "ExactScores",
    "Explanation",
    "answer_by_certificate",
    "certificate_fault",
    "explain",
    "explanation_from_json",
    "explanation_to_json",
    "find_certificate",
]
