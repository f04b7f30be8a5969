"""What questions are about: said by the kinds of action that answer them, and checked when one is put."""

from __future__ import annotations

from types import NoneType
from typing import TYPE_CHECKING, Any, NamedTuple, get_args, get_origin

from sandtable.engine.annotations import UNIONS, annotation_text

if TYPE_CHECKING:
    from typing import Final


class Subject(NamedTuple):
    """What a kind of action can be asked about: as it is written, and the classes such things are of."""

    name: str
    classes: tuple[type, ...]

    @classmethod
    def of(cls, declared: Any) -> Subject:
        """Read what is declared: a class, an id, or several of them."""
        found: tuple[Any, ...] = get_args(declared) if get_origin(declared) in UNIONS else (declared,)
        return cls(annotation_text(declared), tuple(map(_class_of, found)))


def _class_of(declared: Any) -> type:
    while hasattr(declared, "__supertype__"):
        declared = declared.__supertype__
    return NoneType if declared is None else get_origin(declared) or declared


ANYTHING: Final = Subject("anything", (object,))
"""Of actions that do not look at what a question is about."""
