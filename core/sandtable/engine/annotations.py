"""Reading annotations whose names are imported for the type checker only."""

from __future__ import annotations

import ast
import inspect
import re
import sys
import types
import typing
from functools import cache
from importlib import import_module
from textwrap import dedent
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from collections.abc import Callable

if sys.version_info >= (3, 14):  # annotations are worked out when they are asked for: their names need not be there
    from annotationlib import Format, get_annotations

    def written_annotations(function: Callable[..., Any]) -> dict[str, Any]:
        """Return a function's annotations as they are written."""
        return get_annotations(function, format=Format.STRING)

    def signature_of(function: Callable[..., Any]) -> inspect.Signature:
        """Return a function's signature; names that are there for the type checker only stand for themselves."""
        return inspect.signature(function, annotation_format=Format.FORWARDREF)

    def _hints(function: Callable[..., Any], names: dict[str, Any] | None) -> dict[str, Any]:
        return typing.get_type_hints(function, names, format=Format.FORWARDREF)
else:

    def written_annotations(function: Callable[..., Any]) -> dict[str, Any]:
        """Return a function's annotations as they are written, or what they mean where that is all there is."""
        return inspect.get_annotations(function)

    def signature_of(function: Callable[..., Any]) -> inspect.Signature:
        """Return a function's signature."""
        return inspect.signature(function)

    def _hints(function: Callable[..., Any], names: dict[str, Any] | None) -> dict[str, Any]:
        return typing.get_type_hints(function, names)


def parameters_of(function: types.FunctionType) -> tuple[str, ...]:
    """Return the names of a function's parameters: from its code, ten times as fast as from its signature."""
    if hasattr(function, "__wrapped__"):
        return tuple(signature_of(function).parameters)
    code = function.__code__
    starred = bool(code.co_flags & inspect.CO_VARARGS) + bool(code.co_flags & inspect.CO_VARKEYWORDS)
    return code.co_varnames[: code.co_argcount + code.co_kwonlyargcount + starred]


def annotation_texts(code: Callable[..., Any]) -> dict[str, str]:
    """Return annotations as text without module names, whether they were kept as text or evaluated."""
    return {name: annotation_text(note) for name, note in written_annotations(code).items()}


QUALIFIED: Final = re.compile(r"\b[\w.]+\.(\w+)")


def annotation_text(note: Any) -> str:
    """Return an annotation as text without module names."""
    return QUALIFIED.sub(r"\1", note if isinstance(note, str) else inspect.formatannotation(note))


UNIONS: Final = (typing.Union, types.UnionType)
"""What ``Optional[A]`` and ``A | B`` are made of: two things before Python 3.14, one since."""


def hints_of(function: Callable[..., Any]) -> dict[str, Any]:
    """Return what a function's annotations mean, ``TYPE_CHECKING`` imports too; empty when they cannot be read.

    Hook specifications import their types under ``TYPE_CHECKING`` to avoid circles with the modules that
    define those; when a rulebook is made all of them are there.
    """
    module = inspect.getmodule(function)
    written = " ".join(map(str, written_annotations(function).values()))
    try:
        known = _checked_names(module, frozenset(IDENTIFIER.findall(written))) if module else {}
        return _hints(function, {**known, **function.__globals__} if module else None)
    except (NameError, TypeError, AttributeError):
        return {}


IDENTIFIER: Final = re.compile(r"[^\W\d]\w*")


def _checked_names(module: types.ModuleType, used: frozenset[str]) -> dict[str, Any]:
    """Return what a module imports under ``if TYPE_CHECKING``, of the names that are used."""
    found = {name: home for name, home in _checked_imports(module).items() if name in used}
    return {name: getattr(import_module(source), original, Any) for name, (source, original) in found.items()}


CHECKED: Final = re.compile(
    r"^([ \t]*)if [\w.]*TYPE_CHECKING:[^\n]*\n(?:(?:\1[ \t]+[^\n]*|[ \t]*(?:#[^\n]*)?)\n)*", re.MULTILINE
)
"""What stands under ``if TYPE_CHECKING``: to parse all of a module for that takes ten times as long."""


@cache
def _checked_imports(module: types.ModuleType) -> dict[str, tuple[str, str]]:
    """Return where the names that a module imports under ``if TYPE_CHECKING`` come from: a module, and a name there."""
    try:
        source = inspect.getsource(module)
        tree = ast.parse("".join(dedent(block[0]) for block in CHECKED.finditer(f"{source}\n")))
    except (OSError, TypeError, SyntaxError):
        return {}
    return {
        alias.asname or alias.name: (line.module, alias.name)
        for node in ast.walk(tree)
        if isinstance(node, ast.If) and ast.unparse(node.test).endswith("TYPE_CHECKING")
        for line in node.body
        if isinstance(line, ast.ImportFrom) and line.module
        for alias in line.names
    }


def answer_class(function: Callable[..., Any], *, listed: bool) -> tuple[type, ...] | None:
    """Return the classes an answer must be an instance of, ``None`` when the annotation does not say.

    ``listed``: the function returns an iterable of answers.
    """
    hint = hints_of(function).get("return")
    leaves = _alternatives(hint)
    if listed:
        leaves = [leaf for outer in leaves for inner in typing.get_args(outer)[:1] for leaf in _alternatives(inner)]
    classes = tuple(typing.get_origin(leaf) or getattr(leaf, "__supertype__", leaf) for leaf in leaves)
    return classes if classes and all(_can_be_checked(one) for one in classes) else None


def _can_be_checked(one: Any) -> bool:
    return (
        one is not Any
        and inspect.isclass(one)
        and not (getattr(one, "_is_protocol", False) and one.__module__ != "collections.abc")
    )


def may_be_none(function: Callable[..., Any]) -> bool:
    """Tell whether a function's annotation lets it answer ``None`` (or does not say)."""
    hint = hints_of(function).get("return", None)
    return hint is None or type(None) in typing.get_args(hint)


def _alternatives(hint: Any) -> list[Any]:
    if typing.get_origin(hint) not in UNIONS:
        return [hint]
    return [arg for arg in typing.get_args(hint) if arg is not type(None)]
