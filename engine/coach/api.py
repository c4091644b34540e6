"""Names everything of the coach for other programs; ``import engine`` loads this module at the first use of one name.

The searches for certificates are compiled at import, so programs without explanations never load them.
"""

from engine.coach.certificate import Certificate, Claim
from engine.coach.certificate import fault as certificate_fault
from engine.coach.exact import ExactScores
from engine.coach.explain import explain
from engine.coach.explanation import from_json as explanation_from_json
from engine.coach.finder import find as find_certificate
from engine.coach.play import answer as answer_by_certificate
from engine.coach.question import WhyQuestion

__all__ = [
    "Certificate",
    "Claim",
    "ExactScores",
    "WhyQuestion",
    "answer_by_certificate",
    "certificate_fault",
    "explain",
    "explanation_from_json",
    "find_certificate",
]
