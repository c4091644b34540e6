"""Holds the slips of published lessons as programs that run on trees of leaves, each with a tree to show the slip."""

from engine.lab.mutants.catalogue import MUTANTS, Mutant
from engine.lab.mutants.judge import Harm, Trial, judge

__all__ = ["MUTANTS", "Harm", "Mutant", "Trial", "judge"]
