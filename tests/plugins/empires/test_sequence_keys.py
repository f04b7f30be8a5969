"""Steps, phases and sequences are named by their constants: a key that is misspelt is found where it is written."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

from sandtable_empires import steps
from sandtable_empires.sequences import SEQUENCES
from sandtable_empires.system import EMPIRES

PACKAGE = Path(steps.__file__).parent
KEYS = {name: key for name, key in vars(steps).items() if name.endswith(("_STEP", "_PHASE", "_SEQUENCE"))}
SCOPES = {"step", "phase", "round", "sequence"}
ARGUMENTS = {"until", "by", "step", "sequence", "after", "before"}
"""What names a step, phase or sequence where a mark, a duty, a date, an inserted step or a contest is declared."""
DECLARED_BY = {"MarkKind", "DutyKind", "due", "Insert", "Contest"}
LISTEN = {"opens", "closes", "leaves", "enter", "leave", "Step", "Phase", "Sequence"}


def keys_in(tree: ast.AST) -> Iterator[ast.expr]:
    """Yield what stands where the key of a step, phase or sequence belongs."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Call):
            name = getattr(node.func, "id", getattr(node.func, "attr", ""))
            yield from node.args[:1] if name in LISTEN else ()
            for one in node.keywords if name in DECLARED_BY else ():
                if one.arg in ARGUMENTS:
                    yield from one.value.elts if isinstance(one.value, ast.Tuple) else [one.value]
        elif isinstance(node, ast.Assign) and getattr(node.targets[0], "id", "") == "actions":
            yield from (key for key in getattr(node.value, "keys", ()) if key is not None)
        elif isinstance(node, ast.Compare) and getattr(node.left, "attr", "") in {"step", "phase", "sequence"}:
            yield from node.comparators


def literals(tree: ast.AST) -> set[str]:
    found = {one.value for one in keys_in(tree) if isinstance(one, ast.Constant) and isinstance(one.value, str)}
    return found - SCOPES


def test_no_key_is_written_out_but_once() -> None:
    written = {
        f"{path.relative_to(PACKAGE)}: {key}"
        for path in PACKAGE.rglob("*.py")
        for key in literals(ast.parse(path.read_text("utf-8")))
    }
    assert written == set()


def test_a_key_that_is_written_out_is_found() -> None:
    code = """
@opens("supply")
def f(): game.leave("rounds") if frame.step == "dice" else MarkKind("x", until="land")
actions = {"depots": ()}
"""
    assert literals(ast.parse(code)) == {"supply", "rounds", "dice", "land", "depots"}


def test_the_constants_are_the_keys_of_the_sequence_of_play() -> None:
    phases = [phase for sequence in SEQUENCES for phase in sequence.phases]
    played = {
        *(f"{sequence.key} SEQUENCE" for sequence in SEQUENCES),
        *(f"{phase.key} PHASE" for phase in phases),
        *(f"{step.key} STEP" for phase in phases for step in phase.steps),
    }
    named = {f"{key} {name.rpartition('_')[2]}" for name, key in KEYS.items()}
    inserted = {f"{one.step.key} STEP" for module in EMPIRES.modules for one in module.steps}
    assert named - played == inserted  # by an option, or by what needs a campaign
    assert played <= named
