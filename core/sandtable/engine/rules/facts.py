"""Words that modules declare, so that rules can be made of them by form: facts, occasions, consequences.

A module answers the hook ``facts`` with them, once, when the game is installed. A **fact** is something that can be
read of a subject, with its type. An **occasion** puts an action, a number or an event of the game in words. A
**consequence** is what may be done to a subject.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from inspect import get_annotations
from typing import TYPE_CHECKING, Any, Final, Literal, cast, get_args, get_origin

from msgspec import Meta, Struct

from sandtable.engine.annotations import UNIONS
from sandtable.engine.state.row import Row
from sandtable.engine.state.struct_fields import hints_of
from sandtable.engine.words import with_article

if TYPE_CHECKING:
    from sandtable.engine.actions.actions import Game

Read = Callable[["Game"], Any] | Callable[["Game", Any], Any] | Callable[["Game", Any, Any], Any]
Done = Callable[["Game", Any], Any] | Callable[["Game", Any, Any], Any]
PLAIN: Final = frozenset({"int", "bool", "str"})
"""Types that are of nothing."""
GAME: Final = ""
"""The name of the subject of what is true of the game as a whole: the month, whose turn it is."""


@dataclass(frozen=True, slots=True)
class FactType:
    """What a word is of: a number, a text, yes or no, or the id of something (``UnitId``); maybe nothing.

    ``choices`` are the texts there are, where they are counted out.
    """

    name: str
    is_optional: bool = False
    choices: tuple[str, ...] = ()

    def __str__(self) -> str:
        return {"int": "a number", "bool": "yes or no", "str": "a text"}.get(self.name, self.name)

    @property
    def called(self) -> str:
        """What it is of in a sentence: "a corps" for ``CorpsId``, "a land unit" for ``LandUnit``."""
        if self.name in PLAIN:
            return str(self)
        return with_article(re.sub(r"(?<=[a-z])(?=[A-Z])", " ", self.name.removesuffix("Id")).lower())


def fact_type(hint: Any) -> FactType:
    """Return the type that an annotation means, as far as words go."""
    optional = False
    while True:
        if hasattr(hint, "__metadata__"):
            hint = get_args(hint)[0]
        elif get_origin(hint) in UNIONS:
            optional = optional or type(None) in get_args(hint)
            left = [one for one in get_args(hint) if one is not type(None)]
            if len(left) != 1:
                return FactType("str", optional)
            hint = left[0]
        else:
            break
    if get_origin(hint) is Literal:
        return FactType("str", optional, tuple(map(str, get_args(hint))))
    plain = get_origin(hint) or hint
    return FactType(plain if isinstance(plain, str) else getattr(plain, "__name__", str(plain)), optional)


class Word:
    """A word that a module declares: a fact, an occasion or a consequence.

    .. versionadded:: 0.4
    """

    __slots__ = ()


@dataclass(frozen=True, slots=True)
class Fact(Word):
    """Something that can be read of a subject.

    ``subject`` is the type of its id (``UnitId``) or the class of what a hook hands over; ``None``: the game. ``says``
    is how it reads, with ``{it}`` for the subject: *the area of {it}*; of a fact that is yes or no the statement, *{it}
    is a bridge*. ``read`` takes the game, then the subject, then what ``of`` is the type of, where the fact is about
    two (the units of a side in an area). It is asked in queries: it must not write, roll or ask.

    .. versionadded:: 0.4
    """

    subject: Any
    name: str
    says: str
    type: Any
    read: Read | None = None
    of: Any = None
    row: type[Row] | None = None
    """The row that holds it as a field, where it is just that."""


@dataclass(frozen=True, slots=True)
class Occasion(Word):
    """An action, a number or an event in words.

    ``about`` is the class of the action or the hook. ``says`` fits *nobody may …* for an action, *… is at most 9* for
    a number, *after …* for an event. ``words`` are what its fields or arguments are called; others are called *the
    unit* for ``unit``. ``stride`` is the class of the steps of an action that is a way.

    .. versionadded:: 0.4
    """

    about: Any
    says: str
    words: Mapping[str, str] = field(default_factory=dict[str, str])
    stride: type | None = None


@dataclass(frozen=True, slots=True)
class Consequence(Word):
    """What may be done to a subject: ``does`` takes the game, the subject and, if ``counted``, how much; it may wait.

    ``says`` is what it reads as, with ``{it}`` and ``{amount}``: *{it} loses {amount} steps*.

    .. versionadded:: 0.4
    """

    subject: Any
    name: str
    says: str
    does: Done
    counted: bool = False


def fields_of(kind: type, /, **says: str) -> tuple[Fact, ...]:
    """Declare fields of a class of rows, or of what an event hands over, as facts; by name, with how each reads.

    Those of a row can be read of its id, and of the row where a hook hands that over. An empty text stands for *the
    area of {it}*.

    .. versionadded:: 0.4
    """
    hints = hints_of(kind) if issubclass(kind, Row) else _hints(cast("type[Any]", kind))
    found: list[Fact] = []
    for name, words in says.items():
        if name not in hints:
            raise TypeError(f"{kind.__name__} has no field {name}: declare one of {', '.join(hints)}")
        reads = words or _title(hints[name], name)
        found.append(Fact(kind, name, reads, hints[name]))
        if issubclass(kind, Row):
            found.append(Fact(_plain(hints["id"]), name, reads, hints[name], row=kind))
    return tuple(found)


def _hints(kind: type) -> Mapping[str, Any]:
    if hasattr(kind, "__struct_fields__"):
        return hints_of(cast("type[Struct]", kind))
    return {name: hint for base in reversed(kind.__mro__) for name, hint in get_annotations(base).items()}


def _plain(hint: Any) -> Any:
    return get_args(hint)[0] if hasattr(hint, "__metadata__") else hint


def _title(hint: Any, name: str) -> str:
    titles = [mark.title for mark in getattr(hint, "__metadata__", ()) if isinstance(mark, Meta) and mark.title]
    return f"the {titles[0].casefold() if titles else name.replace('_', ' ')} of {{it}}"
