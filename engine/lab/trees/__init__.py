"""Reads, writes, names and draws by lot the trees of leaves which the Lab searches."""

from engine.lab.trees.growing import random_tree
from engine.lab.trees.reading import parse
from engine.lab.trees.shape import Shape
from engine.lab.trees.tree import Place, Tree

__all__ = ["Place", "Shape", "Tree", "parse", "random_tree"]
