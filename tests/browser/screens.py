"""Names the screens and the languages in which tests look at a page."""

import pytest

from webapp.common.speech import LANGUAGES

SIZES = ((390, 844), (1366, 768))
IN_EACH_LANGUAGE = pytest.mark.parametrize(
    "language", [one if one == "de" else pytest.param(one, marks=pytest.mark.long) for one in LANGUAGES]
)
"""By day German, whose words are long; at night all languages."""
