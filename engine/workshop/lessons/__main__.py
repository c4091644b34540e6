"""Makes the numbers of the lessons again, and writes the file: ``python -m engine.workshop.lessons``. With ``costly``
behind it makes those first that take some minutes."""

import json
import sys
from importlib import resources
from pathlib import Path

from engine.lab.lessons.lesson import NUMBERS
from engine.workshop.lessons import written
from engine.workshop.lessons.costly import COSTLY
from engine.workshop.lessons.facts import STORED

if __name__ == "__main__":
    if sys.argv[1:] == ["costly"]:
        numbers = {name: compute() for name, compute in COSTLY.items()}
        Path(__file__).with_name(STORED).write_text(json.dumps(numbers, indent=2) + "\n", encoding="utf-8")
    file = Path(str(resources.files("engine.lab.lessons").joinpath(NUMBERS)))
    file.write_text(written(), encoding="utf-8")
