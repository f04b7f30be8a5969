"""Which rule is at work: a rule function cites once, and what is made while it works is cited by it too.

The code of a rule function carries the id, so that the stack tells it, after an ``await`` as before, in any thread.
Nothing is paid for it where nobody asks.
"""

from __future__ import annotations

import sys
from types import CodeType, FunctionType
from typing import TYPE_CHECKING, Final

from sandtable.engine.errors import Broken

if TYPE_CHECKING:
    from types import FrameType

OURS: Final = "sandtable."
_LENGTH: Final = len(OURS)
_getframe: Final = sys._getframe  # noqa: SLF001  # pyright: ignore[reportPrivateUsage]  # the only way to the stack


class Carried:
    """A rule's id as a constant of the code that is its function."""

    __slots__ = ("rule",)

    def __init__(self, rule: str) -> None:
        self.rule = rule


def carry(function: object, rule: str) -> None:
    """Have the code of a function carry a rule's id; a class has no code that runs.

    It becomes code of its own: functions made by one factory share theirs, and may be different rules.
    """
    if isinstance(function, FunctionType):
        function.__code__ = _carrying(function.__code__, rule)


def _carrying(code: CodeType, rule: str) -> CodeType:
    """Return code with a rule's id, and the code of all that is defined inside it."""
    constants = code.co_consts[:-1] if _rule_in(code) else code.co_consts
    inside = tuple(_carrying(one, rule) if isinstance(one, CodeType) else one for one in constants)
    return code.replace(co_consts=(*inside, Carried(rule)))


def _rule_in(code: CodeType) -> str:
    constants = code.co_consts
    last = constants[-1] if constants else None
    return last.rule if isinstance(last, Carried) else ""


def this_rule() -> str:
    """Return the id of the rule function at work, the innermost; empty where there is none.

    The helpers that it calls are it. What the engine runs for it is not: an action that is carried out, a hook that is
    asked, an answer that is kept for others who ask.

    .. versionadded:: 0.1
    """
    return _rule_from(_getframe(1))


def _rule_from(frame: FrameType | None) -> str:
    """Return the id of the innermost rule function from a frame outwards."""
    entered = False
    while frame is not None:
        constants = frame.f_code.co_consts
        if constants and (last := constants[-1]).__class__ is Carried:  # as ``_rule_in``, which is asked too often here
            rule: str = last.rule
            return rule
        if frame.f_globals.get("__name__", "")[:_LENGTH] != OURS:
            entered = True
        elif entered:
            return ""
        frame = frame.f_back
    return ""


def needed_rule(rule: str, what: str, *of: str) -> str:
    """Return a rule, by default the one at work; raise ``Broken`` where there is neither: ``what`` cites none."""
    found = rule or _rule_from(_getframe(1))
    if not found:
        named = f"{what} ({' '.join(of)})" if of else what
        raise Broken(f"{named} cites no rule: give it one (rule=...), or make it in a function that has @rule")
    return found
