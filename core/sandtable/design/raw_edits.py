"""Edits inside an edit: written as they are, read when they are done, one after the other or none of them."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TypeVar

import msgspec
from msgspec import Raw, Struct

from sandtable.engine.errors import Invalid, unknown

E = TypeVar("E", bound=Struct)
S = TypeVar("S")


class EditHead(Struct):
    """What a written edit says of itself first: its name."""

    edit: str


def raw_edits(edits: Iterable[Struct]) -> tuple[Raw, ...]:
    """Return edits as they are written."""
    return tuple(Raw(msgspec.json.encode(one)) for one in edits)


def read_edit(raw: Raw, what: str, base: type[E], whole: type[E]) -> E:
    """Read an edit of those that derive from ``base``, but for ``whole``, which holds others; ``what`` is in errors.

    Whatever kinds there are have been loaded by whoever has read or made the whole.
    """
    kinds = {kind.__name__: kind for kind in base.__subclasses__() if kind is not whole}
    try:
        name = msgspec.json.decode(raw, type=EditHead).edit
        if name not in kinds:
            raise unknown("edit", name, kinds, f"it stands in {what}")
        return msgspec.json.decode(raw, type=kinds[name])
    except (msgspec.MsgspecError, UnicodeError, RecursionError) as error:
        raise Invalid(f"{what} is not an edit ({error}): see what edits take in docs/edits.md") from error


def done_in_turn(
    edits: tuple[Raw, ...], title: str, read: Callable[[Raw, str], E], do: Callable[[E, S], S], begun: S
) -> S:
    """Do edits one after the other and return what comes of it; raises ``Invalid`` naming the one that cannot be."""
    if not edits or not title.strip():
        raise Invalid("nothing is to be done together: give edits, and a title for them")
    for number, raw in enumerate(edits, 1):
        what = f"edit {number} of {title!r}"
        edit = read(raw, what)
        try:
            begun = do(edit, begun)
        except Invalid as error:
            raise Invalid(f"{what} cannot be done: {error}") from error
    return begun
