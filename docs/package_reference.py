"""Writes ``docs/packages.md`` out of the code: every package, and each of its modules in one line.

``scripts/docs`` calls it.
"""

from __future__ import annotations

import ast
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).parents[1]
PAGE: Final = ROOT / "docs" / "packages.md"
IMPORT_ROOTS: Final = ("core/sandtable", "plugins/sandtable_empires", "editor/sandtable_editor")

BEGINNING = """\
<!-- Generated from the code by scripts/docs: edit the docstrings there, not this page. -->

# Packages and modules

Every folder of code with what it is for, and each module in one line. How they hang together is told in
[Architecture](architecture.md).
"""


class Undocumented(Exception):  # it tells a developer what to write
    """A package or module does not say what it is for."""


def packages() -> list[Path]:
    """Return every package, from the import roots down."""
    return sorted(path.parent for root in IMPORT_ROOTS for path in (ROOT / root).rglob("__init__.py"))


def page() -> str:
    """Return the whole page; raise ``Undocumented`` for a module without a docstring."""
    return "\n".join([BEGINNING, *map(section, packages())])


def section(package: Path) -> str:
    """Return what is told of a package."""
    modules = sorted(path for path in package.glob("*.py") if path.name != "__init__.py")
    lines = [f"## {package.relative_to(ROOT).as_posix()}\n\n{said(package / '__init__.py')}\n"]
    if modules:
        lines += ["| module | |", "|---|---|", *(f"| `{one.name}` | {line(one)} |" for one in modules), ""]
    return "\n".join(lines)


def said(path: Path) -> str:
    """Return the docstring of a module, without code marks that Markdown does not have."""
    words = ast.get_docstring(ast.parse(path.read_text("utf-8")))
    if not words:
        raise Undocumented(f"{path.relative_to(ROOT)} has no docstring")
    return words.replace("``", "`")


def line(path: Path) -> str:
    """Return the first sentence of a module's docstring as a cell of a table."""
    return " ".join(said(path).partition("\n\n")[0].split()).replace("|", "\\|")


def main() -> None:
    """Write the page."""
    PAGE.write_text(page(), "utf-8")


if __name__ == "__main__":
    main()
