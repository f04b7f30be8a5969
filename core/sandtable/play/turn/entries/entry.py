"""What an entry is: it takes the value of one field, pointed at part by part or typed as a line."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final, Protocol

from sandtable.play.words.naming import PlainGoals
from sandtable.play.words.wording import describe

if TYPE_CHECKING:
    from sandtable.play.words.objections import Objection

NOTHING: Final = object()
"""In place of a value: there is none yet."""


class FieldValues(Protocol):
    """Says of the values of a field what they are called, what is known of them, and what stands against one."""

    @property
    def risk(self) -> str:
        """What is risked by an action that is a special case of another, no text for any other."""
        ...

    def plain_goals(self) -> PlainGoals:
        """Return where the action leads that this one is a special case of: nobody need risk anything to go there."""
        ...

    def name(self, value: object) -> str:
        """Return what a value is called."""
        ...

    def facts(self, value: object) -> str:
        """Return what helps to choose it; nothing is said where nothing is known."""
        ...

    def is_possible(self, value: Any) -> bool:
        """Tell whether some legal action holds it."""
        ...

    def known(self, value: Any) -> bool | None:
        """Return whether some legal action holds it, if that was asked before; no rule is asked."""
        ...

    def learn(self, found: Mapping[Any, bool]) -> None:
        """Take down which values are possible, found out in a copy of the position."""
        ...

    def objection_to(self, value: Any, title: str = "") -> Objection | None:
        """Say why the field may not hold it (called so, by default by its name); ``None`` when it may."""
        ...

    def objection_to_space(self, space: str, title: str = "") -> Objection | None:
        """Say why no way ends at a space (called so, by default by its name); ``None`` when one does."""
        ...

    def meant_by(self, text: str) -> Any:
        """Return the value that a text could mean, be it on offer or not; ``None`` when it means nothing."""
        ...

    def space_meant_by(self, text: str) -> str:
        """Return the space that a text names, whether or not a way leads there; no text when it names none."""
        ...


class BareValues:
    """The values of a domain that is not a field of any offer: called as they are written, and all of them possible."""

    risk = ""

    def plain_goals(self) -> PlainGoals:
        return PlainGoals()

    def name(self, value: object) -> str:
        return describe(value)

    def facts(self, value: object) -> str:
        return ""

    def is_possible(self, value: Any) -> bool:
        return True

    def known(self, value: Any) -> bool | None:
        return True

    def learn(self, found: Mapping[Any, bool]) -> None:
        pass

    def objection_to(self, value: Any, title: str = "") -> Objection | None:
        return None

    def objection_to_space(self, space: str, title: str = "") -> Objection | None:
        return None

    def meant_by(self, text: str) -> Any:
        return None

    def space_meant_by(self, text: str) -> str:
        return ""


BARE: Final = BareValues()


@dataclass(frozen=True, slots=True)
class TypedAnswer:
    """What a typed line comes to: a value (legal or not), several that it may mean, or what is wrong with it."""

    value: Any = NOTHING
    several: tuple[Any, ...] = ()
    wrong: str = ""


class Entry(ABC):
    """Takes a value for a field. ``field`` says what its values are called and which of them are possible."""

    def __init__(self, field: FieldValues = BARE) -> None:
        self.field: FieldValues = field

    @abstractmethod
    def result(self) -> Any:
        """Return the value that it comes to, ``NOTHING`` while it is unfinished."""

    @abstractmethod
    def lacks(self) -> str:
        """Say what is missing or too much; empty when nothing is."""

    @abstractmethod
    def parts(self) -> Iterable[Any]:
        """Return what may be pointed at now, on the map or in a list."""

    @abstractmethod
    def point(self, part: Any) -> bool:
        """Take what was pointed at; tell whether it meant something."""

    @abstractmethod
    def back(self) -> bool:
        """Take the last step back; tell whether there was one."""


class TypedEntry(Entry):
    """An entry that a typed line fills too."""

    @abstractmethod
    def read(self, text: str) -> TypedAnswer:
        """Take a typed line, as ``how_to_type`` says."""

    @abstractmethod
    def how_to_type(self) -> str:
        """Say what a line may be."""

    def names(self) -> Iterable[str]:
        """Return whole words that are values, so that they are not taken for commands."""
        return ()


def same_word(one: str, other: str) -> bool:
    """Tell whether two texts are the same word, small letters or capitals."""
    return one.casefold() == other.casefold()
