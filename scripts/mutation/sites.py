"""Where a source can be broken, and how."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

TURNED: Final[dict[type[ast.cmpop], str]] = {
    ast.Eq: "!=", ast.NotEq: "==", ast.Lt: ">=", ast.LtE: ">", ast.Gt: "<=", ast.GtE: "<",
    ast.In: "not in", ast.NotIn: "in", ast.Is: "is not", ast.IsNot: "is",
}  # fmt: skip
MOVED: Final[dict[type[ast.cmpop], str]] = {ast.Lt: "<=", ast.LtE: "<", ast.Gt: ">=", ast.GtE: ">"}
SWAPPED: Final = {"max": "min", "min": "max", "any": "all", "all": "any"}
FORWARD: Final = (ast.Return, ast.Raise, ast.Continue, ast.Break)
LISTS: Final = ("Iterable", "Sequence", "Collection", "list", "tuple")


@dataclass(frozen=True)
class Mutant:
    """One way to break a file: the text from ``start`` to ``end`` (bytes) becomes ``text``.

    ``first`` and ``last`` are the lines that a test must execute to meet it.
    """

    path: str
    line: int
    what: str
    was: str
    start: int
    end: int
    text: str
    first: int
    last: int

    def applied(self, source: bytes) -> bytes:
        """Return the broken source."""
        return source[: self.start] + self.text.encode() + source[self.end :]

    def in_words(self) -> str:
        """Say where it is and what was changed."""
        becomes = f" → {_short(self.text)}" if self.text not in ("pass", "") else ""
        return f"{self.path}:{self.line}: {self.what}: {_short(self.was)}{becomes}"


def mutants(path: str, source: bytes) -> list[Mutant]:
    """Return every mutant of a source, in the order of its lines; only such as can be parsed."""
    return sorted(_Sites(path, source).all(), key=lambda one: (one.start, one.end, one.what, one.text))


def _short(text: str) -> str:
    text = " ".join(text.split())
    return text if len(text) <= 70 else f"{text[:67]}..."


class _Sites:
    """Goes through one file."""

    def __init__(self, path: str, source: bytes) -> None:
        self.path, self.source = path, source
        self.begins = [0]
        for line in source.splitlines(keepends=True):
            self.begins.append(self.begins[-1] + len(line))

    def all(self) -> Iterator[Mutant]:
        """Go through all functions; what stands outside of them runs when the module is read, and is left alone."""
        tree = ast.parse(self.source)
        functions = [one for one in ast.walk(tree) if isinstance(one, (ast.FunctionDef, ast.AsyncFunctionDef))]
        inner = {id(one) for outer in functions for one in ast.walk(outer) if one is not outer}
        for function in functions:
            yield from self._emptied(function)
            if id(function) not in inner:
                for statement in _body(function):
                    yield from self._in(statement)

    # --- statements

    def _in(self, statement: ast.stmt) -> Iterator[Mutant]:
        yield from self._statement(statement)
        for child in ast.iter_child_nodes(statement):
            yield from self._below(child, statement)

    def _below(self, node: ast.AST, within: ast.stmt) -> Iterator[Mutant]:
        """Go on through expressions, and into the statements of blocks."""
        if isinstance(node, ast.stmt):
            if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)):
                for statement in _body(node):
                    yield from self._in(statement)
            else:
                yield from self._in(node)
            return
        if isinstance(node, ast.expr):
            yield from self._expression(node, within)
        elif isinstance(node, ast.comprehension):
            for test in node.ifs:
                yield self._made(test, within, "filter always true", "True")
        for child in ast.iter_child_nodes(node):
            if not (isinstance(within, ast.AnnAssign) and child is within.annotation):
                yield from self._below(child, within)

    def _statement(self, statement: ast.stmt) -> Iterator[Mutant]:
        match statement:
            case ast.Expr(value=ast.Await()):
                yield self._made(statement, statement, "await deleted", "pass")
            case ast.Expr(value=ast.Call()) | ast.AugAssign():
                yield self._made(statement, statement, "statement deleted", "pass")
            case ast.If(test=test, body=[only], orelse=[]) if isinstance(only, FORWARD):
                yield self._made(test, statement, "guard dropped", "False")
                yield self._negated(test, statement)
            case ast.If(test=test) | ast.While(test=test):
                yield self._negated(test, statement)
            case _:
                pass

    def _emptied(self, function: ast.FunctionDef | ast.AsyncFunctionDef) -> Iterator[Mutant]:
        """Empty the body of a rule: it says nothing, or a list of nothing."""
        cited = any(isinstance(one, ast.Call) and _name(one.func) == "rule" for one in function.decorator_list)
        body = _body(function)
        if not cited or not body:
            return
        says = ast.unparse(function.returns) if function.returns is not None else ""
        text = "return ()" if says.startswith(LISTS) else "return None"
        if any(isinstance(one, (ast.Yield, ast.YieldFrom)) for one in ast.walk(function)):
            text = "yield from ()"
        start, end = self._at(body[0])[0], self._at(body[-1])[1]
        yield self._mutant("rule emptied", start, end, text, body[0].lineno, body[-1].end_lineno or 0)

    # --- expressions

    def _expression(self, node: ast.expr, within: ast.stmt) -> Iterator[Mutant]:
        match node:
            case ast.Compare(ops=[op]):
                for what, table in (("comparison turned", TURNED), ("bound moved", MOVED)):
                    if type(op) in table:
                        yield self._made(node, within, what, self._compared(node, table[type(op)]))
            case ast.BoolOp(op=op, values=values):
                word = " or " if isinstance(op, ast.And) else " and "
                text = word.join(f"({self._text(value)})" for value in values)
                yield self._made(node, within, "and/or", f"({text})")
            case ast.Call(func=ast.Name(id=name)) if name in SWAPPED:
                yield self._made(node.func, within, "turned round", SWAPPED[name])
            case ast.IfExp(test=test):
                yield self._negated(test, within)
            case _:
                pass

    def _compared(self, node: ast.Compare, word: str) -> str:
        return f"({self._text(node.left)}) {word} ({self._text(node.comparators[0])})"

    def _negated(self, test: ast.expr, within: ast.stmt) -> Mutant:
        return self._made(test, within, "condition negated", f"(not ({self._text(test)}))")

    # --- places

    def _made(self, node: ast.expr | ast.stmt, within: ast.stmt, what: str, text: str) -> Mutant:
        start, end = self._at(node)
        return self._mutant(what, start, end, text, within.lineno, node.end_lineno or node.lineno)

    def _mutant(self, what: str, start: int, end: int, text: str, first: int, last: int) -> Mutant:
        line = self.source.count(b"\n", 0, start) + 1
        return Mutant(self.path, line, what, self.source[start:end].decode(), start, end, text, first, last)

    def _at(self, node: ast.expr | ast.stmt) -> tuple[int, int]:
        start = self.begins[node.lineno - 1] + node.col_offset
        return start, self.begins[(node.end_lineno or node.lineno) - 1] + (node.end_col_offset or 0)

    def _text(self, node: ast.expr) -> str:
        start, end = self._at(node)
        return self.source[start:end].decode()


def _name(node: ast.expr) -> str:
    return node.id if isinstance(node, ast.Name) else node.attr if isinstance(node, ast.Attribute) else ""


def _body(function: ast.FunctionDef | ast.AsyncFunctionDef) -> list[ast.stmt]:
    """Return the statements of a function without its docstring."""
    says = ast.get_docstring(function, clean=False) is not None
    return function.body[1:] if says else function.body
