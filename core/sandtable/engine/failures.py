"""What left a plugin's code: whether it is the plugin's own failure, what is told of it, and at whose door it is laid.

A plugin may raise anything. Two exceptions also come from outside while its code runs, and are handed on: Ctrl-C,
and the closing of a procedure that is given up.
"""

from __future__ import annotations

from opcode import opmap
from typing import TYPE_CHECKING, Final, NamedTuple, Protocol

from sandtable.engine.code_places import place_in
from sandtable.engine.errors import Broken, Illegal, MapGone, SandtableError
from sandtable.engine.mending import what_mends

if TYPE_CHECKING:
    from types import TracebackType
    from typing import Self

LONGEST: Final = 400
"""So many characters of what an exception says are told."""
OURS: Final = "sandtable."
_RAISE: Final = opmap["RAISE_VARARGS"]


class Culprit(NamedTuple):
    """A module (its key, or the name of its Python module where several stand in one) and the line that ran."""

    module: str
    where: str

    def __str__(self) -> str:
        return f"module {self.module} ({self.where})"


class Unended(BaseException):
    """Raised in a plugin's code that has run for too long, by what watches it."""


def is_own(error: BaseException) -> bool:
    """Tell whether an exception is the failure of the code it left, and was not sent into it from outside."""
    if not isinstance(error, KeyboardInterrupt | GeneratorExit):
        return True
    last = _raised_in(error)
    if last is None or _is_ours(last):
        return False
    return isinstance(error, GeneratorExit) or last.tb_frame.f_code.co_code[last.tb_lasti] == _RAISE


def _raised_in(error: BaseException) -> TracebackType | None:
    """Return the innermost step of an exception's traceback: where it was raised."""
    last = error.__traceback__
    while last is not None and last.tb_next is not None:
        last = last.tb_next
    return last


def _is_ours(trace: TracebackType) -> bool:
    return str(trace.tb_frame.f_globals.get("__name__", "")).startswith(OURS)


def is_raised_by_the_engine(error: BaseException) -> bool:
    """Tell whether it was our own code that raised an exception, called by a plugin's or not."""
    last = _raised_in(error)
    return last is not None and _is_ours(last)


def describe_failure(error: BaseException) -> str:
    """Tell in one line what was raised; an exception may have any text, or none that can be had."""
    if isinstance(error, SystemExit):
        return "called sys.exit"
    if isinstance(error, Unended):
        return "had not finished after a long time, and was stopped"
    return f"raised {class_and_text(error)}"


def class_and_text(error: BaseException) -> str:
    """Return the class of an exception and its text, cut short where it is long."""
    text = text_of(error)
    return f"{type(error).__name__}: {text}" if text else type(error).__name__


def text_of(error: BaseException) -> str:
    """Return the text of an exception in one line, whatever its own methods do."""
    text = ""
    with Trial() as trial:
        text = str(error)[: LONGEST + 1]
    if trial.failure is not None:
        return f"(its text cannot be had: that raises {type(trial.failure).__name__})"
    line = " ".join(text.split())
    return line if len(line) <= LONGEST else f"{line[:LONGEST]} ..."


def is_of_the_engine(error: BaseException) -> bool:
    """Tell whether an exception is one of ours, whose words can be told as they are."""
    return isinstance(error, SandtableError) and type(error).__module__.startswith(OURS)


def as_broken(error: BaseException, code: Code) -> BaseException:
    """Return what to raise for an exception that has left a module: ``Broken`` with its name, once.

    What says that a player may not do something is handed on, and what came from outside.
    """
    if not is_own(error):
        return error
    module = code.module
    place = f"{code.where} ({code.rule_ids})" if code.rule_ids else code.where
    if not is_of_the_engine(error):
        hint = what_mends(error, code)
        return Broken(f"module {module} {describe_failure(error)} in {place}{_line_that_failed(error)}{hint}", module)
    if isinstance(error, Illegal | MapGone) or (isinstance(error, Broken) and error.module) or module.startswith(OURS):
        return error
    return Broken(f"module {module} fails in {place}: {text_of(error)}{what_mends(error, code)}", module)


def _line_that_failed(error: BaseException) -> str:
    """Return the innermost line of the package whose code was called, as ``, rules.py:12``; nothing for a long run."""
    package, found = "", ""
    trace = None if isinstance(error, Unended) else error.__traceback__
    while trace is not None:
        name = str(trace.tb_frame.f_globals.get("__name__", ""))
        if not name.startswith(OURS) and (not package or name.partition(".")[0] == package):
            package, found = name.partition(".")[0], f", {place_in(trace.tb_frame, trace.tb_lineno)}"
        trace = trace.tb_next
    return found


class Code(Protocol):
    """Code that may be a plugin's: whose it is, what it is called, the rules it cites."""

    @property
    def module(self) -> str: ...

    @property
    def where(self) -> str: ...

    @property
    def rule_ids(self) -> str: ...


class NamedCode(NamedTuple):
    """Code that has its name from whoever runs it."""

    module: str
    where: str
    rule_ids: str = ""


class Method(NamedTuple):
    """A method of a class that a plugin may bring: an action's, a moment's."""

    owner: type
    name: str

    @property
    def module(self) -> str:
        return self.owner.__module__

    @property
    def where(self) -> str:
        return f"{self.owner.__name__}.{self.name}"

    @property
    def rule_ids(self) -> str:
        return ""


class Blame:
    """While it is entered ``code`` runs: what that raises comes out as ``Broken`` with the name of its module."""

    __slots__ = ("code",)

    def __init__(self, code: Code | None = None) -> None:
        self.code = code

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: object, error: BaseException | None, trace: object) -> None:
        if error is not None:
            self.lay_at_its_door(error)

    def lay_at_its_door(self, error: BaseException) -> None:
        """Raise what an exception comes out as, where that is another."""
        failure = error if self.code is None else as_broken(error, self.code)
        if failure is not error:
            raise failure from error


class Trial:
    """While it is entered code is tried: what it raises of its own goes no further, and is kept as ``failure``."""

    failure: BaseException | None = None

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: object, error: BaseException | None, trace: object) -> bool:
        if error is None or not is_own(error):
            return False
        self.failure = error
        return True
