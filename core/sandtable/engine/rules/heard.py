"""What a listener says that it takes and answers, compared with what it is given and asked for."""

from __future__ import annotations

from typing import Any, Final, TypeVar, get_args, get_origin

from sandtable.engine.annotations import UNIONS, annotation_texts, hints_of

GIVEN: Final = {"refuses": "act", "conceals": "row", "reacts": "moment", "works": "work"}
"""The argument of a listener that is of the class it listens for."""
WANTED: Final = {"refuses": "Refusal", "refuses_step": "Refusal", "refuses_end": "Refusal", "ends_way": "Stop"}
"""What a listener answers, or ``None``."""


def fault_in(code: Any, listens: str, kind: object) -> str:
    """Say what is wrong with a listener whose annotations name another class than it is given, or is to answer.

    They are compared as they are written first: what they mean is looked up only where that differs.
    """
    said, given = annotation_texts(code), GIVEN.get(listens)
    if given in said and isinstance(kind, type):
        known = {base.__name__ for base in kind.__mro__}
        if not _names(said[given]) & known and not _takes(hints_of(code).get(given), kind):
            return f": {given} is {said[given]} here, and @{listens}({kind.__name__}) gives a {kind.__name__}"
    wanted, answer = WANTED.get(listens), said.get("return")
    if wanted and answer and not _names(answer) <= {wanted, "None"} and not _answers(hints_of(code), wanted):
        return f" returns {answer}; @{listens} must return {wanted} | None"
    return ""


def _names(written: str) -> set[str]:
    return {name.split("[")[0].strip() for name in written.split("|")}


def _takes(hint: Any, kind: type) -> bool:
    """Tell whether an annotation takes a class; what cannot be told does."""
    if hint is None or hint is Any or isinstance(hint, TypeVar):
        return True
    if get_origin(hint) in UNIONS:
        return any(_takes(one, kind) for one in get_args(hint))
    plain = get_origin(hint) or hint
    return not isinstance(plain, type) or issubclass(kind, plain)


def _answers(hints: dict[str, Any], wanted: str) -> bool:
    """Tell whether an answer is of the wanted class or one below it, or nothing; what cannot be told is."""
    hint = hints.get("return", Any)
    leaves = get_args(hint) if get_origin(hint) in UNIONS else (hint,)
    plain = [get_origin(leaf) or leaf for leaf in leaves]
    return all(
        not isinstance(leaf, type) or leaf is type(None) or wanted in {base.__name__ for base in leaf.__mro__}
        for leaf in plain
    )
