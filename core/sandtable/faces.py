"""Faces of packages: what others take from a package by name, loaded when they take it.

``from sandtable.engine import Option`` reads the files that ``Option`` needs and no others, so that a command which
lists games does not load the referee. What a face gives, and from where, stands once: in its imports for the type
checker.
"""

from __future__ import annotations

import ast
import sys
from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable


def lazily(package: str) -> Callable[[str], Any]:
    """Return a package's ``__getattr__``: it gives the names that the package imports under ``TYPE_CHECKING``."""
    homes: dict[str, str] = {}

    def give(name: str) -> Any:
        if not homes:
            homes.update(_homes(package))
        if name not in homes:
            raise AttributeError(f"module {package!r} has no attribute {name!r}")
        found = getattr(import_module(homes[name]), name)
        setattr(sys.modules[package], name, found)
        return found

    return give


def _homes(package: str) -> dict[str, str]:
    """Return where each name of a face stands."""
    spec = sys.modules[package].__spec__
    loader: Any = spec.loader if spec is not None else None
    source: str = loader.get_source(package)
    return {
        alias.name: line.module
        for node in ast.parse(source).body
        if isinstance(node, ast.If)
        for line in node.body
        if isinstance(line, ast.ImportFrom) and line.module
        for alias in line.names
    }
