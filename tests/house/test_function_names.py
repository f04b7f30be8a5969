"""Names of functions say what they give, and a rule function names its own rule once: where it is declared."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterable, Iterator
from pathlib import Path

ROOT = Path(__file__).parents[2]
ALL = ("core", "editor", "plugins", "docs", "scripts", "tests")
RULES = ("plugins", "docs/examples", "core/sandtable/engine/running")
MEANT_NOTHING = ("told",)
"""Names that said nothing of what is given: seven kinds of answer had one of them."""

SUSPECT = re.compile(rb"def (%s)\b" % "|".join(MEANT_NOTHING).encode())

Function = ast.FunctionDef | ast.AsyncFunctionDef


def functions(path: Path) -> Iterator[Function]:
    """Yield all functions of a file, those within others too."""
    yield from (node for node in ast.walk(ast.parse(path.read_bytes())) if isinstance(node, Function))


def unspeaking(files: Iterable[Path]) -> list[str]:
    """Return the functions whose name says nothing of what they give."""
    suspect = (path for path in sorted(files) if SUSPECT.search(path.read_bytes()))  # most files need not be parsed
    return [f"{path}:{node.lineno}" for path in suspect for node in functions(path) if node.name in MEANT_NOTHING]


def cited_again(files: Iterable[Path]) -> list[str]:
    """Return where a rule function repeats its own id, which is the default of all that it makes."""
    found: list[str] = []
    for path in sorted(files):
        for node in functions(path):
            own = set(_ids(node))
            again = [one for part in node.body for one in ast.walk(part) if isinstance(one, ast.Constant)]
            found += [f"{path}:{one.lineno}: {one.value}" for one in again if one.value in own]
    return found


def _ids(function: Function) -> Iterator[str]:
    """Yield the ids of a function: those of its ``@rule(...)``."""
    for one in function.decorator_list:
        if isinstance(one, ast.Call) and isinstance(one.func, ast.Name) and one.func.id == "rule":
            yield from (
                part.value for part in one.args if isinstance(part, ast.Constant) and isinstance(part.value, str)
            )


def python_files(*roots: str) -> Iterator[Path]:
    """Yield the files of Python under these folders."""
    for root in roots:
        yield from (ROOT / root).rglob("*.py")


def test_no_function_has_a_name_that_says_nothing() -> None:
    assert unspeaking(python_files(*ALL)) == []


def test_a_rule_function_cites_once() -> None:
    assert cited_again(python_files(*RULES)) == []


def test_what_these_look_for_is_found(tmp_path: Path) -> None:
    path = tmp_path / "one.py"
    path.write_text('@rule("A-1")\ndef told(game):\n    """Say no (A-1)."""\n    return Refusal("no", rule="A-1")\n')
    assert unspeaking([path]) == [f"{path}:2"]
    assert cited_again([path]) == [f"{path}:4: A-1"]
