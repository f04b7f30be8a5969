"""Keys by which files of a game meet: steps, phases, sequences and charts that several name are constants."""

import ast
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PACKAGES = (
    ROOT / "plugins/sandtable_empires",
    ROOT / "plugins/sandtable_grande_armee",
    ROOT / "docs/examples/sandtable_drill_ground",
)
NAMING = {
    "Step", "Phase", "Sequence", "Lookup", "opens", "closes", "leaves", "enter", "leave", "wipe", "actions_at", "chart",
    "numbers", "tables", "find_uncharted",
}  # fmt: skip
"""What is called with a key, as its first text."""
WORDS_OF_KINDS = {"until", "by"}
"""What ``MarkKind`` and ``DutyKind`` are given a key by."""
SCOPES = {"step", "phase", "round", "sequence"}
"""What a mark may last until wherever it is noted: words of the engine."""
ATTRIBUTES = {"step", "phase", "sequence"}


def keys_in(tree: ast.AST) -> Iterator[str]:
    """Yield the keys that are written as texts in a file."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Call):
            yield from keys_of_call(node)
        elif isinstance(node, ast.Compare) and isinstance(node.left, ast.Attribute) and node.left.attr in ATTRIBUTES:
            yield from (text for one in node.comparators for text in texts_in(one))
        elif isinstance(node, ast.Assign) and isinstance(node.value, ast.Dict) and is_actions(node):
            yield from (text for one in node.value.keys if one is not None for text in texts_in(one))


def is_actions(node: ast.Assign) -> bool:
    """Tell whether this says which actions belong to which steps."""
    return any(isinstance(one, ast.Name) and one.id == "actions" for one in node.targets)


def keys_of_call(call: ast.Call) -> Iterator[str]:
    """Yield the keys that a call is given."""
    called = call.func.attr if isinstance(call.func, ast.Attribute) else getattr(call.func, "id", "")
    if called in NAMING:
        args = call.args[:1] if called == "Lookup" else call.args  # its others are kinds of what a chart holds
        given = [one.value for one in args if isinstance(one, ast.Constant) and isinstance(one.value, str)]
        yield from given[:1]
    for word in call.keywords:
        if called in {"MarkKind", "DutyKind"} and word.arg in WORDS_OF_KINDS:
            yield from texts_in(word.value) - SCOPES


def texts_in(node: ast.AST) -> set[str]:
    """Return the texts that stand in an expression."""
    return {one.value for one in ast.walk(node) if isinstance(one, ast.Constant) and isinstance(one.value, str)}


@pytest.mark.parametrize("package", PACKAGES, ids=lambda path: path.name)
def test_what_several_files_name_is_a_constant(package: Path) -> None:
    """A key that is written in two files can be misspelt in one of them, and nobody finds it."""
    files = defaultdict[str, set[str]](set)
    for path in sorted(package.rglob("*.py")):
        for key in keys_in(ast.parse(path.read_text("utf-8"))):
            files[key].add(str(path.relative_to(package)))
    assert {key: sorted(names) for key, names in files.items() if len(names) > 1} == {}


def test_keys_are_found_where_they_are_written() -> None:
    source = 'MARK = MarkKind("met", until="fire")\nactions = {"march": ()}\ngame.chart("drill").at("x")\n'
    source += 'frame.step in ("rally", "fire")\n@opens("reckoning")\ndef f(): ...\nMarkKind("x", until="step")\n'
    assert sorted(keys_in(ast.parse(source))) == ["drill", "fire", "fire", "march", "rally", "reckoning"]
