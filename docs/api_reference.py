"""Writes ``docs/reference-api.md`` out of the code: what plugins import, in full, with fields, arguments and members.

``scripts/docs`` calls it.
"""

from __future__ import annotations

import ast
import inspect
import re
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from textwrap import dedent
from typing import Any, Final

from docs.hook_reference import AWAITS, LISTENS, VERSION

from sandtable.engine import HookSet, SandtableError

PAGE: Final = Path(__file__).with_name("reference-api.md")
PACKAGES: Final = (
    "sandtable.engine", "sandtable.board", "sandtable.present", "sandtable.library", "sandtable.interchange",
    "sandtable.testing",
)  # fmt: skip
ELSEWHERE: Final = frozenset({*AWAITS, *LISTENS, "collects", "decides", "happens", "settles", "hookimpl"})
"""What stands in ``hooks.md``."""
BEGINNING: Final = """\
<!-- Generated from the code by scripts/docs: edit the docstrings there, not this page. -->

# What plugins import, in full

Each class and function with its arguments, fields and members, package by package; in a line each they stand in
[What plugins import](reference-names.md), hooks, listeners and what is awaited in [Hooks](hooks.md). A class that is
subclassed (`RuleModule`, `Row`, `Action`, `Struct`s of your own) is told by what it may set.
"""
QUALIFIED: Final = re.compile(r"\b(?:sandtable|collections|typing|msgspec|numpy|shapely)\.[\w.]*?(\w+)\b(?!\.)")


def page() -> str:
    """Return the whole page."""
    return "\n".join([BEGINNING, *(part for package in PACKAGES for part in _package(package))])


def _package(package: str) -> Iterator[str]:
    module = import_module(package)
    yield f"## {package}\n\n{_said(module)}\n"
    for name in sorted(module.__all__):
        thing = getattr(module, name)
        if name not in ELSEWHERE and _is_told(thing):
            yield f"### {name}\n\n" + (_class(thing) if inspect.isclass(thing) else _function(name, thing))


def _is_told(thing: object) -> bool:
    if inspect.isclass(thing):
        return not issubclass(thing, SandtableError | HookSet) and thing.__module__.startswith("sandtable.")
    return inspect.isfunction(inspect.unwrap(thing)) if callable(thing) else False


def _function(name: str, function: Any) -> str:
    return f"```python\n{_written(name, function)}\n```\n\n{_said(function)}\n"


def _class(kind: type[Any]) -> str:
    """Tell of a class: how one is made, what it is, what it sets or holds, what it is asked."""
    rows = [f"| `{name}` | {_cell(types)} | {says} |" for name, types, says in _attributes(kind)]
    asked = [f"| `{name}` | {_cell(written)} | {says} |" for name, written, says in _members(kind)]
    parts = [f"{_said(kind)}\n"]
    parts += ["\n".join(["| field | type | |", "|---|---|---|", *rows, ""])] if rows else _made(kind)
    parts += ["\n".join(["| member | | |", "|---|---|---|", *asked, ""])] if asked else []
    return "\n".join(parts)


def _made(kind: type[Any]) -> list[str]:
    """Return how an object of a class without declared fields is made."""
    if "__init__" not in vars(kind):
        return []
    return [f"```python\n{_written(kind.__name__, kind.__init__, without=1)}\n```\n"]


def _attributes(kind: type[Any]) -> Iterator[tuple[str, str, str]]:
    """Yield the fields that a class and its bases of ours declare: name, type with default, the words below it."""
    for base in reversed(kind.__mro__):
        body = _body(base) if base.__module__.startswith("sandtable.") else []
        for node, after in zip(body, [*body[1:], None], strict=True) if body else ():
            if isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name):
                name, default = node.target.id, f" = {ast.unparse(node.value)}" if node.value is not None else ""
                if not name.startswith("_"):
                    yield name, _OF_THE_CLASS.sub(r"\1", ast.unparse(node.annotation)) + default, _words_below(after)


_OF_THE_CLASS: Final = re.compile(r"^(?:ClassVar|Final)\[(.*)\]$")


def _words_below(node: ast.stmt | None) -> str:
    words = node.value.value if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant) else ""
    return as_markdown(" ".join(str(words).split())).replace("|", "\\|")


def _body(kind: type[Any]) -> list[ast.stmt]:
    try:
        (node,) = ast.parse(dedent(inspect.getsource(kind))).body
    except (OSError, TypeError):
        return []
    return node.body if isinstance(node, ast.ClassDef) else []


def _members(kind: type[Any]) -> Iterator[tuple[str, str, str]]:
    """Yield what is public of a class and its bases of ours: properties and methods that say what they are."""
    names = dict.fromkeys(
        name for base in kind.__mro__ if base.__module__.startswith("sandtable.") for name in vars(base)
    )
    for name in sorted(name for name in names if not name.startswith("_")):
        held = inspect.getattr_static(kind, name)
        code: Any = getattr(held, "fget", None) or getattr(held, "func", None) or getattr(held, "__func__", held)
        if not inspect.isfunction(code) or not inspect.getdoc(code):
            continue
        is_property = hasattr(held, "fget") or hasattr(held, "func")
        says = as_markdown(VERSION.sub("", inspect.getdoc(code) or "").partition("\n\n")[0].replace("\n", " "))
        ends = _type(inspect.signature(code).return_annotation)
        without = 0 if isinstance(held, staticmethod) else 1
        written = ends if is_property else _written(name, code, without=without).removeprefix("def ")
        yield name, " ".join(written.split()), says.replace("|", "\\|")


def _written(name: str, function: Any, *, without: int = 0) -> str:
    """Return how a function is called, on several lines when that is long."""
    signature = inspect.signature(function)
    given = [str(one) for one in signature.replace(return_annotation=inspect.Signature.empty).parameters.values()]
    stars = [one.kind for one in signature.parameters.values()]
    if inspect.Parameter.KEYWORD_ONLY in stars and inspect.Parameter.VAR_POSITIONAL not in stars:
        given.insert(stars.index(inspect.Parameter.KEYWORD_ONLY), "*")
    given = [_type(one) for one in given[without:]]
    ends = "" if name == "__init__" or (without and name[:1].isupper()) else f" -> {_type(signature.return_annotation)}"
    line = f"{name}({', '.join(given)}){ends}"
    return line if len(line) <= 110 else f"{name}(" + "".join(f"\n    {one}," for one in given) + f"\n){ends}"


def _type(annotation: object) -> str:
    if annotation is inspect.Signature.empty:
        return "None"
    text = annotation if isinstance(annotation, str) else inspect.formatannotation(annotation)
    text = re.sub(r" at 0x[0-9a-f]+", "", text)
    return QUALIFIED.sub(r"\1", text.replace("'", ""))


def _cell(text: str) -> str:
    return f"`{text}`".replace("|", "\\|")


def _said(thing: object) -> str:
    return as_markdown(VERSION.sub("", inspect.getdoc(thing) or ""))


def as_markdown(text: str) -> str:
    """Return a docstring as Markdown: code marks, and an example as a block."""
    return re.sub(r"\n{3,}", "\n\n", _EXAMPLE.sub(_block, text.replace("``", "`")))


_EXAMPLE: Final = re.compile(r"(?:^|(?<=:))::?\n\n((?:    .*\n|\n)+)", re.MULTILINE)


def _block(example: re.Match[str]) -> str:
    return f"\n\n```\n{dedent(example[1]).strip()}\n```\n\n"


def main() -> None:
    """Write the page."""
    PAGE.write_text(page(), "utf-8")


if __name__ == "__main__":
    main()
