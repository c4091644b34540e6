"""Computes the stored numbers of the lessons again, in some minutes, and writes the file: ``python -m
engine.lab.lessons``."""

import json
from pathlib import Path

from engine.lab.lessons.costly import COSTLY, FILE

if __name__ == "__main__":
    numbers = {name: compute() for name, compute in COSTLY.items()}
    Path(__file__).with_name(FILE).write_text(json.dumps(numbers, indent=2) + "\n", encoding="utf-8")
