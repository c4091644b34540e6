"""Prints what is not translated: ``python -m tests.words`` for all languages, ``python -m tests.words de`` for one."""

import sys

from tests.words.sources import keys
from webapp.common.speech import LANGUAGES, catalogue

for language in sys.argv[1:] or list(LANGUAGES)[1:]:
    for room, wanted in sorted(keys().items()):
        known = catalogue(language, room)
        for text in sorted(wanted - known.keys()):
            print(f"{language} {room} missing: {text}")
        for text in sorted(known.keys() - wanted):
            print(f"{language} {room} not used: {text}")
