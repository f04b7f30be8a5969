"""A row: one thing the rules can ask about, and what became of it at the gate."""

from __future__ import annotations

from functools import cache
from typing import Any, ClassVar, Final, Protocol, TypeVar, runtime_checkable

from msgspec import Struct

TITLES: Final = ("title", "name")
"""The fields by which a row is called."""


class NameGiver(Protocol):
    """Whoever tells what things are called, to a row whose name speaks of other rows: a game does."""

    def name(self, thing: object, kind: type[Row] | None = None) -> str: ...


@runtime_checkable
class Named(Protocol):
    """What says itself what it is called in a text: a row, or a value that is no row, such as a pose of the board."""

    def name_in(self, game: Any, /) -> str: ...


class Row(Struct, frozen=True, gc=False, omit_defaults=True):
    """One thing the rules can ask about; subclass it with an ``id`` of the table's own ``NewType``.

    ``stored`` is the name its table has in files, by default that of the class: a class that is renamed keeps the
    old one there.
    """

    indexes: ClassVar[tuple[str, ...]] = ()
    stored: ClassVar[str] = ""
    in_texts: ClassVar[bool] = True
    """Whether texts speak of its rows, so that an id in one stands for what the row is called."""
    called: ClassVar[str] = ""
    """What stands before a name that does not say what it is: ``the way between`` Ash and Dale."""
    facts: ClassVar[tuple[str, ...] | None] = None
    """The fields that a list of its kind shows beside the name; ``None``: those whose words are short."""
    id: str

    def __init_subclass__(cls, **config: Any) -> None:
        super().__init_subclass__(**config)
        if "stored" not in vars(cls):
            cls.stored = cls.__name__

    def name_in(self, game: NameGiver) -> str:
        """Return what it is called in a text: by its title or name; a kind that has neither may say it here."""
        return title_of(self) or self.id

    def sentence_name(self, game: NameGiver) -> str:
        """Return what it is called within a sentence: by its name, unless that wants an article (the Blue Hussars)."""
        return self.name_in(game)

    def phrase_in(self, game: NameGiver) -> str:
        """Return what it is called where nothing else says what it is; with its table if it has but an id."""
        name = self.name_in(game)
        if self.called:
            return f"{self.called} {name}"
        return name if name != self.id or self.stored in name else f"{self.stored} {name}"


def title_of(row: Row) -> str:
    """Return the title or name that a row has as a field, if it has one."""
    for field in _titles_of(type(row)):
        said = getattr(row, field, None)
        if said and isinstance(said, str):
            return said
    return ""


@cache
def _titles_of(kind: type[Row]) -> tuple[str, ...]:
    """Return those of the fields by which rows are called that a class has."""
    return tuple(field for field in TITLES if hasattr(kind, field))


class UnknownRow(Row, frozen=True):
    """A row of a table that no module here declares: its document as it was written. Its id names the table too."""

    stored = "Unread"
    table: str
    document: bytes

    @classmethod
    def of(cls, table: str, id: str, document: bytes) -> UnknownRow:
        """Return a row for the document that stands under an id in a table."""
        return cls(f"{table} {id}", table, document)


class Change(Struct, frozen=True, gc=False):
    """One row before and after (``None``: it was not there, it is gone)."""

    kind: type[Row]
    id: str
    old: Row | None
    new: Row | None


R = TypeVar("R", bound=Row)
