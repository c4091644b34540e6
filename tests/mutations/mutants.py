"""Makes the mutants of a source: the same text with one comparison, operator, sign, number or name changed."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import dataclass

COMPARISONS: dict[type[ast.cmpop], tuple[str, ...]] = {
    ast.Lt: ("<", "<=", ">"),
    ast.LtE: ("<=", "<", ">="),
    ast.Gt: (">", ">=", "<"),
    ast.GtE: (">=", ">", "<="),
    ast.Eq: ("==", "!="),
    ast.NotEq: ("!=", "=="),
    ast.Is: ("is", "is not"),
    ast.IsNot: ("is not", "is"),
    ast.In: ("in", "not in"),
    ast.NotIn: ("not in", "in"),
}
"""For each comparison the sign, and the signs in mutants: the bound moved by one, and the other way round."""
OPERATORS: dict[type[ast.operator], str] = {
    ast.Add: "-",
    ast.Sub: "+",
    ast.Mult: "/",
    ast.Div: "*",
    ast.FloorDiv: "*",
    ast.Mod: "*",
    ast.Pow: "*",
    ast.BitAnd: "|",
    ast.BitOr: "&",
    ast.BitXor: "|",
    ast.LShift: ">>",
    ast.RShift: "<<",
}
PAIRS = ["max min", "any all", "alpha beta", "a b", "low high", "floors ceilings", "least most", "floor alpha"]
PAIRS += ["mine theirs", "own other", "maximise minimise", "wins blocks"]
SWAPS = {one: other for pair in map(str.split, PAIRS) for one, other in (pair, pair[::-1])}


@dataclass(frozen=True, slots=True)
class Mutant:
    """Holds one mutant: the number of the line, the line as changed, the whole text, and the changed function ("":
    none).

    ``extract`` is the mutated function, or the line: a verdict holds as long as ``extract`` stays the same.
    """

    line: int
    shown: str
    source: str
    extract: str
    function: str


def mutants(source: str) -> Iterator[Mutant]:
    """Yields every mutant of ``source``, from top to bottom."""
    data = source.encode()
    starts = [0]
    for line in data.splitlines(keepends=True):
        starts.append(starts[-1] + len(line))
    tree = ast.parse(source)
    bodies = [tree.body, *(one.body for one in tree.body if isinstance(one, ast.ClassDef))]
    functions = [one for body in bodies for one in body if isinstance(one, ast.FunctionDef)]
    for node, function in _places(tree, ""):
        begin = starts[node.lineno - 1] + node.col_offset
        end = starts[(node.end_lineno or 0) - 1] + (node.end_col_offset or 0)
        for text in _variants(node):
            changed = (data[:begin] + text.encode() + data[end:]).decode()
            shown = changed.splitlines()[node.lineno - 1].strip()
            whole = next((one for one in functions if one.lineno <= node.lineno <= (one.end_lineno or 0)), None)
            extract = shown
            if whole is not None:
                first, last = starts[whole.lineno - 1], starts[whole.end_lineno or 0]
                extract = (data[first:begin] + text.encode() + data[end:last]).decode()
            yield Mutant(node.lineno, shown, changed, extract, function)


def _places(tree: ast.AST, scope: str) -> Iterator[tuple[ast.expr | ast.stmt, str]]:
    """Yields every node which runs, with the qualified name of the function around the node."""
    for field, value in ast.iter_fields(tree):
        if field in ("annotation", "returns", "decorator_list") or isinstance(tree, ast.JoinedStr):
            continue  # neither types nor decorators nor sentences
        for child in value if isinstance(value, list) else [value]:
            if isinstance(child, ast.expr | ast.stmt):
                yield child, scope.replace("()", "").removesuffix(".") if "()" in scope else ""
            if isinstance(child, ast.FunctionDef):
                yield from _places(child.args, scope)  # defaults are worked out where the function is made
                inside = f"{scope.replace('()', '.<locals>')}{child.name}()."
                kept = any("cache" in ast.unparse(one) for one in child.decorator_list)  # runs for whoever is first
                yield from _places(ast.Module(child.body, []), "" if kept else inside)
            elif isinstance(child, ast.ClassDef):
                yield from _places(child, f"{scope}{child.name}.")
            elif isinstance(child, ast.AST):
                yield from _places(child, scope)


def _variants(node: ast.AST) -> Iterator[str]:
    """Yields the texts which may replace ``node``."""
    match node:
        case ast.Compare():
            terms = [ast.unparse(operand) for operand in node.comparators]
            for i, operator in enumerate(node.ops):
                for sign in COMPARISONS[type(operator)][1:]:
                    signs = [sign if i == j else COMPARISONS[type(o)][0] for j, o in enumerate(node.ops)]
                    pairs = (f" {one} {term}" for one, term in zip(signs, terms, strict=True))
                    yield f"({ast.unparse(node.left)}{''.join(pairs)})"
        case ast.BinOp() if type(node.op) in OPERATORS:
            yield f"(({ast.unparse(node.left)}) {OPERATORS[type(node.op)]} ({ast.unparse(node.right)}))"
        case ast.BoolOp():
            word = " or " if isinstance(node.op, ast.And) else " and "
            yield f"({word.join(f'({ast.unparse(value)})' for value in node.values)})"
        case ast.UnaryOp(op=ast.USub() | ast.Not()):
            yield f"({ast.unparse(node.operand)})"
        case ast.IfExp(test=ast.Name() | ast.Attribute() | ast.Call()):
            yield f"(({ast.unparse(node.orelse)}) if {ast.unparse(node.test)} else {ast.unparse(node.body)})"
        case ast.Name(ctx=ast.Load()) if node.id in SWAPS:
            yield SWAPS[node.id]
        case ast.Constant(value=int() | float()):
            one = isinstance(node.value, bool)
            yield from [str(not node.value)] if one else [f"({node.value!r} {sign} 1)" for sign in "+-"]
        case ast.AugAssign() if type(node.op) in OPERATORS:
            yield f"{ast.unparse(node.target)} {OPERATORS[type(node.op)]}= {ast.unparse(node.value)}"
        case ast.Break():
            yield "pass"
