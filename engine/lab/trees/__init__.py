"""Reads, writes, names and draws at random the trees of leaves which the lab searches."""

from engine.lab.trees.growing import Shape, random_tree
from engine.lab.trees.tree import Place, Tree, parse

__all__ = ["Place", "Shape", "Tree", "parse", "random_tree"]
