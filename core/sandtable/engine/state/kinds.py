"""Kinds of work, marks and duties: declared once, by the module that brings them or for the whole game.

Rows hold a kind's name (``stored``) and nothing else, so whose a row is follows from its kind.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, ClassVar, Final, TypeAlias

import msgspec
from msgspec import Struct

from sandtable.engine.errors import Broken
from sandtable.engine.state.encoding import plain
from sandtable.engine.state.rows import SideId

if TYPE_CHECKING:
    from typing import Self

    from sandtable.engine.state.rows import AgendaItem, Due


class Work(Struct, frozen=True, gc=False, omit_defaults=True):
    """A piece of work that waits: on the agenda (``game.later``), or for a step (``game.due``).

    Subclass it; the fields hold what has to be known beside its subject. ``stored`` is its name in files, by default
    that of the class: a class that is renamed keeps the old one there.
    """

    stored: ClassVar[str] = ""

    def __init_subclass__(cls, **config: Any) -> None:
        super().__init_subclass__(**config)
        if "stored" not in vars(cls):
            cls.stored = cls.__name__

    def document(self) -> dict[str, Any]:
        """Return the fields as a row holds them."""
        return plain(self)

    @classmethod
    def read(cls, item: AgendaItem | Due) -> Self:
        """Return what a row holds; raises ``Broken`` where it has not the fields of this kind."""
        try:
            return msgspec.convert(item.data, cls)
        except msgspec.ValidationError as error:
            what = f"{item.what} {item.subject}".strip()
            raise Broken(f"{what} cannot be worked off: {error} in {item.data}", cls.__module__) from error


SCOPES: Final = ("step", "phase", "round", "sequence")
"""What a mark may last until wherever it is noted: those of the frame."""
FOREVER: Final = "forever"


@dataclass(frozen=True, slots=True, eq=False)
class MarkKind:
    """A fact that rules note of something (``game.mark``) until ``until`` ends.

    ``until``: ``step``, ``phase``, ``round`` and ``sequence`` mean those of the frame in which it is noted; the key of
    a step, phase or sequence means its end, whoever plays it; a word that a module lists in ``wipes`` lasts until its
    rules say ``game.wipe(word)``; what is noted ``forever`` stays.
    ``of`` says in a word what a mark names beside its subject ("side"): each name has a mark of its own.
    """

    stored: str
    until: str
    of: str = ""
    head: str = field(init=False, repr=False)
    """What the id of a mark begins with that names nothing beside its subject."""

    def __post_init__(self) -> None:
        object.__setattr__(self, "head", f"{self.stored}:")

    def what(self, of: str) -> str:
        """Return how a mark is called that names ``of`` beside its subject."""
        return f"{self.stored} {of}" if of else self.stored


@dataclass(frozen=True, slots=True, eq=False)
class DutyKind:
    """What a side may owe (``game.oblige``) before the step ``by`` may end.

    ``first`` is what is said to somebody who would end it before, with ``{side}`` and ``{subject}`` filled in; by
    default what the duty says, and "first".
    """

    stored: str
    by: str
    first: str = ""


RowKind: TypeAlias = "type[Work] | MarkKind | DutyKind"


class EnterSequence(Work, frozen=True):
    """Enter a sequence; ``side`` plays its once-only phases."""

    stored = "enter"

    sequence: str
    side: SideId | None
